from __future__ import annotations

from tests.server.host import Host, active
from uoproto.constants import OOB_MARKER
from uoserver.supervision.report import PlayerRow, take_report

STRANGER = ("203.0.113.9", 40000)


def test_a_server_without_a_map() -> None:
    report = take_report(Host("").server)
    assert (report.map, report.players, report.allies, report.axis) == ("", (), 0, 0)


def test_players_and_bots_by_slot() -> None:
    host = active(2, sv_hostname="My server", sv_maxclients="8")
    host.clients[0].connection.send_command(r'userinfo "\name\^1Red ^2Fox"')
    host.commands.execute("addbot axis")
    host.run(500)
    host.server.level.game.players[1].score = 7  # type: ignore[union-attr]
    report = take_report(host.server)
    first, second, bot = report.players
    assert (report.hostname, report.map, report.gametype, report.limit) == (
        "My server",
        "mp_foy",
        "ctf",
        8,
    )
    assert first == PlayerRow(0, "Red Fox", 0, first.ping, "spectator")
    assert (second.slot, second.score, second.bot) == (1, 7, False)
    assert (bot.slot, bot.ping, bot.team, bot.bot) == (7, 0, "axis", True)
    assert report.people() == [first, second]
    assert report.frames == host.server.frame_count


def test_points_of_the_sides_are_those_that_clients_hold() -> None:
    host = Host()
    host.server.set_configstring(5, "2")
    host.server.set_configstring(6, "3")
    report = take_report(host.server)
    assert (report.axis, report.allies) == (2, 3)


def test_what_was_turned_away() -> None:
    host = Host(rconPassword="right")
    for _ in range(2):
        host.ask(OOB_MARKER + b"rcon wrong status")
    for _ in range(12):
        host.ask(OOB_MARKER + b"getinfo")
    report = take_report(host.server)
    assert report.rcon_refused == 2
    assert set(report.limited) == set(host.server.limits.__slots__)
    assert {name: count for name, count in report.limited.items() if count} == {"query": 2}


def test_a_report_does_not_change() -> None:
    host = Host()
    report = take_report(host.server)
    host.ask(OOB_MARKER + b"getinfo")
    host.commands.execute("addbot")
    host.run(100)
    assert report.counters.packets_in == 0
    assert report.players == ()

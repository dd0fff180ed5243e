"""What a server tells its masters: datagrams as they leave it, on a fake clock."""

from __future__ import annotations

import pytest

from tests.server.admin.console import printed
from tests.server.host import Host
from uoproto.connection import Address, ConnState
from uoproto.oob import (
    GameCompleteStatus,
    GetInfo,
    GetStatus,
    InfoResponse,
    ServerInfo,
    StatusPlayer,
    StatusResponse,
    parse_response,
)
from uoproto.text import info_get
from uoserver.game.gamelog import EXIT, stamp
from uoserver.server.masternames import Found

BEAT = b"\xff\xff\xff\xffheartbeat COD-1\n"
FLATLINE = b"\xff\xff\xff\xffheartbeat flatline\n"
MASTER: Address = ("192.0.2.200", 20610)


def public(map_name: str = "mp_foy", /, **cvars: str) -> Host:
    return Host(map_name, **{"sv_master1": MASTER[0], **cvars})


def told(host: Host, master: Address = MASTER) -> list[bytes]:
    """Return what a master was sent since this was asked."""
    taken = [data for data, address in host.strays if address == master]
    host.strays = [stray for stray in host.strays if stray[1] != master]
    return taken


def beats(host: Host) -> int:
    """Return how many heartbeats the master was sent since, statuses left out."""
    return told(host).count(BEAT)


def test_a_map_that_begins_is_told_with_a_status_and_then_every_3_and_10_minutes() -> None:
    host = public()
    host.run(20)
    beat, status = told(host)
    assert beat == BEAT
    packet = parse_response(status)
    assert isinstance(packet, StatusResponse)
    assert info_get(packet.info, "mapname") == "mp_foy"
    assert info_get(packet.info, "protocol") == "22"
    sent = []
    for second in range(1, 1300):
        host.server.frame(host.now + second * 1000)
        host._deliver()
        sent += [(second, data == BEAT) for data in told(host)]
    assert [second for second, beat in sent if beat] == [180, 360, 540, 720, 900, 1080, 1260]
    assert [second for second, beat in sent if not beat] == [600, 1200]


def test_five_masters_and_ports() -> None:
    cvars = {f"sv_master{n}": f"203.0.113.{n}:{5000 + n}" for n in range(1, 6)}
    host = Host(**cvars)
    host.run(20)
    assert [address for data, address in host.strays if data == BEAT] == [
        (f"203.0.113.{n}", 5000 + n) for n in range(1, 6)
    ]


@pytest.mark.parametrize("cvars", [{"dedicated": "1"}, {"sv_master1": ""}])
def test_nobody_is_told(cvars: dict[str, str]) -> None:
    host = public(**cvars)
    host.run(3000)
    host.commands.execute("heartbeat; gameCompleteStatus")
    host.server.shutdown("over", host.now)
    host._deliver()
    assert host.strays == []


def test_nothing_is_told_before_a_map_runs() -> None:
    host = public("")
    host.run(3000)
    assert printed(host, "heartbeat") == ["no heartbeats are sent before a map runs"]
    host.server.shutdown("over", host.now)
    host._deliver()
    assert host.strays == []


def test_the_first_and_the_last_player_are_told() -> None:
    host = public()
    host.run(15_000)
    told(host)
    first = host.join()
    host.run(15_000)
    assert beats(host) == 1
    second = host.join()
    host.run(15_000)
    assert second.state == ConnState.ACTIVE
    first.connection.disconnect()
    host.run(15_000)
    assert beats(host) == 0
    second.connection.disconnect()
    host.run(1000)
    assert beats(host) == 1


def test_who_comes_and_goes_makes_no_flood() -> None:
    host = public()
    for _ in range(10):
        client = host.join()
        host.run(1000, lambda client=client: client.state == ConnState.ACTIVE)  # type: ignore[misc]
        client.connection.disconnect()
        host.run(1000)
        host.clients.remove(client)
    seconds = host.now / 1000
    assert 2 <= beats(host) <= 1 + seconds / 10


def test_a_new_map_is_told() -> None:
    host = public()
    host.run(15_000)
    told(host)
    host.commands.execute("map mp_foy")
    host.run(100)
    assert told(host) == [BEAT]


def test_the_end_is_told_once() -> None:
    host = public(sv_master2="later.example.invalid")
    host.run(100)
    told(host)
    host.server.shutdown("over", host.now)
    host._deliver()
    assert told(host) == [FLATLINE]
    assert host.strays == []
    host.server.shutdown("over", host.now)
    host._deliver()
    assert host.strays == []


def test_the_console_command_beats_at_once() -> None:
    host = public(sv_master2="later.example.invalid")
    host.server.heart.lookup = lambda _host, _found: None
    host.run(100)
    told(host)
    assert printed(host, "heartbeat") == ["heartbeats sent: 1 of 2 masters"]
    host._deliver()
    assert told(host) == [BEAT]


@pytest.mark.parametrize(
    ("cvars", "line"),
    [
        ({"dedicated": "1"}, "no heartbeats are sent: dedicated is 1"),
        ({"sv_master1": ""}, "no heartbeats are sent: sv_master1 to sv_master5 name no master"),
    ],
)
@pytest.mark.parametrize("command", ["heartbeat", "gameCompleteStatus"])
def test_the_console_says_why_nothing_is_sent(
    command: str, cvars: dict[str, str], line: str
) -> None:
    host = public(**cvars)
    host.run(100)
    assert printed(host, command) == [line]


def test_game_complete_status_has_the_settings_alone_and_the_players() -> None:
    host = public()
    client = host.join()
    host.run(3000, lambda: client.state == ConnState.ACTIVE)
    told(host)
    assert printed(host, "gameCompleteStatus") == ["gameCompleteStatus sent: 1 of 1"]
    host._deliver()
    (data,) = told(host)
    packet = parse_response(data)
    assert isinstance(packet, GameCompleteStatus)
    assert packet.info == host.cvars.serverinfo()
    assert [type(player) for player in packet.players] == [StatusPlayer]


def test_a_match_that_is_over_is_told_once() -> None:
    host = public()
    host.run(100)
    told(host)
    over = stamp(host.server.time, EXIT)
    host.server.log_lines([f"  0:00 say;0;0;A;{EXIT}\n"])
    host._deliver()
    assert told(host) == []
    host.server.log_lines([over])
    host.server.log_lines([over])
    host._deliver()
    (data,) = told(host)
    assert isinstance(parse_response(data), GameCompleteStatus)
    host.run(10_000)
    told(host)
    host.server.log_lines([stamp(host.server.time, EXIT)])
    host._deliver()
    assert len(told(host)) == 1


def test_a_master_whose_name_is_found_later_is_told_then() -> None:
    host = public(sv_master1="later.example.invalid")
    asked: list[Found] = []
    host.server.heart.lookup = lambda _host, found: asked.append(found)
    host.run(5000)
    assert told(host) == []
    (found,) = asked
    found(MASTER[0])
    host.run(1100)
    assert told(host)[0] == BEAT
    host.run(5000)
    assert told(host) == []


def test_a_master_that_is_set_later_is_told_within_a_second() -> None:
    host = Host()
    host.run(5000)
    host.commands.execute(f"set sv_master5 {MASTER[0]}")
    host.run(1100)
    assert told(host)[0] == BEAT
    assert len(host.strays) == 0


def test_a_master_asks_back_and_gets_its_challenge() -> None:
    host = public()
    host.run(100)
    (info,) = host.ask(GetInfo("AbC-_123").encode(), MASTER)
    assert isinstance(info, InfoResponse)
    assert ServerInfo.from_info(info.info).challenge == "AbC-_123"
    assert ServerInfo.from_info(info.info).protocol == 22
    (status,) = host.ask(GetStatus("AbC-_123").encode(), MASTER)
    assert isinstance(status, StatusResponse)
    assert info_get(status.info, "challenge") == "AbC-_123"

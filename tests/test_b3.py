"""An admin bot of B3's kind reads what the server says, and counts the points the server has."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.b3 import Cvar, Log, read_cvar, read_status
from tests.server.host import Host
from uoproto.connection import ConnState, SlotState
from uoproto.oob import Print, Rcon
from uoserver.game.game import Game
from uoserver.server.observer import Observer

PASSWORD = "under the mat"  # noqa: S105
TIMESCALE = 8
MOST = 10 * 60_000
DEEDS = 2
KILLS = 2


class Reader(Observer):
    """Reads the game log as it grows."""

    def __init__(self, log: Log) -> None:
        self.log = log

    def game_said(self, lines: Sequence[str]) -> None:
        self.log.read(lines)


def _ask(host: Host, command: str) -> str:
    """Return the whole answer to an rcon command."""
    parts = host.ask(Rcon(PASSWORD, command).encode())
    assert parts
    assert all(isinstance(part, Print) for part in parts)
    return "".join(part.text for part in parts if isinstance(part, Print))


def _game(host: Host) -> Game:
    assert host.server.level is not None
    return host.server.level.game


def test_the_table_of_status() -> None:
    host = Host(rconPassword=PASSWORD, scr_ctf_startrounddelay="1")
    for name in ("Plain", "^1Red ^7and blank", "5 17 99"):
        host.join(userinfo={"name": name, "rate": "25000", "snaps": "20"})
    host.run(3000, lambda: all(client.state == ConnState.ACTIVE for client in host.clients))
    host.commands.execute("addbot")
    slow = host.join(("192.0.2.77", 3), auto_load=False)
    host.run(1000, lambda: len(host.server.clients()) == 4)
    slow.muted = True
    host.run(200)
    host.commands.execute("clientkick 1")
    states = {client.client_num: client.state for client in host.server.clients()}
    assert states[1] == SlotState.ZOMBIE
    assert SlotState.CONNECTED in states.values()
    _game(host).players[2].score = -3
    name, rows = read_status(_ask(host, "status"))
    assert name == "mp_foy"
    assert [(row.slot, row.score, row.name) for row in rows] == [
        (0, 0, "Plain"),
        (2, -3, "5 17 99"),
    ]
    assert [row.address for row in rows] == [host.clients[0].address, host.clients[2].address]
    lines = _ask(host, "status").splitlines()
    assert len(lines) == 3 + len(states) + 2, "and a bot's row, and an empty one"
    assert [line[10:14] for line in lines if "CNCT" in line or "ZMBI" in line] == ["ZMBI", "CNCT"]


def test_colours_in_names_stay() -> None:
    host = Host(rconPassword=PASSWORD, scr_match="0")
    host.join(userinfo={"name": "^1Red ^7and blank"})
    host.run(1000)
    (row,) = read_status(_ask(host, "status"))[1]
    assert row.name == "^1Red ^7and blank"


@pytest.mark.parametrize(
    ("name", "value", "default"),
    [
        ("sv_maxclients", "20", "20"),
        ("sv_hostname", "A ^2green^7 host", "CoDHost"),
        ("fs_game", "", ""),
        ("fs_basepath", None, None),
        ("fs_homepath", None, None),
        ("sv_mapRotation", "map mp_foy map mp_foy", ""),
        ("g_logSync", "3", None),
        ("shortversion", None, None),
    ],
)
def test_cvars_that_bots_ask_for(name: str, value: str | None, default: str | None) -> None:
    host = Host(rconPassword=PASSWORD)
    if value and name != "sv_maxclients":
        host.commands.execute(f'set {name} "{value}"')
    cvar = read_cvar(_ask(host, name))
    assert cvar is not None
    assert cvar.name == name
    if value is not None:
        assert cvar.value == value
    if default is not None:
        assert cvar.default == default


def test_what_is_no_cvar() -> None:
    host = Host(rconPassword=PASSWORD)
    answer = _ask(host, "PB_SV_Ver")
    assert read_cvar(answer) is None
    assert not answer or answer.startswith("Unknown")


def test_three_shapes_of_an_answer() -> None:
    assert read_cvar('"a" is:"1^7" default:"2^7"') == Cvar("a", "1", "2")
    assert read_cvar('"a" is:"1^7" the default') == Cvar("a", "1", None)
    assert read_cvar('"a" is:"1^7"') == Cvar("a", "1", None)
    assert read_cvar("Unknown command") is None


def _in_match(log: Log, gametype: str, **cvars: str) -> tuple[Host, Game]:
    """Return a match of bots and a guest, read by a bot, from when it counts on."""
    host = Host("", g_gametype=gametype, timescale=str(TIMESCALE), bot_fill="8", **cvars)
    host.server.observers.append(Reader(log))
    host.commands.execute("map mp_foy")
    guest = host.join(userinfo={"name": "^3Guest", "rate": "25000", "snaps": "20"})
    host.run(3000, lambda: guest.state == ConnState.ACTIVE)
    game = _game(host)
    referee = game._referee
    assert referee is not None
    host.run(20_000, lambda: referee.rounds.scoring)
    assert referee.rounds.scoring
    assert not any(player.score for player in game.players.values())
    log.scores.clear()  # what happened before did not count
    log.captures.clear()
    bot = max(game.bots())
    for text in ("team allies", "say hello; all", "say_team us", f"tell {bot} you; alone"):
        host.run(1000)  # or it would be flooding
        guest.connection.send_command(text)
    host.run(200)
    return host, game


def _compare(log: Log, game: Game, gametype: str) -> None:
    """Hold who is here and what each has against the server's own."""
    assert log.odd == []
    assert log.here == {number: player.name for number, player in game.players.items()}
    assert log.total() == {number: player.score for number, player in game.players.items()}
    assert any(log.total().values())
    assert log.said == [
        ("say", "Guest", "hello; all"),
        ("say" if gametype == "dm" else "sayteam", "Guest", "us"),
        ("tell", "Guest", "you; alone"),
    ]


@pytest.mark.parametrize(
    ("gametype", "limits"),
    [("tdm", {"scr_tdm_scorelimit": "2"}), ("dm", {"scr_dm_scorelimit": "2"})],
)
def test_the_log_of_a_match_of_bots(gametype: str, limits: dict[str, str]) -> None:
    """From the first InitGame to that of the next level, with a player who comes and goes."""
    log = Log(of_teams=gametype != "dm")
    host, game = _in_match(log, gametype, **limits)
    host.run(MOST // TIMESCALE, lambda: bool(log.results))
    _compare(log, game, gametype)
    _check_result(log, game, gametype)
    host.clients[0].connection.disconnect()
    host.run(20_000, lambda: len(log.infos) > 1)
    assert log.odd == []
    assert [info["mapname"] for info in log.infos] == ["mp_foy"] * 2
    winners = {"W", "L"} if gametype == "tdm" else {"W"}
    chat = {"say", "tell"} | ({"sayteam"} if gametype == "tdm" else set())
    others = {"InitGame", "ExitLevel", "ShutdownGame", "J", "Q", "K", "D", "-" * 60}
    assert set(log.kinds) == winners | chat | others


def test_the_log_of_bots_and_flags() -> None:
    log = Log()
    gametype = "ctf"
    host, game = _in_match(log, gametype, scr_ctf_startrounddelay="1")
    host.run(MOST // TIMESCALE, lambda: log.kinds["A"] >= DEEDS and log.kinds["K"] >= KILLS)
    assert log.kinds["A"] >= DEEDS, "nobody cared for the flags"
    _compare(log, game, gametype)
    host.commands.execute("map_restart")
    host.run(100)
    assert log.odd == []
    assert log.kinds["RestartGame"] == 1


def _check_result(log: Log, game: Game, gametype: str) -> None:
    """Compare who won by the log with who has the points."""
    letter, team, names = log.results[0]
    assert letter == "W"
    if gametype == "dm":
        best = max(game.players.values(), key=lambda player: player.score)
        assert (team, names) == ("", [best.name])
        return
    assert team in {"allies", "axis"}
    assert set(names) <= set(log.here.values())
    (loser,) = log.results[1:]
    assert loser[:2] == ("L", "axis" if team == "allies" else "allies")
    assert not set(names) & set(loser[2])

"""The log of events: what each line holds, and what fails."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.process import ROOT
from tests.server.host import Host
from uoproto.connection import ConnState
from uoproto.oob import Rcon
from uoserver.server.eventlog import EventLog

ADMIN = ("203.0.113.9", 40000)
TIME = datetime(2030, 1, 2, 3, 4, 5, 678_900, tzinfo=UTC)


class Desk:
    """A server whose events go to a file of the test."""

    def __init__(self, root: Path, map_name: str = "", **cvars: str) -> None:
        self.host = Host("", **{"g_logJson": "events.json", "g_logSync": "1", **cvars})
        self.log = EventLog(self.host.server, root, lambda: TIME)
        self.host.server.observers.append(self.log)
        self.path = root / "uo" / "events.json"
        if map_name:
            self.host.commands.execute(f"map {map_name}")

    def lines(self) -> list[str]:
        return self.path.read_text("ascii").splitlines()

    def events(self) -> list[dict[str, object]]:
        """Return what was logged, without times."""
        found = [json.loads(line) for line in self.lines()]
        assert all(each.pop("time") == "2030-01-02T03:04:05.678Z" for each in found)
        assert all(isinstance(each.pop("level_ms"), int) for each in found)
        return found


Open = Callable[..., Desk]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Make desks, by default below the folder of the test; their files are closed behind it."""
    desks: list[Desk] = []

    def make(map_name: str = "", root: Path = tmp_path, **cvars: str) -> Desk:
        desks.append(Desk(root, map_name, **cvars))
        return desks[-1]

    yield make
    for desk in desks:
        desk.log.stopped()


def test_the_life_of_a_server(opened: Open) -> None:
    desk = opened("mp_foy", rconPassword="x", sv_hostname="Mine", sv_floodProtect="0")
    host = desk.host
    client = host.join(userinfo={"name": "Ann"})
    host.run(3000, lambda: client.state == ConnState.ACTIVE)
    host.run(200)
    client.connection.send_command("say hi; there")
    host.run(300)
    host.ask(Rcon("x", "set rconPassword geheim").encode(), ADMIN)
    host.commands.execute("clientkick 0")
    host.run(300)
    host.server.shutdown("over", host.now)
    ann = {"slot": 0, "name": "Ann"}
    address = {"address": "192.0.2.1:30000"}
    level = {"map": "mp_foy", "gametype": "ctf", "hostname": "Mine", "max_clients": 20}
    assert desk.events() == [
        {"event": "start", "version": "1.51", "protocol": 22},
        {"event": "level", **level},
        {"event": "connect", **ann, **address},
        {"event": "enter", **ann, **address},
        {"event": "join", "guid": 0, **ann},
        {"event": "say", "guid": 0, **ann, "to": "all", "text": "hi; there"},
        {
            "event": "rcon",
            "address": "203.0.113.9:40000",
            "command": "set rconPassword ***",
            "limited": False,
        },
        {"event": "kick", **ann, **address, "reason": "EXE_PLAYERKICKED"},
        {"event": "quit", "guid": 0, **ann},
        {"event": "shutdown_game"},
        {"event": "stop"},
    ]


def test_a_line_as_it_is(opened: Open) -> None:
    desk = opened()
    desk.host.server.time = 1234
    desk.log.game_said(['  0:01 say;0;3;A\xff"\\;\x1b[31m\n'])
    assert desk.lines()[1] == (
        '{"time":"2030-01-02T03:04:05.678Z","level_ms":1234,"event":"say","guid":0,"slot":3,'
        r'"name":"A\u00ff\"\\","to":"all","text":"\u001b[31m"}'
    )


def test_who_leaves_and_limited_rcon(opened: Open) -> None:
    desk = opened("mp_foy", sv_limitedRconPassword="y")
    host = desk.host
    client = host.join()
    host.run(3000, lambda: client.state == ConnState.ACTIVE)
    host.ask(Rcon("y", "status").encode(), ADMIN)
    host.ask(Rcon("z", "status").encode(), ADMIN)
    client.connection.disconnect()
    host.run(300)
    told = {str(each["event"]): each for each in desk.events()}
    assert told["rcon"] == {
        "event": "rcon",
        "address": "203.0.113.9:40000",
        "command": "status",
        "limited": True,
    }
    assert told["drop"]["reason"] == "EXE_DISCONNECTED"
    assert sum(each["event"] == "rcon" for each in desk.events()) == 1


def test_each_map_and_restart_is_a_level(opened: Open) -> None:
    desk = opened("mp_foy")
    desk.host.commands.execute("g_gametype dm; map mp_foy; map_restart")
    names = [each["event"] for each in desk.events()]
    assert names == ["start", "level", "shutdown_game", "level", "restart_game", "level"]
    assert [each["gametype"] for each in desk.events() if each["event"] == "level"] == [
        "ctf",
        "dm",
        "dm",
    ]


def test_buffered_events_are_there_within_a_second(opened: Open) -> None:
    desk = opened(g_logSync="0")
    desk.log.frame(0)
    desk.log.game_said(["  0:00 J;0;0;A\n"])
    desk.log.frame(999)
    before = len(desk.lines())
    desk.log.frame(1000)
    assert len(desk.lines()) == before + 1
    desk.log.stopped()
    assert [each["event"] for each in desk.events()] == ["start", "join", "stop"]


def test_turning_it_on_off_and_elsewhere(opened: Open, tmp_path: Path) -> None:
    desk = opened(g_logJson="")
    desk.host.commands.execute("map mp_foy")
    desk.log.frame(0)
    desk.log.stopped()
    assert list(tmp_path.iterdir()) == []
    desk.host.commands.execute("set g_logJson events.json")
    desk.log.game_said(["  0:00 J;0;0;A\n"])
    desk.host.commands.execute("set g_logJson sub/other.json")
    desk.log.game_said(["  0:00 Q;0;0;A\n"])
    assert [each["event"] for each in desk.events()] == ["start", "join", "stop"]
    desk.path = tmp_path / "uo" / "sub" / "other.json"
    assert [each["event"] for each in desk.events()] == ["start", "quit"]


def test_a_file_that_was_moved_away_is_made_anew(opened: Open) -> None:
    desk = opened()
    desk.path.rename(desk.path.with_name("old"))
    desk.log.reread()
    desk.log.game_said(["  0:00 J;0;0;A\n"])
    assert [each["event"] for each in desk.events()] == ["join"]
    desk.path.unlink()
    desk.host.commands.execute("map mp_foy")
    assert [each["event"] for each in desk.events()] == ["level"]


@pytest.mark.parametrize("name", ["../x.json", "/x.json", "folder", "a\\b"])
def test_a_name_that_cannot_be_is_told_once(
    opened: Open, tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    (tmp_path / "game" / "uo" / "folder").mkdir(parents=True)
    desk = opened(root=tmp_path / "game", g_logJson=name)
    desk.host.commands.execute("map mp_foy")
    desk.host.commands.execute("map mp_foy")
    told = [each for each in caplog.records if each.levelno == logging.WARNING]
    assert len(told) == 1
    assert told[0].getMessage().startswith("events are not logged: ")
    assert not (tmp_path / "x.json").exists()


def test_a_full_disk_is_told_once(
    opened: Open, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full disk here")
    (tmp_path / "uo").mkdir()
    (tmp_path / "uo" / "events.json").symlink_to("/dev/full")
    desk = opened("mp_foy")
    desk.host.commands.execute("map mp_foy")
    desk.host.run(1500)
    told = [each for each in caplog.records if each.levelno == logging.WARNING]
    assert [each.getMessage() for each in told] == [
        "events are no longer logged: [Errno 28] No space left on device"
    ]


def test_the_documented_fields_are_those_written(opened: Open) -> None:
    desk = opened("mp_foy", rconPassword="x")
    host = desk.host
    client, other = host.join(), host.join()
    host.run(3000, lambda: client.state == other.state == ConnState.ACTIVE)
    host.ask(Rcon("x", "status").encode(), ADMIN)
    host.commands.execute("clientkick 0; map_restart")
    other.connection.disconnect()
    host.run(500)
    who = "0;1;axis;A;0;2;allies;B;none;5;MOD_CRUSH;none"
    texts = [
        "say;0;1;A;x",
        "tell;0;1;A;0;2;B;x",
        f"D;{who}",
        f"K;{who}",
        "A;0;1;axis;A;ctf_take",
        "W;axis;0;A",
        "L;allies",
    ]
    desk.log.game_said([f"  0:00 {text}\n" for text in [*texts, "other", "ExitLevel: executed"]])
    desk.log.stopped()
    guide = (ROOT / "docs" / "server-admin.md").read_text(encoding="utf-8")
    table = guide.partition("| event | other fields | when |\n|---|---|---|\n")[2].partition(
        "\n\n"
    )[0]
    rows = [line.strip("| ").split("|") for line in table.splitlines()]
    documented = {row[0].strip(" `"): set(re.findall(r"`(\w+)`", row[1])) for row in rows}
    written = {str(each.pop("event")): set(each) for each in desk.events()}
    # a map's end is the one thing that the restart above is not
    assert written == {name: documented[name] for name in documented if name != "shutdown_game"}

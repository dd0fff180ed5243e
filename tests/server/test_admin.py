"""The console commands of a running server."""

from __future__ import annotations

import re

import pytest

from tests.server.host import Host, active
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import Disconnected, ServerCommandReceived

ROW = re.compile(
    r"^\s*(?P<slot>[0-9]+)\s+(?P<score>[0-9-]+)\s+(?P<ping>[0-9]+)\s+(?P<guid>[0-9]+)\s+"
    r"(?P<name>.*?)\s+(?P<last>[0-9]+)\s+(?P<ip>[0-9.]+):(?P<port>-?[0-9]{1,5})\s+"
    r"(?P<qport>-?[0-9]{1,5})\s+(?P<rate>[0-9]+)$"
)
"""How admin tools read a row of status (operators: status reply)."""


def printed(host: Host, line: str) -> list[str]:
    host.printed.clear()
    host.commands.execute(line)
    return host.printed


def heard(host: Host, number: int) -> list[str]:
    return [event.text for event in host.clients[number].seen(ServerCommandReceived)]  # type: ignore[attr-defined]


# -- status --------------------------------------------------------------------------------------


def test_status_of_an_empty_server() -> None:
    assert printed(Host(), "status") == [
        "map: mp_foy",
        "num score ping guid   name            lastmsg address               qport rate",
        "--- ----- ---- ------ --------------- ------- --------------------- ----- -----",
        "",
    ]
    assert printed(Host(""), "status")[0] == "map: nomap"


def test_status_rows_to_the_letter() -> None:
    host = active()
    host.clients[0].connection.set_userinfo(name="^1Abc", rate="9000")
    host.run(300)
    host.knock(("203.0.113.77", 60000), r"\name\Late", qport=65535)
    host.run(70)
    slot, late = host.server.clients()
    ping, silent = slot.ping, host.server.now - slot.last_packet_ms
    since = host.server.now - late.last_packet_ms
    rows = printed(host, "status")[3:-1]
    first = f"  0     0 {ping:4d}      0 ^1Abc^7             {silent:7d} "
    second = f"  1     0 CNCT      0 Late^7            {since:7d} "
    assert rows == [
        first + "192.0.2.1:30000        1000  9000",
        second + "203.0.113.77:60000    65535  5000",
    ]
    host.commands.execute("clientkick 0")
    assert printed(host, "status")[3].startswith("  0     0 ZMBI      0 ")


@pytest.mark.parametrize("name", ["Player", "^1Red ^2Green", "two words", "x" * 31, "1 2 3 4"])
def test_status_rows_as_tools_read_them(name: str) -> None:
    host = active()
    host.clients[0].connection.set_userinfo(name=name)
    host.run(500)
    match = ROW.match(printed(host, "status")[3])
    assert match is not None
    assert match["name"] == f"{name}^7"
    assert (match["slot"], match["ip"], match["port"]) == ("0", "192.0.2.1", "30000")
    assert (match["qport"], match["rate"], match["guid"]) == ("1000", "25000", "0")


# -- info ----------------------------------------------------------------------------------------


def test_infos_are_shown_line_by_line() -> None:
    host = active()
    assert printed(host, "serverinfo")[0] == "Server info settings:"
    assert "mapname              mp_foy" in host.printed
    assert printed(host, "systeminfo")[0] == "System info settings:"
    assert "sv_serverid          16" in host.printed
    assert printed(host, "dumpuser 0")[0] == "userinfo"
    assert "name                 UnnamedPlayer" in host.printed


# -- speaking ------------------------------------------------------------------------------------


def test_say_and_tell() -> None:
    host = active(2, scr_match="0")
    assert printed(host, "say hello  all; tell 1 only you") == []
    host.run(200)
    assert heard(host, 0) == ['h "\x15console: hello all"']
    assert heard(host, 1) == ['h "\x15console: hello all"', 'h "\x15console: only you"']


def test_long_speech_is_cut() -> None:
    host = active(scr_match="0")
    host.commands.execute("say " + "x" * 900)
    host.run(200)
    assert heard(host, 0) == [f'h "\x15console: {"x" * 149}"']


# -- kicking -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["kick bad boy", "kick BAD BOY", 'kick "^1Bad ^7Boy"', "kick ^1bad ^7boy"]
)
def test_kick_by_name_raw_or_stripped(line: str) -> None:
    host = active(2)
    host.clients[1].connection.set_userinfo(name="^1Bad ^7Boy")
    host.run(300)
    assert printed(host, line) == []
    host.run(300)
    assert host.clients[0].state == ConnState.ACTIVE
    assert host.clients[1].seen(Disconnected) == [Disconnected("EXE_PLAYERKICKED")]


def test_kick_takes_everyone_of_that_name() -> None:
    host = active(3)
    host.clients[1].connection.set_userinfo(name="Other")
    host.run(300)
    host.commands.execute("kick unnamedplayer")
    assert [slot.client_num for slot in host.server.clients(SlotState.CONNECTED)] == [1]


def test_clientkick() -> None:
    host = active(2)
    assert printed(host, "clientkick 1") == []
    assert printed(host, "clientkick 1") == ["no client '1'"]  # a zombie already
    host.run(300)
    assert host.clients[1].seen(Disconnected) == [Disconnected("EXE_PLAYERKICKED")]


@pytest.mark.parametrize(
    "number", ["", "-1", "64", "99", "100", "1e1", "x", "\xb2", "0x0", "9" * 50]
)
def test_numbers_of_nobody(number: str) -> None:
    host = active()
    for command in ("clientkick", "dumpuser", "tell"):
        (line,) = printed(host, f"{command} {number}")
        assert line.startswith("no client '")
        assert len(line) < 40
    assert host.clients[0].state == ConnState.ACTIVE


def test_kick_of_nobody() -> None:
    host = active()
    assert printed(host, "kick") == ["usage: kick NAME|all"]
    assert printed(host, "kick someone else") == ["no player named 'someone else'"]
    assert printed(Host(), "kick all") == ["no player named 'all'"]


# -- maps and the rest ---------------------------------------------------------------------------


def test_map_without_a_name() -> None:
    host = Host()
    assert printed(host, "map; devmap; map nosuch; map ../x") == [
        "usage: map NAME",
        "usage: devmap NAME",
        "can't load map nosuch: maps/mp/nosuch.bsp is nowhere in the search path",
        "not a map name: '../x'",
    ]
    assert printed(Host(""), "map_restart") == ["no map is running"]


@pytest.mark.parametrize("command", ["quit", "killserver", "QUIT"])
def test_quit(command: str) -> None:
    host = Host()
    assert host.server.running
    host.commands.execute(command)
    assert not host.server.running


def test_every_command_has_a_line_of_help() -> None:
    host = Host()
    lines = printed(host, "help")
    assert lines[-1] == f"{len(lines) - 1} commands"
    for command in host.commands:
        assert any(line.startswith(command.name) for line in lines[:-1])
        assert command.help

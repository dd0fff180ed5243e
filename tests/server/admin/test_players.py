"""Commands to and about players."""

from __future__ import annotations

import pytest

from tests.server.admin.console import heard, printed
from tests.server.host import Host, active
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import Disconnected

# -- speaking


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


@pytest.mark.parametrize("line", ["say", "say  ", "tell 0"])
def test_nothing_is_not_said(line: str) -> None:
    host = active(scr_match="0")
    [text] = printed(host, line)
    assert text.startswith("usage: ")
    host.run(200)
    assert heard(host, 0) == []


# -- kicking


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
    assert printed(Host(), "kick all") == [
        "there are no players; bots stay, removebot takes them out"
    ]


def test_the_others_hear_who_was_kicked() -> None:
    host = active(2, scr_match="0")
    host.clients[1].connection.set_userinfo(name="Bad Boy")
    host.run(300)
    host.commands.execute("ClientKick 1")
    host.run(300)
    assert heard(host, 0) == ['e "\x15Bad Boy^7 \x14EXE_PLAYERKICKED"']


@pytest.mark.parametrize("by_number", [True, False])
def test_bots_are_kicked_as_players_are(by_number: bool) -> None:
    host = active()
    host.commands.execute("addbot; addbot")
    assert host.server.level is not None
    game = host.server.level.game
    kicked, stays = game.bots()
    name = game.players[kicked].name
    host.run(300)
    host.clients[0].events.clear()
    assert printed(host, f"clientkick {kicked}" if by_number else f"kick {name.upper()}") == []
    host.run(600)
    assert game.bots() == [stays]
    assert f'e "\x15{name}^7 \x14EXE_PLAYERKICKED"' in heard(host, 0)
    assert host.clients[0].state == ConnState.ACTIVE


def test_kick_all_takes_clients_only() -> None:
    host = active(2)
    host.commands.execute("addbot")
    host.commands.execute("kick ALL")
    assert host.server.clients(SlotState.CONNECTED) == []
    assert host.server.level is not None
    assert len(host.server.level.game.bots()) == 1

"""addbot, removebot and bot_fill; bots give way to players."""

from __future__ import annotations

import pytest

from tests.server.host import Host
from uoproto.connection import ConnState
from uoproto.constants import Team
from uoproto.oob import Error, GetInfo, GetStatus, InfoResponse, StatusResponse
from uoproto.text import info_get
from uoserver.game.game import Game


def host(**cvars: str) -> Host:
    made = Host(sv_maxclients="4", **cvars)
    made.run(200)
    return made


def game(made: Host) -> Game:
    assert made.server.level is not None
    return made.server.level.game


def names(made: Host) -> dict[int, str]:
    return {number: game(made).players[number].name for number in game(made).bots()}


def test_bots_come_into_the_highest_slots_on_the_side_named() -> None:
    made = host()
    made.commands.execute("addbot axis")
    made.commands.execute("addbot AXIS")
    made.commands.execute("addbot")
    assert made.printed[-3:] == [
        "bot Able plays in slot 3",
        "bot Baker plays in slot 2",
        "bot Charlie plays in slot 1",
    ]
    teams = [game(made).players[number].team for number in (3, 2, 1)]
    assert teams == [Team.AXIS, Team.AXIS, Team.ALLIES]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["addbot nobody"], "usage: addbot [allies|axis]"),
        (["addbot axis axis"], "usage: addbot [allies|axis]"),
        (["addbot"] * 5, "all slots are taken"),
        (["removebot"], "there are no bots"),
        (["addbot", "removebot bot Baker"], "no bot 'bot baker'"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], answer: str) -> None:
    made = host()
    for line in lines:
        made.commands.execute(line)
    assert made.printed[-1].endswith(answer)


def test_bots_leave_by_number_by_name_and_all() -> None:
    made = host()
    for _ in range(4):
        made.commands.execute("addbot")
    made.commands.execute("removebot 2")
    made.commands.execute("removebot Bot able")
    assert names(made) == {0: "bot Dog", 1: "bot Charlie"}
    made.commands.execute("removebot")
    assert names(made) == {1: "bot Charlie"}
    made.commands.execute("removebot all")
    assert names(made) == {}
    made.run(1000)
    assert names(made) == {}


def test_without_a_name_the_one_that_came_last_leaves() -> None:
    made = host()
    for line in ("addbot", "addbot", "removebot 3", "addbot", "removebot"):
        made.commands.execute(line)
    assert names(made) == {2: "bot Baker"}


def test_bot_fill_fills_up_and_gives_way() -> None:
    made = host(bot_fill="3")
    assert list(names(made)) == [1, 2, 3]
    client = made.join()
    made.run(4000, lambda: client.state == ConnState.ACTIVE)
    made.run(1000)
    assert client.connection.level.client_num == 0
    assert len(names(made)) == 2
    client.connection.disconnect()
    made.run(4000)
    assert len(names(made)) == 3
    made.cvars.set("bot_fill", "1")
    made.run(1000)
    assert len(names(made)) == 1


def test_a_bot_that_was_asked_for_is_not_filling() -> None:
    made = host(bot_fill="2")
    made.commands.execute("addbot")
    made.run(1000)
    assert len(names(made)) == 2
    made.commands.execute("removebot all")
    assert made.printed[-1] == "bot_fill brings bots back; set it to 0 to be without them"
    made.run(1000)
    assert len(names(made)) == 2


def test_on_a_full_server_a_bot_leaves_its_slot_to_a_player() -> None:
    made = host()
    for _ in range(4):
        made.commands.execute("addbot")
    client = made.join()
    made.run(4000, lambda: client.state == ConnState.ACTIVE)
    assert client.connection.level.client_num == 0
    assert list(names(made)) == [1, 2, 3]


def test_no_bot_makes_room_for_who_is_refused() -> None:
    made = host(bot_fill="4")
    made.cvars.set("g_password", "open")
    made.run(1000)
    before = names(made)
    assert sorted(before) == [0, 1, 2, 3]
    answers = made.knock(("203.0.113.5", 1), r"\name\X\password\no")
    assert answers == [Error("GAME_INVALIDPASSWORD")]
    assert names(made) == before
    made.knock(("203.0.113.5", 1), r"\name\X\password\open")
    assert sorted(names(made)) == [1, 2, 3]


def test_they_come_along_to_the_next_map() -> None:
    made = host()
    made.commands.execute("addbot axis")
    made.commands.execute("map mp_foy")
    made.run(600)
    assert names(made) == {3: "bot Able"}
    assert game(made).players[3].team == Team.AXIS
    made.commands.execute("map_restart")
    made.run(600)
    assert names(made) == {3: "bot Able"}


def test_browsers_and_admins_see_them() -> None:
    made = host()
    made.commands.execute("addbot")
    (info,) = made.ask(GetInfo("x").encode())
    assert isinstance(info, InfoResponse)
    assert info_get(info.info, "clients") == "1"
    (status,) = made.ask(GetStatus("x").encode())
    assert isinstance(status, StatusResponse)
    assert [(p.ping, p.name) for p in status.players] == [(0, "bot Able")]
    made.printed.clear()
    made.commands.execute("status")
    assert made.printed[3].split() == ["3", "0", "0", "0", "bot", "Able^7", "0", "bot", "0", "0"]


def test_without_a_match_there_are_none() -> None:
    made = host(scr_match="0", bot_fill="3")
    made.run(1000)
    assert names(made) == {}
    made.commands.execute("addbot")
    assert made.printed[-1].endswith("no match is running")

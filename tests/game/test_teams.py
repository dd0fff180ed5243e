"""Joining by menus and by words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.match.yards import Play
from uoproto.constants import Team
from uoserver.game.match.roundrules import Gametype, RoundRules
from uoserver.game.match.seats import Side
from uoserver.game.messages import Message
from uoserver.game.teams import menu_answer, menus

ALLIES, AXIS = Side.ALLIES, Side.AXIS


def heard(play: Play, number: int) -> list[str]:
    """Return what a player was told, and forget what all were."""
    messages, play.game.messages = play.game.messages, []
    assert all(message.reliable for message in messages if message.to == number)
    return [message.text for message in messages if message.to == number]


def side(play: Play, number: int) -> Side | None:
    return play.match.seats[number].side


def answer(play: Play, number: int, text: str) -> list[str]:
    heard(play, number)
    play.game.client_command(number, text)
    return heard(play, number)


def test_menus_have_stock_names_in_stock_order() -> None:
    assert menus("ctf") == {
        1333: "serverinfo_ctf",
        1334: "team_americangerman",
        1335: "weapon_american",
        1336: "weapon_german",
        1337: "viewmap",
        1338: "callvote",
        1339: "quickcommands",
        1340: "quickstatements",
        1341: "quickresponses",
        1342: "quickvehicles",
        1343: "quickrequests",
    }
    assert menus("TDM")[1333] == "serverinfo_tdm"
    assert menus("sd")[1333] == "serverinfo_ctf"
    strings = Play().game.configstrings()
    assert strings[1333] == "serverinfo_ctf"
    assert (strings[5], strings[6]) == ("0", "0")


@pytest.mark.parametrize(
    ("text", "answer_"),
    [
        ("mr 16 1 allies", (1, "allies")),
        ('mr 16 0 "close"', (0, "close")),
        ("mr 16 31 x", (31, "x")),
        ("mr 16 1", (1, "bad")),
        ("mr 16 1 a b", (1, "bad")),
        ("mr 17 1 allies", None),
        ("mr 16 32 allies", None),
        ("mr 16 -1 allies", None),
        ("mr 16", None),
        ("mr x y z", None),
        ("mr \xb2 1 allies", None),
        ("mr 16 " + "9" * 5000 + " x", None),
    ],
)
def test_answers_to_menus(text: str, answer_: tuple[int, str] | None) -> None:
    assert menu_answer(text, 16) == answer_


def test_a_new_player_sees_the_menus() -> None:
    play = Play(None)
    assert heard(play, 0) == ["v g_scriptMainMenu team_americangerman", "v ui_weapontab 0", "t 0"]
    assert answer(play, 0, "mr 16 0 close") == ["t 1"]
    assert answer(play, 0, "mr 16 1 viewmap") == ["t 4"]
    assert answer(play, 0, "mr 16 4 team") == ["t 1"]
    assert answer(play, 0, "mr 16 1 callvote") == ["t 5"]
    assert answer(play, 0, "mr 16 5 viewmap") == ["t 4"]
    assert answer(play, 0, "mr 16 4 callvote") == ["t 5"]
    assert answer(play, 0, "mr 16 5 team") == ["t 1"]
    for text in ("mr 16 1 open", "mr 16 1 close", "mr 16 6 1", "mr 16 1 weapon", "mr 16 1 bad"):
        assert answer(play, 0, text) == []
    assert side(play, 0) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mr 16 1 allies", ALLIES),
        ("mr 16 1 axis", AXIS),
        ("team allies", ALLIES),
        ("team AXIS", AXIS),
        ("mr 15 1 allies", None),
        ("mr 16 2 allies", None),
        ("team", None),
        ("team allies please", None),
        ("team spectator", None),
    ],
)
def test_sides_are_chosen_by_menu_and_word(text: str, expected: Side | None) -> None:
    play = Play(None)
    play.game.client_command(0, text)
    assert side(play, 0) is expected
    assert play.game.players[0].spectator == (expected is None)


def test_who_looks_on_again_has_no_vehicle() -> None:
    play = Play(ALLIES)
    play.drive(0, 0, 0.0, 0.0)  # type: ignore[arg-type]
    assert play.match.vehicle_of(0) is not None
    play.game.client_command(0, "mr 16 1 spectator")
    player = play.game.players[0]
    assert (side(play, 0), player.spectator, player.team) == (None, True, Team.SPECTATOR)
    assert play.match.vehicle_of(0) is None
    play.run()


def test_the_same_side_again_changes_nothing() -> None:
    play = Play(ALLIES)
    driver = play.match.driver_of(0)
    play.game.client_command(0, "team allies")
    assert play.match.driver_of(0) is driver


@pytest.mark.parametrize("word", ["team autoassign", "team auto", "mr 16 1 autoassign"])
@pytest.mark.parametrize(
    ("sides", "scores", "expected"),
    [
        ((ALLIES,), [0, 9], AXIS),
        ((AXIS, AXIS, ALLIES), [9, 0], ALLIES),
        ((AXIS, ALLIES), [2, 1], AXIS),
        ((AXIS, ALLIES), [1, 2], ALLIES),
    ],
)
def test_auto_assign(word: str, sides: tuple[Side, ...], scores: list[int], expected: Side) -> None:
    play = Play(*sides, None)
    play.game._referee.rounds.scores = scores  # type: ignore[union-attr]
    number = len(sides)
    play.game.client_command(number, word)
    assert side(play, number) is expected


def test_auto_assign_does_not_count_who_asks() -> None:
    play = Play(ALLIES, AXIS)
    play.game._referee.rounds.scores = [1, 0]  # type: ignore[union-attr]
    play.game.client_command(0, "team autoassign")
    assert side(play, 0) is ALLIES


def test_between_equals_chance_decides() -> None:
    found = set()
    for count in range(8):
        play = Play(*[None] * (count + 1))
        play.game._random.seed(count)
        play.game.client_command(0, "team autoassign")
        found.add(side(play, 0))
    assert found == {ALLIES, AXIS}


def test_in_dm_all_are_free_and_chance_decides() -> None:
    play = Play(ALLIES, gametype="dm")
    assert play.game.players[0].team == Team.FREE
    play.run()
    assert play.game.frame_for(0).clients[0]["team"] == Team.FREE
    found = set()
    for count in range(8):
        play = Play(ALLIES, ALLIES, None, gametype="dm")
        play.game._random.seed(count)
        play.game.client_command(2, "team autoassign")
        found.add(side(play, 2))
    assert found == {ALLIES, AXIS}


def test_balance_refuses_the_larger_side() -> None:
    rules = replace(RoundRules(Gametype.CTF), team_balance=1)
    play = Play(ALLIES, None, AXIS, rounds=rules)
    assert answer(play, 1, "team allies") == []
    assert side(play, 1) is ALLIES
    assert answer(play, 2, "team allies") == [
        'c "\x15The allies have enough players, join the axis"'
    ]
    assert side(play, 2) is AXIS
    free = Play(ALLIES, None, AXIS, rounds=replace(rules, team_balance=3))
    free.game.client_command(1, "team allies")
    free.game.client_command(2, "team allies")
    assert side(free, 2) is ALLIES


@given(st.text(st.characters(max_codepoint=255), max_size=80))
def test_no_answer_does_harm(text: str) -> None:
    answer_ = menu_answer("mr 16 " + text, 16)
    assert answer_ is None or 0 <= answer_[0] < 32


def test_messages_go_to_who_asked() -> None:
    play = Play(None, None)
    play.game.messages.clear()
    play.game.client_command(1, "mr 16 0 close")
    assert play.game.messages == [Message(1, "t 1")]

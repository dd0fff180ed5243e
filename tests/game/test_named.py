"""Who is meant by a name or a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.game.named import NobodyError, find_player
from uoserver.game.player import Player

NAMES = {0: "^1Ann", 3: "Ben", 12: "two words", 40: "ben", 41: "7"}
PLAYERS = {number: Player(number, name) for number, name in NAMES.items()}


@pytest.mark.parametrize(
    ("typed", "number"),
    [("0", 0), ("12", 12), ("03", 3), ("ann", 0), ("^1ANN", 0), ("Two Words", 12)],
)
def test_a_number_or_a_name(typed: str, number: int) -> None:
    assert find_player(PLAYERS, typed).number == number


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("nobody", "GAME_USERNOTONSERVER\x15nobody"),
        ("an", "GAME_USERNOTONSERVER\x15an"),
        ("", "GAME_USERNOTONSERVER\x15"),
        ("-1", "GAME_USERNOTONSERVER\x15-1"),
        ("\xb2", "GAME_USERNOTONSERVER\x15\xb2"),
        ('a"\x14GAME_X', "GAME_USERNOTONSERVER\x15a'GAME_X"),
        ("7", "GAME_CLIENTNOTACTIVE\x157"),
        ("64", "GAME_BADCLIENTSLOT\x15 64"),
        ("9" * 6000, "GAME_BADCLIENTSLOT\x15 " + "9" * 32),
        ("ben", "\x152 players are named ben, say which: 3, 40"),
    ],
)
def test_nobody_or_too_many(typed: str, answer: str) -> None:
    with pytest.raises(NobodyError) as raised:
        find_player(PLAYERS, typed)
    assert str(raised.value) == answer


@given(st.text(st.characters(max_codepoint=255), max_size=60))
def test_any_text_is_somebody_or_an_answer_that_can_be_sent(typed: str) -> None:
    answer = ""
    try:
        assert find_player(PLAYERS, typed).number in PLAYERS
    except NobodyError as error:
        answer = str(error)
    assert '"' not in answer
    assert min(answer.replace("\x15", " "), default=" ") >= " "

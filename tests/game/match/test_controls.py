"""What usercmds mean to a driver."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.constants import Button, WButton
from uoproto.states import UserCmd
from uoserver.game.match.controls import push_of, word_of
from uoserver.sim.keys import FIRES, decode, stick


@pytest.mark.parametrize(
    ("command", "word"),
    [
        (UserCmd(), 0),
        (UserCmd(forwardmove=127), 0x8000FF00),
        (UserCmd(forwardmove=-127), 0x4000FF00),
        (UserCmd(rightmove=127), 0x100000FF),
        (UserCmd(rightmove=-127), 0x200000FF),
        (UserCmd(forwardmove=64, rightmove=-1), 0xA0008002),
        (UserCmd(buttons=Button.FIRE), 0x08000000),
        (UserCmd(buttons=Button.ADS), 0x04000000),
        (UserCmd(buttons=Button.MELEE), 0x02000000),
        (UserCmd(wbuttons=WButton.LEAN_LEFT), 0x00200000),
        (UserCmd(wbuttons=WButton.LEAN_RIGHT), 0x00400000),
        (UserCmd(buttons=Button.USE | Button.SPRINT | Button.UI), 0),
    ],
)
def test_each_has_its_key(command: UserCmd, word: int) -> None:
    assert word_of(command) == word


def test_three_buttons_together_destroy() -> None:
    assert word_of(UserCmd(buttons=Button.FIRE | Button.ADS | Button.MELEE)) == FIRES


@pytest.mark.parametrize(
    ("move", "push"), [(0, 0), (1, 2), (-1, 2), (64, 128), (127, 255), (-127, 255)]
)
def test_pushes_are_in_proportion(move: int, push: int) -> None:
    assert push_of(move) == push


def test_full_moves_are_a_keyboards() -> None:
    assert word_of(UserCmd(forwardmove=127)) == stick(0x80000000)


@given(st.integers(-128, 127), st.integers(-128, 127), st.integers(0, 255), st.integers(0, 255))
def test_any_usercmd_is_a_word(forward: int, right: int, buttons: int, wbuttons: int) -> None:
    command = UserCmd(forwardmove=forward, rightmove=right, buttons=buttons, wbuttons=wbuttons)
    word = word_of(command)
    assert 0 <= word < 1 << 32
    decode(word, 0, analog=False)

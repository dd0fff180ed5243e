"""What usercmds mean to a driver."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.constants import Button, WButton
from uoproto.message import angle_to_short
from uoproto.states import UserCmd
from uoserver.game.match.controls import push_of, stick_of, word_of
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


@pytest.mark.parametrize(
    ("pitch", "yaw", "push", "heading"),
    [
        (0.0, 90.0, 255, 0),
        (0.0, 0.0, 255, 0x100000),
        (-40.0, 180.0, 255, 0x300000),
        (42.5, 270.0, 128, 0x200000),
        (85.0, 0.0, 1, 0x100000),
        (89.0, 0.0, 1, 0x100000),
    ],
)
def test_a_view_is_a_stick(pitch: float, yaw: float, push: int, heading: int) -> None:
    """The angles of a usercmd are without the delta angles of his player state."""
    words = tuple(angle_to_short(angle) - 500 & 0xFFFF for angle in (pitch, yaw))
    command = UserCmd(angles=(*words, 0), forwardmove=127)  # type: ignore[arg-type]
    assert stick_of(command, (500, 500, 0)) == (0x80000000 | push << 8 | push, heading)


@pytest.mark.parametrize(
    ("forward", "right"), [(127, 127), (127, -127), (-127, 0), (0, 127), (0, 0)]
)
def test_a_view_steers_by_forward_alone(forward: int, right: int) -> None:
    command = UserCmd(angles=(0, 1000, 0), forwardmove=forward, rightmove=right)
    assert stick_of(command, (0, 0, 0)) == (word_of(command), None)

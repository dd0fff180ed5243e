"""Input words and control words (specification 5: Control word)."""

from __future__ import annotations

import pytest

from uoserver.sim.keys import (
    DOWN,
    EXTRA_LEFT,
    EXTRA_RIGHT,
    FIRE_A,
    FIRE_B,
    FIRE_C,
    LEFT,
    RIGHT,
    UP,
    across,
    along,
    decode,
    share,
    stick,
)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (0, 0x1),
        (UP, 0x2),
        (DOWN, 0x4),
        (UP | DOWN, 0x2),
        (RIGHT, 0x1 | 0x8),
        (LEFT, 0x1 | 0x10),
        (LEFT | RIGHT, 0x1 | 0x8),
        (UP | LEFT, 0x2 | 0x10),
        (EXTRA_LEFT, 0x1 | 0x4000),
        (EXTRA_RIGHT, 0x1 | 0x8000),
        (0x12, 0x120001),
        (0x3400, 0x34000001),
    ],
)
def test_a_digital_stick_is_forward_back_left_right_or_idle(keys: int, expected: int) -> None:
    assert decode(keys, 0, analog=False) == expected


@pytest.mark.parametrize(
    ("button", "press"), [(FIRE_A, 0x20), (FIRE_B, 0x20 << 3), (FIRE_C, 0x20 << 6)]
)
def test_a_button_is_pressed_held_and_released(button: int, press: int) -> None:
    assert decode(button, 0, analog=False) == 1 | press
    assert decode(button, button, analog=False) == 1 | press << 1
    assert decode(0, button, analog=False) == 1 | press << 2


@pytest.mark.parametrize("way", [UP, DOWN, LEFT, RIGHT, UP | LEFT])
def test_an_analog_stick_is_forward_and_towards_a_heading(way: int) -> None:
    assert decode(way | 0xFFFF, 0, analog=True) == 0xFFFF0000 | 0x2 | 0x18


def test_an_analog_stick_at_rest_is_idle() -> None:
    assert decode(0, 0, analog=True) == 1
    assert decode(FIRE_A, 0, analog=True) == 1 | 0x20


@pytest.mark.parametrize("word", [0x4080, 0x8040])
def test_an_analog_stick_is_pushed_as_far_as_its_longer_way(word: int) -> None:
    control = decode(UP | word, 0, analog=True)
    assert (across(control), along(control)) == (0x80, 0x80)


def test_a_keyboard_pushes_all_the_way() -> None:
    assert stick(UP) == UP | 0xFF00
    assert stick(DOWN) == DOWN | 0xFF00
    assert stick(LEFT) == LEFT | 0xFF
    assert stick(RIGHT) == RIGHT | 0xFF
    assert stick(FIRE_A) == FIRE_A


def test_a_push_of_0_to_255_is_up_to_the_whole_speed() -> None:
    control = decode(stick(UP) | 0x7F, 0, analog=False)
    assert (along(control), across(control)) == (0xFF, 0x7F)
    assert [share(0), share(127), share(255)] == [0x100, 0x8000, 0x10000]

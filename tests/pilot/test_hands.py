from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.usercmd import quantize
from uoserver.game.bots.sight import Own
from uoserver.game.bots.steering import Keys, off_course, pushed
from uoserver.game.match.controls import stick_of
from uoserver.pilot.hands import Hands
from uoserver.sim.keys import DOWN, EXTRA_LEFT, FIRE_A, FIRE_B, FIRES, LEFT, RIGHT, UP
from uoserver.sim.tables.vehicles import VehicleType

DELTAS = (1234, 50_000, 7)
ONE_WORD = 64
"""Heading units of a 16-bit angle."""


def own(type_: VehicleType = VehicleType.JEEP, heading: int = 0x123400) -> Own:
    return Own(5, int(type_), 0, 0, 0, heading, 0, 100, 100, (1,))


@given(st.integers(1, 255), st.integers(0, 0x3FFFFF))
def test_a_heading_and_a_push_arrive(push: int, heading: int) -> None:
    command = Hands().press(Keys(pushed(UP, push), heading), 0, own(), DELTAS)
    word, steer = stick_of(quantize(command), DELTAS)
    assert word == pushed(UP, push)
    assert steer is not None
    assert off_course(steer, heading) <= ONE_WORD


@pytest.mark.parametrize("word", [UP | LEFT, DOWN | RIGHT, DOWN, LEFT, EXTRA_LEFT | FIRE_B, 0])
def test_keys_without_a_heading_are_keys(word: int) -> None:
    command = Hands().press(Keys(word), 0, own(), DELTAS)
    back, steer = stick_of(quantize(command), DELTAS)
    assert (back & ~0xFFFF, steer) == (word, None)


def test_straight_ahead_keeps_the_heading() -> None:
    command = Hands().press(Keys(pushed(UP, 255)), 0, own(heading=0x300000), DELTAS)
    _, steer = stick_of(quantize(command), DELTAS)
    assert steer is not None
    assert off_course(steer, 0x300000) <= ONE_WORD


def test_what_flies_does_not_turn_as_it_backs_off() -> None:
    command = Hands().press(Keys(DOWN | LEFT), 0, own(VehicleType.HELICOPTER), DELTAS)
    assert (command.forwardmove, command.rightmove) == (-127, 0)


def test_buttons_are_let_go_between_two_presses() -> None:
    hands = Hands()
    seen = [bool(hands.press(Keys(), FIRE_A, None, DELTAS).buttons) for _ in range(4)]
    assert seen == [True, False, True, False]


def test_all_three_buttons_stay_down() -> None:
    hands = Hands()
    for _ in range(2):
        word, _ = stick_of(hands.press(Keys(), FIRES, None, DELTAS), DELTAS)
        assert word == FIRES

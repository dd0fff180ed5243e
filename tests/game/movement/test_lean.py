"""Leaning (pmove: Lean)."""

from __future__ import annotations

import math

import pytest

from uoserver.game.movement.lean import update_lean

from .runs import command, run, standing
from .spaces import Script, box, floor
from .working import working
from .worlds import MakeSpace

LEFT, RIGHT, PRONE = 0x10, 0x20, 0x40


@pytest.mark.parametrize(("keys", "sign"), [(LEFT, -1), (RIGHT, 1)])
def test_in_350_ms_and_out_in_280(make: MakeSpace, keys: int, sign: int) -> None:
    space = make(floor())
    state = standing()
    run(state, space, command(wbuttons=keys), 175, 25)
    assert state.lean == pytest.approx(sign * 0.25)
    run(state, space, command(wbuttons=keys), 175, 25)
    assert state.lean == pytest.approx(sign * 0.5)
    run(state, space, command(wbuttons=keys), 200, 25)
    assert state.lean == pytest.approx(sign * 0.5)
    run(state, space, command(), 140, 20)
    assert state.lean == pytest.approx(sign * 0.25)
    run(state, space, command(), 140, 20)
    assert state.lean == 0.0


def test_both_keys_are_none(make: MakeSpace) -> None:
    state = standing(lean=0.5)
    run(state, make(floor()), command(wbuttons=LEFT | RIGHT), 140, 20)
    assert state.lean == pytest.approx(0.25)


def test_who_lies_leans_half_as_far(make: MakeSpace) -> None:
    state = standing()
    run(state, make(floor()), command(wbuttons=PRONE), 700, 16)
    run(state, make(floor()), command(wbuttons=PRONE | RIGHT), 700, 16)
    assert state.lean == 0.25


def test_nobody_leans_in_the_air_or_in_a_vehicle(make: MakeSpace) -> None:
    state = standing((0.0, 0.0, 900.0), ground_entity=1023, lean=0.25)
    run(state, make(floor()), command(wbuttons=RIGHT), 280, 20)
    assert state.lean == 0.0
    state = standing(entity_flags=0x100010)
    run(state, make(floor()), command(wbuttons=RIGHT), 350, 25)
    assert state.lean == 0.0
    state = standing(pm_type=1, ground_entity=1023)
    run(state, make(floor()), command(wbuttons=RIGHT), 350, 25)
    assert state.lean == pytest.approx(0.5)


def test_a_wall_beside_the_head_ends_it(make: MakeSpace) -> None:
    """Half a lean is 10 units to the side, the head 8 thick; the roll takes a little of both."""
    wall = make(floor(), box((-100, -100, 0), (100, -15.5, 200)))
    state = standing()
    run(state, wall, command(wbuttons=RIGHT), 700, 10)
    room = 15.5 - 8 - 0.125
    assert state.lean == pytest.approx(room / (20 * math.cos(math.radians(16 * 0.37))), abs=0.02)


@pytest.mark.parametrize(("keys", "sign"), [(LEFT, -1.0), (RIGHT, 1.0)])
def test_the_sweep_of_the_head(keys: int, sign: float) -> None:
    """From the eyes 20 a full lean to the side, which rolls by 16 degrees; 8 to each side."""
    space = Script()
    state = standing((10.0, 20.0, 30.0), lean=sign * 0.5)
    state.angles = (40.0, 90.0, 0.0)
    update_lean(working(state, command(wbuttons=keys), space))
    ((start, end),) = space.asked
    assert start == (10.0, 20.0, 90.0)
    roll = math.radians(16.0 * 0.5)
    assert end == pytest.approx(
        (10.0 + sign * 10 * math.cos(roll), 20.0, 90.0 - 10 * math.sin(roll)), abs=1e-4
    )
    assert space.boxes == [((-8.0, -8.0, -8.0), (8.0, 8.0, 8.0))]


@pytest.mark.parametrize("lean", [0.05, -0.05])
def test_the_last_of_a_lean_is_not_lost_at_once(make: MakeSpace, lean: float) -> None:
    state = standing(lean=lean)
    run(state, make(floor()), command(), 14, 14)
    assert state.lean == pytest.approx(lean / 2, abs=1e-6)

"""Turning while lying (pmove2: View angles)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from uoserver.game.movement import MoveRules, MoveState, Space, move
from uoserver.game.movement.fit import MAX_SLICE_FITS
from uoserver.game.movement.slices import run_slice

from .runs import GROUND, command, numbers, run, standing
from .spaces import Answer, Solids, box, floor, plane, solids
from .working import working

PRONE = 0x40
BLOCKED = 0x8000
OPEN = solids(floor())


def lying(space: Space = OPEN) -> MoveState:
    state = standing()
    run(state, space, command(wbuttons=PRONE), 3000, 16)
    assert state.pm_flags & 1
    return state


def test_the_view_turns_85_degrees_from_the_body() -> None:
    state = lying()
    run(state, OPEN, command(wbuttons=PRONE, yaw=70), 8)
    assert state.angles[1] == pytest.approx(70.0, abs=0.01)
    assert state.prone_direction == 0.0
    run(state, OPEN, command(wbuttons=PRONE, yaw=120), 8)
    assert state.angles[1] == pytest.approx(85.0, abs=0.01)
    run(state, OPEN, command(wbuttons=PRONE, yaw=110), 8)
    assert state.angles[1] == pytest.approx(75.0, abs=0.02)


def test_near_the_limit_the_body_follows_at_55_degrees_a_second() -> None:
    state = lying()
    run(state, OPEN, command(wbuttons=PRONE, yaw=84), 40, 8)
    assert state.prone_direction == pytest.approx(55 * 0.04, abs=0.01)
    run(state, OPEN, command(wbuttons=PRONE, yaw=84), 1000, 8)
    assert state.prone_direction == pytest.approx(4.0, abs=0.5)


def test_crawling_turns_the_body_to_the_view() -> None:
    state = lying()
    run(state, OPEN, command(127, wbuttons=PRONE, yaw=40), 400, 8)
    assert state.prone_direction == pytest.approx(22.0, abs=0.1)
    run(state, OPEN, command(127, wbuttons=PRONE, yaw=40), 600, 8)
    assert state.prone_direction == pytest.approx(40.0, abs=0.01)


def crawled(rules: MoveRules, length: int) -> float:
    """Return the way of two seconds in which the view turns by 60 degrees each."""
    state = lying()
    start, way = state.command_time, 0.0
    while state.command_time < start + 2000:
        time = min(start + 2000, state.command_time + length)
        cmd = command(127, wbuttons=PRONE, yaw=(time - start) * 0.06)
        before = state.origin
        move(state, replace(cmd, command_time=time), OPEN, rules)
        way += math.dist(before, state.origin)
    return way


CUTS = [(False, 8, length) for length in (16, 50, 100, 250, 500, 1000)] + [
    (True, msec, length) for msec in (8, 16, 33) for length in (50, 250, 1000)
]


@pytest.mark.parametrize(("fixed", "msec", "length"), CUTS)
def test_the_way_of_who_crawls_and_turns_hangs_on_no_cut(
    fixed: bool, msec: int, length: int
) -> None:
    """190 * 0.15 units a second, but for how slices round the start: a third of a unit."""
    way = crawled(MoveRules(pmove_fixed=fixed, pmove_msec=msec), length)
    assert way == pytest.approx(2 * 28.5, abs=0.3)


class Narrow(Solids):
    """A floor on which a body of 45 fits in any direction and a longer one in none."""

    def trace(self, start, end, mins, maxs, mask, *, capsule=False) -> Answer:  # type: ignore[no-untyped-def]
        if maxs[0] == 6.0 and math.dist(start[:2], end[:2]) > 45.0 - 6.0 + 1e-6:
            return Answer(0.1, start, (0.0, 1.0, 0.0))
        return super().trace(start, end, mins, maxs, mask, capsule=capsule)


def test_the_fullest_slice_is_not_cut_short() -> None:
    """Once the view, four steps back with two tests each, the body, four pushes, the step."""
    work = working(lying(), command(127, wbuttons=PRONE, yaw=80), Narrow((floor(),)), 66)
    run_slice(work)
    assert work.slice_fits == 15 == MAX_SLICE_FITS


def test_walls_hold_the_view() -> None:
    """A trench of 40 units: the body cannot be turned across it."""
    walls = [box((-300, side * 100 - 80, 0), (300, side * 100 + 80, 80)) for side in (-1, 1)]
    space = solids(floor(), walls)
    state = lying(space)
    seen = []
    for yaw in range(0, 80, 2):
        run(state, space, command(127, wbuttons=PRONE, yaw=yaw), 8)
        seen.append(state.angles[1])
    assert state.pm_flags & BLOCKED
    assert max(seen) < 60
    assert abs(state.prone_direction) < 45


def test_the_pitch_stays_within_45_of_the_ground() -> None:
    state = lying()
    run(state, OPEN, command(wbuttons=PRONE, pitch=70), 8)
    assert state.angles[0] == pytest.approx(45.0, abs=0.01)
    run(state, OPEN, command(wbuttons=PRONE, pitch=60), 8)
    assert state.angles[0] == pytest.approx(35.0, abs=0.02)


def test_body_and_torso_follow_the_ground_at_70_degrees_a_second() -> None:
    sine, cosine = 0.35, (1 - 0.35**2) ** 0.5
    slope = solids(plane((-sine, 0.0, cosine), 0.0))
    state = standing((0.0, 0.0, 15 / cosine - 15 + 0.15))
    run(state, slope, command(wbuttons=PRONE), 16, 16)
    assert state.pm_flags & 1
    assert state.prone_direction_pitch == pytest.approx(-20.5, abs=0.1)
    state.prone_direction_pitch = state.prone_torso_pitch = 0.0
    run(state, slope, command(wbuttons=PRONE), 100, 20)
    assert state.prone_direction_pitch == pytest.approx(-7.0, abs=0.1)
    assert state.prone_torso_pitch == pytest.approx(-7.0, abs=0.1)
    run(state, slope, command(wbuttons=PRONE), 400, 20)
    assert state.prone_direction_pitch == pytest.approx(-20.5, abs=0.1)


def test_crawling_stops_where_the_body_would_not_fit() -> None:
    """Each step is tested: backwards to where the legs meet a wall, or over an edge."""
    ledge = solids(box((-100, -300, -300), (300, 300, 0)))
    state = lying(ledge)
    run(state, ledge, command(-127, wbuttons=PRONE), 8000, 50)
    assert -75 < state.origin[0] < -30
    assert state.origin[2] == pytest.approx(GROUND, abs=0.01)


def test_who_falls_lying_is_told_to_get_up() -> None:
    wet = solids(floor(-400.0), box((-999, -999, -400), (999, 999, 0), 0, 0x20))
    state = lying()
    state.origin = (0.0, 0.0, 5.0)
    events = numbers(run(state, wet, command(wbuttons=PRONE), 500, 50))
    assert 143 in events
    assert state.pm_flags & BLOCKED

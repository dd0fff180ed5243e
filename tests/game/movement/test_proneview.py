"""Turning while lying (pmove2: View angles)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from uoserver.game.movement import MoveRules, MoveState, Space, move
from uoserver.game.movement.context import Move
from uoserver.game.movement.fit import MAX_COMMAND_FITS, MAX_SLICE_FITS
from uoserver.game.movement.outer import most_traces
from uoserver.game.movement.proneview import follow_ground, turn_prone
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


def test_a_second_in_the_shortest_slices_is_within_its_budget() -> None:
    """125 slices with four fit tests each where all of them go through, which costs most."""
    state, space = lying(), solids(floor())
    rules = MoveRules(pmove_fixed=True, pmove_msec=8)
    cmd = command(127, wbuttons=PRONE, yaw=80)
    result = move(state, replace(cmd, command_time=state.command_time + 1000), space, rules)
    assert result.slices == 125
    assert 125 * 4 < MAX_COMMAND_FITS < 125 * MAX_SLICE_FITS
    assert 125 * 15 < space.traces < most_traces(125)


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


class Wedge(Solids):
    """A floor on which legs lie only where a rule lets them: degrees from those of yaw 0."""

    def __init__(self, lets: Callable[[float], bool]) -> None:
        super().__init__((floor(),))
        self.lets = lets

    def trace(self, start, end, mins, maxs, mask, *, capsule=False) -> Answer:  # type: ignore[no-untyped-def]
        x, y = start[0] - end[0], start[1] - end[1]
        level = maxs[0] == 6.0 and math.hypot(x, y) > 30.0
        if level and not self.lets(abs(math.degrees(math.atan2(y, x)))):
            return Answer(0.1, start, (0.0, 1.0, 0.0))
        return super().trace(start, end, mins, maxs, mask, capsule=capsule)


def rests(yaw: float, **fields: float) -> MoveState:
    """Lie with the body at 0 and the view at ``yaw``."""
    state = standing(pm_flags=1, view_height=11.0, view_height_target=11)
    state.maxs = (15.0, 15.0, 30.0)
    state.angles = (0.0, yaw, 0.0)
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def turns(
    yaw: float, before: float, lets: Callable[[float], bool], msec: int = 8, forward: int = 0
) -> MoveState:
    """Turn the view from ``before`` to ``yaw`` and return the state."""
    state = rests(yaw)
    turn_prone(working(state, command(forward, yaw=yaw), Wedge(lets), msec), before)
    return state


def anywhere(_: float) -> bool:
    return True


@pytest.mark.parametrize(
    ("yaw", "forward", "follows"),
    [(79.9, 0, 0), (80.1, 0, 1), (-80.1, 0, -1), (3.0, 1, 1), (0, 1, 0)],
)
def test_when_the_body_follows(yaw: float, forward: int, follows: int) -> None:
    """Beyond the cap less 5; at any difference with a move key."""
    state = turns(yaw, yaw, anywhere, forward=forward)
    assert state.prone_direction == pytest.approx(follows * 55 * 0.008, abs=1e-6)


def test_the_body_comes_no_further_than_the_view() -> None:
    assert turns(3.0, 3.0, anywhere, 66, 127).prone_direction == pytest.approx(3.0, abs=0.01)


@pytest.mark.parametrize(
    ("limit", "direction"), [(4.0, 3.63), (3.0, 2.63), (2.0, 1.63), (0.5, 0.0)]
)
def test_a_body_that_does_not_fit_is_turned_less_by_whole_degrees(
    limit: float, direction: float
) -> None:
    state = turns(81.0, 81.0, lambda off: off <= limit or off >= 50, 66)
    assert state.prone_direction == pytest.approx(direction, abs=1e-6)
    assert bool(state.pm_flags & BLOCKED) == (not direction)


def test_a_body_is_not_turned_the_other_way() -> None:
    """What is left below a degree is given up."""
    state = turns(81.0, 81.0, lambda off: off < 0.5 or off >= 50, 17)
    assert state.prone_direction == 0.0
    assert state.pm_flags & BLOCKED


@pytest.mark.parametrize("yaw", [0.055, -0.055])
def test_the_smallest_turn(yaw: float) -> None:
    assert turns(yaw, yaw, anywhere, 8, 127).prone_direction == pytest.approx(yaw, abs=0.006)


def test_a_body_that_fits_not_where_one_looks_does_not_turn() -> None:
    state = turns(81.0, 81.0, lambda off: off < 70, 66)
    assert state.prone_direction == 0.0
    assert state.pm_flags & BLOCKED


@pytest.mark.parametrize(
    ("yaw", "limit", "left"),
    [
        (2.5, 1.9, 1.5),
        (2.5, 0.9, 0.5),
        (2.5, 0.1, 0.0),
        (40.0, 26.5, 30.0),
        (40.0, 22.0, 20.0),
        (40.0, 9.7, 10.0),
        (40.0, 5.0, 0.0),
        (-40.0, 22.0, -20.0),
        (40.0, 90.0, 40.0),
    ],
)
def test_the_view_is_pushed_back_four_times_at_most(yaw: float, limit: float, left: float) -> None:
    """A degree each, or as much as brings it back to the body in four."""
    state = turns(yaw, 0.0, lambda off: off <= limit)
    assert state.angles[1] == pytest.approx(left, abs=0.03)
    assert bool(state.pm_flags & BLOCKED) == (left != yaw)


@pytest.mark.parametrize("yaw", [0.055, -0.055])
def test_the_smallest_view_is_pushed_back_too(yaw: float) -> None:
    assert turns(yaw, 0.0, lambda off: off < 0.01).angles[1] == pytest.approx(0.0, abs=0.006)


def test_a_body_that_does_not_fit_itself_takes_the_whole_view_back() -> None:
    assert turns(40.0, 0.0, lambda off: off > 1).angles[1] == pytest.approx(0.0, abs=0.03)


@pytest.mark.parametrize(
    ("before", "left"),
    [
        (2.4, 2 + 0.98 * 0.4),
        (2.97, 2 + 0.98 * 0.97),
        (2.05, 2.049),
        (1.95, 2.0),
        (1.5, 2.0),
        (3.05, 2.0),
    ],
)
def test_a_blocked_view_slips_towards_where_it_was(before: float, left: float) -> None:
    """By 0.98 of what is no more than a degree, where the command pulls there too."""
    state = turns(3.0, before, lambda off: off <= 2.0)
    assert state.angles[1] == pytest.approx(left, abs=0.012)


def test_a_view_that_rests_is_not_tested() -> None:
    state = turns(40.0, rests(40.0).angles[1], lambda off: off < 1)
    assert state.angles[1] == pytest.approx(40.0, abs=0.01)
    moved = turns(40.0, 39.0, lambda off: off < 1)
    assert moved.angles[1] == pytest.approx(0.0, abs=0.03)


def follows(state: MoveState, normal: tuple[float, float, float] | None, msec: int = 10) -> Move:
    move = working(state, space=Wedge(lambda off: off < 10), msec=msec)
    move.ground_plane = normal is not None
    move.ground_normal = normal or (0.0, 0.0, 0.0)
    follow_ground(move)
    return move


@pytest.mark.parametrize(("normal_z", "events"), [(0.7, []), (0.69, [(143, 0)])])
def test_steep_ground_gets_a_man_up(normal_z: float, events: list[tuple[int, int]]) -> None:
    assert follows(rests(0.0), (0.0, 0.714, normal_z)).posted == events


@pytest.mark.parametrize(
    ("direction", "water", "events"), [(0.0, 0, []), (90.0, 0, [(143, 0)]), (0.0, 1, [(143, 0)])]
)
def test_who_lies_in_the_air_is_judged_each_slice(
    direction: float, water: int, events: list[tuple[int, int]]
) -> None:
    state = rests(0.0, ground_entity=1023, prone_direction=direction, torso_height=9.0)
    move = working(state, space=Wedge(lambda off: off < 10))
    move.water_level = water
    follow_ground(move)
    assert move.posted == events
    assert bool(state.pm_flags & BLOCKED) == bool(events)
    assert (state.torso_height == 9.0) == bool(events)


@pytest.mark.parametrize(("now", "after"), [(0.0, -0.7), (-36.5, -36.87), (-50.0, -49.3)])
def test_pitches_come_nearer_by_70_a_second(now: float, after: float) -> None:
    """To the slope's for the body and for the view, and to 0 without ground."""
    state = rests(180.0, prone_direction_pitch=now, prone_torso_pitch=-now)
    follows(state, (-0.6, 0.0, 0.8))
    assert state.prone_direction_pitch == pytest.approx(after, abs=0.01)
    assert state.prone_torso_pitch == pytest.approx(-after, abs=0.01)
    state = rests(0.0, prone_direction_pitch=5.0, prone_torso_pitch=-0.5)
    follows(state, None)
    assert (state.prone_direction_pitch, state.prone_torso_pitch) == pytest.approx((4.3, 0.0))

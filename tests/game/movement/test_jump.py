"""Jumping and what it costs (pmove: Jump)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from uoserver.game.movement import MoveResult, MoveState
from uoserver.game.movement.jump import check_jump, forget_jump, land_from_jump

from .runs import GROUND, command, level_speed, run, standing
from .spaces import GRASS, box, floor
from .working import working
from .worlds import MakeSpace

JUMPED, HELD = 0x2000, 0x8
PRONE, CROUCH = 0x40, 0x80


def highest(make: MakeSpace, step: int, state: MoveState | None = None) -> float:
    """Return how high a standing jump carries the feet."""
    state = state or standing()
    start = state.origin[2]
    top = [start]
    space = make(floor(0.0, GRASS))
    run(state, space, command(up=127), 900, step, each=lambda s, _: top.append(s.origin[2]))
    assert state.origin[2] == pytest.approx(GROUND, abs=0.3)
    return max(top) - start


@pytest.mark.parametrize(("step", "slack"), [(1, 0.01), (8, 0.05), (16, 0.1), (33, 0.2), (50, 0.5)])
def test_a_jump_is_39_high(make: MakeSpace, step: int, slack: float) -> None:
    """The way is exact in any slices; what differs is when the top is looked at."""
    assert 39.0 - slack <= highest(make, step) <= 39.0 + 1e-3


def test_flags_and_events_of_a_jump(make: MakeSpace) -> None:
    state = standing()
    events = run(state, make(floor(0.0, GRASS)), command(127, up=127), 8)
    assert events == [(70 + 10, 0)]
    assert state.pm_flags & (JUMPED | HELD) == JUMPED | HELD
    assert state.jump_z == pytest.approx(GROUND)
    assert state.jump_time == 1008
    assert state.pm_time == 0
    assert state.ground_entity == 1023
    assert state.velocity[2] == pytest.approx(math.sqrt(2 * 800 * 39) - 6.4, abs=1e-3)


def test_nothing_is_heard_on_an_untyped_surface(make: MakeSpace) -> None:
    state = standing()
    assert run(state, make(floor()), command(up=127), 8) == []
    assert state.ground_entity == 1023


@pytest.mark.parametrize(
    "fields", [{"pm_flags": 0x800}, {"pm_flags": 1}, {"pm_flags": 2}, {"jump_time": 501 + 8}]
)
def test_who_may_not_jump(make: MakeSpace, fields: dict[str, Any]) -> None:
    """The just respawned (who holds fire), those not standing, and within 500 ms of the last."""
    state = standing(**fields)
    wbuttons = {1: PRONE, 2: CROUCH}.get(fields.get("pm_flags", 0), 0)
    run(state, make(floor()), command(up=127, buttons=1, wbuttons=wbuttons), 8)
    assert state.ground_entity == 1022


def test_500_ms_after_the_last_jump_is_enough(make: MakeSpace) -> None:
    state = standing(jump_time=508)
    run(state, make(floor()), command(up=127), 8)
    assert state.ground_entity == 1023


def test_a_held_key_jumps_once(make: MakeSpace) -> None:
    state = standing()
    rises = [0]

    def watch(now: MoveState, _: MoveResult) -> None:
        rises[0] += now.jump_time == now.command_time

    run(state, make(floor()), command(up=127), 3000, each=watch)
    assert rises == [1]
    run(state, make(floor()), command(), 8)
    assert not state.pm_flags & HELD
    run(state, make(floor()), command(up=127), 8, each=watch)
    assert rises == [2]


def test_the_key_counts_as_20_in_the_later_slices_of_a_command(make: MakeSpace) -> None:
    """pmove2: Pmove outer. A jump in the first slice holds the key in the others."""
    state = standing()
    run(state, make(floor()), command(up=127), 900, 900)
    assert state.pm_flags & HELD
    assert state.jump_time == 1066


def test_landing_where_one_jumped_keeps_065_and_slows(make: MakeSpace) -> None:
    """The landing counts at the first walk; friction is 2.5 times as strong then, then less."""
    state = standing(pm_flags=JUMPED, jump_z=GROUND, velocity=(100.0, 0.0, 0.0))
    run(state, make(floor()), command(), 8)
    assert state.pm_time == 1800
    assert level_speed(state) == pytest.approx(65 - 100 * 2.5 * 5.5 * 0.008, abs=0.01)
    state.velocity = (100.0, 0.0, 0.0)
    state.pm_time = 858
    run(state, make(floor()), command(), 8)
    assert level_speed(state) == pytest.approx(100 - 100 * 1.75 * 5.5 * 0.008, abs=0.01)
    run(state, make(floor()), command(), 849)
    assert state.pm_flags & JUMPED
    run(state, make(floor()), command(), 1)
    assert not state.pm_flags & JUMPED
    assert state.pm_time == 0


def test_events_of_a_whole_jump(make: MakeSpace) -> None:
    """The landing from 39 high is a hard one: ((39 - 12) / 26 + 1) * 4 = 8."""
    state = standing()
    assert run(state, make(floor(0.0, GRASS)), command(up=127), 900) == [(80, 0), (103, 8)]


def test_landing_on_something_high_keeps_half(make: MakeSpace) -> None:
    state = standing()
    space = make(floor(), box((60, -200, -10), (900, 200, 30)))
    run(state, space, command(127), 160)
    run(state, space, command(127, up=127), 8)
    while state.ground_entity == 1023 and state.command_time < 5000:
        run(state, space, command(127), 8)
    assert state.origin[2] == pytest.approx(30.125, abs=0.01)
    run(state, space, command(127), 8)
    assert state.pm_time == 1200


def test_the_next_jump_is_lower_while_one_is_slowed(make: MakeSpace) -> None:
    """Energy over f: 2.5 right after landing."""
    slowed = highest(make, 1, standing(pm_flags=JUMPED, pm_time=1799))
    assert slowed == pytest.approx(39 / 2.5, abs=0.02)
    half = highest(make, 1, standing(pm_flags=JUMPED, pm_time=851))
    assert half == pytest.approx(39 / 1.75, abs=0.02)


def test_aim_spread_of_an_armed_jumper(make: MakeSpace) -> None:
    state = standing(weapon=1, aim_spread=100.0)
    run(state, make(floor()), command(up=127), 8)
    assert state.aim_spread == 164.0
    state = standing(weapon=1, aim_spread=200.0)
    run(state, make(floor()), command(up=127), 8)
    assert state.aim_spread == 255.0


def test_a_jump_reaches_a_ledge_of_39(make: MakeSpace) -> None:
    """Step: in the air after a jump up to take-off + 39."""
    state = standing(velocity=(190.0, 0.0, 0.0))
    space = make(floor(), box((60, -200, -10), (900, 200, 38)))
    run(state, space, command(127, up=127), 1200)
    assert state.origin[2] == pytest.approx(38.125, abs=0.01)
    state = standing(velocity=(190.0, 0.0, 0.0))
    space = make(floor(), box((60, -200, -10), (900, 200, 40)))
    run(state, space, command(127, up=127), 1200)
    assert state.origin[2] == pytest.approx(GROUND, abs=0.01)


@pytest.mark.parametrize(("up", "jumps"), [(9, False), (10, True), (-127, False)])
def test_ten_is_enough_of_the_key(up: int, jumps: bool) -> None:
    assert check_jump(working(standing(), command(up=up))) == jumps


def test_a_held_key_is_taken_away() -> None:
    move = working(standing(pm_flags=HELD), command(up=127))
    assert not check_jump(move)
    assert move.up_move == 0


@pytest.mark.parametrize(
    ("fields", "share"),
    [
        ({}, 1.0),
        ({"pm_flags": JUMPED, "pm_time": 1801}, 1.0),
        ({"pm_flags": JUMPED, "pm_time": 1800}, 1 / 2.5),
        ({"pm_flags": JUMPED, "pm_time": 340}, 1 / 1.3),
        ({"pm_flags": 0, "pm_time": 1800}, 1.0),
    ],
)
def test_the_energy_of_a_jump(fields: dict[str, Any], share: float) -> None:
    state = standing(velocity=(3.0, 4.0, 0.0), gravity=700, **fields)
    assert check_jump(working(state, command(up=127)))
    assert state.velocity == pytest.approx((3.0, 4.0, math.sqrt(2 * 700 * 39 * share)))


@pytest.mark.parametrize(
    ("yaw", "velocity"),
    [
        (0.0, (-128.0, 0.0)),
        (180.0, (-128.0, 0.0)),
        (90.0, (0.0, 128.0)),
        (60.0, (-64.0, 110.85)),
        (87.0, (-6.70, 127.82)),
        (93.0, (-6.70, 127.82)),
    ],
)
def test_off_a_ladder(yaw: float, velocity: tuple[float, float]) -> None:
    """128 along the view, mirrored by a ladder that is faced; up with 0.75 of a jump."""
    state = standing(pm_flags=0x10, ladder_normal=(-1.0, 0.0, 0.0))
    move = working(state, command(up=127))
    angle = math.radians(yaw)
    move.forward = (math.cos(angle), math.sin(angle), 0.0)
    assert check_jump(move)
    assert state.velocity == pytest.approx((*velocity, 0.75 * math.sqrt(2 * 800 * 39)), abs=0.01)
    assert move.posted == [(83, 0)]


@pytest.mark.parametrize(
    ("flags", "pm_time", "above", "kept", "after"),
    [
        (JUMPED, 1801, 0.0, 0.65, 1801),
        (JUMPED, 1800, 0.0, 1.0, 1800),
        (JUMPED, 1, 0.0, 1.0, 1),
        (JUMPED, 0, 17.5, 0.65, 1800),
        (JUMPED, 0, 18.0, 0.5, 1200),
        (JUMPED, 0, 18.5, 0.5, 1200),
        (0, 0, 0.0, 1.0, 0),
    ],
)
def test_speed_kept_by_landing(
    flags: int, pm_time: int, above: float, kept: float, after: int
) -> None:
    """Ground 18 over the take-off costs more, for less long; a slowdown under way nothing."""
    state = standing((0.0, 0.0, 64.0 + above), pm_flags=flags, pm_time=pm_time, jump_z=64.0)
    state.velocity = (100.0, 60.0, -20.0)
    land_from_jump(working(state))
    assert state.velocity == pytest.approx((100.0 * kept, 60.0 * kept, -20.0 * kept))
    assert state.pm_time == after
    assert bool(state.pm_flags & JUMPED) == (bool(flags) and pm_time <= 1800)


def test_off_a_ladder_that_stands_askew() -> None:
    for forward, velocity in (((0.6, 0.8), (-76.8, -102.4)), ((0.0, 1.0), (-122.88, -35.84))):
        state = standing(pm_flags=0x10, ladder_normal=(-0.6, -0.8, 0.0))
        move = working(state, command(up=127))
        move.forward = (*forward, 0.0)
        assert check_jump(move)
        assert state.velocity[:2] == pytest.approx(velocity, abs=0.01)


def test_who_looks_nowhere_goes_nowhere() -> None:
    state = standing(pm_flags=0x10, velocity=(5.0, 5.0, 0.0))
    move = working(state, command(up=127))
    move.forward = (0.0, 0.0, 0.0)
    assert check_jump(move)
    assert state.velocity[:2] == (0.0, 0.0)


def test_what_is_left_of_a_forgotten_jump() -> None:
    state = standing(pm_flags=JUMPED, jump_z=64.0)
    forget_jump(state)
    assert (state.pm_flags, state.jump_z) == (0, 0.0)
    other = standing(jump_z=64.0)
    forget_jump(other)
    assert other.jump_z == 64.0

"""Jumping and what it costs (pmove: Jump)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from uoserver.game.movement import MoveResult, MoveState

from .runs import GROUND, command, level_speed, run, standing
from .spaces import GRASS, box, floor
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

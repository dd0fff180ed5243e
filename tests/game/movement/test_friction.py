"""Wished speed, friction, acceleration (pmove: Command scale, Friction)."""

from __future__ import annotations

from typing import Any

import pytest

from uoproto.states import UserCmd
from uoserver.game.movement import MoveState
from uoserver.game.movement.context import Move
from uoserver.game.movement.friction import (
    accelerate,
    apply_friction,
    command_scale,
    ground_acceleration,
    jump_factor,
    stance_scale,
)

from .runs import standing
from .working import working


def on_ground(state: MoveState, surface: int = 0, water: int = 0, msec: int = 10) -> Move:
    move = working(state, msec=msec)
    move.walking = move.ground_plane = True
    move.ground_surface = surface
    move.water_level = water
    return move


@pytest.mark.parametrize(
    ("pm_time", "factor"), [(1, 1.00088), (850, 1.75), (1699, 2.4991), (1700, 2.5), (1800, 2.5)]
)
def test_the_factor_after_a_jump(pm_time: int, factor: float) -> None:
    assert jump_factor(pm_time) == pytest.approx(factor, abs=1e-4)


@pytest.mark.parametrize(
    ("speed", "fields", "surface", "water", "left"),
    [
        (190.0, {}, 0, 0, 190 * (1 - 5.5 * 0.01)),
        (50.0, {}, 0, 0, 50 - 100 * 5.5 * 0.01),
        (3.0, {}, 0, 0, 0.0),
        (0.9, {}, 0, 0, 0.0),
        (190.0, {"friction": 0.5}, 0, 0, 190 * (1 - 2.75 * 0.01)),
        (190.0, {}, 2, 0, 190.0),
        (190.0, {"pm_flags": 0x200}, 0, 0, 190.0),
        (190.0, {"pm_flags": 0x100}, 0, 0, 190 * (1 - 5.5 * 0.3 * 0.01)),
        (190.0, {"pm_flags": 0x2000, "pm_time": 1800}, 0, 0, 190 * (1 - 5.5 * 2.5 * 0.01)),
        (190.0, {"pm_flags": 0x2000, "pm_time": 1801}, 0, 0, 190 * (1 - 5.5 * 0.01)),
        (0.95, {}, 2, 0, 0.0),
        (1.0, {}, 2, 0, 1.0),
        (1.05, {}, 2, 0, 1.05),
        (100.0, {"pm_type": 4}, 2, 0, 95.0),
        (100.0, {"pm_type": 4}, 0, 1, 100 - 5.5 - 1 - 5),
        (190.0, {}, 0, 1, 190 * (1 - 6.5 * 0.01)),
        (190.0, {}, 0, 2, 190 * (1 - 2 * 0.01)),
        (190.0, {}, 0, 3, 190 * (1 - 3 * 0.01)),
    ],
)
def test_friction(
    speed: float, fields: dict[str, Any], surface: int, water: int, left: float
) -> None:
    state = standing(velocity=(0.0, speed, 0.0), **fields)
    apply_friction(on_ground(state, surface, water))
    assert state.velocity[1] == pytest.approx(left, abs=1e-4)


def test_friction_in_the_air_leaves_the_fall_alone() -> None:
    """Slices of a millisecond must not hover: 0.8 units a second is slower than 1."""
    state = standing(velocity=(0.5, 0.0, -0.6))
    apply_friction(working(state))
    assert state.velocity == pytest.approx((0.0, 0.0, -0.6))
    state.velocity = (100.0, 0.0, -50.0)
    apply_friction(working(state))
    assert state.velocity == (100.0, 0.0, -50.0)


@pytest.mark.parametrize(
    ("flags", "surface", "gain"),
    [(0, 0, 9), (2, 0, 12), (1, 0, 19), (0, 2, 1), (0x200, 0, 1), (0x100, 0, 2.25), (0x102, 0, 3)],
)
def test_acceleration_by_stance(flags: int, surface: int, gain: float) -> None:
    assert ground_acceleration(on_ground(standing(pm_flags=flags), surface)) == gain


def test_accelerating_ends_at_the_wish() -> None:
    state = standing()
    move = working(state, msec=50)
    accelerate(move, 1.0, 0.0, 0.0, 100.0, 9.0)
    assert state.velocity[0] == pytest.approx(45.0)
    for _ in range(3):
        accelerate(move, 1.0, 0.0, 0.0, 100.0, 9.0)
    assert state.velocity[0] == pytest.approx(100.0)
    accelerate(move, -1.0, 0.0, 0.0, 20.0, 1.0)
    assert state.velocity[0] == pytest.approx(99.0)
    accelerate(move, 0.0, 1.0, 0.0, 20.0, 1.0, 100.0)
    assert state.velocity[1] == pytest.approx(5.0)


def test_stance_scales_blend_between_crouch_and_prone() -> None:
    lerp: dict[str, Any] = {"lerp_target": 11, "lerp_down": 1, "lerp_time": 800}
    assert stance_scale(working(standing(pm_flags=1, **lerp))) == pytest.approx(0.4)
    assert stance_scale(working(standing(pm_flags=1))) == pytest.approx(0.15)
    assert stance_scale(working(standing(pm_flags=2))) == pytest.approx(0.65)
    assert stance_scale(working(standing())) == 1.0


@pytest.mark.parametrize(
    ("forward", "right", "up", "scale"),
    [
        (127, 0, 0, 1.0),
        (1, 0, 0, 1.0),
        (-1, 0, 0, 0.7),
        (0, 0, 127, 0.0),
        (0, 0, 0, 0.0),
        (-127, 0, 50, 0.7),
        (127, 127, 0, 0.7071),
    ],
)
def test_the_scale_of_a_command(forward: int, right: int, up: int, scale: float) -> None:
    cmd = UserCmd(forwardmove=forward, rightmove=right, upmove=up)
    assert command_scale(working(standing(), cmd)) * 127 / 190 == pytest.approx(scale, abs=1e-4)


def test_flight_counts_the_up_key() -> None:
    cmd = UserCmd(upmove=127)
    assert command_scale(working(standing(pm_type=4), cmd), fly=True) == pytest.approx(190 / 127)


@pytest.mark.parametrize(
    ("fields", "wbuttons", "water", "scale"),
    [
        ({}, 0, 0, 1.0),
        ({}, 0x04, 0, 0.4),
        ({"pm_flags": 0x80}, 0, 0, 0.4),
        ({"pm_flags": 0x80}, 0x04, 0, 0.16),
        ({"lean": 0.25}, 0, 0, 0.4),
        ({"pm_flags": 0x10000}, 0, 0, 1.6),
        ({"pm_flags": 0x10080}, 0, 0, 0.4),
        ({"pm_flags": 0x2}, 0, 0, 0.65),
        ({"pm_flags": 0x1}, 0, 0, 0.15),
        ({}, 0, 1, 5 / 6),
        ({}, 0, 3, 0.5),
        ({"pm_type": 2, "pm_flags": 0x2}, 0, 3, 3.0),
        ({"pm_type": 3, "pm_flags": 0x2}, 0, 3, 6.0),
        ({"pm_type": 4}, 0, 0, 1.0),
    ],
)
def test_what_the_scale_of_a_command_counts(
    fields: dict[str, Any], wbuttons: int, water: int, scale: float
) -> None:
    """pmove: Command scale."""
    move = working(standing(**fields), UserCmd(forwardmove=127, wbuttons=wbuttons))
    move.water_level = water
    assert command_scale(move) * 127 / 190 == pytest.approx(scale, abs=1e-6)


def test_who_is_still_stands_in_all_directions_unless_he_falls() -> None:
    for walking, kind, left in ((True, 0, 0.0), (False, 0, -0.5), (False, 4, 0.0)):
        state = standing(velocity=(0.3, 0.3, -0.5), pm_type=kind)
        move = working(state)
        move.walking = walking
        apply_friction(move)
        assert state.velocity == (0.0, 0.0, left)

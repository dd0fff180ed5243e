"""What movement tests share: a fresh player, and commands over time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from uoproto.message import angle_to_short
from uoproto.states import UserCmd
from uoserver.bsp.vectors import Vec3
from uoserver.game.movement import MoveResult, MoveRules, MoveState, Space, move

RULES = MoveRules()
GROUND = 0.125
"""Feet above a floor at 0: what sweeps keep away from it."""


def standing(origin: Vec3 = (0.0, 0.0, GROUND), **fields: Any) -> MoveState:
    """Return a player as a spawn leaves him: on the ground, all scales set, at 1000 ms."""
    state = MoveState(
        command_time=1000,
        entity_flags=0x10,
        origin=origin,
        speed=190,
        gravity=800,
        ground_entity=1022,
        mins=(-15.0, -15.0, 0.0),
        maxs=(15.0, 15.0, 70.0),
        view_height=60.0,
        view_height_target=60,
        prone_view_height=11,
        crouch_view_height=40,
        stand_view_height=60,
        dead_view_height=8,
        walk_scale=0.4,
        run_scale=1.0,
        sprint_scale=1.6,
        prone_scale=0.15,
        crouch_scale=0.65,
        strafe_scale=0.8,
        back_scale=0.7,
        lean_scale=0.4,
        friction=1.0,
        fatigue=1.0,
    )
    return replace(state, **fields).as_sent()


def command(
    forward: int = 0,
    right: int = 0,
    up: int = 0,
    *,
    buttons: int = 0,
    wbuttons: int = 0,
    pitch: float = 0.0,
    yaw: float = 0.0,
) -> UserCmd:
    """Return a usercmd without a time."""
    angles = (angle_to_short(pitch), angle_to_short(yaw), 0)
    return UserCmd(0, buttons, wbuttons, 0, angles, forward, right, up)


def run(
    state: MoveState,
    space: Space,
    cmd: UserCmd,
    milliseconds: int,
    step: int = 8,
    *,
    rules: MoveRules = RULES,
    each: Callable[[MoveState, MoveResult], object] | None = None,
) -> list[tuple[int, int]]:
    """Run one command for a time in pieces of ``step``; return the events."""
    end = state.command_time + milliseconds
    events: list[tuple[int, int]] = []
    while state.command_time < end:
        time = min(end, state.command_time + step)
        result = move(state, replace(cmd, command_time=time), space, rules)
        events += result.events
        if each is not None:
            each(state, result)
    return events


def numbers(events: list[tuple[int, int]]) -> list[int]:
    return [number for number, _ in events]


def level_speed(state: MoveState) -> float:
    x, y, _ = state.velocity
    return float((x * x + y * y) ** 0.5)

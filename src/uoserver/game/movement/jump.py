"""Jumping (pmove: Jump)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from .constants import (
    EVENT_JUMP,
    PMF_JUMP_HELD,
    PMF_JUMPED,
    PMF_LADDER,
    PMF_RESPAWNED,
    PMF_STANCE,
    SURFACE_METAL,
)
from .events import surface_event, surface_type
from .friction import JUMP_MS, jump_factor
from .space import dot

if TYPE_CHECKING:
    from .context import Move
    from .state import MoveState

JUMP_HEIGHT: Final = 39.0
JUMP_KEY: Final = 10
"""Least upmove of a jump."""
AGAIN_MS: Final = 500
"""From one jump to the next."""
AIM_SPREAD: Final = 64.0
MAX_AIM_SPREAD: Final = 255.0
LADDER_SHARE: Final = 0.75
LADDER_SPEED: Final = 128.0
"""Level speed of a jump off a ladder."""

STEP_UP: Final = 18.0
LANDED: Final = 0.65
LANDED_HIGH: Final = 0.5
LANDED_HIGH_MS: Final = 1200
"""Speed kept, and the slowdown, of who lands: at the height he jumped from, or on something."""


def forget_jump(state: MoveState) -> None:
    """End the effects of the last jump."""
    if state.pm_flags & PMF_JUMPED:
        state.pm_flags &= ~PMF_JUMPED
        state.jump_z = 0.0


def check_jump(move: Move) -> bool:
    """Leave the ground or the ladder when the command asks for it and may."""
    state = move.state
    flags = state.pm_flags
    if (
        move.up_move < JUMP_KEY
        or state.command_time - state.jump_time < AGAIN_MS
        or flags & (PMF_RESPAWNED | PMF_STANCE)
    ):
        return False
    if flags & PMF_JUMP_HELD:
        move.up_move = 0
        return False
    energy = 2.0 * state.gravity * JUMP_HEIGHT
    if flags & PMF_JUMPED and state.pm_time <= JUMP_MS:
        energy /= jump_factor(state.pm_time)
    rise = sqrt(energy)
    kind = surface_type(move.ground_surface)
    move.leave_ground()
    state.pm_flags = flags | PMF_JUMPED | PMF_JUMP_HELD
    state.pm_time = 0
    state.jump_z = state.origin[2]
    state.jump_time = state.command_time
    state.aim_spread = min(MAX_AIM_SPREAD, state.aim_spread + AIM_SPREAD)
    if flags & PMF_LADDER:
        state.velocity = (*_off_ladder(move), rise * LADDER_SHARE)
        state.pm_flags &= ~PMF_LADDER
        kind = SURFACE_METAL
    else:
        state.velocity = (state.velocity[0], state.velocity[1], rise)
    move.event(surface_event(EVENT_JUMP, kind, move.water_level))
    return True


def _off_ladder(move: Move) -> tuple[float, float]:
    """Return the level velocity of a jump off a ladder: ahead, but never into it."""
    forward, normal = move.forward, move.state.ladder_normal
    x, y, _ = forward
    into = dot(forward, normal)
    if into < 0.0:
        x, y = x - 2.0 * into * normal[0], y - 2.0 * into * normal[1]
    length = sqrt(x * x + y * y)
    if not length:
        return 0.0, 0.0
    return x / length * LADDER_SPEED, y / length * LADDER_SPEED


def land_from_jump(move: Move) -> None:
    """Lose speed by landing, at the first step of a walk after a jump."""
    state = move.state
    if not state.pm_flags & PMF_JUMPED:
        return
    if state.pm_time > JUMP_MS:
        state.pm_flags &= ~PMF_JUMPED
        kept = LANDED
    elif state.pm_time:
        return
    elif state.origin[2] < state.jump_z + STEP_UP:
        state.pm_time, kept = JUMP_MS, LANDED
    else:
        state.pm_time, kept = LANDED_HIGH_MS, LANDED_HIGH
    x, y, z = state.velocity
    state.velocity = (x * kept, y * kept, z * kept)

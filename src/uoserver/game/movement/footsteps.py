"""The bob of a walk and the steps that are heard (pmove2: Footsteps)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from .constants import (
    ENTITY_NONE,
    EVENT_CRAWL,
    EVENT_JUMP,
    EVENT_RUN,
    EVENT_WALK,
    PMF_BACKPEDAL,
    PMF_DUCKED,
    PMF_LADDER,
    PMF_PRONE,
    PMF_SPRINTING,
    PMF_STANCE,
    SURFACE_METAL,
    WBUTTON_WALK,
)
from .events import surface_event, surface_type
from .friction import stance_scale, walks

if TYPE_CHECKING:
    from .context import Move

STILL: Final = 1.0
SLOW: Final = 10.0
LADDER_SPEED: Final = 95.25
LADDER_REACH: Final = 31.0
JUMP_MS: Final = 300
"""No steps on a ladder for so long after a jump."""
UNDER_WATER: Final = 3


def steps_quietly(move: Move) -> bool:
    """Whether the gait is a walk, by aiming, leaning or the walk button (not read)."""
    return walks(move) or bool(move.wbuttons & WBUTTON_WALK)


def makes_noise(move: Move) -> bool:
    """Whether steps are heard: standing ones that are no walk, and all in shallow water."""
    if move.water_level:
        return move.water_level < UNDER_WATER
    return not (move.state.pm_flags & PMF_STANCE or steps_quietly(move))


def footsteps(move: Move) -> None:
    """Advance the bob for one slice, with the steps it makes."""
    state = move.state
    if state.pm_flags & PMF_LADDER and state.ground_entity == ENTITY_NONE:
        _ladder_steps(move)
        return
    x, y, _ = state.velocity
    speed = sqrt(x * x + y * y)
    if speed < STILL:
        state.bob_cycle = 0
        return
    if speed < SLOW or state.ground_entity == ENTITY_NONE:
        return
    full = state.speed * _direction(move) * _gait(move) * stance_scale(move)
    if full > 0.0:
        bob = state.bob_cycle
        advance_bob(move, int(bob + move.msec * speed / full * _rate(move)) - bob)


def advance_bob(move: Move, by: int) -> None:
    """Move the bob on; a step falls where it crosses 64 or 192."""
    state = move.state
    old = state.bob_cycle
    new = old + by & 255
    state.bob_cycle = new
    moves = move.forward_move or move.right_move
    if (old + 64 ^ new + 64) & 128 and moves and makes_noise(move):
        move.event(_step_event(move))


def _direction(move: Move) -> float:
    """Return the share of full speed that the direction of the keys leaves."""
    state = move.state
    back = move.forward_move < 0
    if move.right_move:
        side = (state.strafe_scale - 1.0) * 0.75
        if not move.forward_move:
            return side + 1.0
        mixed = (side + 2.0) * 0.5
        return mixed * (state.back_scale + 1.0) * 0.5 if back else mixed
    return state.back_scale if back else 1.0


def _gait(move: Move) -> float:
    state = move.state
    if steps_quietly(move):
        return state.walk_scale
    return state.sprint_scale if state.pm_flags & PMF_SPRINTING else state.run_scale


def _rate(move: Move) -> float:
    """Return the bob per ms at full speed."""
    flags = move.state.pm_flags
    walking = steps_quietly(move)
    if flags & PMF_PRONE:
        return 0.24 if walking else 0.25
    if flags & PMF_DUCKED:
        return 0.315 if walking else 0.34
    if flags & PMF_BACKPEDAL:
        return 0.325 if walking else 0.36
    return 0.305 if walking else 0.335


def _step_event(move: Move) -> int:
    flags = move.state.pm_flags
    if flags & PMF_PRONE:
        base = EVENT_CRAWL
    elif steps_quietly(move):
        base = EVENT_WALK
    else:
        base = EVENT_JUMP if flags & PMF_SPRINTING else EVENT_RUN
    return surface_event(base, surface_type(move.ground_surface), move.water_level)


def _ladder_steps(move: Move) -> None:
    state = move.state
    gait = _gait(move)
    if state.command_time - state.jump_time < JUMP_MS or gait <= 0.0:
        return
    rate = abs(state.velocity[2]) / (LADDER_SPEED * gait) * (0.35 if steps_quietly(move) else 0.45)
    old = state.bob_cycle
    state.bob_cycle = new = int(old + move.msec * rate) & 255
    if (old + 64 ^ new + 64) & 128:
        x, y, z = state.origin
        nx, ny, nz = state.ladder_normal
        reach = LADDER_REACH
        hit = move.trace((x, y, z), (x - nx * reach, y - ny * reach, z - nz * reach))
        kind = surface_type(hit.surface_flags) if hit.fraction < 1.0 else 0
        move.event(surface_event(EVENT_RUN, kind or SURFACE_METAL))

"""Climbing steps and following the ground down (pmove2: Step)."""

from __future__ import annotations

from math import floor, sqrt
from typing import TYPE_CHECKING, Final

from .constants import (
    ENTITY_NONE,
    EVENT_STEP,
    MAX_PLAYERS,
    PMF_JUMPED,
    PMF_LADDER,
    PMF_PRONE,
    TYPE_DEAD,
)
from .fit import fits
from .footsteps import advance_bob, makes_noise
from .jump import JUMP_HEIGHT, forget_jump
from .slide import slide
from .space import clip_velocity
from .stance import lay

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3

    from .context import Move

REACH: Final = 18.0
REACH_PRONE: Final = 10.0
FOLLOW_DOWN: Final = 9.0
"""So far down the ground is followed from one slice to the next."""
SMALL: Final = 0.5
"""A change of height that no one sees."""
EVENT_BASE: Final = 128
"""Parameter of the step event: this and the change of height, -16..24."""
LEAST_SPEED: Final = 0.2
SAME_PROGRESS: Final = 0.001


def step_slide(move: Move, *, gravity: bool) -> None:
    """Move for the slice's time over what can be stepped on."""
    state = move.state
    start, velocity = state.origin, state.velocity
    ground_step = move.ground_plane and not state.pm_flags & PMF_LADDER
    _drop_stale_jump(move, ground_step=ground_step)
    blocked = slide(move, gravity=gravity)
    reach = REACH_PRONE if state.pm_flags & PMF_PRONE else REACH
    jump_step = False
    if state.ground_entity == ENTITY_NONE:
        _drop_stale_jump(move)
        room = state.jump_z + JUMP_HEIGHT - start[2]
        if blocked and state.pm_flags & PMF_JUMPED and room > 0.0:
            jump_step = True
            reach = min(reach, room)
            if reach < 1.0:
                return
        elif not (state.pm_flags & PMF_LADDER and state.velocity[2] > 0.0):
            return
    plain, plain_velocity = state.origin, state.velocity
    height = _climb(move, start, velocity, reach, gravity=gravity) if blocked else 0.0
    if (ground_step or height) and not _settle_down(move, height, ground_step=ground_step):
        state.origin, state.velocity = plain, plain_velocity
        return
    if height:
        gained = _progress(start, state.origin, velocity)
        too_high = jump_step and state.jump_z + JUMP_HEIGHT <= state.origin[2]
        if too_high or gained <= _progress(start, plain, velocity) + SAME_PROGRESS:
            state.origin, state.velocity = plain, plain_velocity
            if ground_step:
                _follow_down(move)
        elif jump_step:
            _cap_rise(move)
    if ground_step and state.pm_type < TYPE_DEAD:
        _after_ground_step(move, start, velocity, plain[2], reach)


def _drop_stale_jump(move: Move, *, ground_step: bool = False) -> None:
    """Forget a jump on a ladder, and one that slows already while there is no ground."""
    state = move.state
    if state.pm_flags & PMF_LADDER or (state.pm_time and not ground_step):
        forget_jump(state)


def _climb(move: Move, start: Vec3, velocity: Vec3, reach: float, *, gravity: bool) -> float:
    """Go up from the start as far as there is room, and slide from there; return the height."""
    state = move.state
    x, y, z = start
    height = (reach + 1.0) * move.trace(start, (x, y, z + reach + 1.0)).fraction - 1.0
    if height < 1.0:
        return 0.0
    state.origin, state.velocity = (x, y, z + height), velocity
    slide(move, gravity=gravity)
    return height


def _settle_down(move: Move, height: float, *, ground_step: bool) -> bool:
    """Go down again onto what is there; return False on the head of a player."""
    state = move.state
    x, y, z = state.origin
    hit = move.trace((x, y, z), (x, y, z - height - (FOLLOW_DOWN if ground_step else 0.0)))
    if hit.fraction < 1.0:
        if hit.entity < MAX_PLAYERS:
            return False
        state.origin = hit.endpos
        state.velocity = clip_velocity(state.velocity, hit.normal)
    else:
        state.origin = (x, y, z - height)
    return True


def _follow_down(move: Move) -> None:
    state = move.state
    x, y, z = state.origin
    hit = move.trace((x, y, z), (x, y, z - FOLLOW_DOWN))
    if hit.fraction < 1.0:
        state.origin = hit.endpos
        state.velocity = clip_velocity(state.velocity, hit.normal)


def _progress(start: Vec3, end: Vec3, velocity: Vec3) -> float:
    return (end[0] - start[0]) * velocity[0] + (end[1] - start[1]) * velocity[1]


def _cap_rise(move: Move) -> None:
    """Take what a step in a jump climbed from the height the jump has left."""
    state = move.state
    x, y, z = state.velocity
    slack = state.jump_z + JUMP_HEIGHT - state.origin[2]
    most = sqrt(2.0 * state.gravity * slack) if slack >= 0.1 else 0.0
    if z > most or slack < 0.1:
        state.velocity = (x, y, most)


def _after_ground_step(
    move: Move, start: Vec3, velocity: Vec3, plain_z: float, reach: float
) -> None:
    """See whether a lying body fits there, tell the view of the step, and lose speed by it."""
    state = move.state
    if state.pm_flags & PMF_PRONE:
        normal = move.ground_normal if move.ground_plane else None
        fit = fits(move, state.prone_direction, skip_first=True, normal=normal)
        if fit is None:
            state.origin, state.velocity = start, velocity
            return
        lay(move, fit)
    rise = state.origin[2] - plain_z
    if -SMALL <= rise <= SMALL:
        return
    whole = floor(rise + 0.5)
    if not whole:
        return
    move.post(EVENT_STEP, max(-16, min(24, whole)) + EVENT_BASE & 255)
    kept = 0.8 * (1.0 - abs(state.origin[2] - start[2]) / reach) + LEAST_SPEED
    x, y, z = state.velocity
    state.velocity = (x * kept, y * kept, z * kept)
    if abs(whole) > 3 and state.ground_entity != ENTITY_NONE and makes_noise(move):
        advance_bob(move, int(min(abs(whole) // 2, 4) * 1.25 + 7.0))

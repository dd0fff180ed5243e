"""Ladders (pmove: Ladder; pmove2: Water, ladder, fly)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from uoserver.bsp.angles import atan2_deg, sin_deg

from .constants import (
    ENTITY_NONE,
    PMF_LADDER,
    PMF_LAND_STUN,
    PMF_NO_FRICTION,
    PMF_PRONE,
    SURF_LADDER,
)
from .friction import accelerate, command_scale
from .jump import check_jump
from .space import dot, unit
from .step import step_slide
from .turns import normal180
from .walk import air_move, set_facing

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3

    from .context import Move
    from .space import Hit

REACH_WALKING: Final = 8.0
REACH: Final = 30.0
SHRUNK: Final = 6.0
LOWEST: Final = 8.0
AGAIN_MS: Final = 300
"""From a jump to the next hold."""
CLIMB: Final = 0.5
STRAFE: Final = 0.2
ACCELERATE: Final = 9.0
SIDE_FRICTION: Final = 16.0
LOOK: Final = 0.25
LOOK_FACTOR: Final = 2.5
PUSH_CLIMBING: Final = -500.0
PUSH: Final = -250.0
"""Speeds along the normal while in the air: into the ladder."""


def check_ladder(move: Move) -> None:
    """Take hold of a ladder, keep it or leave it."""
    state = move.state
    flags = state.pm_flags
    if state.pm_time and flags & (PMF_LAND_STUN | PMF_NO_FRICTION):
        state.pm_flags = flags & ~PMF_LADDER
        return
    held = flags & PMF_LADDER
    grounded = state.ground_entity != ENTITY_NONE
    state.pm_flags = flags & ~PMF_LADDER
    if (
        flags & PMF_PRONE
        or state.command_time - state.jump_time < AGAIN_MS
        or (grounded and move.forward_move <= 0)
    ):
        return
    normal = state.ladder_normal
    if held and not grounded:
        into: Vec3 = (-normal[0], -normal[1], -normal[2])
    else:
        into = move.forward
    reach = REACH_WALKING if move.walking else REACH
    if not held and _is_free(move, into, reach):
        return
    hit = _probe(move, into, reach)
    if hit is None:
        return
    if not held:
        x, y, z = hit.normal
        if _probe(move, (-x, -y, -z), reach) is None:
            return
    state.ladder_normal = hit.normal
    state.pm_flags |= PMF_LADDER


def _is_free(move: Move, into: Vec3, reach: float) -> bool:
    """Whether the whole body has that way free: then there is nothing for a part of it to meet.

    Spares most walkers the sweep of another box, which costs more than one with their own.
    """
    x, y, z = move.state.origin
    end = (x + into[0] * reach, y + into[1] * reach, z)
    hit = move.space.trace((x, y, z), end, move.mins, move.maxs, move.mask, capsule=True)
    return hit.fraction == 1.0 and not hit.startsolid


@lru_cache(64)
def _shrunk(mins: Vec3, maxs: Vec3) -> tuple[Vec3, Vec3]:
    """Return the box of the probe."""
    (a, b, _), (c, d, top) = mins, maxs
    low = (min(a + SHRUNK, 0.0), min(b + SHRUNK, 0.0), LOWEST)
    return low, (max(c - SHRUNK, 0.0), max(d - SHRUNK, 0.0), max(LOWEST, top))


def _probe(move: Move, into: Vec3, reach: float) -> Hit | None:
    """Return what a sweep with the shrunk box hits if it is a ladder."""
    x, y, z = move.state.origin
    mins, maxs = _shrunk(move.mins, move.maxs)
    end = (x + into[0] * reach, y + into[1] * reach, z + into[2] * reach)
    hit = move.space.trace((x, y, z), end, mins, maxs, move.mask, capsule=True)
    return hit if hit.fraction < 1.0 and hit.surface_flags & SURF_LADDER else None


def ladder_move(move: Move) -> None:
    """Climb for one slice."""
    state = move.state
    if check_jump(move):
        air_move(move)
        return
    normal = state.ladder_normal
    view_z = -sin_deg(state.angles[0])
    climb = max(-1.0, min(1.0, (view_z + LOOK) * LOOK_FACTOR))
    scale = command_scale(move)
    right = move.right
    out = dot(right, normal)
    side = unit((right[0] - out * normal[0], right[1] - out * normal[1], 0.0))
    up = CLIMB * climb * scale * move.forward_move
    aside = STRAFE * scale * move.right_move
    wish = (side[0] * aside, side[1] * aside, up)
    along = unit(wish)
    accelerate(move, along[0], along[1], along[2], dot(wish, along), ACCELERATE)
    x, y, z = state.velocity
    if not move.forward_move:
        fall = state.gravity * move.seconds
        z = max(0.0, z - fall) if z > 0.0 else min(0.0, z + fall)
    if not move.right_move and (drift := x * side[0] + y * side[1]):
        drop = min(abs(drift), max(1.0, abs(drift) * move.seconds * SIDE_FRICTION))
        share = drop if drift > 0.0 else -drop
        x, y = x - share * side[0], y - share * side[1]
    if not move.walking:
        off = x * normal[0] + y * normal[1]
        push = (PUSH_CLIMBING if up > 0.0 else PUSH) - off
        x, y = x + push * normal[0], y + push * normal[1]
    state.velocity = (x, y, z)
    step_slide(move, gravity=False)
    _face(move)


def _face(move: Move) -> None:
    """Turn the legs to the ladder (not read; as a walk turns them to its direction)."""
    x, y, _ = move.state.ladder_normal
    set_facing(move, normal180(atan2_deg(-y, -x) - move.state.angles[1]))

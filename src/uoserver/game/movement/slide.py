"""Sliding along what is in the way (pmove2: Slide)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import CONTENTS_BODY
from .space import clip_velocity, cross, dot, unit

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3

    from .context import Move
    from .space import Hit

MAX_BUMPS: Final = 4
MAX_PLANES: Final = 8
SAME_PLANE: Final = 0.999
INTO_PLANE: Final = 0.1
"""A velocity with less than this along a normal runs into the plane."""
_STOP: Final = (0.0, 0.0, 0.0)


def slide(move: Move, *, gravity: bool) -> bool:
    """Move for the slice's time, sliding off planes; return whether anything was in the way."""
    state = move.state
    seconds = move.seconds
    velocity = state.velocity
    after = entry = velocity
    if gravity:
        x, y, z = velocity
        falling = z - state.gravity * seconds
        after = entry = (x, y, falling)
        velocity = (x, y, (z + falling) * 0.5)
        if move.ground_plane:
            velocity = clip_velocity(velocity, move.ground_normal)
    x, y, z = state.origin
    end = (
        x + velocity[0] * seconds,
        y + velocity[1] * seconds,
        z + velocity[2] * seconds,
    )
    hit = move.space.trace((x, y, z), end, move.mins, move.maxs, move.mask, capsule=True)
    if hit.startsolid and hit.contents & CONTENTS_BODY:
        hit = move.trace((x, y, z), end)
    if hit.fraction == 1.0 and not hit.allsolid:
        state.origin = hit.endpos
        state.velocity = after
        return False
    state.velocity = velocity
    bumped = _bump(move, hit, after)
    if bumped is not None:
        if state.pm_time:
            state.velocity = entry
        elif gravity:
            state.velocity = bumped
    return True


def _bump(move: Move, hit: Hit, after: Vec3) -> Vec3 | None:
    """Go on from the first obstacle; return the velocity of the end of the slice.

    ``after`` is that velocity so far. None: stuck in something or in a corner, where the slide
    ends at once with the velocity it has.
    """
    state = move.state
    left = move.seconds
    planes: list[Vec3] = [move.ground_normal] if move.ground_plane else []
    planes.append(unit(state.velocity))
    for bump in range(MAX_BUMPS):
        if bump:
            x, y, z = state.origin
            velocity = state.velocity
            end = (x + velocity[0] * left, y + velocity[1] * left, z + velocity[2] * left)
            hit = move.trace(state.origin, end)
        if hit.allsolid:
            state.velocity = (state.velocity[0], state.velocity[1], 0.0)
            return None
        if hit.fraction > 0.0:
            state.origin = hit.endpos
        if hit.fraction == 1.0:
            break
        move.touch(hit.entity)
        left -= left * hit.fraction
        if len(planes) >= MAX_PLANES:
            state.velocity = _STOP
            return None
        normal = hit.normal
        if any(dot(normal, plane) > SAME_PLANE for plane in planes):
            x, y, z = state.velocity
            state.velocity = (x + normal[0], y + normal[1], z + normal[2])
            continue
        planes.append(normal)
        turned = _turn(planes, state.velocity, after)
        if turned is None:
            state.velocity = _STOP
            return None
        state.velocity, after = turned
    return after


def _turn(planes: list[Vec3], velocity: Vec3, after: Vec3) -> tuple[Vec3, Vec3] | None:
    """Return both velocities parallel to the planes they run into; None in a corner of three."""
    for i, first in enumerate(planes):
        if dot(velocity, first) >= INTO_PLANE:
            continue
        clipped, clipped_after = clip_velocity(velocity, first), clip_velocity(after, first)
        for j, second in enumerate(planes):
            if j == i or dot(clipped, second) >= INTO_PLANE:
                continue
            clipped = clip_velocity(clipped, second)
            clipped_after = clip_velocity(clipped_after, second)
            if dot(clipped, first) >= 0.0:
                continue
            edge = unit(cross(first, second))
            along, along_after = dot(edge, velocity), dot(edge, after)
            clipped = (edge[0] * along, edge[1] * along, edge[2] * along)
            clipped_after = (edge[0] * along_after, edge[1] * along_after, edge[2] * along_after)
            for k, third in enumerate(planes):
                if k not in (i, j) and dot(clipped, third) < INTO_PLANE:
                    return None
        return clipped, clipped_after
    return velocity, after

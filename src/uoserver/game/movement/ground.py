"""What is under the feet (pmove2: Ground)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import EF_RESTRICTED, ENTITY_NONE, PMF_LADDER
from .jump import forget_jump
from .landing import land

if TYPE_CHECKING:
    from .context import Move
    from .space import Hit

STEEP: Final = 0.7
"""Least normal z of ground that can be walked on."""
PROBE: Final = 0.25
KICK_OFF: Final = 10.0
"""Speed away from the ground that leaves it."""

_UP = [(0, 0, 1), (-1, 0, 1), (0, -1, 1), (1, 0, 1), (0, 1, 1)]
_LEVEL = [(-1, 0, 0), (0, -1, 0), (1, 0, 0), (0, 1, 0)]
_DOWN = [(0, 0, -1), (-1, 0, -1), (0, -1, -1), (1, 0, -1), (0, 1, -1)]
_CORNERS = [(x, y, z) for z in (1, 0, -1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
UNSTICK: Final = (*_UP, *_LEVEL, *_DOWN, *_CORNERS)
"""Where room is looked for, a unit around (the order within the corners was not read)."""


def trace_ground(move: Move) -> None:
    """Find the ground, land on it, or leave it.

    Stock also looks deeper when it finds none; only animations depend on that.
    """
    state = move.state
    x, y, z = state.origin
    if state.entity_flags & EF_RESTRICTED:
        start, end = (x, y, z), (x, y, z - 1.0)
    else:
        start, end = (x, y, z + PROBE), (x, y, z - PROBE)
    hit: Hit | None = move.trace(start, end)
    if hit is None or hit.startsolid or hit.allsolid:
        hit = _out_of_solid(move, hit, end)
        if hit is None:
            move.leave_ground()
            return
    if hit.fraction == 1.0:
        move.leave_ground()
        return
    normal = hit.normal
    vx, vy, vz = state.velocity
    if (
        vz > 0.0
        and vx * normal[0] + vy * normal[1] + vz * normal[2] > KICK_OFF
        and not state.pm_flags & PMF_LADDER
    ):
        move.leave_ground()
        return
    move.ground_plane = True
    move.ground_normal = normal
    move.ground_surface = hit.surface_flags
    if normal[2] < STEEP:
        move.walking = False
        state.ground_entity = ENTITY_NONE
        forget_jump(state)
        return
    move.walking = True
    entity = hit.entity
    if state.ground_entity == ENTITY_NONE:
        land(move, hit.endpos[2])
    state.ground_entity = entity
    move.touch(entity)


def _out_of_solid(move: Move, hit: Hit | None, end: tuple[float, float, float]) -> Hit | None:
    """Return a ground trace that does not start in something; None: there is no such."""
    state = move.state
    x, y, z = state.origin
    if hit is not None and not hit.allsolid:
        hit = move.trace((x, y, z - 0.001), end)
        return None if hit.startsolid else hit
    for dx, dy, dz in UNSTICK:
        there = (x + dx, y + dy, z + dz)
        if not move.trace(there, there).startsolid:
            state.origin = there
            down = move.trace(there, (there[0], there[1], there[2] - 1.0))
            state.origin = down.endpos
            return down
    forget_jump(state)
    return None

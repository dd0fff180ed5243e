"""Windings: convex polygons on a plane, cut by other planes."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from uoserver.bsp.build.vec import AXES, add, cross, dot, length, moved, scaled, sub, unit
from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3

Winding = list[Vec3]
"""Corners in order, clockwise as seen from the front of the plane."""

BASE_SIZE: Final = 4.0 * MAX_WORLD_COORD
"""Half the width of a plane's first winding: what still reaches past the world is not closed."""
CLIP_EPSILON: Final = 1e-4
"""Corners this near to a cutting plane lie on it."""
WELD: Final = 0.01
"""Corners nearer than this are one."""


def base_winding(normal: Vec3, distance: float) -> Winding:
    """Return a square on a plane that is wider than any world."""
    steepest = max(range(3), key=lambda axis: abs(normal[axis]))
    helper = AXES[0] if steepest == 2 else AXES[2]
    up = unit(sub(helper, scaled(normal, dot(helper, normal))))
    right = scaled(cross(up, normal), BASE_SIZE)
    up = scaled(up, BASE_SIZE)
    middle = scaled(normal, distance)
    high, low = add(middle, up), sub(middle, up)
    return [sub(high, right), add(high, right), add(low, right), sub(low, right)]


def clip(winding: Winding, normal: Vec3, distance: float) -> Winding:
    """Return the part of `winding` behind a plane; empty when there is none."""
    nx, ny, nz = normal
    sides = [x * nx + y * ny + z * nz - distance for x, y, z in winding]
    if max(sides) <= CLIP_EPSILON:
        return winding
    if min(sides) >= -CLIP_EPSILON:
        return []
    kept: Winding = []
    for i, point in enumerate(winding):
        side, after = sides[i], sides[(i + 1) % len(winding)]
        if side <= CLIP_EPSILON:
            kept.append(point)
        if (side < -CLIP_EPSILON and after > CLIP_EPSILON) or (
            side > CLIP_EPSILON and after < -CLIP_EPSILON
        ):
            following = winding[(i + 1) % len(winding)]
            part = side / (side - after)
            cut = add(point, scaled(sub(following, point), part))
            # Exactly on an axial plane, whatever rounding the line above did.
            for axis in range(3):
                if abs(normal[axis]) == 1.0:
                    cut = moved(cut, axis, distance * normal[axis])
            kept.append(cut)
    return kept


def welded(winding: Winding) -> Winding:
    """Return the winding without corners that repeat the one before."""
    kept = [
        point
        for i, point in enumerate(winding)
        if length(sub(point, winding[i - 1])) >= WELD or len(winding) < 2
    ]
    return kept if len(kept) >= 3 else []


def area(winding: Winding) -> float:
    """Return the area in square units."""
    total = (0.0, 0.0, 0.0)
    for before, after in pairwise(winding[1:]):
        total = add(total, cross(sub(before, winding[0]), sub(after, winding[0])))
    return length(total) / 2.0

"""Convex polygons on planes, cut down by other planes (collision2: Curve patches)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3

CHOP_EPSILON: Final = 0.1
"""Points this close to a cutting plane count as on it, units."""

Winding = list[Vec3]


def base_winding(normal: Vec3, dist: float) -> Winding:
    """Return a square on a plane that reaches beyond the world on every side."""
    axis = max(range(3), key=lambda i: abs(normal[i]))
    ux, uy, uz = (1.0, 0.0, 0.0) if axis == 2 else (0.0, 0.0, 1.0)
    nx, ny, nz = normal
    along = ux * nx + uy * ny + uz * nz
    ux, uy, uz = ux - along * nx, uy - along * ny, uz - along * nz
    size = 2.0 * MAX_WORLD_COORD / sqrt(ux * ux + uy * uy + uz * uz)
    ux, uy, uz = ux * size, uy * size, uz * size
    rx, ry, rz = uy * nz - uz * ny, uz * nx - ux * nz, ux * ny - uy * nx
    ox, oy, oz = nx * dist, ny * dist, nz * dist
    return [
        (ox - rx + ux, oy - ry + uy, oz - rz + uz),
        (ox + rx + ux, oy + ry + uy, oz + rz + uz),
        (ox + rx - ux, oy + ry - uy, oz + rz - uz),
        (ox - rx - ux, oy - ry - uy, oz - rz - uz),
    ]


def chop(winding: Winding, normal: Vec3, dist: float) -> Winding:
    """Return the part of a winding in front of a plane; empty when nothing is.

    A winding that only touches the plane, within CHOP_EPSILON, has nothing in front of it.
    """
    nx, ny, nz = normal
    distances = [nx * x + ny * y + nz * z - dist for x, y, z in winding]
    if max(distances) <= CHOP_EPSILON:
        return []
    if min(distances) >= -CHOP_EPSILON:
        return winding
    kept: Winding = []
    for at, (point, d) in enumerate(zip(winding, distances, strict=True)):
        if d >= -CHOP_EPSILON:
            kept.append(point)
            if d <= CHOP_EPSILON:
                continue
        at = at + 1 if at + 1 < len(winding) else 0
        e = distances[at]
        if (d > CHOP_EPSILON and e < -CHOP_EPSILON) or (d < -CHOP_EPSILON and e > CHOP_EPSILON):
            kept.append(_cross(point, winding[at], d / (d - e), normal, dist))
    return kept


def _cross(a: Vec3, b: Vec3, fraction: float, normal: Vec3, dist: float) -> Vec3:
    """Return where an edge meets the cutting plane, exactly on it where the plane is axial."""
    x, y, z = (
        (dist if n == 1.0 else -dist if n == -1.0 else p + fraction * (q - p))
        for p, q, n in zip(a, b, normal, strict=True)
    )
    return (x, y, z)


def bounds(winding: Winding) -> tuple[Vec3, Vec3]:
    """Return mins and maxs of a winding that is not empty."""
    xs, ys, zs = zip(*winding, strict=True)
    return (min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs))

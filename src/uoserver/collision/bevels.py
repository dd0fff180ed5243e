"""Bevels of a facet: planes that close the gaps between a box's corners and sharp edges.

(collision2: Curve patches, bevels for valid facets.)
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from uoserver.bsp.vectors import Vec3

from .planepool import Plane, PlanePool, equal, negated
from .windings import CHOP_EPSILON, Winding, bounds, chop

_MIN_LENGTH: Final = 0.5
"""Shorter edges, and products of edge and axis, make no bevel."""
_SNAP: Final = 0.0001
"""An edge's direction this close to an axis is along it."""

Sides = list[tuple[int, bool]]


def add_bevels(pool: PlanePool, surface: int, sides: Sides, winding: Winding) -> None:
    """Append axial bevels, edge bevels and the surface's own back to a facet's borders."""
    face = pool.planes[surface]
    mins, maxs = bounds(winding)
    for axis in range(3):
        for direction in (-1.0, 1.0):
            plane = _axial(axis, direction, maxs[axis] if direction > 0.0 else -mins[axis])
            if equal(face, plane) is None and not _known(pool, sides, plane):
                sides.append(pool.find(plane))
    for at, point in enumerate(winding):
        edge = _edge(point, winding[(at + 1) % len(winding)])
        if edge is not None:
            _add_edge_bevels(pool, sides, winding, point, edge)
    sides.append((surface, True))


def _axial(axis: int, direction: float, dist: float) -> Plane:
    normal = [0.0, 0.0, 0.0]
    normal[axis] = direction
    return (normal[0], normal[1], normal[2], dist)


def _known(pool: PlanePool, sides: Sides, plane: Plane) -> bool:
    planes = pool.planes
    for number, _ in sides:  # noqa: SIM110 (as an any() it takes half as long again)
        if equal(planes[number], plane) is not None:
            return True
    return False


def _edge(a: Vec3, b: Vec3) -> Vec3 | None:
    """Return the direction of an edge, None for one that is short or runs along an axis."""
    x, y, z = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    length = sqrt(x * x + y * y + z * z)
    if length < _MIN_LENGTH:
        return None
    direction = (x / length, y / length, z / length)
    if any(abs(abs(component) - 1.0) < _SNAP for component in direction):
        return None
    return direction


def _add_edge_bevels(
    pool: PlanePool, sides: Sides, winding: Winding, point: Vec3, edge: Vec3
) -> None:
    x, y, z = edge
    px, py, pz = point
    for axis in range(3):
        for direction in (-1.0, 1.0):
            if axis == 0:
                nx, ny, nz = 0.0, z * direction, -y * direction
            elif axis == 1:
                nx, ny, nz = -z * direction, 0.0, x * direction
            else:
                nx, ny, nz = y * direction, -x * direction, 0.0
            length = sqrt(nx * nx + ny * ny + nz * nz)
            if length < _MIN_LENGTH:
                continue
            nx, ny, nz = nx / length, ny / length, nz / length
            dist = nx * px + ny * py + nz * pz
            distances = [nx * qx + ny * qy + nz * qz - dist for qx, qy, qz in winding]
            if max(distances) > CHOP_EPSILON or min(distances) >= -CHOP_EPSILON:
                continue
            plane = (nx, ny, nz, dist)
            if _known(pool, sides, plane):
                continue
            number, inward = pool.find(plane)
            nx, ny, nz, dist = pool.planes[number] if inward else negated(pool.planes[number])
            if chop(winding, (nx, ny, nz), dist):
                sides.append((number, inward))

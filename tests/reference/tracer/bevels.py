"""Bevels of a facet: axial planes and planes along its edges (collision2: 2, Bevels)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.reference.tracer.planes import NORMAL_EPSILON, Plane, PlanePool, equal
from tests.reference.tracer.vectors import (
    AXES,
    Vec,
    cross,
    dot,
    highest,
    length,
    lowest,
    scale,
    sub,
)
from tests.reference.tracer.windings import Winding, chop

SHORTEST_EDGE: Final = 0.5
FLATTEST_CROSS: Final = 0.5
BEHIND: Final = 0.1


def bevels(
    surface: Plane, borders: list[Plane], winding: Winding, pool: PlanePool
) -> Iterator[tuple[Plane, bool]]:
    """Yield plane and inward flag of the bevels in their order; ``borders`` grows with them."""
    if not winding:
        return
    for normal, distance in axial(winding):
        taken = any(equal(plane, normal, distance) is not None for plane in [surface, *borders])
        if not taken:
            plane, flipped = pool.of(normal, distance)
            borders.append(plane)
            yield plane, flipped
    for normal, distance in along_edges(winding):
        if any(equal(plane, normal, distance) is not None for plane in borders):
            continue
        plane, flipped = pool.of(normal, distance)
        sign = 1.0 if flipped else -1.0
        if chop(winding, scale(plane.normal, sign), plane.distance * sign):
            borders.append(plane)
            yield plane, flipped


def axial(winding: Winding) -> Iterator[tuple[Vec, float]]:
    """Yield the six planes of the winding's bounds: per axis the low one, then the high one."""
    low, high = lowest(winding), highest(winding)
    for axis in (0, 1, 2):
        yield scale(AXES[axis], -1.0), -low[axis]
        yield AXES[axis], high[axis]


def along_edges(winding: Winding) -> Iterator[tuple[Vec, float]]:
    """Yield the planes through a slanted edge and an axis that have the winding behind them."""
    for k, point in enumerate(winding):
        edge = sub(point, winding[(k + 1) % len(winding)])
        size = length(edge)
        if size < SHORTEST_EDGE:
            continue
        direction = snapped(scale(edge, 1 / size))
        if any(abs(part) == 1 for part in direction):
            continue
        for axis in (0, 1, 2):
            for sign in (-1.0, 1.0):
                normal = cross(direction, scale(AXES[axis], sign))
                flatness = length(normal)
                if flatness < FLATTEST_CROSS:
                    continue
                normal = scale(normal, 1 / flatness)
                distance = dot(point, normal)
                heights = [dot(other, normal) - distance for other in winding]
                if max(heights) <= BEHIND and min(heights) < -BEHIND:
                    yield normal, distance


def snapped(direction: Vec) -> Vec:
    """Make a direction axial whose component lies within 0.0001 of 1."""
    for axis in (0, 1, 2):
        if abs(abs(direction[axis]) - 1) < NORMAL_EPSILON:
            return scale(AXES[axis], 1.0 if direction[axis] > 0 else -1.0)
    return direction

"""Vector arithmetic of the builder, in plain doubles: + - * / and square roots only.

These round alike on every machine, so the same source gives the same bytes everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3

AXES: Final[tuple[Vec3, Vec3, Vec3]] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

ZERO: Final[Vec3] = (0.0, 0.0, 0.0)


class Box(NamedTuple):
    """An axis-aligned box; both ends belong to it."""

    mins: Vec3
    maxs: Vec3

    def touches(self, other: Box, margin: float = 0.0) -> bool:
        """Whether the boxes come within `margin` units of each other on every axis."""
        (ax, ay, az), (bx, by, bz) = self
        (cx, cy, cz), (dx, dy, dz) = other
        return (
            ax <= dx + margin
            and bx >= cx - margin
            and ay <= dy + margin
            and by >= cy - margin
            and az <= dz + margin
            and bz >= cz - margin
        )

    def contains(self, point: Vec3) -> bool:
        """Whether `point` lies in the box or on it."""
        return all(self.mins[i] <= point[i] <= self.maxs[i] for i in range(3))


def add(a: Vec3, b: Vec3) -> Vec3:
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec3, b: Vec3) -> Vec3:
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scaled(a: Vec3, factor: float) -> Vec3:
    """Return a times a number."""
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def dot(a: Vec3, b: Vec3) -> float:
    """Return the inner product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    """Return the outer product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def length(a: Vec3) -> float:
    """Return the length."""
    return math.sqrt(dot(a, a))


def unit(a: Vec3) -> Vec3:
    """Return the vector of length 1 in the direction of `a`, or `a` itself if it is zero."""
    size = length(a)
    return (a[0] / size, a[1] / size, a[2] / size) if size else a


def moved(point: Vec3, axis: int, value: float) -> Vec3:
    """Return `point` with one coordinate replaced."""
    x, y, z = (value if i == axis else point[i] for i in range(3))
    return (x, y, z)


def bounds(points: Iterable[Vec3]) -> Box:
    """Return the smallest box around `points`, of which there is at least one."""
    xs, ys, zs = zip(*points, strict=True)
    return Box((min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs)))


def union(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around `boxes`, of which there is at least one."""
    return bounds(point for box in boxes for point in box)

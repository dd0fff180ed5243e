"""Three-component vectors of doubles, or of exact rationals where a caller brings those."""

from __future__ import annotations

import math
from typing import Final

from tests.reference.tracer.exact import Exact

Vec = tuple[float, float, float]
ZERO: Final[Vec] = (0.0, 0.0, 0.0)
AXES: Final[tuple[Vec, Vec, Vec]] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def dot(a: Vec, b: Vec) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def add(a: Vec, b: Vec) -> Vec:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec, b: Vec) -> Vec:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a: Vec, factor: float) -> Vec:
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def along(a: Vec, delta: Vec, factor: float) -> Vec:
    """Return ``a + delta * factor``."""
    return (a[0] + delta[0] * factor, a[1] + delta[1] * factor, a[2] + delta[2] * factor)


def cross(a: Vec, b: Vec) -> Vec:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def root(value: float) -> float:
    """Square root: of a rational to some fifty digits, of a double as the machine has it."""
    return value.root() if isinstance(value, Exact) else math.sqrt(value)


def length(a: Vec) -> float:
    return root(dot(a, a))


def unit(a: Vec) -> Vec | None:
    """Return the direction of ``a``; None when it has no length."""
    size = length(a)
    return None if size == 0 else (a[0] / size, a[1] / size, a[2] / size)


def lowest(points: list[Vec]) -> Vec:
    xs, ys, zs = zip(*points, strict=True)
    return (min(xs), min(ys), min(zs))


def highest(points: list[Vec]) -> Vec:
    xs, ys, zs = zip(*points, strict=True)
    return (max(xs), max(ys), max(zs))


def overlap(low: Vec, high: Vec, mins: Vec, maxs: Vec, margin: float = 0.0) -> bool:
    """Whether two boxes meet, touching included, when one is grown by ``margin``."""
    return (
        low[0] - margin <= maxs[0]
        and high[0] + margin >= mins[0]
        and low[1] - margin <= maxs[1]
        and high[1] + margin >= mins[1]
        and low[2] - margin <= maxs[2]
        and high[2] + margin >= mins[2]
    )

"""Upright capsules against upright capsules: players against players (collision2: Temp models)."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3

from .trace import EPSILON, ZERO

_BOUNDS_SLACK: Final = 1.0
"""How far apart the bounds of two capsules may be to be looked at, units."""


class Capsule(NamedTuple):
    """A body's capsule: its box in the world and the box's middle.

    `radius` is that of both spheres, `half_cylinder` how far their centres are from the middle.
    """

    mins: Vec3
    maxs: Vec3
    center: Vec3
    radius: float
    half_cylinder: float

    @classmethod
    def of(cls, origin: Vec3, mins: Vec3, maxs: Vec3) -> Capsule:
        """Return the capsule in a box about an origin; the box's y does not count."""
        ox, oy, oz = origin
        (x0, y0, z0), (x1, y1, z1) = mins, maxs
        half_x, half_z = (x1 - x0) * 0.5, (z1 - z0) * 0.5
        radius = min(half_x, half_z)
        return cls(
            (ox + x0, oy + y0, oz + z0),
            (ox + x1, oy + y1, oz + z1),
            (ox + (x0 + x1) * 0.5, oy + (y0 + y1) * 0.5, oz + (z0 + z1) * 0.5),
            radius,
            half_z - radius,
        )


class CapsuleHit(NamedTuple):
    """A sweep that met a capsule."""

    fraction: float
    normal: Vec3
    start: bool
    all: bool


def sweep(
    target: Capsule, radius: float, half_cylinder: float, start: Vec3, end: Vec3, best: float
) -> CapsuleHit | None:
    """Sweep the centre of a moving capsule; return a hit before `best`, or None."""
    reach_z = half_cylinder + radius
    for axis, reach in enumerate((radius, radius, reach_z)):
        a, b = start[axis], end[axis]
        if a > b:
            a, b = b, a
        if (
            a - reach > target.maxs[axis] + _BOUNDS_SLACK
            or b + reach < target.mins[axis] - _BOUNDS_SLACK
        ):
            return None
    cx, cy, cz = target.center
    reach = target.half_cylinder + half_cylinder
    both = radius + target.radius
    # A cap sphere against the cap sphere facing it, seen from their centres' middle height.
    above, below = (cx, cy, cz + reach), (cx, cy, cz - reach)
    climb = end[2] - start[2]
    starts_above, starts_below = start[2] > cz + reach, start[2] < cz - reach
    if starts_above:
        hit = _sphere(above, both, start, end, best)
        if hit is not None or climb >= 0.0:
            return hit
    elif starts_below:
        hit = _sphere(below, both, start, end, best)
        if hit is not None or climb <= 0.0:
            return hit
    hit = _cylinder(target.center, both, reach, start, end, best)
    if hit is not None:
        return hit
    if end[2] > cz + reach and not starts_above:
        return _sphere(above, both, start, end, best)
    if end[2] < cz - reach and not starts_below:
        return _sphere(below, both, start, end, best)
    return None


def _sphere(center: Vec3, radius: float, start: Vec3, end: Vec3, best: float) -> CapsuleHit | None:
    x, y, z = start[0] - center[0], start[1] - center[1], start[2] - center[2]
    square = x * x + y * y + z * z
    distance = sqrt(square)
    normal = (x / distance, y / distance, z / distance) if distance else ZERO
    c = square - radius * radius
    if c <= 0.0:
        ends = sum((e - m) * (e - m) for e, m in zip(end, center, strict=True))
        return CapsuleHit(0.0, normal, True, ends <= radius * radius)
    dx, dy, dz = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    b = x * dx + y * dy + z * dz
    if b >= 0.0:
        return None
    a = dx * dx + dy * dy + dz * dz
    root = b * b - a * c
    if root < 0.0 or a == 0.0:  # next to no way: its square is lost in underflow
        return None
    fraction = (-b - sqrt(root)) / a + EPSILON * distance / b
    return CapsuleHit(max(0.0, fraction), normal, False, False) if fraction < best else None


def _cylinder(
    center: Vec3, radius: float, reach: float, start: Vec3, end: Vec3, best: float
) -> CapsuleHit | None:
    x, y, z = start[0] - center[0], start[1] - center[1], start[2] - center[2]
    square = x * x + y * y
    distance = sqrt(square)
    normal = (x / distance, y / distance, 0.0) if distance else ZERO
    dx, dy, dz = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    c = square - radius * radius
    if c <= 0.0:
        if abs(z) > reach:
            return None
        # Only the height of the end counts: the engine does not look at its x and y.
        return CapsuleHit(0.0, normal, True, abs(z + dz) <= reach)
    b = x * dx + y * dy
    if b >= 0.0:
        return None
    a = dx * dx + dy * dy
    root = b * b - a * c
    if root < 0.0 or a == 0.0:  # next to no way: its square is lost in underflow
        return None
    fraction = (-b - sqrt(root)) / a
    if abs(z + fraction * dz) > reach:  # before the pull back by EPSILON
        return None
    fraction += EPSILON * distance / b
    return CapsuleHit(max(0.0, fraction), normal, False, False) if fraction < best else None


def overlap(target: Capsule, radius: float, half_cylinder: float, point: Vec3) -> bool:
    """Return whether a capsule centred on a point stands in another: the stationary test."""
    x, y, z = (p - c for p, c in zip(point, target.center, strict=True))
    both = radius + target.radius
    flat, limit = x * x + y * y, both * both
    for own in (half_cylinder, -half_cylinder):
        for other in (target.half_cylinder, -target.half_cylinder):
            height = z + own - other
            if flat + height * height < limit:
                return True
    return abs(z) <= target.half_cylinder + half_cylinder and flat < limit

"""The planes of one curve patch: facets share them (collision2: Curve patches, plane lookup)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from uoserver.bsp.errors import BspError
from uoserver.bsp.vectors import Vec3

MAX_PATCH_PLANES: Final = 4096
POINT_EPSILON: Final = 0.1
"""How far a point may lie from a plane to be on it, units."""
_NORMAL_EPSILON: Final = 0.0001
_DIST_EPSILON: Final = 0.02
_BUCKET: Final = 4.0
"""Units of distance that share a bucket of the lookup by equation."""

NO_PLANE: Final = -1
Plane = tuple[float, float, float, float]
"""Normal and distance."""


class PlanePool:
    """Planes by number. Raises BspError for more than MAX_PATCH_PLANES."""

    __slots__ = ("_buckets", "planes")

    def __init__(self) -> None:
        self.planes: Final[list[Plane]] = []
        self._buckets: Final[dict[int, list[int]]] = {}

    def _add(self, plane: Plane) -> int:
        number = len(self.planes)
        if number >= MAX_PATCH_PLANES:
            raise BspError(f"curve with more than {MAX_PATCH_PLANES} planes")
        self.planes.append(plane)
        self._buckets.setdefault(int(abs(plane[3]) / _BUCKET), []).append(number)
        return number

    def through(self, a: Vec3, b: Vec3, c: Vec3) -> int:
        """Return the plane of three points, NO_PLANE if they span none.

        The first known plane serves that faces the same way and has all three on it.
        """
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = a, b, c
        ux, uy, uz, vx, vy, vz = cx - ax, cy - ay, cz - az, bx - ax, by - ay, bz - az
        nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        length = sqrt(nx * nx + ny * ny + nz * nz)
        if length == 0.0:
            return NO_PLANE
        nx, ny, nz = nx / length, ny / length, nz / length
        for number, (px, py, pz, dist) in enumerate(self.planes):
            if (
                -POINT_EPSILON <= px * ax + py * ay + pz * az - dist <= POINT_EPSILON
                and -POINT_EPSILON <= px * bx + py * by + pz * bz - dist <= POINT_EPSILON
                and -POINT_EPSILON <= px * cx + py * cy + pz * cz - dist <= POINT_EPSILON
                and px * nx + py * ny + pz * nz >= 0.0
            ):
                return number
        return self._add((nx, ny, nz, nx * ax + ny * ay + nz * az))

    def find(self, plane: Plane) -> tuple[int, bool]:
        """Return the plane of an equation and whether it is known facing the other way."""
        dist = abs(plane[3])
        low, high = (
            int(max(dist - _DIST_EPSILON, 0.0) / _BUCKET),
            int((dist + _DIST_EPSILON) / _BUCKET),
        )
        known = self._buckets.get(low, [])
        if high != low:
            known = sorted(known + self._buckets.get(high, []))
        for number in known:
            flipped = equal(self.planes[number], plane)
            if flipped is not None:
                return number, flipped
        return self._add(plane), False


def equal(a: Plane, b: Plane) -> bool | None:
    """Return whether two equal planes face opposite ways; None for planes that are not equal."""
    ax, ay, az, far_a = a
    bx, by, bz, far_b = b
    if (
        -_NORMAL_EPSILON < ax - bx < _NORMAL_EPSILON
        and -_NORMAL_EPSILON < ay - by < _NORMAL_EPSILON
        and -_NORMAL_EPSILON < az - bz < _NORMAL_EPSILON
        and -_DIST_EPSILON < far_a - far_b < _DIST_EPSILON
    ):
        return False
    if (
        -_NORMAL_EPSILON < ax + bx < _NORMAL_EPSILON
        and -_NORMAL_EPSILON < ay + by < _NORMAL_EPSILON
        and -_NORMAL_EPSILON < az + bz < _NORMAL_EPSILON
        and -_DIST_EPSILON < far_a + far_b < _DIST_EPSILON
    ):
        return True
    return None


def negated(plane: Plane) -> Plane:
    """Return a plane that faces the other way."""
    return (-plane[0], -plane[1], -plane[2], -plane[3])

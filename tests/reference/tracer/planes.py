"""The planes of one curve, shared where they nearly agree (collision2: 2, Plane lookup)."""

from __future__ import annotations

from typing import Final

from tests.reference.tracer.vectors import Vec, cross, dot, sub, unit

NORMAL_EPSILON: Final = 0.0001
DISTANCE_EPSILON: Final = 0.02
TRIANGLE_EPSILON: Final = 0.1


class Plane:
    """A plane of the pool; two are the same plane when they are the same object."""

    __slots__ = ("distance", "normal")

    def __init__(self, normal: Vec, distance: float) -> None:
        self.normal = normal
        self.distance = distance


class PlanePool:
    """All planes of a curve in the order in which they were made; the first match wins."""

    def __init__(self) -> None:
        self.planes: list[Plane] = []

    def through(self, p0: Vec, p1: Vec, p2: Vec) -> Plane | None:
        """Return a plane with all three points within 0.1; None for points in a line."""
        normal = unit(cross(sub(p2, p0), sub(p1, p0)))
        if normal is None:
            return None
        for plane in self.planes:
            if dot(plane.normal, normal) >= 0 and all(
                abs(dot(point, plane.normal) - plane.distance) <= TRIANGLE_EPSILON
                for point in (p0, p1, p2)
            ):
                return plane
        return self._added(normal, dot(normal, p0))

    def of(self, normal: Vec, distance: float) -> tuple[Plane, bool]:
        """Return an equal plane, and whether it faces the other way."""
        for plane in self.planes:
            flipped = equal(plane, normal, distance)
            if flipped is not None:
                return plane, flipped
        return self._added(normal, distance), False

    def _added(self, normal: Vec, distance: float) -> Plane:
        self.planes.append(Plane(normal, distance))
        return self.planes[-1]


def equal(plane: Plane, normal: Vec, distance: float) -> bool | None:
    """Return False for an equal plane, True for its negative, None for another one."""
    for flipped, sign in ((False, 1.0), (True, -1.0)):
        if abs(plane.distance - distance * sign) < DISTANCE_EPSILON and all(
            abs(mine - other * sign) < NORMAL_EPSILON
            for mine, other in zip(plane.normal, normal, strict=True)
        ):
            return flipped
    return None

"""Where a model stands: points go into its space, normals come out (collision2: Transformed)."""

from __future__ import annotations

from math import isfinite
from typing import Final

from uoserver.bsp.angles import angle_vectors
from uoserver.bsp.vectors import Vec3

from .trace import ZERO


class Placement:
    """An origin and angles: pitch, yaw, roll in degrees.

    Raises ValueError unless all six are finite.
    """

    __slots__ = ("_origin", "_rows", "rotated")

    def __init__(self, origin: Vec3 = ZERO, angles: Vec3 = ZERO) -> None:
        if not all(map(isfinite, origin)):
            raise ValueError(f"no finite origin: {origin}")
        self._origin: Final = origin
        self.rotated: Final = angles != ZERO
        self._rows: tuple[Vec3, Vec3, Vec3] | None = None
        if self.rotated:
            forward, (rx, ry, rz), up = angle_vectors(*angles)
            self._rows = (forward, (-rx, -ry, -rz), up)

    def enter(self, point: Vec3) -> Vec3:
        """Return a world point in the model's space."""
        x, y, z = point
        ox, oy, oz = self._origin
        x, y, z = x - ox, y - oy, z - oz
        if self._rows is None:
            return (x, y, z)
        (fx, fy, fz), (lx, ly, lz), (ux, uy, uz) = self._rows
        return (fx * x + fy * y + fz * z, lx * x + ly * y + lz * z, ux * x + uy * y + uz * z)

    def leave(self, normal: Vec3) -> Vec3:
        """Return a direction of the model's space in the world's."""
        if self._rows is None:
            return normal
        a, b, c = normal
        (fx, fy, fz), (lx, ly, lz), (ux, uy, uz) = self._rows
        return (fx * a + lx * b + ux * c, fy * a + ly * b + uy * c, fz * a + lz * b + uz * c)

    def tilt(self, height: float) -> Vec3:
        """Return the sphere offset of an upright capsule in the model's space.

        The sign of y is the engine's own, not that of a rotation.
        """
        if self._rows is None:
            return (0.0, 0.0, height)
        (_, _, fz), (_, _, lz), (_, _, uz) = self._rows
        return (fz * height, -lz * height, uz * height)

"""What movement asks of the world around a player, and the vector arithmetic of its answers."""

from __future__ import annotations

from math import sqrt
from typing import Final, Protocol

from uoserver.bsp.vectors import Vec3

OVERCLIP: Final = 1.001
"""Clipping leaves a little speed away from the plane (pmove: Ground test)."""


class Hit(Protocol):
    """The result of a sweep (collision: Trace result)."""

    @property
    def fraction(self) -> float:
        """How much of the way was free, 0..1."""

    @property
    def endpos(self) -> Vec3:
        """Where the box stands at the end."""

    @property
    def normal(self) -> Vec3:
        """Of the surface that was hit."""

    @property
    def surface_flags(self) -> int:
        """Of the surface that was hit; bits 20..24 are its type."""

    @property
    def contents(self) -> int:
        """Of what was hit."""

    @property
    def entity(self) -> int:
        """1022 world, 1023 nothing, else the entity hit."""

    @property
    def allsolid(self) -> bool:
        """The whole way lies inside something."""

    @property
    def startsolid(self) -> bool:
        """The way begins inside something."""


class Space(Protocol):
    """The surroundings of one player, who does not stand in them himself.

    Every sweep of movement is a capsule's (pmove2: Vocabulary).
    """

    def trace(
        self, start: Vec3, end: Vec3, mins: Vec3, maxs: Vec3, mask: int, *, capsule: bool = False
    ) -> Hit:
        """Sweep a body from ``start`` to ``end``."""

    def point_contents(self, point: Vec3, mask: int = -1) -> int:
        """Return the contents at a point that are in the mask."""


def clip_velocity(velocity: Vec3, normal: Vec3) -> Vec3:
    """Return a velocity without its part along a plane's normal (pmove: Ground test)."""
    nx, ny, nz = normal
    x, y, z = velocity
    off = x * nx + y * ny + z * nz
    off = off * OVERCLIP if off < 0.0 else off / OVERCLIP
    return (x - nx * off, y - ny * off, z - nz * off)


def unit(vector: Vec3) -> Vec3:
    """Return a vector at length 1; the null vector stays."""
    x, y, z = vector
    length = sqrt(x * x + y * y + z * z)
    return (x / length, y / length, z / length) if length else (0.0, 0.0, 0.0)


def dot(one: Vec3, other: Vec3) -> float:
    """Return the scalar product."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def cross(one: Vec3, other: Vec3) -> Vec3:
    """Return the vector product."""
    ax, ay, az = one
    bx, by, bz = other
    return (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)

"""What curve patches and terrain have in common (collision2: Order in one leaf)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3

from .hull import Hull
from .trace import Face


class PatchHit(NamedTuple):
    """A sweep against a patch that shortened the trace."""

    fraction: float
    normal: Vec3
    start: bool


class PatchRecord(NamedTuple):
    """A patch of lump 24: its number and box, and contents, flags and name of its material."""

    number: int
    mins: Vec3
    maxs: Vec3
    contents: int
    flags: int
    name: str


class Patch(ABC):
    """A collision patch: record `number` of lump 24."""

    __slots__ = ("contents", "maxs", "mins", "number", "record")

    def __init__(self, record: PatchRecord) -> None:
        self.record: Final = record
        self.number: Final = record.number
        self.contents: Final = record.contents
        self.mins: Final = record.mins
        self.maxs: Final = record.maxs

    def face(self, normal: Vec3) -> Face:
        """Return what touching the patch answers."""
        return Face(normal, self.record.flags, self.contents, self.record.name)

    @abstractmethod
    def sweep(self, hull: Hull, start: Vec3, end: Vec3, best: float) -> PatchHit | None:
        """Sweep a hull's centre; return a hit before `best`, or None."""

    @abstractmethod
    def holds(self, hull: Hull, point: Vec3) -> bool:
        """Return whether a hull centred on a point is inside: the stationary test."""

    @abstractmethod
    def within(self, mins: Vec3, maxs: Vec3) -> Patch:
        """Return the patch with only those parts that touch a box: the same for traces in it."""

    @abstractmethod
    def blocks(self, hull: Hull, start: Vec3, end: Vec3) -> bool:
        """Return whether the patch blocks a line of sight."""

    def reached(self, hull: Hull, start: Vec3, end: Vec3) -> bool:
        """Return whether a sweep's bounds overlap the patch's box, borders included.

        A point's line must also pass the separating tests along the three products of the
        axes with its direction (collision2: Order in one leaf).
        """
        ax, ay, az = start
        bx, by, bz = end
        if ax > bx:
            ax, bx = bx, ax
        if ay > by:
            ay, by = by, ay
        if az > bz:
            az, bz = bz, az
        (x0, y0, z0), (x1, y1, z1), (hx, hy, hz) = self.mins, self.maxs, hull.extents
        if ax - hx > x1 or bx + hx < x0 or ay - hy > y1 or by + hy < y0:
            return False
        if az - hz > z1 or bz + hz < z0:
            return False
        return not hull.is_point or start == end or self._crossed(start, end)

    def _crossed(self, start: Vec3, end: Vec3) -> bool:
        (sx, sy, sz), (ex, ey, ez), (lx, ly, lz) = start, end, self.mins
        ux, uy, uz = self.maxs
        hx, hy, hz = (ux - lx) * 0.5, (uy - ly) * 0.5, (uz - lz) * 0.5
        cx, cy, cz = (sx + ex - lx - ux) * 0.5, (sy + ey - ly - uy) * 0.5, (sz + ez - lz - uz) * 0.5
        dx, dy, dz = (ex - sx) * 0.5, (ey - sy) * 0.5, (ez - sz) * 0.5
        ax, ay, az = abs(dx), abs(dy), abs(dz)
        return (
            abs(dy * cz - dz * cy) <= hy * az + hz * ay
            and abs(dz * cx - dx * cz) <= hx * az + hz * ax
            and abs(dx * cy - dy * cx) <= hx * ay + hy * ax
        )


def any_holds(patches: Iterable[Patch], mask: int, hull: Hull, point: Vec3, seen: set[int]) -> bool:
    """Return whether a hull stands in one of the patches; those in `seen` are left out."""
    for patch in patches:
        if patch.number in seen:
            continue
        seen.add(patch.number)
        near = patch.contents & mask and patch.reached(hull, point, point)
        if near and patch.holds(hull, point):
            return True
    return False

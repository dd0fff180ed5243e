"""The solid parts of a map in a box, kept for whoever comes by next.

A player asks about nearly the same box with each usercmd, and others walk where he walked. So
boxes are widened to a grid, and what lies in the last ones asked for is kept, with its brushes
grown by the hulls that were swept there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from uoserver.bsp.vectors import Vec3

from .hull import Brush, Expanded, Hull, HullStore

if TYPE_CHECKING:
    from .patch import Patch

CELL: Final = 64.0
"""Grid that the middle of a box is widened to, units."""
SIZE_STEP: Final = 32.0
"""Multiples that half of a box's size is rounded up to, units."""
MAX_VICINITIES: Final = 512
"""Boxes kept; the one longest unused goes. What wanders all over a map costs time, not memory."""
MAX_PREPARED: Final = 16
"""Hulls kept for one of them: a game has few, an attack with ever new shapes costs no memory."""
MARGIN: Final = 1.0
"""How far beyond the box things are gathered: sweeps stop short of them."""

Shape = tuple[Vec3, Vec3, bool]
Gather = Callable[[Vec3, Vec3, int], "tuple[list[Brush], list[Patch]]"]
"""Finds the brushes and patches with any contents of a mask in a box."""

Prepared = tuple[float, float, float, Vec3, Vec3, list[Expanded], Hull]
"""Centre of a hull, the box that its centre must keep to, the brushes grown by it, and it."""


class Vicinity:
    """Brushes and patches with any contents of a mask in the box from `mins` to `maxs`."""

    __slots__ = ("_prepared", "brushes", "maxs", "mins", "patches")

    def __init__(self, gather: Gather, mins: Vec3, maxs: Vec3, mask: int) -> None:
        low = (mins[0] - MARGIN, mins[1] - MARGIN, mins[2] - MARGIN)
        high = (maxs[0] + MARGIN, maxs[1] + MARGIN, maxs[2] + MARGIN)
        brushes, patches = gather(low, high, mask)
        self.mins: Final = mins
        self.maxs: Final = maxs
        self.brushes: Final[list[Brush]] = brushes
        self.patches: Final[list[Patch]] = [patch.within(low, high) for patch in patches]
        self._prepared: Final[dict[Shape, Prepared]] = {}

    def prepare(self, hulls: HullStore, mins: Vec3, maxs: Vec3, capsule: bool) -> Prepared:
        """Return what sweeps of a shape need here; raises ValueError for what is no box."""
        key = (mins, maxs, capsule)
        found = self._prepared.get(key)
        if found is None:
            hull = hulls.get(mins, maxs, capsule)
            cx, cy, cz = hull.center
            (x0, y0, z0), (x1, y1, z1) = self.mins, self.maxs
            hx, hy, hz = hull.reach
            if len(self._prepared) >= MAX_PREPARED:
                self._prepared.clear()
            found = self._prepared[key] = (
                *(cx, cy, cz),
                (x0 + hx, y0 + hy, z0 + hz),
                (x1 - hx, y1 - hy, z1 - hz),
                list(map(hull.expanded, self.brushes)),
                hull,
            )
        return found


class VicinityStore:
    """The vicinities of a map last asked for."""

    __slots__ = ("_gather", "_kept")

    def __init__(self, gather: Gather) -> None:
        self._gather: Final = gather
        self._kept: Final[dict[tuple[float, ...], Vicinity]] = {}

    def get(self, mins: Vec3, maxs: Vec3, mask: int) -> Vicinity:
        """Return what lies in a box or a somewhat larger one around it."""
        (x0, y0, z0), (x1, y1, z1) = mins, maxs
        x, y, z = (x0 + x1) * 0.5 // CELL, (y0 + y1) * 0.5 // CELL, (z0 + z1) * 0.5 // CELL
        wide = (x1 - x0) * 0.5 // SIZE_STEP + 1.0
        deep = (y1 - y0) * 0.5 // SIZE_STEP + 1.0
        high = (z1 - z0) * 0.5 // SIZE_STEP + 1.0
        key = (x, y, z, wide, deep, high, mask)
        found = self._kept.pop(key, None)
        if found is None:
            wide, deep, high = wide * SIZE_STEP, deep * SIZE_STEP, high * SIZE_STEP
            found = Vicinity(
                self._gather,
                (x * CELL - wide, y * CELL - deep, z * CELL - high),
                ((x + 1.0) * CELL + wide, (y + 1.0) * CELL + deep, (z + 1.0) * CELL + high),
                mask,
            )
            if len(self._kept) >= MAX_VICINITIES:
                del self._kept[next(iter(self._kept))]
        self._kept[key] = found
        return found

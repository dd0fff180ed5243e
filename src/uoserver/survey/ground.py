"""Ground, water and road under a place of a map, by traces (design: MapWorld)."""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3
from uoserver.collision import ZERO, ClipModel, Surroundings, Trace
from uoserver.collision import World as Solids
from uoserver.collision.contents import SURF_SKY, VEHICLE_CLIP, WATER, surface_type
from uoserver.sim.world import DEEP, DRY, SHALLOW

from .lattice import Lattice

STEP: Final = 18.0
"""What wheels and soldiers climb, units."""
DROP: Final = 2048.0
"""How far below a place its ground may lie."""
HULL_MASK: Final = 0x11 | VEHICLE_CLIP
"""What stops vehicles: solids, glass, vehicle clips (vehicle: Physics)."""
WADE: Final = 64.0
"""Deeper water is deep."""
ASPHALT: Final = 22
"""Surface type of roads."""
ROADS: Final = ("road", "asphalt")
"""What names of materials of roads hold."""

MAX_KEPT: Final = 1 << 13
"""Places whose ground is remembered, the latest, so that long matches cost no memory. What is
remembered is what would be found again."""
COLUMN: Final = 32
"""Edge of the columns that the land is cut into to look for its ground, units; the steps of
lattices are multiples of it."""
MAX_COLUMNS: Final = 1 << 12
"""Columns kept, the latest; 2 KB each. A match is played on some thousand."""


class _Column(NamedTuple):
    """A column of the land: between which heights its ground is, and what is in it."""

    high: float
    deep: float
    land: Surroundings | ClipModel
    """All of it until somebody comes by for the second time."""


class Ground:
    """The ground of a map where its lattice says that it is played.

    Places are units. Answers depend on the place alone.
    """

    __slots__ = ("_clip", "_columns", "_kept", "_lattice", "_margin", "_pools", "_solids")

    def __init__(self, clip: ClipModel, lattice: Lattice) -> None:
        self._clip: Final = clip
        self._solids: Final = Solids(clip)
        self._lattice: Final = lattice
        # A step above the highest neighbour, and what a slope of 45 degrees adds half-way to it.
        self._margin: Final = STEP + lattice.step / 2
        self._kept: Final[dict[tuple[float, float], float | None]] = {}
        self._columns: Final[dict[tuple[float, float], _Column]] = {}
        self._pools: Final = tuple(
            (*brush.mins[:2], *brush.maxs) for brush in clip.brushes if brush.contents & WATER
        )

    def around(self, x: float, y: float, reach: float, high: float) -> Surroundings:
        """Return what lies about a place, up to so high above the ground, for many traces there."""
        top, low, _ = self._lattice.around(x, y)
        floor, roof = low - 2 * STEP - self._lattice.step, top + max(self._margin, high) + STEP
        return self._solids.around(
            (x - reach, y - reach, floor), (x + reach, y + reach, roof), HULL_MASK
        )

    def at(self, x: float, y: float) -> float | None:
        """Return the height of the ground, None where there is none that can be stood on.

        There is none inside walls, and where the ground lies deeper than a slope or a ledge of the
        lattice explains: that is what is seen from under a terrain, which stops nothing from below.
        """
        key = (x, y)
        try:
            return self._kept[key]
        except KeyError:
            pass
        trace = self.look(x, y)
        found = None if trace is None else trace.endpos[2]
        if len(self._kept) >= MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = found
        return found

    def look(self, x: float, y: float) -> Trace | None:
        """Return the trace that ends on the ground, None as `at` does."""
        key = ((x - self._lattice.west) // COLUMN, (y - self._lattice.south) // COLUMN)
        column = self._columns.get(key)
        if column is None:
            column = self._columns[key] = self._begin(x, y)
        elif column.land is self._clip:
            column = self._columns[key] = self._cut(column, *key)
        high, deep, land = column
        trace = land.trace((x, y, high), (x, y, deep), ZERO, ZERO, HULL_MASK)
        return None if trace.startsolid or trace.fraction == 1.0 else trace

    def _begin(self, x: float, y: float) -> _Column:
        """Return a column that nobody has asked for: a survey comes by but once."""
        top, low, _ = self._lattice.around(x, y)
        if len(self._columns) >= MAX_COLUMNS:
            del self._columns[next(iter(self._columns))]
        return _Column(top + self._margin, low - STEP - self._lattice.step, self._clip)

    def _cut(self, column: _Column, east: float, north: float) -> _Column:
        """Return a column with what is in it alone."""
        x, y = self._lattice.west + east * COLUMN, self._lattice.south + north * COLUMN
        land = self._solids.column(
            (x, y, column.deep), (x + COLUMN, y + COLUMN, column.high), HULL_MASK
        )
        return column._replace(land=land)

    def level(self, x: float, y: float) -> float:
        """Return the height of the ground, of the nearest that can be walked to if need be."""
        found = self.at(x, y)
        return float(self._lattice.around(x, y).top) if found is None else found

    def depth(self, x: float, y: float) -> float:
        """Return how deep the water on the ground of a place is, 0 on dry ground."""
        ground = self.level(x, y)
        if not any(
            x0 <= x <= x1 and y0 <= y <= y1 and ground < top for x0, y0, x1, y1, top in self._pools
        ):
            return 0.0
        top = self._clip.bounds[1][2] + 1.0
        over = (x, y, ground + 1.0)
        if not self._clip.point_contents(over) & WATER:
            # A sheet of water is as deep as what is below it, a pond on a roof is none.
            above = self._clip.trace(over, (x, y, top), ZERO, ZERO, HULL_MASK | WATER)
            if not above.contents & WATER:
                return 0.0
        surface = self._clip.trace((x, y, top), over, ZERO, ZERO, WATER)
        return max(0.0, surface.endpos[2] - ground)

    def water(self, x: float, y: float) -> int:
        """Return `DRY`, `SHALLOW` or `DEEP`, by the depth of the water."""
        depth = self.depth(x, y)
        return DRY if depth <= 0.0 else SHALLOW if depth <= WADE else DEEP

    def slope(self, x: float, y: float) -> Vec3:
        """Return the normal of the ground, straight up where there is none."""
        trace = self.look(x, y)
        return (0.0, 0.0, 1.0) if trace is None else trace.normal

    def paved(self, x: float, y: float) -> bool:
        """Return whether a place is on a road."""
        trace = self.look(x, y)
        return trace is not None and is_road(trace)


def is_road(trace: Trace) -> bool:
    """Return whether what a trace met is a road: by its surface type, or its material's name."""
    if surface_type(trace.surface_flags) == ASPHALT:
        return True
    name = trace.material.lower()
    return any(word in name for word in ROADS)


def is_sky(trace: Trace) -> bool:
    """Return whether a trace met the sky."""
    return bool(trace.surface_flags & SURF_SKY)

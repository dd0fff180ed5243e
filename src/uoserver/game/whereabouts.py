"""Where on a map the things of a game are, for who asks what can be seen: remembered by place."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3
    from uoserver.collision import Link, World

GRID: Final = 64
"""Boxes are rounded outwards to this, units: what moves a little is where it was, and what goes
where another went is known. So a thing is seen a little before it is, never later."""
MAX_KEPT: Final = 1 << 12
"""Boxes that are remembered, the latest: on a large map each takes 2 KB."""

_Box = tuple[int, int, int, int, int, int]
_Square = tuple[int, int, int]


class Whereabouts:
    """The clusters and areas that boxes of one world touch."""

    def __init__(self, world: World) -> None:
        self._world: Final = world
        self._kept: Final[dict[_Box, Link]] = {}
        self._points: Final[dict[_Square, Link]] = {}

    def link(self, mins: Vec3, maxs: Vec3) -> Link:
        """Return what a box touches; for boxes in the same squares it is the same object."""
        box = (
            floor(mins[0] / GRID),
            floor(mins[1] / GRID),
            floor(mins[2] / GRID),
            ceil(maxs[0] / GRID),
            ceil(maxs[1] / GRID),
            ceil(maxs[2] / GRID),
        )
        found = self._kept.get(box)
        if found is None:
            if len(self._kept) >= MAX_KEPT:
                del self._kept[next(iter(self._kept))]
            west, south, low, east, north, high = (float(side * GRID) for side in box)
            found = self._world.touched((west, south, low), (east, north, high))
            self._kept[box] = found
        return found

    def at(self, place: Vec3) -> Link:
        """Return what the square round a point touches, which takes less time than `link`."""
        x, y, z = place
        square = (int(x // GRID), int(y // GRID), int(z // GRID))
        found = self._points.get(square)
        if found is None:
            if len(self._points) >= MAX_KEPT:
                del self._points[next(iter(self._points))]
            found = self._points[square] = self.link(place, place)
        return found

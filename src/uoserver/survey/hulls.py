"""The boxes that stand for a hull in traces (design: MapWorld)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3
from uoserver.sim.shapes import Part

from .coordinates import units
from .ground import STEP

MAX_HULLS: Final = 64
"""Shapes kept; there are about as many as classes of objects."""
MOST_WAY: Final = 16.0
"""Units that vehicles on the ground go in a tick; whoever goes farther is looked after as well."""
LEAST_HEIGHT: Final = 1.0
"""Of a box above the step it is raised by, for what is lower."""


class Boxes(NamedTuple):
    """Equal boxes, and where their middles are: ahead of the hull's, 16.16 pixels.

    Three, or one for who is so short that they would be nearly the same: soldiers.
    """

    mins: Vec3
    maxs: Vec3
    offsets: tuple[int, ...]
    reach: float
    """How far from its middle a hull and a step of it take room, units."""


@lru_cache(maxsize=MAX_HULLS)
def boxes_of(part: Part) -> Boxes:
    """Return the boxes of the part of a shape that is the hull.

    Their edge is half of its width, so that the first ends at the bow and the last at the stern;
    they are raised by the step height and end with the hull.
    """
    if part.corners:
        xs, ys = [x for x, _ in part.corners], [y for _, y in part.corners]
        west, north, east, south = min(xs), min(ys), max(xs), max(ys)
    else:
        west, north, east, south = part.box
    half = (east - west) // 4
    bow, stern = max(0, -north - half), min(0, half - south)
    size, top = units(half), max(units(part.high), STEP + LEAST_HEIGHT)
    reach = units(max(bow, -stern)) + size + MOST_WAY
    middle = bow + stern >> 1
    offsets = (middle,) if units(bow - stern) < size else (bow, middle, stern)
    return Boxes((-size, -size, STEP), (size, size, top), offsets, reach)

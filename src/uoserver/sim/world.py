"""The ground under the simulation: what it asks of a world, and the flat world of a grid.

Heights in the simulation are above the ground under the object. The cells with their static
objects are the simulation's own (`grid`); a world adds what the land itself does.
"""

from __future__ import annotations

from typing import Protocol

from .grid import EDGE, Grid, centre
from .shapes import Form, Part, Placed, Shape, parts_meet
from .tables import terrain as t
from .tables.statics import BRIDGE_ACROSS, BRIDGE_UPRIGHT

DRY, SHALLOW, DEEP = 0, 1, 2
BRIDGES = (BRIDGE_ACROSS, BRIDGE_UPRIGHT)
POINT = Part(Form.POINT, 0, 0, 0, 0, (0, 0, 0, 0))
"""For objects without a shape."""


class World(Protocol):
    """What the simulation asks of the land. Places are 16.16 pixels."""

    def outside(self, x: int, y: int) -> bool:
        """Return whether a place is off the map."""

    def height(self, x: int, y: int) -> int:
        """Return the height of the ground, for those who compare heights far apart."""

    def hull_stopped(self, shape: Shape, old: Placed, new: Placed) -> bool:
        """Return whether the land stops a hull on its way."""

    def shot_stopped(self, old: Placed, new: Placed) -> bool:
        """Return whether the land stops a shell on its way."""

    def water(self, cell: int, at: Placed) -> int:
        """Return `DRY`, `SHALLOW` or `DEEP` for a shape on the ground of a cell of the map."""


class GridWorld:
    """Flat land as large as the grid, with the shores of its terrain."""

    __slots__ = ("_grid",)

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def outside(self, x: int, y: int) -> bool:
        """Return whether a place is off the grid."""
        return not (0 <= x < EDGE and 0 <= y < EDGE)

    def height(self, _x: int, _y: int) -> int:
        """Return 0: the land is flat."""
        return 0

    def hull_stopped(self, _shape: Shape, _old: Placed, _new: Placed) -> bool:
        """Return False: terrain never stops anything."""
        return False

    def shot_stopped(self, _old: Placed, _new: Placed) -> bool:
        """Return False: shells meet the ground at height 0 by themselves."""
        return False

    def water(self, cell: int, at: Placed) -> int:
        """Return the water under a shape, of which the first part counts (rules: Water state)."""
        terrain = self._grid.terrain[cell]
        if terrain > t.LAST_WET or self._grid.static[cell] in BRIDGES:
            return DRY
        if terrain < t.FIRST_SHORE:
            return terrain if terrain in (t.SHALLOW, t.DEEP) else DRY
        x, y = centre(cell)
        if terrain < t.FIRST_SHALLOW:
            shore = t.SHORES[terrain - t.FIRST_SHORE]
            part = at.shape[0] if at.shape else POINT
            there = Placed((), x, y, 0, shore.heading)
            return SHALLOW if parts_meet(part, at, shore.part, there) is shore.inverted else DRY
        if terrain < t.FIRST_BORDER:
            return SHALLOW
        west, north, east, south = t.SHALLOWS[terrain - t.FIRST_BORDER]
        inside = west <= at.x - x <= east and north <= at.y - y <= south
        return SHALLOW if inside else DEEP

"""The ground under the simulation: what it asks of a world, and the flat world of a grid.

Heights in the simulation are above the ground under the object, those of shells too: who aims asks
for no others (decisions: On maps). The cells with their static
objects are the simulation's own (`grid`); a world adds what the land itself does.
"""

from __future__ import annotations

from typing import Protocol

from .grid import EDGE, OUTSIDE, Grid, cell_at, centre
from .shapes import Form, Part, Placed, parts_meet
from .tables import terrain as t
from .tables.statics import BRIDGE_ACROSS, BRIDGE_UPRIGHT

DRY, SHALLOW, DEEP = 0, 1, 2
BRIDGES = (BRIDGE_ACROSS, BRIDGE_UPRIGHT)
POINT = Part(Form.POINT, 0, 0, 0, 0, (0, 0, 0, 0))
"""For objects without a shape."""


Place = tuple[int, int, int]
"""x, y, z."""


class World(Protocol):
    """What the simulation asks of the land. Places are 16.16 pixels.

    The cells with what stands on them are the simulation's own: whoever makes a world of another
    kind fills them (`grid.Grid`).
    """

    @property
    def flat(self) -> bool:
        """Whether the land stops nobody; then neither of the two below is asked."""

    def hull_stopped(self, old: Place, new: Placed) -> bool:
        """Return whether the land stops a hull on its way; one that turns has not moved."""

    def shot_stopped(self, old: Place, new: Placed) -> bool:
        """Return whether the land stops a shell on its way."""

    def outside(self, x: int, y: int) -> bool:
        """Return whether a place is off the map."""

    def water(self, cell: int, at: Placed) -> int:
        """Return `DRY`, `SHALLOW` or `DEEP` for a shape on the ground of a cell.

        The cell is `grid.OUTSIDE` off the grid.
        """


class GridWorld:
    """Flat land as large as the grid, with the shores of its terrain and deep water around."""

    __slots__ = ("_grid",)

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    @property
    def flat(self) -> bool:
        """Return True: terrain stops nobody, and shells meet the ground by themselves."""
        return True

    def hull_stopped(self, _old: Place, _new: Placed) -> bool:
        """Return False."""
        return False

    def shot_stopped(self, _old: Place, _new: Placed) -> bool:
        """Return False."""
        return False

    def outside(self, x: int, y: int) -> bool:
        """Return whether a place is off the grid."""
        return not (0 <= x < EDGE and 0 <= y < EDGE)

    def water(self, cell: int, at: Placed) -> int:
        """Return the water under a shape, of which the first part counts (rules: Water state)."""
        if cell == OUTSIDE:
            return DEEP
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


def cell_water(grid: Grid, cell: int) -> int:
    """Return the water of a cell as a whole: all that has some and is not deep is shallow."""
    if cell == OUTSIDE:
        return DEEP
    terrain = grid.terrain[cell]
    if terrain > t.LAST_WET or terrain in (t.LAND, t.OTHER_LAND):
        return DRY
    return DEEP if terrain == t.DEEP else SHALLOW


def box_water(world: World, x: int, y: int, radius: int) -> int:
    """Return `DRY` when a corner of a square round a place is, else the last corner's water."""
    water = DRY
    for dx, dy in ((-radius, -radius), (radius, -radius), (radius, radius), (-radius, radius)):
        corner = Placed((), x + dx, y + dy, 0)
        water = world.water(cell_at(corner.x, corner.y), corner)
        if water == DRY:
            break
    return water

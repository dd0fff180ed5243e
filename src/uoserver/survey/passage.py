"""Whether vehicles get from the middle of a cell to that of a neighbour, for those who plan ways.

`likely` looks at the lattice only and takes microseconds: it is for whoever looks over a whole map.
`sure` sweeps a hull along the way as driving would, which takes a thousand times as long: it is for
the few cells that lie ahead.
"""

from __future__ import annotations

from typing import Final

from uoserver.sim.grid import SIZE, centre
from uoserver.sim.kernel.headings import angle_between
from uoserver.sim.shapes import Placed, Shape
from uoserver.sim.shapetable import SHAPES

from .coordinates import CELL_UNITS, cell_middle
from .mapworld import MapWorld

WAYS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Columns and rows to the eight neighbours, from north clockwise."""
RISE: Final = 40
"""Units that the ground may rise or fall from node to node, 64 apart: more is a wall or a bank."""
STRIDES: Final = 8
"""Pieces in which a way of a cell is driven: each may rise by a step."""


class Passage:
    """The ways between the cells of a map; nothing of it changes in a match."""

    __slots__ = ("_columns", "_lattice", "_likely", "_rows", "_steps", "_sure", "_world")

    def __init__(self, world: MapWorld) -> None:
        self._world: Final = world
        self._lattice: Final = world.lattice
        self._columns: Final = world.lattice.columns
        self._rows: Final = world.lattice.rows
        self._steps: Final = CELL_UNITS // world.lattice.step
        self._likely: Final[dict[int, int]] = {}
        self._sure: Final[dict[tuple[int, int, int], bool]] = {}

    def likely(self, cell: int) -> int:
        """Return a bit for each of the `WAYS` from a cell that the ground seems to allow."""
        found = self._likely.get(cell)
        if found is None:
            found = self._likely[cell] = self._look(cell)
        return found

    def _look(self, cell: int) -> int:
        lattice = self._lattice
        x, y = cell_middle(cell)
        column = int((x - lattice.west) // lattice.step)
        row = int((y - lattice.south) // lattice.step)
        bits = 0
        for number, (across, down) in enumerate(WAYS):
            if self._even(column, row, across, -down):
                bits |= 1 << number
        return bits

    def _even(self, column: int, row: int, across: int, up: int) -> bool:
        """Return whether all nodes of a way can be walked to, and none lies much higher."""
        lattice, steps = self._lattice, self._steps
        last_column, last_row = column + across * steps, row + up * steps
        if not (0 <= column < self._columns and 0 <= row < self._rows):
            return False
        if not (0 <= last_column < self._columns and 0 <= last_row < self._rows):
            return False
        stride = up * self._columns + across
        rise = RISE * lattice.step // 64 * (3 if across and up else 2) // 2
        node, before = row * self._columns + column, None
        for _ in range(steps + 1):
            level = lattice.levels[node]
            if not lattice.reached[node] or (before is not None and abs(level - before) > rise):
                return False
            node, before = node + stride, level
        return True

    def sure(self, cell: int, there: int, shape: int) -> bool:
        """Return whether a shape gets from a cell to its neighbour; static objects do not count."""
        key = (cell, there, shape)
        found = self._sure.get(key)
        if found is None:
            found = self._sure[key] = self._drive(cell, there, SHAPES[shape])
        return found

    def swept(self, cell: int, there: int, shape: int) -> bool:
        """Return whether `sure` knows its answer already."""
        return (cell, there, shape) in self._sure

    def _drive(self, cell: int, there: int, hull: Shape) -> bool:
        (x, y), (to_x, to_y) = centre(cell), centre(there)
        heading = angle_between(x, y, to_x, to_y)
        old = (x, y, 0)
        for part in range(1, STRIDES + 1):
            new = (x + (to_x - x) * part // STRIDES, y + (to_y - y) * part // STRIDES, 0)
            if self._world.outside(new[0], new[1]):
                return False
            if self._world.hull_stopped(old, Placed(hull, *new, heading)):
                return False
            old = new
        return True


def neighbour(cell: int, way: int) -> int:
    """Return the cell a way leads to, -1 beyond the grid."""
    across, down = WAYS[way]
    column, row = cell % SIZE + across, cell // SIZE + down
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else -1

"""Whether vehicles get from the middle of a cell to that of a neighbour, for those who plan ways.

`likely` looks at the lattice only and takes microseconds: it is for whoever looks over a whole map.
`sure` sweeps a box from node to node, which takes a hundred times as long: it is for the few cells
that lie ahead. Of 1,456 likely ways on the stand-in mp_foy it is wrong about 6 in 100, as many to
either side, where driving in strides of a tick is right; that takes twelve times as long.
"""

from __future__ import annotations

from typing import Final

from uoserver.sim.grid import SIZE

from .coordinates import CELL_UNITS, cell_middle
from .mapworld import MapWorld
from .path import Ways

WAYS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Columns and rows to the eight neighbours, from north clockwise."""
RISE: Final = 40
"""Units that the ground may rise or fall from node to node, 64 apart: more is a wall or a bank."""
HALF: Final = 36.0
"""Half the width in units of what is swept: a jeep's. Wider boxes find fewer ways that there are
for tanks, and no fewer that there are not."""


class Passage:
    """The ways between the cells of a map; nothing of it changes in a match."""

    __slots__ = ("_columns", "_lattice", "_likely", "_rows", "_steps", "_sure", "_ways")

    def __init__(self, world: MapWorld) -> None:
        self._ways: Final = Ways(world.clip, world.lattice, lambda _node: False, HALF)
        self._lattice: Final = world.lattice
        self._columns: Final = world.lattice.columns
        self._rows: Final = world.lattice.rows
        self._steps: Final = CELL_UNITS // world.lattice.step
        self._likely: Final[dict[int, int]] = {}
        self._sure: Final[dict[tuple[int, int], bool]] = {}

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

    def sure(self, cell: int, there: int) -> bool:
        """Return whether a hull gets from a cell to its neighbour; static objects do not count."""
        key = (cell, there)
        found = self._sure.get(key)
        if found is None:
            found = self._sure[key] = self._drive(cell, there)
        return found

    def swept(self, cell: int, there: int) -> bool:
        """Return whether `sure` knows its answer already."""
        return (cell, there) in self._sure

    def _drive(self, cell: int, there: int) -> bool:
        lattice, steps = self._lattice, self._steps
        node, goal = (lattice.nearest(*cell_middle(each)) for each in (cell, there))
        stride = (goal - node) // steps
        return all(
            self._ways.free(node + part * stride, node + part * stride + stride)
            for part in range(steps)
        )


def neighbour(cell: int, way: int) -> int:
    """Return the cell a way leads to, -1 beyond the grid."""
    across, down = WAYS[way]
    column, row = cell % SIZE + across, cell // SIZE + down
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else -1

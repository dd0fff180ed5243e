"""Heights of the ground a map is played on, on a square lattice over the world.

The simulation names a place by x and y alone. Where floors lie above each other one of them must be
meant, and it must be the same one whoever asks and in whatever order. So the survey walks from the
spawn points over the lattice and notes the floor it came by; between its nodes the ground is looked
for near the heights of the four around (`ground`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from uoserver.bsp.spawn import Bounds

from .coordinates import REACH

FINE: Final = 64
COARSE: Final = 128
"""Units between nodes, on maps of ordinary and of great size."""
MAX_FINE_NODES: Final = 49_152
"""More of them would keep a host waiting; a coarse lattice has 66,049 at most."""

ONE_WAY, BOTH_WAYS = 1, 2
"""How a node was reached from a spawn point: perhaps by a fall, or so that one can go back."""


class Corners(NamedTuple):
    """The greatest and the least height around a place, of nodes that were reached if any was."""

    top: int
    low: int
    reached: bool


@dataclass(frozen=True, slots=True)
class Lattice:
    """Nodes of a world, row by row from the south, each row from the west. All numbers are units.

    ``levels`` are rounded down. A node that cannot be walked to has the level of the nearest one
    that can, and 0 in ``reached``; the others have `ONE_WAY` or `BOTH_WAYS` there.
    """

    step: int
    west: int
    south: int
    columns: int
    rows: int
    levels: tuple[int, ...]
    reached: bytes

    def place(self, node: int) -> tuple[float, float]:
        """Return the x and y of a node."""
        row, column = divmod(node, self.columns)
        return float(self.west + column * self.step), float(self.south + row * self.step)

    def nearest(self, x: float, y: float) -> int:
        """Return the node nearest to a place; beyond the edge one of the edge."""
        half = self.step / 2
        column = int((x + half - self.west) // self.step)
        row = int((y + half - self.south) // self.step)
        column = max(0, min(self.columns - 1, column))
        return max(0, min(self.rows - 1, row)) * self.columns + column

    def around(self, x: float, y: float) -> Corners:
        """Return the heights around a place; beyond the edge those of the edge."""
        columns, step = self.columns, self.step
        column, row = int((x - self.west) // step), int((y - self.south) // step)
        # Asked several times for each step of each vehicle: written out.
        if column < 0:
            column = 0
        elif column > columns - 2:
            column = columns - 2
        if row < 0:
            row = 0
        elif row > self.rows - 2:
            row = self.rows - 2
        a = row * columns + column
        nodes = (a, a + 1, a + columns, a + columns + 1)
        levels, reached = self.levels, self.reached
        heights = [levels[node] for node in nodes if reached[node]]
        if heights:
            return Corners(max(heights), min(heights), True)
        heights = [levels[node] for node in nodes]
        return Corners(max(heights), min(heights), False)


class Frame(NamedTuple):
    """Where the nodes of a world lie; `Lattice` says what the names mean."""

    step: int
    west: int
    south: int
    columns: int
    rows: int


def frame_of(bounds: Bounds) -> Frame | None:
    """Return the nodes over a world, on whole multiples of their distance, None for no world.

    Middles of cells are nodes. What lies beyond the cells has none.
    """
    for step in (FINE, COARSE):
        (x0, y0, _), (x1, y1, _) = bounds
        first = [max(-REACH, int(low // step) * step) for low in (x0, y0)]
        last = [min(REACH, -int(-high // step) * step) for high in (x1, y1)]
        columns, rows = ((b - a) // step + 1 for a, b in zip(first, last, strict=True))
        if columns < 2 or rows < 2:
            return None
        if columns * rows <= MAX_FINE_NODES or step == COARSE:
            return Frame(step, first[0], first[1], columns, rows)
    return None

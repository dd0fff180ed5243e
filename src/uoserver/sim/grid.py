"""The 128 x 128 cells of a world: terrain, static objects, sides, hit points, object chains.

Cell numbers run row by row, north first. (Specification 3: Map cells for the simulation.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .kernel.fixmath import HALF_CELL

SIZE: Final = 128
"""Cells in a row and in a column."""
CELLS: Final = SIZE * SIZE
CELL_SHIFT: Final = 21
EDGE: Final = SIZE << CELL_SHIFT
"""Where the grid ends, in 16.16 pixels."""
OUTSIDE: Final = CELLS
"""The pseudo-cell in whose chain everything off the map is."""
JITTERS: Final = 256

Jitter = tuple[int, int, int, int]
"""What is irregular about a cell: pixels to the east and south, and two small numbers."""


@dataclass(slots=True)
class Grid:
    """The cells. ``side`` is 0, 1 or 2 for none; it counts only where there is a static object."""

    terrain: bytearray = field(default_factory=lambda: bytearray(CELLS))
    static: bytearray = field(default_factory=lambda: bytearray(CELLS))
    side: bytearray = field(default_factory=lambda: bytearray(CELLS))
    hits: bytearray = field(default_factory=lambda: bytearray(CELLS))
    """Hit points left of the static object."""
    mined: bytearray = field(default_factory=lambda: bytearray(CELLS))
    """1 where a mine shows on the radar."""
    chain: list[int] = field(default_factory=lambda: [0] * (CELLS + 1))
    """Slot of the first object in each cell, and off the map."""
    jitter: list[Jitter] = field(default_factory=lambda: [(0, 0, 0, 0)] * JITTERS)


def cell_at(x: int, y: int) -> int:
    """Return the cell of a place, `OUTSIDE` off the map."""
    if 0 <= x < EDGE and 0 <= y < EDGE:
        return (y >> CELL_SHIFT) * SIZE + (x >> CELL_SHIFT)
    return OUTSIDE


def cell_number(column: int, row: int) -> int:
    """Return the cell of a column and a row, `OUTSIDE` off the map."""
    if 0 <= column < SIZE and 0 <= row < SIZE:
        return row * SIZE + column
    return OUTSIDE


def centre(cell: int) -> tuple[int, int]:
    """Return the middle of a cell."""
    return (
        (cell % SIZE << CELL_SHIFT) + HALF_CELL,
        (cell // SIZE << CELL_SHIFT) + HALF_CELL,
    )


def jitter_of(grid: Grid, cell: int) -> Jitter:
    """Return what is irregular about a cell: the table repeats every 16 cells."""
    return grid.jitter[(cell // SIZE & 15) * 16 + (cell & 15)]

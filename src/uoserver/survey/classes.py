"""Terrain of the cells: land, water, roads (design: MapWorld; tables 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from uoserver.sim.grid import CELLS, SIZE, cell_number
from uoserver.sim.tables import terrain as t

from .coordinates import cell_middle
from .ground import Ground

_LANES: Final = {t.lanes(number): number for number in range(t.PAVED_LAST, t.ROAD_FIRST - 1, -1)}
"""Paved terrain by where its lanes lead, of equal ones the first."""
STRAIGHT: Final = {
    0: _LANES[t.EAST | t.WEST],
    t.NORTH: _LANES[t.NORTH | t.SOUTH],
    t.SOUTH: _LANES[t.NORTH | t.SOUTH],
    t.EAST: _LANES[t.EAST | t.WEST],
    t.WEST: _LANES[t.EAST | t.WEST],
    t.NORTH | t.SOUTH | t.WEST: _LANES[t.NORTH | t.SOUTH],
}
"""Roads that have no tile of their own: ends, and the crossing with a road to the west."""


def classes(ground: Ground, cells: Iterable[int]) -> bytes:
    """Return the terrain of every cell, by what is in its middle; beyond the cells given, deep.

    A road's tile is the one that leads to those of its four neighbours that are roads.
    """
    terrain = bytearray((t.DEEP,)) * CELLS
    paved: set[int] = set()
    for cell in cells:
        x, y = cell_middle(cell)
        terrain[cell] = (t.LAND, t.SHALLOW, t.DEEP)[ground.water(x, y)]
        if terrain[cell] == t.LAND and ground.paved(x, y):
            paved.add(cell)
    for cell in sorted(paved):
        row, column = divmod(cell, SIZE)
        lanes = 0
        for lane, across, down in (
            *((t.NORTH, 0, -1), (t.SOUTH, 0, 1)),
            *((t.EAST, 1, 0), (t.WEST, -1, 0)),
        ):
            if cell_number(column + across, row + down) in paved:
                lanes |= lane
        terrain[cell] = STRAIGHT.get(lanes) or _LANES[lanes]
    return bytes(terrain)

"""Terrain of the cells: land, water, roads (design: MapWorld; tables 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from uoserver.sim.grid import CELLS
from uoserver.sim.tables import terrain as t

from .coordinates import cell_middle
from .ground import Ground

KINDS: Final = (t.LAND, t.SHALLOW, t.DEEP, t.PAVED)
"""What cells of a survey can be."""


def classes(ground: Ground, cells: Iterable[int]) -> bytes:
    """Return the terrain of every cell, by what is in its middle; beyond the cells given, deep."""
    terrain = bytearray((t.DEEP,)) * CELLS
    for cell in cells:
        x, y = cell_middle(cell)
        terrain[cell] = (t.LAND, t.SHALLOW, t.DEEP)[ground.water(x, y)]
        if terrain[cell] == t.LAND and ground.paved(x, y):
            terrain[cell] = t.PAVED
    return bytes(terrain)

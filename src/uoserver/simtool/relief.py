"""The ground of a real map under the cells: heights as light and shade, and where nobody can be.

It is painted from the survey alone, once, a pixel for each of its nodes.
"""

from __future__ import annotations

from typing import Final

from PIL import Image

from uoserver.sim.kernel.fixmath import ONE
from uoserver.survey.coordinates import sim_x, sim_y
from uoserver.survey.lattice import Lattice

from . import palette as p
from .canvas import Canvas
from .textmap import Area

STEEP: Final = 0.9
"""How much a slope of 45 degrees to the north-west is lit, or one to the south-east darkened."""
_HIGH: Final[p.Colour] = (182, 170, 124)
_LOW: Final[p.Colour] = (98, 126, 74)


class Relief:
    """The ground of a map by the nodes of its survey; ``area`` is what of the grid it fills."""

    def __init__(self, lattice: Lattice, area: Area) -> None:
        self._columns = range(area.column, area.column + area.columns)
        self._rows = range(area.row, area.row + area.rows)
        self._image = _painted(lattice)
        x0, y0 = lattice.place((lattice.rows - 1) * lattice.columns)
        x1, _ = lattice.place(lattice.rows * lattice.columns - 1)
        self._corner = (sim_x(x0) / ONE, sim_y(y0) / ONE)
        self._step = (sim_x(x1) - sim_x(x0)) / ONE / (lattice.columns - 1)

    def holds(self, column: int, row: int) -> bool:
        """Return whether a cell is a part of the map."""
        return column in self._columns and row in self._rows

    def paint(self, canvas: Canvas) -> None:
        """Fill a canvas with the ground under it; beyond the map there is nothing."""
        width, height = canvas.image.size
        box = []
        for place, first, long in zip(canvas.corner, self._corner, (width, height), strict=True):
            low = (place - first) / self._step + 0.5
            box.append((low, low + long / canvas.factor / self._step))
        (left, right), (top, bottom) = box
        ground = self._image.transform(
            canvas.image.size,
            Image.Transform.EXTENT,
            (left, top, right, bottom),
            Image.Resampling.BILINEAR,
            fillcolor=p.VOID,
        )
        canvas.image.paste(ground)


def _painted(lattice: Lattice) -> Image.Image:
    """Return a picture of the nodes, the northernmost row first."""
    columns, rows, levels, reached = lattice.columns, lattice.rows, lattice.levels, lattice.reached
    walked = [level for level, how in zip(levels, reached, strict=True) if how] or [0]
    low, span = min(walked), max(1, max(walked) - min(walked))
    pixels = bytearray()
    for row in range(rows - 1, -1, -1):
        for node in range(row * columns, (row + 1) * columns):
            colour = p.BLOCK
            if reached[node]:
                share = max(0.0, min(1.0, (levels[node] - low) / span))
                colour = _lit(p.mix(_LOW, _HIGH, share), _slope(lattice, node))
            pixels += bytes(colour)
    return Image.frombytes("RGB", (columns, rows), bytes(pixels))


def _slope(lattice: Lattice, node: int) -> float:
    """Return how much the ground looks to the north-west: 1 for 45 degrees."""
    columns, levels = lattice.columns, lattice.levels
    row, column = divmod(node, columns)
    west, east = node - (column > 0), node + (column < columns - 1)
    south = node - columns * (row > 0)
    north = node + columns * (row < lattice.rows - 1)
    across = (levels[east] - levels[west]) / max(1, east - west)
    down = (levels[south] - levels[north]) / max(1, (north - south) // columns)
    return (across + down) / 2 / lattice.step


def _lit(colour: p.Colour, slope: float) -> p.Colour:
    share = max(-0.6, min(0.45, slope * STEEP))
    return p.lighter(colour, share) if share >= 0 else p.darker(colour, -share)

"""The land of a simulation as a picture, drawn in blocks that are kept until they change."""

from __future__ import annotations

from math import floor
from typing import Final

from PIL import Image

from uoserver.sim.defences.turret import TOWERS
from uoserver.sim.grid import CELLS, SIZE
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import DOOR_GLOW

from . import palette as p
from .canvas import CELL, FINE, Canvas
from .defenceart import paint_resting_gun
from .ground import paint_cell
from .relief import Relief
from .staticart import paint_static

BLOCK: Final = 8
"""Cells to a side."""
MARGIN: Final = 1
"""Cells beside a block whose trees and shadows reach into it."""
MAX_KEPT: Final = 24_000_000
"""Picture pixels of blocks that are kept beside those in sight: 72 MB."""

_BlockNumber = tuple[int, int]


class Land:
    """Draws the land of one simulation at one scale."""

    def __init__(self, sim: Simulation, scale: float, relief: Relief | None = None) -> None:
        self._sim = sim
        self._factor = scale * FINE
        self._relief = relief
        self._blocks: dict[_BlockNumber, Image.Image] = {}
        self._seen: tuple[bytes, bytes, bytes] | None = None

    def canvas(self, left: float, top: float, size: tuple[int, int]) -> Canvas:
        """Return a canvas with the land on it, whose corner is at a place or half a pixel off it.

        ``size`` is that of the picture in the end (`Canvas.reduced`).
        """
        self._forget_what_changed()
        factor, (width, height) = self._factor, size
        x0, y0 = round(left * factor), round(top * factor)
        beyond = p.VOID if self._relief else p.DEEP
        image = Image.new("RGB", (width * FINE, height * FINE), beyond)
        used = dict[_BlockNumber, Image.Image]()
        for row in self._between(y0, image.height):
            for column in self._between(x0, image.width):
                number = (column, row)
                if number in self._blocks:
                    used[number] = self._blocks.pop(number)
                else:
                    used[number] = self._paint(column, row)
                image.paste(used[number], (self._edge(column) - x0, self._edge(row) - y0))
        self._blocks |= used  # the last that were used are at the end
        self._forget_the_oldest(len(used))
        return Canvas(image, (x0 / factor, y0 / factor), factor)

    def _edge(self, number: int) -> int:
        """Return the pixel at which a column or row of blocks begins."""
        return floor(number * BLOCK * CELL * self._factor)

    def _between(self, first: int, count: int) -> range:
        """Return the columns or rows of blocks that so many pixels show."""
        wide = BLOCK * CELL * self._factor
        low, high = floor(first / wide) - 1, floor((first + count) / wide) + 1
        inside = range(max(0, low), min(SIZE // BLOCK, high + 1))
        shown = [n for n in inside if self._edge(n) < first + count and self._edge(n + 1) > first]
        return range(shown[0], shown[-1] + 1) if shown else range(0)

    # -- blocks ------------------------------------------------------------------------------------

    def _paint(self, column: int, row: int) -> Image.Image:
        x0, y0 = self._edge(column), self._edge(row)
        size = (max(1, self._edge(column + 1) - x0), max(1, self._edge(row + 1) - y0))
        image = Image.new("RGB", size, p.LAND)
        canvas = Canvas(image, (x0 / self._factor, y0 / self._factor), self._factor)
        if self._relief:
            self._relief.paint(canvas)
        grid = self._sim.state.grid
        cells = [
            (x, y)
            for y in _inside(row * BLOCK - MARGIN, (row + 1) * BLOCK + MARGIN)
            for x in _inside(column * BLOCK - MARGIN, (column + 1) * BLOCK + MARGIN)
            if self._relief is None or self._relief.holds(x, y)
        ]
        for x, y in cells:
            paint_cell(canvas, grid, x, y, bare=self._relief is None)
        for x, y in cells:
            cell = y * SIZE + x
            if grid.static[cell]:
                paint_static(canvas, grid, cell)
                if grid.static[cell] in TOWERS:
                    paint_resting_gun(canvas, self._sim, cell)
        return image

    def _forget_what_changed(self) -> None:
        grid = self._sim.state.grid
        statics = bytes(grid.static).replace(bytes((DOOR_GLOW,)), b"\0")
        seen = (bytes(grid.terrain), statics, bytes(grid.side))
        before, self._seen = self._seen, seen
        if before is None or before == seen:
            return
        for old, new in zip(before, seen, strict=True):
            if old != new:
                for cell in range(CELLS):
                    if old[cell] != new[cell]:
                        self._forget(cell)

    def _forget(self, cell: int) -> None:
        """Forget the blocks that a cell can be seen in."""
        row, column = divmod(cell, SIZE)
        for y in {(row - MARGIN) // BLOCK, (row + MARGIN) // BLOCK}:
            for x in {(column - MARGIN) // BLOCK, (column + MARGIN) // BLOCK}:
                self._blocks.pop((x, y), None)

    def _forget_the_oldest(self, shown: int) -> None:
        side = BLOCK * CELL * self._factor
        most = shown + int(MAX_KEPT / (side * side))
        while len(self._blocks) > most:
            del self._blocks[next(iter(self._blocks))]


def _inside(first: int, end: int) -> range:
    return range(max(0, first), min(SIZE, end))

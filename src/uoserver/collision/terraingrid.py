"""Finds the triangles near a sweep: a grid over x and y."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from uoserver.bsp.vectors import Vec3

from .terrainmesh import Triangle

MAX_CELLS: Final = 128
"""Cells along a side."""
MAX_SHARE: Final = 8
"""Entries in all cells for each triangle, on average: triangles that each span the whole patch
would else be listed in every cell."""


class TerrainGrid:
    """Triangles by the cells that their boxes touch."""

    __slots__ = ("_cells", "_columns", "_rows", "_size", "_x", "_y", "triangles")

    def __init__(self, triangles: list[Triangle]) -> None:
        self.triangles: Final = triangles
        self._x = min((triangle[0] for triangle in triangles), default=0.0)
        self._y = min((triangle[1] for triangle in triangles), default=0.0)
        width = max((triangle[3] for triangle in triangles), default=0.0) - self._x
        height = max((triangle[4] for triangle in triangles), default=0.0) - self._y
        side = max(width, height, 1.0)
        count = min(MAX_CELLS, max(1, int(sqrt(len(triangles)))))
        while True:
            self._size = side / count
            self._columns = int(width / self._size) + 1
            self._rows = int(height / self._size) + 1
            spans = [self._span(triangle[:2], triangle[3:5]) for triangle in triangles]
            entries = sum((x1 - x0 + 1) * (y1 - y0 + 1) for x0, y0, x1, y1 in spans)
            if count == 1 or entries <= MAX_SHARE * len(triangles):
                break
            count //= 2
        self._cells: Final[list[list[int]]] = [[] for _ in range(self._columns * self._rows)]
        for number, (x0, y0, x1, y1) in enumerate(spans):
            for y in range(y0, y1 + 1):
                for x in range(x0, x1 + 1):
                    self._cells[y * self._columns + x].append(number)

    def _span(self, mins: Sequence[float], maxs: Sequence[float]) -> tuple[int, int, int, int]:
        """Return first and last column and row that a box touches, within the grid."""
        size, columns, rows = self._size, self._columns - 1, self._rows - 1
        return (
            int(min(max((mins[0] - self._x) / size, 0.0), columns)),
            int(min(max((mins[1] - self._y) / size, 0.0), rows)),
            int(min(max((maxs[0] - self._x) / size, 0.0), columns)),
            int(min(max((maxs[1] - self._y) / size, 0.0), rows)),
        )

    def within(self, mins: Vec3, maxs: Vec3) -> list[Triangle]:
        """Return the triangles whose boxes touch a box, in order."""
        x0, y0, x1, y1 = self._span(mins, maxs)
        found: set[int] = set()
        for y in range(y0, y1 + 1):
            row = y * self._columns
            for cell in self._cells[row + x0 : row + x1 + 1]:
                found.update(cell)
        lx, ly, lz = mins
        hx, hy, hz = maxs
        near = []
        for number in sorted(found):
            triangle = self.triangles[number]
            ax, ay, az, bx, by, bz = triangle[:6]
            if ax <= hx and bx >= lx and ay <= hy and by >= ly and az <= hz and bz >= lz:
                near.append(triangle)
        return near

    def along(self, start: Vec3, end: Vec3, reach: float) -> list[Triangle]:
        """Return, in order, triangles that may lie within `reach` of a line in x and y.

        Row by row, so that a long slanting line does not collect the whole box about it.
        """
        (ax, ay, _), (bx, by, _) = start, end
        if ay > by:
            ax, ay, bx, by = bx, by, ax, ay
        low, high = (ax, bx) if ax < bx else (bx, ax)
        x0, y0, x1, y1 = self._span((low - reach, ay - reach), (high + reach, by + reach))
        if x0 == x1 and y0 == y1:
            return [self.triangles[number] for number in self._cells[y0 * self._columns + x0]]
        found: set[int] = set()
        slanted = y1 - y0 > 1 and x1 > x0 and by - ay > 1.0
        slope = (bx - ax) / (by - ay) if slanted else 0.0
        for y in range(y0, y1 + 1):
            if slanted:
                top = self._y + y * self._size
                first = ax + (min(max(top - reach, ay), by) - ay) * slope
                last = ax + (min(max(top + self._size + reach, ay), by) - ay) * slope
                if first > last:
                    first, last = last, first
                x0, _, x1, _ = self._span((first - reach, 0.0), (last + reach, 0.0))
            row = y * self._columns
            for cell in self._cells[row + x0 : row + x1 + 1]:
                found.update(cell)
        return [self.triangles[number] for number in sorted(found)]

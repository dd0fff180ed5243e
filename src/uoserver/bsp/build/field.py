"""The world in plan: how high each cell of a grid is filled with what nothing is seen through."""

from __future__ import annotations

import math
from typing import Final

from uoserver.bsp.build.ground import Ground, GroundTriangle, column
from uoserver.bsp.build.solid import Solid
from uoserver.bsp.build.vec import Box
from uoserver.bsp.vectors import Vec3

CELL: Final = 64.0
"""Width of a cell in units; twice that, four times that, ... in wider worlds."""
MAX_CELLS: Final = 256
"""Cells along an axis."""
_NOTHING: Final = -math.inf


class PlanField:
    """Heights per cell, ``[column][row]`` (x, y).

    `filled`: below this height every point of the cell lies under the ground or in a solid that
    stands on it, or on the bottom of the world. Ground with an open edge anywhere counts for
    nothing: what is under it may be seen and walked. `ground`: the highest ground in the cell,
    or `filled` where there is none.
    """

    def __init__(self, world: Box, ground: Ground, solids: list[Solid]) -> None:
        self.world: Final = world
        self.cell = CELL
        while max(world.maxs[i] - world.mins[i] for i in (0, 1)) > self.cell * (MAX_CELLS - 2):
            self.cell *= 2.0
        self.first = (math.floor(world.mins[0] / self.cell), math.floor(world.mins[1] / self.cell))
        self.size = (
            math.ceil(world.maxs[0] / self.cell) - self.first[0],
            math.ceil(world.maxs[1] / self.cell) - self.first[1],
        )
        self.filled = self._grid(math.inf)
        self.ground = self._grid(_NOTHING)
        for triangle in ground.triangles:
            self._add_triangle(triangle)
        if ground.open_edges:
            self.filled = self._grid(math.inf)
        for edge in ground.edges:
            for x, y in self._touched(edge):
                self.filled[x][y] = math.inf  # ground does not cover all of the cell
        self._fill(solids)

    def cells_in(self, low: float, high: float, axis: int) -> range:
        """Return the cells on an axis that meet a span of coordinates by more than an end."""
        first = math.floor(low / self.cell) - self.first[axis]
        last = math.ceil(high / self.cell) - self.first[axis]
        return range(max(0, first), min(self.size[axis], max(last, first + 1)))

    def _grid(self, value: float) -> list[list[float]]:
        return [[value] * self.size[1] for _ in range(self.size[0])]

    def _bounds(self, x: int, y: int) -> tuple[float, float, float, float]:
        """Return low x, low y, high x, high y of a cell."""
        left, low = (x + self.first[0]) * self.cell, (y + self.first[1]) * self.cell
        return left, low, left + self.cell, low + self.cell

    def _touched(self, corners: tuple[Vec3, ...]) -> list[tuple[int, int]]:
        """Return the cells that an edge or triangle touches in plan, borders included."""
        xs, ys = [point[0] for point in corners], [point[1] for point in corners]
        columns = self.cells_in(min(xs) - 1e-6, max(xs) + 1e-6, 0)
        rows = self.cells_in(min(ys) - 1e-6, max(ys) + 1e-6, 1)
        edges = [
            (a[1] - b[1], b[0] - a[0], (a[1] - b[1]) * a[0] + (b[0] - a[0]) * a[1])
            for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
        ]
        cells = []
        for x in columns:
            for y in rows:
                left, low, right, high = self._bounds(x, y)
                # For a triangle, clockwise, each edge has the inside where the value is less;
                # an edge alone is tried both ways.
                if all(
                    nx * (left if nx > 0 else right) + ny * (low if ny > 0 else high)
                    <= distance + 1e-6
                    for nx, ny, distance in edges
                ):
                    cells.append((x, y))
        return cells

    def _add_triangle(self, triangle: GroundTriangle) -> None:
        lowest = min(corner[2] for corner in triangle.corners)
        highest = max(corner[2] for corner in triangle.corners)
        for x, y in self._touched(triangle.corners):
            left, low, right, high = self._bounds(x, y)
            heights = [
                triangle.slope_x * px + triangle.slope_y * py + triangle.constant
                for px in (left, right)
                for py in (low, high)
            ]
            self.filled[x][y] = min(self.filled[x][y], max(lowest, min(heights)))
            self.ground[x][y] = max(self.ground[x][y], min(highest, max(heights)))

    def _fill(self, solids: list[Solid]) -> None:
        """Let solids stand on the ground, or on the bottom of the world where there is none."""
        spans: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for solid in solids:
            (ax, ay, _), (bx, by, _) = solid.box
            for x in range(math.ceil(ax / self.cell), math.floor(bx / self.cell)):
                for y in range(math.ceil(ay / self.cell), math.floor(by / self.cell)):
                    cell = (x - self.first[0], y - self.first[1])
                    span = self._span(solid, *cell)
                    if span is not None:
                        spans.setdefault(cell, []).append(span)
        bottom = self.world.mins[2]
        for x in range(self.size[0]):
            for y in range(self.size[1]):
                height = self.filled[x][y]
                if height == math.inf:
                    height = bottom
                for low, high in sorted(spans.get((x, y), ())):
                    if low <= height:
                        height = max(height, high)
                self.filled[x][y] = height
                if self.ground[x][y] == _NOTHING:
                    self.ground[x][y] = height

    def _span(self, solid: Solid, x: int, y: int) -> tuple[float, float] | None:
        """Return the heights between which a solid fills all of a cell, None for nowhere."""
        left, low, right, high = self._bounds(x, y)
        spans = [column(solid, px, py) for px in (left, right) for py in (low, high)]
        found = [span for span in spans if span is not None]
        if len(found) < 4:
            return None
        bottom, top = max(span[0] for span in found), min(span[1] for span in found)
        return (bottom, top) if bottom < top else None

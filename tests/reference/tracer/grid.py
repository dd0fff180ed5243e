"""A curve's control points become a fine grid (collision2: 2. Curve patches: build)."""

from __future__ import annotations

from typing import Final

from tests.reference.tracer.vectors import Vec, add, length, scale, sub

SAME_POINT: Final = 0.1
"""Columns whose points all lie this close per axis are one."""

Column = list[Vec]


class Grid:
    """Columns of points; ``wraps_x`` says that the last column lies on the first."""

    def __init__(self, points: list[Vec], width: int, height: int) -> None:
        self.columns: list[Column] = [
            [points[y * width + x] for y in range(height)] for x in range(width)
        ]
        self.wraps_x = False
        self.wraps_y = False

    @property
    def width(self) -> int:
        return len(self.columns)

    @property
    def height(self) -> int:
        return len(self.columns[0])

    def transpose(self) -> None:
        """Swap rows and columns, and with them the wrap flags."""
        self.columns = [list(row) for row in zip(*self.columns, strict=True)]
        self.wraps_x, self.wraps_y = self.wraps_y, self.wraps_x

    def refine(self, max_error: float) -> None:
        """Find a wrap, split columns until they are fine enough, drop doubled ones."""
        self.wraps_x = same_columns(self.columns[0], self.columns[-1])
        self._subdivide(max_error)
        self._drop_doubled()

    def _subdivide(self, max_error: float) -> None:
        x = 0
        while x < self.width - 2:
            before, middle, after = self.columns[x : x + 3]
            rows = list(zip(before, middle, after, strict=True))
            if not any(error(*row) > max_error for row in rows):
                x += 2
                continue
            split = [halved(*row) for row in rows]
            self.columns[x + 1 : x + 2] = [list(column) for column in zip(*split, strict=True)]

    def _drop_doubled(self) -> None:
        x = 0
        while x < self.width - 1:
            if same_columns(self.columns[x], self.columns[x + 1]):
                del self.columns[x + 1]
            else:
                x += 1


def refined(points: list[Vec], width: int, height: int, max_error: float) -> Grid:
    """Refine along the width, transpose, and refine along what was the height.

    The grid stays transposed: that is the winding its planes are made from.
    """
    grid = Grid(points, width, height)
    grid.refine(max_error)
    grid.transpose()
    grid.refine(max_error)
    return grid


def same_columns(one: Column, other: Column) -> bool:
    return all(
        abs(a[axis] - b[axis]) <= SAME_POINT
        for a, b in zip(one, other, strict=True)
        for axis in (0, 1, 2)
    )


def error(p0: Vec, p1: Vec, p2: Vec) -> float:
    """Return how far the middle of the curve lies from its chord."""
    return 0.25 * length(sub(add(p0, p2), scale(p1, 2.0)))


def halved(p0: Vec, p1: Vec, p2: Vec) -> tuple[Vec, Vec, Vec]:
    """Return the three points that stand between ``p0`` and ``p2`` after one split."""
    q01, q12 = middle(p0, p1), middle(p1, p2)
    return q01, middle(q01, q12), q12


def middle(a: Vec, b: Vec) -> Vec:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2)

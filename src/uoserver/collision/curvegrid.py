"""The points of a curve patch, subdivided to its error bound (collision2: Curve patches)."""

from __future__ import annotations

from typing import Final

from uoserver.bsp.errors import BspError
from uoserver.bsp.vectors import Vec3

MAX_GRID_SIZE: Final = 129
"""Points along a side, of the record and once subdivided. An error bound of 0 would otherwise
halve a curve for ever."""
MIN_GRID_SIZE: Final = 3
_SAME_POINT: Final = 0.1

Columns = list[list[Vec3]]


class CurveGrid:
    """Points of a curve as facets are built on them: ``columns[x][y]``.

    `wrap_width` and `wrap_height`: the first and the last column, or row, are the same.
    """

    __slots__ = ("columns", "wrap_height", "wrap_width")

    def __init__(self, columns: Columns, wrap_width: bool, wrap_height: bool) -> None:
        self.columns: Final = columns
        self.wrap_width: Final = wrap_width
        self.wrap_height: Final = wrap_height

    def bounds(self) -> tuple[Vec3, Vec3]:
        """Return mins and maxs of the points, grown by 1."""
        xs, ys, zs = zip(*(point for column in self.columns for point in column), strict=True)
        return (
            (min(xs) - 1.0, min(ys) - 1.0, min(zs) - 1.0),
            (max(xs) + 1.0, max(ys) + 1.0, max(zs) + 1.0),
        )


def subdivide(points: list[Vec3], width: int, height: int, max_error: float) -> CurveGrid:
    """Return the grid of `height` rows of `width` control points.

    The columns are done first, then the rows as columns; the grid stays turned that way. Raises
    BspError for sides that are even, below 3 or above MAX_GRID_SIZE, also once subdivided.
    """
    for size in (width, height):
        if size < MIN_GRID_SIZE or size > MAX_GRID_SIZE or not size & 1:
            raise BspError(f"curve of {width} x {height} points")
    columns = [points[x::width] for x in range(width)]
    across = _wraps(columns)
    columns = _without_doubles(_subdivided(columns, max_error))
    columns = [list(row) for row in zip(*columns, strict=True)]
    along = _wraps(columns)
    columns = _without_doubles(_subdivided(columns, max_error))
    return CurveGrid(columns, along, across)


def _same(a: Vec3, b: Vec3) -> bool:
    return (
        abs(a[0] - b[0]) <= _SAME_POINT
        and abs(a[1] - b[1]) <= _SAME_POINT
        and abs(a[2] - b[2]) <= _SAME_POINT
    )


def _wraps(columns: Columns) -> bool:
    return all(map(_same, columns[0], columns[-1]))


def _needs_subdivision(a: Vec3, b: Vec3, c: Vec3, limit: float) -> bool:
    """Return whether 0.25 * |a + c - 2 b| exceeds the error; `limit` is its square by 16."""
    x, y, z = a[0] + c[0] - 2.0 * b[0], a[1] + c[1] - 2.0 * b[1], a[2] + c[2] - 2.0 * b[2]
    return x * x + y * y + z * z > limit


def _subdivided(columns: Columns, max_error: float) -> Columns:
    limit = 16.0 * max_error * max_error if max_error >= 0.0 else -1.0
    columns = list(columns)
    x = 0
    while x < len(columns) - 2:
        a, b, c = columns[x : x + 3]
        if not any(_needs_subdivision(*row, limit) for row in zip(a, b, c, strict=True)):
            x += 2
            continue
        if len(columns) + 2 > MAX_GRID_SIZE:
            raise BspError(f"curve of more than {MAX_GRID_SIZE} points with error {max_error}")
        left, right = list(map(_middle, a, b)), list(map(_middle, b, c))
        columns[x + 1 : x + 2] = [left, list(map(_middle, left, right)), right]
    return columns


def _middle(a: Vec3, b: Vec3) -> Vec3:
    return ((a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5, (a[2] + b[2]) * 0.5)


def _without_doubles(columns: Columns) -> Columns:
    """Return the columns without those that equal the one before."""
    kept = columns[:1]
    for column in columns[1:]:
        if not all(map(_same, kept[-1], column)):
            kept.append(column)
    return kept

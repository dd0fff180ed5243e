"""From a curve's grid to facets: convex slabs that sweeps are clipped by (collision2: section 2).

A facet is a surface plane and borders, each with the side that is inside. Bevels, which keep
boxes from reaching past sharp edges, are further borders; the last border is the surface's own
back.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.bsp.errors import BspError
from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3

from .bevels import add_bevels
from .curvegrid import Columns, CurveGrid
from .planepool import NO_PLANE, POINT_EPSILON, Plane, PlanePool, negated
from .windings import Winding, base_winding, bounds, chop

MAX_FACETS: Final = 8192
"""Facets of one patch. Each costs planes and bevels: a damaged map must not buy hours of them."""

_EDGE_HEIGHT: Final = 4.0
"""How far above an edge the third point of its plane lies, units."""

Pair = tuple[int, int]
Cell = tuple[Pair, Pair, Pair, Pair]
"""A cell's corners: (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)."""


class Facet(NamedTuple):
    """Plane numbers of the surface and the borders, each border's `inward`, and the box."""

    surface: int
    borders: tuple[tuple[int, bool], ...]
    mins: Vec3
    maxs: Vec3


def build_facets(grid: CurveGrid) -> tuple[list[Plane], list[Facet]]:
    """Return the planes and the facets of a grid; facets that turn out empty are left out.

    Raises BspError for more planes or facets than a patch may have.
    """
    return _Builder(grid).build()


class _Builder:
    def __init__(self, grid: CurveGrid) -> None:
        self._grid: Final = grid
        self._points: Final[Columns] = grid.columns
        self._width: Final = len(grid.columns)
        self._height: Final = len(grid.columns[0])
        self._pool: Final = PlanePool()
        self._planes: Final[list[list[Pair]]] = []
        """Planes of both triangles by x and y of the cell."""
        self._facets: Final[list[Facet]] = []

    def build(self) -> tuple[list[Plane], list[Facet]]:
        points, through = self._points, self._pool.through
        for x in range(self._width - 1):
            column = []
            for y in range(self._height - 1):
                a, b = points[x][y], points[x + 1][y]
                c, d = points[x + 1][y + 1], points[x][y + 1]
                column.append((through(a, b, c), through(c, d, a)))
            self._planes.append(column)
        for x in range(self._width - 1):
            for y in range(self._height - 1):
                self._add_cell(x, y)
        return self._pool.planes, self._facets

    def _add_cell(self, x: int, y: int) -> None:
        first, second = self._planes[x][y]
        if first == second == NO_PLANE:
            return
        bottom, right, top, left = self._borders(x, y)
        a, b, c, d = self._corners(x, y)
        if first == second:
            self._add_facet(first, [bottom, right, top, left], (a, b, c, d))
            return
        diagonal = second
        if diagonal == NO_PLANE:
            diagonal = top if top != NO_PLANE else self._edge_plane(c, a, first, second)
        self._add_facet(first, [bottom, right, diagonal], (a, b, c))
        diagonal = first
        if diagonal == NO_PLANE:
            diagonal = bottom if bottom != NO_PLANE else self._edge_plane(a, c, second, first)
        self._add_facet(second, [top, left, diagonal], (c, d, a))

    def _corners(self, x: int, y: int) -> tuple[Vec3, Vec3, Vec3, Vec3]:
        points = self._points
        return points[x][y], points[x + 1][y], points[x + 1][y + 1], points[x][y + 1]

    def _borders(self, x: int, y: int) -> tuple[int, int, int, int]:
        """Return the planes bottom, right, top and left: the neighbours', or upright ones.

        A neighbour in the cell's own plane cannot bound it. Upright planes are made in the order
        bottom, top, left, right: a plane may serve later points that lie close to it.
        """
        planes, grid = self._planes, self._grid
        last_x, last_y = self._width - 2, self._height - 2
        first, second = planes[x][y]
        a, b, c, d = self._corners(x, y)
        bottom = right = top = left = NO_PLANE
        if y > 0 or grid.wrap_height:
            bottom = planes[x][y - 1 if y > 0 else last_y][1]
        if x < last_x or grid.wrap_width:
            right = planes[x + 1 if x < last_x else 0][y][1]
        if y < last_y or grid.wrap_height:
            top = planes[x][y + 1 if y < last_y else 0][0]
        if x > 0 or grid.wrap_width:
            left = planes[x - 1 if x > 0 else last_x][y][0]
        if bottom in (NO_PLANE, first):
            bottom = self._edge_plane(a, b, first, second)
        if top in (NO_PLANE, second):
            top = self._edge_plane(c, d, second, first, flip=True)
        if left in (NO_PLANE, second):
            left = self._edge_plane(d, a, second, first, flip=True)
        if right in (NO_PLANE, first):
            right = self._edge_plane(b, c, first, second)
        return bottom, right, top, left

    def _edge_plane(self, a: Vec3, b: Vec3, own: int, other: int, *, flip: bool = False) -> int:
        """Return the plane that stands on an edge, upright to the triangle it belongs to.

        `other` is the cell's other triangle, for when its own has no plane. `flip`: the edge is
        given against the direction of its pair of points, so its end is the first of them.
        """
        number = own if own != NO_PLANE else other
        nx, ny, nz, _ = self._pool.planes[number]
        x, y, z = b if flip else a
        up = (x + _EDGE_HEIGHT * nx, y + _EDGE_HEIGHT * ny, z + _EDGE_HEIGHT * nz)
        return self._pool.through(a, b, up)

    def _add_facet(self, surface: int, borders: list[int], corners: tuple[Vec3, ...]) -> None:
        if surface == NO_PLANE:
            return
        planes = self._pool.planes
        sides: list[tuple[int, bool]] = []
        for border in borders:
            if border == NO_PLANE:
                return
            nx, ny, nz, dist = planes[border]
            distances = [nx * x + ny * y + nz * z - dist for x, y, z in corners]
            front = max(distances) > POINT_EPSILON
            back = min(distances) < -POINT_EPSILON
            if not front and not back:
                return
            sides.append((border, front and not back))
        winding = self._winding(surface, sides)
        if not self._within_world(winding):
            return
        # The bevels start from the same winding, less the borders in the surface's own plane.
        others = [side for side in sides if side[0] != surface]
        if len(others) < len(sides):
            winding = self._winding(surface, others)
        if len(self._facets) >= MAX_FACETS:
            raise BspError(f"curve with more than {MAX_FACETS} facets")
        if winding:
            add_bevels(self._pool, surface, sides, winding)
        self._facets.append(Facet(surface, tuple(sides), *bounds(winding)))

    def _winding(self, surface: int, sides: list[tuple[int, bool]]) -> Winding:
        planes = self._pool.planes
        nx, ny, nz, dist = planes[surface]
        winding = base_winding((nx, ny, nz), dist)
        for border, inward in sides:
            nx, ny, nz, dist = planes[border] if inward else negated(planes[border])
            winding = chop(winding, (nx, ny, nz), dist)
            if not winding:
                break
        return winding

    @staticmethod
    def _within_world(winding: Winding) -> bool:
        if not winding:
            return False
        return all(
            high - low <= MAX_WORLD_COORD and low < MAX_WORLD_COORD and high > -MAX_WORLD_COORD
            for low, high in zip(*bounds(winding), strict=True)
        )

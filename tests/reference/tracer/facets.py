"""A fine grid becomes convex facets with borders and bevels (collision2: 2. Curve patches)."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.reference.tracer.bevels import bevels
from tests.reference.tracer.grid import Grid
from tests.reference.tracer.planes import Plane, PlanePool
from tests.reference.tracer.vectors import Vec, along, dot
from tests.reference.tracer.windings import Winding, chop, in_world, whole_plane

ON_BORDER: Final = 0.1
EDGE_HEIGHT: Final = 4.0
"""How far along the normal the third point of an edge plane stands."""


class Border(NamedTuple):
    """A plane that closes a facet; ``inward`` when its front is the facet's side."""

    plane: Plane
    inward: bool


class Facet(NamedTuple):
    """A surface with its borders; the last border is the surface's own back."""

    surface: Plane
    borders: list[Border]


def make_facets(grid: Grid) -> list[Facet]:
    """Return the facets of all cells, column by column; what fails validation is left out."""
    cells = Cells(grid)
    found = []
    for x in range(grid.width - 1):
        for y in range(grid.height - 1):
            for surface, borders, corners in cells.outlines(x, y):
                facet = closed(surface, borders, corners, cells.pool)
                if facet is not None:
                    found.append(facet)
    return found


Outline = tuple[Plane | None, list[Plane | None], list[Vec]]


class Cells:
    """The two triangles of every cell of a grid, and what lies beyond their edges."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.pool = PlanePool()
        self.planes: dict[tuple[int, int], tuple[Plane | None, Plane | None]] = {}
        for x in range(grid.width - 1):
            for y in range(grid.height - 1):
                a, b, c, d = self.corners(x, y)
                self.planes[x, y] = (self.pool.through(a, b, c), self.pool.through(c, d, a))

    def corners(self, x: int, y: int) -> list[Vec]:
        """Return the corners of a cell: (x,y), (x+1,y), (x+1,y+1), (x,y+1)."""
        columns = self.grid.columns
        return [columns[x][y], columns[x + 1][y], columns[x + 1][y + 1], columns[x][y + 1]]

    def outlines(self, x: int, y: int) -> list[Outline]:
        """Return surface, borders and corners of the cell's facets, whether valid or not."""
        a, b, c, d = self.corners(x, y)
        first, second = self.planes[x, y]
        if first is None and second is None:
            return []
        bottom, top, left, right = (self.beyond(x, y, edge) for edge in EDGES)
        if first is second:
            return [(first, [bottom, right, top, left], [a, b, c, d])]
        across_first = second or top or self.edge_plane(x, y, (c, a), c, 0)
        across_second = first or bottom or self.edge_plane(x, y, (a, c), a, 1)
        return [
            (first, [bottom, right, across_first], [a, b, c]),
            (second, [top, left, across_second], [c, d, a]),
        ]

    def beyond(self, x: int, y: int, edge: str) -> Plane | None:
        """Return the neighbour's plane across an edge, or a plane standing on that edge."""
        width, height = self.grid.width, self.grid.height
        a, b, c, d = self.corners(x, y)
        if edge == "bottom":
            where, pair, own, other = (x, y - 1), (a, b), 0, 1
            wrapped = (x, height - 2) if self.grid.wraps_y else None
        elif edge == "right":
            where, pair, own, other = (x + 1, y), (b, c), 0, 1
            wrapped = (0, y) if self.grid.wraps_x else None
        elif edge == "top":
            where, pair, own, other = (x, y + 1), (c, d), 1, 0
            wrapped = (x, 0) if self.grid.wraps_y else None
        else:
            where, pair, own, other = (x - 1, y), (d, a), 1, 0
            wrapped = (width - 2, y) if self.grid.wraps_x else None
        if where not in self.planes and wrapped is not None:
            where = wrapped
        plane = self.planes[where][other] if where in self.planes else None
        if plane is None or plane is self.planes[x, y][own]:
            return self.edge_plane(x, y, pair, pair[own], own)
        return plane

    def edge_plane(
        self, x: int, y: int, pair: tuple[Vec, Vec], foot: Vec, own: int
    ) -> Plane | None:
        """Return the plane through an edge and a point straight above its ``foot``.

        Pairs go round the cell: top and left come here already swapped, as the pages ask, and
        their foot is the second of the pair.
        """
        surface = self.planes[x, y][own] or self.planes[x, y][1 - own]
        if surface is None:
            return None
        return self.pool.through(*pair, along(foot, surface.normal, EDGE_HEIGHT))


EDGES: Final = ("bottom", "top", "left", "right")
"""The order in which the pages look across them, and so that of new planes in the pool."""


def closed(
    surface: Plane | None, planes: list[Plane | None], corners: list[Vec], pool: PlanePool
) -> Facet | None:
    """Orient the borders, validate, and add bevels and the back; None when it fails."""
    if surface is None:
        return None
    borders: list[Border] = []
    for plane in planes:
        inward = side_of(plane, corners)
        if plane is None or inward is None:
            return None
        borders.append(Border(plane, inward))
    winding = outline(surface, borders)
    if not winding or not in_world(winding):
        return None
    # The pages chop the bevels' winding with borders equal to the surface left out.
    winding = outline(surface, [border for border in borders if border.plane is not surface])
    taken = [border.plane for border in borders]
    for plane, inward in bevels(surface, taken, winding, pool):
        borders.append(Border(plane, inward))
    borders.append(Border(surface, inward=True))
    return Facet(surface, borders)


def side_of(plane: Plane | None, corners: list[Vec]) -> bool | None:
    """Return whether the facet lies in front of a border; None when it lies in it."""
    if plane is None:
        return None
    heights = [dot(corner, plane.normal) - plane.distance for corner in corners]
    front = any(height > ON_BORDER for height in heights)
    back = any(height < -ON_BORDER for height in heights)
    if not front and not back:
        return None
    return front and not back


def outline(surface: Plane, borders: list[Border]) -> Winding:
    """Return the surface's plane cut down to what the borders leave."""
    winding = whole_plane(surface.normal, surface.distance)
    for plane, inward in borders:
        sign = 1.0 if inward else -1.0
        x, y, z = plane.normal
        winding = chop(winding, (x * sign, y * sign, z * sign), plane.distance * sign)
        if not winding:
            break
    return winding

from __future__ import annotations

import pytest

from tests.bsp.build.solids import WEDGE, make
from tests.bsp.build.sources import box
from uoserver.bsp.build.grids import WHITE, SourceMesh, Vertex
from uoserver.bsp.build.ground import PIECE, column, find_ground
from uoserver.bsp.build.vec import Box
from uoserver.bsp.vectors import Vec3

WORLD = Box((-64.0, -64.0, -64.0), (192.0, 192.0, 192.0))


def mesh(line: int, *corners: Vec3, triangles: tuple[tuple[int, int, int], ...]) -> SourceMesh:
    return SourceMesh(line, "m", [Vertex(c, (0.0, 0.0), WHITE) for c in corners], list(triangles))


def square(line: int, x: float, height: float = 0.0) -> SourceMesh:
    """64 x 64 units, facing up."""
    corners = (x, 0.0, height), (x, 64.0, height), (x + 64.0, 64.0, height), (x + 64.0, 0.0, height)
    return mesh(line, *corners, triangles=((0, 1, 2), (0, 2, 3)))


def test_planes_of_upward_triangles() -> None:
    slope = mesh(1, (0.0, 0.0, 8.0), (0.0, 64.0, 8.0), (64.0, 64.0, 40.0), triangles=((0, 1, 2),))
    (triangle,) = find_ground([slope], [], WORLD).triangles
    assert (triangle.slope_x, triangle.slope_y, triangle.constant) == pytest.approx((0.5, 0.0, 8.0))


@pytest.mark.parametrize("triangle", [(0, 2, 1), (0, 1, 3)])
def test_downward_and_upright_triangles_are_no_ground(triangle: tuple[int, int, int]) -> None:
    corners = (0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (64.0, 64.0, 0.0), (0.0, 64.0, 64.0)
    assert find_ground([mesh(1, *corners, triangles=(triangle,))], [], WORLD).triangles == []


def test_neighbours_share_edges_even_of_other_patches() -> None:
    assert len(find_ground([square(1, 0.0)], [], WORLD).edges) == 4
    assert len(find_ground([square(1, 0.0), square(2, 64.0)], [], WORLD).edges) == 6
    # At another height nothing is shared, and neither where three meet.
    assert len(find_ground([square(1, 0.0), square(2, 64.0, 1.0)], [], WORLD).edges) == 8
    doubled = find_ground([square(1, 0.0), square(2, 64.0), square(3, 64.0)], [], WORLD)
    assert len(doubled.edges) > 6


def test_edges_are_open_where_no_solid_stands() -> None:
    found = find_ground([square(7, 0.0)], [], WORLD)
    assert len(found.open_edges) == 4
    assert found.open_line == 7
    east = make(box((64, -64, -64), (192, 192, 0)))
    assert len(find_ground([square(7, 0.0)], [east], WORLD).open_edges) == 3
    low = make(box((64, -64, -64), (192, 192, -1)))
    assert len(find_ground([square(7, 0.0)], [low], WORLD).open_edges) == 4
    hollow = make(box((64, -64, -63), (192, 192, 0)))
    assert len(find_ground([square(7, 0.0)], [hollow], WORLD).open_edges) == 4
    short = make(box((64, -64, -64), (192, 63, 0)))
    assert len(find_ground([square(7, 0.0)], [short], WORLD).open_edges) == 4
    stacked = [make(box((64, -64, -64), (192, 192, -32))), make(box((64, -64, -32), (99, 99, 8)))]
    assert len(find_ground([square(7, 0.0)], stacked, WORLD).open_edges) == 3


def test_the_edge_of_the_world_is_closed() -> None:
    tight = Box((0.0, 0.0, -64.0), (64.0, 64.0, 64.0))
    found = find_ground([square(7, 0.0)], [], tight)
    assert (len(found.edges), found.open_edges, found.open_line) == (4, [], 0)


def test_long_edges_are_looked_at_in_pieces() -> None:
    long = mesh(1, (0.0, 0.0, 0.0), (0.0, 2 * PIECE, 0.0), (64.0, 0.0, 0.0), triangles=((0, 1, 2),))
    found = find_ground([long], [], WORLD)
    assert len(found.edges) == 3
    assert len(found.open_edges) == 2 + 1 + 3


def test_columns_through_solids() -> None:
    wedge = make(WEDGE)
    assert column(wedge, 64.0, 0.0) == pytest.approx((0.0, 32.0))
    assert column(wedge, 128.0, 32.0) == pytest.approx((0.0, 64.0))
    assert column(wedge, 129.0, 0.0) is None
    assert column(wedge, 64.0, 33.0) is None

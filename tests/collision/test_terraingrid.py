from __future__ import annotations

from operator import ge, le

from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.vectors import Vec3
from uoserver.collision.terraingrid import MAX_SHARE, TerrainGrid
from uoserver.collision.terrainmesh import Triangle, build_mesh


def mesh(size: int = 12, cell: float = 64.0) -> list[Triangle]:
    vertices = [(cell * x, cell * y, 0.0) for y in range(size + 1) for x in range(size + 1)]
    indexes = []
    for y in range(size):
        for x in range(size):
            a = y * (size + 1) + x
            indexes += [a, a + size + 1, a + 1, a + 1, a + size + 1, a + size + 2]
    return build_mesh(vertices, indexes).triangles


TRIANGLES = mesh()
GRID = TerrainGrid(TRIANGLES)
coordinates = st.floats(-200, 1000)
points = st.tuples(coordinates, coordinates, st.floats(-50, 50))


def test_a_small_box_finds_few_triangles_in_order() -> None:
    near = GRID.within((130, 130, -1), (140, 140, 1))
    assert near == [TRIANGLES[2 * (2 * 12 + 2)]] or len(near) == 2
    assert near == [triangle for triangle in TRIANGLES if triangle in near]
    assert GRID.within((130, 130, 5), (140, 140, 9)) == []


def test_a_long_slanting_line_does_not_collect_everything() -> None:
    near = GRID.along((10, 10, 0), (750, 750, 0), 15.0)
    assert 24 <= len(near) < len(TRIANGLES) // 2


@given(points, points)
def test_a_box_finds_what_it_touches(a: Vec3, b: Vec3) -> None:
    low = tuple(map(min, a, b))
    high = tuple(map(max, a, b))
    expected = []
    for triangle in TRIANGLES:
        mins, maxs = triangle[:3], triangle[3:6]
        if all(map(le, mins, high)) and all(map(ge, maxs, low)):
            expected.append(triangle)
    assert GRID.within(low, high) == expected  # type: ignore[arg-type]


@given(points, points, st.floats(0, 100), st.floats(0, 1))
def test_a_line_finds_what_lies_at_any_point_of_it(
    a: Vec3, b: Vec3, reach: float, at: float
) -> None:
    x, y = (p + (q - p) * at for p, q in zip(a[:2], b[:2], strict=True))
    near = {id(triangle) for triangle in GRID.along(a, b, reach)}
    for t in TRIANGLES:
        if t[0] <= x + reach and t[3] >= x - reach and t[1] <= y + reach and t[4] >= y - reach:
            assert id(t) in near


def test_triangles_that_span_everything_do_not_fill_every_cell() -> None:
    vertices: list[Vec3] = [(0.0, 0.0, 0.0), (0.0, 9000.0, 0.0), (9000.0, 0.0, 0.0)]
    triangles = build_mesh(vertices, [0, 1, 2] * 400).triangles
    grid = TerrainGrid(triangles)
    assert sum(map(len, grid._cells)) <= MAX_SHARE * len(triangles)
    assert grid.within((1, 1, 0), (2, 2, 0)) == triangles


def test_no_triangles_are_nothing_to_find() -> None:
    grid = TerrainGrid([])
    assert grid.within((-1, -1, -1), (1, 1, 1)) == []
    assert grid.along((0, 0, 0), (100, 100, 0), 1) == []

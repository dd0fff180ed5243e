from __future__ import annotations

import random
from operator import ge, le

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.vectors import Vec3
from uoserver.collision.terraingrid import MAX_CELLS, MAX_SHARE, TerrainGrid
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


def strip(x: float, y: float, columns: int, rows: int) -> list[Triangle]:
    """Return triangles of 64 by 64 units from a place that is not the origin."""
    vertices = [
        (x + 64.0 * i, y + 64.0 * j, float(i * j % 3))
        for j in range(rows + 1)
        for i in range(columns + 1)
    ]
    indexes = []
    for j in range(rows):
        for i in range(columns):
            a = j * (columns + 1) + i
            indexes += [a, a + columns + 1, a + 1, a + 1, a + columns + 1, a + columns + 2]
    return build_mesh(vertices, indexes).triangles


@pytest.mark.parametrize(("columns", "rows"), [(20, 3), (3, 20), (1, 1)])
@pytest.mark.parametrize("at", [(-3000.0, 500.0), (777.0, -1234.0)])
def test_grids_that_are_long_and_far_away_find_the_same(
    columns: int, rows: int, at: tuple[float, float]
) -> None:
    triangles = strip(*at, columns, rows)
    grid = TerrainGrid(triangles)
    rng = random.Random(f"{columns} {at}")
    for _ in range(150):
        places = [
            (at[0] + rng.uniform(-90, 64 * columns + 90), at[1] + rng.uniform(-90, 64 * rows + 90))
            for _ in range(2)
        ]
        (ax, ay), (bx, by) = places
        low = (min(ax, bx), min(ay, by), -9.0)
        high = (max(ax, bx), max(ay, by), 9.0)
        found = grid.within(low, high)
        assert found == [
            t
            for t in triangles
            if all(map(le, t[:3], high)) and all(map(ge, t[3:6], low))  # as a plain loop finds
        ]
        near = {id(triangle) for triangle in grid.along((ax, ay, 0.0), (bx, by, 0.0), 9.0)}
        for step in range(9):
            x, y = ax + (bx - ax) * step / 8, ay + (by - ay) * step / 8
            for t in triangles:
                beside = t[0] > x + 9 or t[3] < x - 9 or t[1] > y + 9 or t[4] < y - 9
                assert beside or id(t) in near


def test_a_small_part_of_a_long_grid_is_few_triangles() -> None:
    triangles = strip(-3000.0, 500.0, 40, 4)
    grid = TerrainGrid(triangles)
    assert (MAX_CELLS, MAX_SHARE) == (128, 8)
    # A straight look along y lists no more than the columns about it.
    assert len(grid.along((-2000, 520, 0), (-2000, 720, 0), 1.0)) <= 40
    assert len(grid.along((-2000, 520, 0), (-1000, 520, 0), 1.0)) <= 160


def test_a_box_touches_a_triangles_box_with_its_borders() -> None:
    (triangle,) = build_mesh([(0.0, 0.0, 0.0), (0.0, 32.0, 0.0), (64.0, 0.0, 128.0)], [0, 1, 2])[0]
    grid = TerrainGrid([triangle])
    for axis in range(3):
        for border, sign in ((triangle[axis], -1.0), (triangle[axis + 3], 1.0)):
            for gap, found in ((0.0, [triangle]), (0.001, [])):
                low, high = [8.0] * 3, [8.0] * 3
                low[axis] = high[axis] = float(border) + sign * gap  # type: ignore[arg-type]
                box = ((low[0], low[1], low[2]), (high[0], high[1], high[2]))
                assert grid.within(*box) == found

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp import BspError
from uoserver.bsp.vectors import Vec3
from uoserver.collision.curvegrid import MAX_GRID_SIZE, MIN_GRID_SIZE, subdivide


def arch(height: float, width: int = 3) -> list[Vec3]:
    """Three rows along y of an arch over x: 0, height at the control point, 0."""
    return [(64.0 * x, 64.0 * y, height if x % 2 else 0.0) for y in range(3) for x in range(width)]


def test_a_flat_curve_stays_as_it_is() -> None:
    grid = subdivide(arch(0), 3, 3, 4)
    # Turned: columns are the rows of the record.
    assert grid.columns == [[(64.0 * x, 64.0 * y, 0.0) for x in range(3)] for y in range(3)]
    assert (grid.wrap_width, grid.wrap_height) == (False, False)


def test_the_error_is_a_quarter_of_the_second_difference() -> None:
    # 0.25 * |0 + 0 - 2 * 8| = 4 does not exceed 4.
    assert len(subdivide(arch(8), 3, 3, 4).columns[0]) == 3
    grid = subdivide(arch(8.5), 3, 3, 4)
    assert [point[2] for point in grid.columns[0]] == [0.0, 4.25, 4.25, 4.25, 0.0]
    assert [point[0] for point in grid.columns[0]] == [0.0, 32.0, 64.0, 96.0, 128.0]


def test_halves_are_tested_again() -> None:
    # 64 -> error 32; halves 16 -> hm: each halving quarters the error: 32, 8, 2.
    assert len(subdivide(arch(64), 3, 3, 4).columns[0]) == 9
    assert len(subdivide(arch(64), 3, 3, 8).columns[0]) == 5
    assert len(subdivide(arch(64), 3, 3, 7).columns[0]) == 9


def test_one_row_that_bends_splits_the_columns_of_all() -> None:
    points = arch(0)
    points[4] = (64.0, 64.0, 40.0)  # the middle row's control point
    grid = subdivide(points, 3, 3, 5)  # errors 20, then 5
    assert {len(column) for column in grid.columns} == {5}


def test_columns_that_repeat_are_dropped() -> None:
    points = [(64.0 * min(x, 2), 64.0 * y, 0.0) for y in range(3) for x in range(5)]
    points[3] = (128.1, 0.0, 0.0)  # within a tenth
    assert len(subdivide(points, 5, 3, 4).columns[0]) == 3
    points[3] = (128.2, 0.0, 0.0)
    assert len(subdivide(points, 5, 3, 4).columns[0]) == 5


def test_a_ring_wraps() -> None:
    ring = [(64, 0), (64, 64), (0, 64), (-64, 64), (-64, 0), (-64, -64), (0, -64), (64, -64)]
    ring.append((64, 0))
    points = [(float(x), float(y), 32.0 * z) for z in range(3) for x, y in ring]
    grid = subdivide(points, 9, 3, 16)
    assert (grid.wrap_width, grid.wrap_height) == (False, True)
    turned = [(float(x), float(y), 32.0 * z) for x, y in ring for z in range(3)]
    grid = subdivide(turned, 3, 9, 16)
    assert (grid.wrap_width, grid.wrap_height) == (True, False)


def test_bounds_are_those_of_the_final_points_grown_by_one() -> None:
    # The control point at 64 is gone: the highest point left is that of the halves' halves.
    grid = subdivide(arch(64), 3, 3, 4)
    highest = max(point[2] for column in grid.columns for point in column)
    assert highest == 32.0
    assert grid.bounds() == ((-1, -1, -1), (129, 129, 33))


@pytest.mark.parametrize(("width", "height"), [(2, 3), (3, 4), (1, 3), (131, 3), (3, 0)])
def test_sides_that_no_curve_has_are_refused(width: int, height: int) -> None:
    with pytest.raises(BspError, match="points"):
        subdivide([(0.0, 0.0, 0.0)] * (width * height), width, height, 4)


@pytest.mark.parametrize("error", [0, -1])
def test_an_error_bound_that_nothing_meets_is_refused(error: int) -> None:
    with pytest.raises(BspError, match=f"more than {MAX_GRID_SIZE}"):
        subdivide(arch(64), 3, 3, error)


coordinates = st.floats(-1e5, 1e5)


@given(
    st.lists(st.tuples(coordinates, coordinates, coordinates), min_size=9, max_size=9),
    st.integers(-2, 100),
)
def test_any_curve_is_subdivided_or_refused(points: list[Vec3], error: int) -> None:
    try:
        grid = subdivide(points, 3, 3, error)
    except BspError:
        return
    assert all(len(column) == len(grid.columns[0]) for column in grid.columns)
    for row in grid.columns:
        for a, b, c in zip(row[::2], row[1::2], row[2::2], strict=False):
            bend = [0.25 * (x + z - 2 * y) for x, y, z in zip(a, b, c, strict=True)]
            assert sum(x * x for x in bend) <= max(error, 0) ** 2 + 1 or len(row) < 5


def test_points_a_tenth_apart_are_the_same_to_the_bit() -> None:
    # At 0 the tenth is exact, and so is the next number above it.
    beyond = math.nextafter(0.1, 1.0)
    for axis in range(3):
        for gap, same in ((0.1, True), (-0.1, True), (beyond, False), (-beyond, False)):
            row = [[0.0, 0.0, 0.0], [64.0, 64.0, 64.0], [0.0, 0.0, 0.0]]
            row[2][axis] = gap
            points: list[Vec3] = [(x, y, z) for _ in range(3) for x, y, z in row]
            grid = subdivide(points, 3, 3, 100)
            assert grid.wrap_height is same
    for gap, columns in ((0.1, 2), (beyond, 3)):
        row = [[0.0, 0.0, 0.0], [gap, 0.0, 0.0], [64.0, 0.0, 0.0]]
        points = [(x, y + 64.0 * k, z) for k in range(3) for x, y, z in row]
        assert len(subdivide(points, 3, 3, 100).columns[0]) == columns


def flat(width: int, height: int) -> list[Vec3]:
    return [(64.0 * x, 64.0 * y, 0.0) for y in range(height) for x in range(width)]


def test_a_curve_has_up_to_129_points_a_side() -> None:
    assert (MIN_GRID_SIZE, MAX_GRID_SIZE) == (3, 129)
    assert len(subdivide(flat(129, 3), 129, 3, 4).columns[0]) == 129
    assert len(subdivide(flat(3, 129), 3, 129, 4).columns) == 129
    with pytest.raises(BspError, match="131 x 3"):
        subdivide(flat(131, 3), 131, 3, 4)
    with pytest.raises(BspError, match="3 x 1"):
        subdivide(flat(3, 1), 3, 1, 4)


def test_subdividing_may_fill_the_grid_but_no_more() -> None:
    # 127 points of which three bend once: two more fill it.
    points = flat(127, 3)
    points[1] = (64.0, 0.0, 8.5)
    assert len(subdivide(points, 127, 3, 4).columns[0]) == 129
    points[3] = (192.0, 0.0, 8.5)
    with pytest.raises(BspError, match=f"more than {MAX_GRID_SIZE}"):
        subdivide(points, 127, 3, 4)


@pytest.mark.parametrize(("error", "bent"), [(-1.0, True), (-0.001, True), (0.0, False)])
def test_an_error_below_zero_is_exceeded_by_what_does_not_bend(error: float, bent: bool) -> None:
    if bent:
        with pytest.raises(BspError, match="more than"):
            subdivide(flat(3, 3), 3, 3, error)
    else:
        assert subdivide(flat(3, 3), 3, 3, error).columns[0][2] == (128.0, 0.0, 0.0)


def test_the_first_of_repeated_columns_is_kept() -> None:
    points = [(min(x, 1) * 64.0 + 0.03 * x, 64.0 * y, 0.0) for y in range(3) for x in range(5)]
    grid = subdivide(points, 5, 3, 100)
    # What was kept is what later columns are compared with.
    assert [x for x, _, _ in grid.columns[0]] == [0.0, 64.03]

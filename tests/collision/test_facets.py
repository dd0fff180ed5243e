from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.reference.tracer.facets import make_facets
from tests.reference.tracer.grid import Grid
from uoserver.bsp import BspError
from uoserver.bsp.vectors import Vec3
from uoserver.collision import facets as facets_module
from uoserver.collision.curvegrid import CurveGrid, subdivide
from uoserver.collision.facets import build_facets
from uoserver.collision.planepool import Plane


def sheet(width: int = 3, height: int = 3, z: float = 0.0) -> CurveGrid:
    """A flat square of 64-unit cells that faces up."""
    points = [(64.0 * x, 64.0 * y, z) for y in range(height) for x in range(width)]
    return subdivide(points, width, height, 4)


def oriented(planes: list[Plane], border: tuple[int, bool]) -> Plane:
    x, y, z, dist = planes[border[0]]
    return (-x, -y, -z, -dist) if border[1] else (x, y, z, dist)


def test_a_flat_curve_is_one_quad_for_each_cell() -> None:
    planes, facets = build_facets(sheet())
    assert len(facets) == 4
    assert {facet.surface for facet in facets} == {0}
    assert planes[0] == (0, 0, 1, 0)
    assert (facets[0].mins, facets[0].maxs) == ((0, 0, 0), (64, 64, 0))


def test_a_quads_borders_stand_on_its_edges() -> None:
    planes, facets = build_facets(sheet())
    out = {oriented(planes, border) for border in facets[0].borders[:4]}
    # Cells share no border plane with what lies in their own plane: upright ones instead.
    assert out == {(-1, 0, 0, 0), (1, 0, 0, 64), (0, -1, 0, 0), (0, 1, 0, 64)}


def test_bevels_that_are_borders_already_are_left_out() -> None:
    planes, facets = build_facets(sheet())
    # Four borders, and as last the surface's own back: both z planes are the surface.
    assert [len(facet.borders) for facet in facets] == [5] * 4
    assert all(facet.borders[-1] == (facet.surface, True) for facet in facets)
    assert oriented(planes, facets[0].borders[-1]) == (0, 0, -1, 0)


def test_every_facet_lies_within_its_planes() -> None:
    points = [(64.0 * x, 64.0 * y, 48.0 if x == 1 else 0.0) for y in range(3) for x in range(3)]
    planes, facets = build_facets(subdivide(points, 3, 3, 4))
    assert len(facets) == 16
    for facet in facets:
        middle = [(a + b) / 2 for a, b in zip(facet.mins, facet.maxs, strict=True)]
        for border in facet.borders[:-1]:
            x, y, z, dist = oriented(planes, border)
            assert x * middle[0] + y * middle[1] + z * middle[2] <= dist + 0.1


def test_a_slope_gets_axial_and_edge_bevels() -> None:
    points = [(64.0 * x, 64.0 * y, 32.0 * x + 16.0 * y) for y in range(3) for x in range(3)]
    planes, facets = build_facets(subdivide(points, 3, 3, 4))
    out = [oriented(planes, border) for border in facets[0].borders]
    lean = 5**-0.5
    for plane in [
        (0, 0, 1, 48),
        (0, 0, -1, 0),
        # The edge along x rises by half: its products with the y axis lean with it, through its
        # lower end and through the upper edge, 16 higher.
        (-lean, 0, 2 * lean, 2 * lean * 16),
        (lean, 0, -2 * lean, 0),
    ]:
        assert any(other == pytest.approx(plane, abs=1e-9) for other in out), plane


def test_a_bent_cell_is_two_triangles_that_bound_each_other() -> None:
    columns: list[list[Vec3]] = [
        [(0.0, 0.0, 0.0), (64.0, 0.0, 0.0)],
        [(0.0, 64.0, 0.0), (64.0, 64.0, 32.0)],
    ]
    _, facets = build_facets(CurveGrid(columns, False, False))
    assert len(facets) == 2
    first, second = facets
    assert first.surface != second.surface
    assert first.borders[2][0] == second.surface
    assert second.borders[2][0] == first.surface


def test_neighbours_bound_each_other_where_the_curve_bends() -> None:
    ridge = [(64.0 * x, 64.0 * y, -abs(x - 1) * 32.0) for y in range(2) for x in range(3)]
    columns = [ridge[:3], ridge[3:]]
    _, facets = build_facets(CurveGrid([list(column) for column in columns], False, False))
    assert len(facets) == 2
    left, right = facets
    assert right.surface in {number for number, _ in left.borders[:4]}
    assert left.surface in {number for number, _ in right.borders[:4]}


def test_a_cell_without_area_has_no_facet() -> None:
    columns: list[list[Vec3]] = [[(0.0, 0.0, 0.0), (64.0, 0.0, 0.0)]] * 2
    assert build_facets(CurveGrid(columns, False, False))[1] == []


def test_too_many_facets_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert facets_module.MAX_FACETS == 8192
    monkeypatch.setattr(facets_module, "MAX_FACETS", 3)
    with pytest.raises(BspError, match="more than 3 facets"):
        build_facets(sheet())


def grids(seed: str, count: int) -> Iterator[CurveGrid]:
    """Yield small grids: flat, bent, folded to nothing in places, and closed to rings."""
    rng = random.Random(seed)
    steps = (0.0, 0.05, 0.1, 0.11, 0.45, 0.5, 0.55, 2.0, 8.0, 8.0, 8.0, 8.0)
    lifts = (0.0, 0.0, 0.0, 0.05, 0.1, 0.11, 0.2, 4.0, -4.0, 6.0, 0.0008)
    for _ in range(count):
        width, height = rng.choice((2, 3, 3, 4)), rng.choice((2, 3, 3, 4))
        xs = [sum(rng.choice(steps) for _ in range(x)) for x in range(width)]
        ys = [sum(rng.choice(steps) for _ in range(y)) for y in range(height)]
        bend = rng.choice(lifts)
        columns: list[list[Vec3]] = [
            [
                (x, y, rng.choice(lifts) if rng.random() < 0.3 else bend * (i + 2 * j))
                for j, y in enumerate(ys)
            ]
            for i, x in enumerate(xs)
        ]
        if rng.random() < 0.5:
            columns = [[(z, x, y) for x, y, z in column] for column in columns]
        across, along = rng.random() < 0.4, rng.random() < 0.4
        if across and rng.random() < 0.7:
            columns[-1] = list(columns[0])
        if along and rng.random() < 0.7:
            for column in columns:
                column[-1] = column[0]
        yield CurveGrid(columns, across, along)


def test_any_grid_has_the_facets_of_the_rule() -> None:
    made = 0
    for grid in grids("facets", 250):
        rule = Grid([(0.0, 0.0, 0.0)], 1, 1)
        rule.columns = [list(column) for column in grid.columns]
        rule.wraps_x, rule.wraps_y = grid.wrap_width, grid.wrap_height
        expected = make_facets(rule)
        planes, facets = build_facets(grid)
        assert len(facets) == len(expected), grid.columns
        made += len(facets)
        for facet, wanted in zip(facets, expected, strict=True):
            assert planes[facet.surface] == pytest.approx(
                (*wanted.surface.normal, wanted.surface.distance), abs=1e-6
            )
            assert [inward for _, inward in facet.borders] == [b.inward for b in wanted.borders]
            for (number, _), border in zip(facet.borders, wanted.borders, strict=True):
                assert planes[number] == pytest.approx(
                    (*border.plane.normal, border.plane.distance), abs=1e-6
                )
    assert made > 600


@pytest.mark.parametrize(
    ("size", "place", "made"),
    [
        (131072.0, -65536.0, 1),
        (131073.0, -65536.0, 0),
        (64.0, 131071.0, 1),
        (64.0, 131072.0, 0),
        (64.0, -131135.0, 1),
        (64.0, -131136.0, 0),
    ],
)
def test_a_facet_lies_within_the_world(size: float, place: float, made: int) -> None:
    cell: list[list[Vec3]] = [
        [(place, 0.0, 0.0), (place, 64.0, 0.0)],
        [(place + size, 0.0, 0.0), (place + size, 64.0, 0.0)],
    ]
    for turned in (cell, [[(y, z, x) for x, y, z in column] for column in cell]):
        assert len(build_facets(CurveGrid(turned, False, False))[1]) == made

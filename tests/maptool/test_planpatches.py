from __future__ import annotations

import pytest

from tests.maptool.planmaps import MapMaker, field
from uoserver.bsp.records import Model
from uoserver.bsp.vectors import Vec3
from uoserver.maptool.planpatches import STEPS, patch_triangles

CORNERS: list[Vec3] = [(0.0, 0.0, 10.0), (0.0, 64.0, 20.0), (64.0, 64.0, 30.0), (64.0, 0.0, 40.0)]


def triangles(maker: MapMaker, limit: int = 1000) -> list[tuple[Vec3, Vec3, Vec3]]:
    return [triangle for _, triangle in patch_triangles(maker.map, limit)]


def test_terrain_that_runs_clockwise_looks_up() -> None:
    maker = MapMaker()
    maker.terrain(CORNERS, [0, 1, 2, 2, 3, 0, 0, 2, 1])
    assert triangles(maker) == [
        (CORNERS[0], CORNERS[1], CORNERS[2]),
        (CORNERS[2], CORNERS[3], CORNERS[0]),
    ]


@pytest.mark.parametrize("indexes", [[0, 1, 4], [0, -1, 2], [0, 1]])
def test_damaged_indexes_are_passed_over(indexes: list[int]) -> None:
    maker = MapMaker()
    maker.terrain(CORNERS, indexes)
    assert triangles(maker) == []


def test_spans_beyond_the_lumps_are_passed_over() -> None:
    maker = MapMaker()
    maker.terrain(CORNERS, [0, 1, 2])
    maker.curve(3, 3, [(0.0, 0.0, 0.0)] * 9)
    maker.map.patch_vertices = maker.map.patch_vertices[:3]
    assert triangles(maker) == []
    maker.map.patch_vertices = []
    assert triangles(maker) == []


@pytest.mark.parametrize(("width", "height"), [(2, 3), (3, 4), (1, 9), (131, 3), (-3, -3)])
def test_curves_with_wrong_sides_are_passed_over(width: int, height: int) -> None:
    maker = MapMaker()
    maker.curve(width, height, [(0.0, 0.0, 0.0)] * 1000)
    assert triangles(maker) == []


def test_a_dome_has_the_height_of_the_quadratic() -> None:
    """A middle control point at 100 lifts the middle of the curve to a quarter of that."""
    maker = MapMaker()
    points = [
        (32.0 * x, 32.0 * y, 100.0 if (x, y) == (1, 1) else 0.0) for y in range(3) for x in range(3)
    ]
    maker.curve(3, 3, points)
    found = triangles(maker)
    assert len(found) == 2 * STEPS * STEPS
    heights = {(x, y): z for triangle in found for x, y, z in triangle}
    assert heights[32.0, 32.0] == pytest.approx(25.0)
    assert heights[0.0, 32.0] == heights[64.0, 64.0] == 0.0
    assert heights[16.0, 32.0] == pytest.approx(100 * 2 * 0.25 * 0.75 * 0.5)


def test_the_same_curve_from_below_is_not_seen() -> None:
    maker = MapMaker()
    maker.curve(3, 3, [(32.0 * y, 32.0 * x, 0.0) for y in range(3) for x in range(3)])
    assert triangles(maker) == []


def test_patches_of_inline_models_are_left_out() -> None:
    maker = field()
    maker.terrain(CORNERS, [0, 1, 2])
    maker.map.leaf_surfaces = [0]
    assert len(triangles(maker)) == 1
    maker.map.models.append(Model((0.0,) * 3, (0.0,) * 3, 0, 0, 0, 1, 0, 0))
    assert triangles(maker) == []


def test_no_more_than_the_limit_are_looked_at() -> None:
    maker = MapMaker()
    maker.terrain(CORNERS, [0, 1, 2] * 10)
    assert len(triangles(maker, limit=4)) == 4

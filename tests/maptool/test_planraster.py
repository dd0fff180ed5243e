from __future__ import annotations

import pytest

from tests.maptool.planmaps import ASPHALT, SNOW, WATER, MapMaker, field
from uoserver.maptool import planraster
from uoserver.maptool.plan import PlanError, make_plan
from uoserver.maptool.planraster import NO_FACE, NOTHING, Grid, rasterise


def grid_of(maker: MapMaker, size: int = 64) -> Grid:
    return rasterise(make_plan(maker.map), size)


def pixel(grid: Grid, x: float, y: float) -> int:
    """The pixel of a place on the field, whose north-west corner is at (-512, 256)."""
    return int((256 - y) / grid.scale) * grid.width + int((x + 512) / grid.scale)


def test_the_longer_side_has_the_size() -> None:
    grid = grid_of(field(), 64)
    assert (grid.width, grid.height, grid.scale) == (64, 32, 16.0)
    tall = grid_of(MapMaker().box((0.0, 0.0, 0.0), (10.0, 1000.0, 8.0)), 100)
    assert (tall.width, tall.height, tall.scale) == (1, 100, 10.0)


def test_the_highest_face_owns_a_pixel() -> None:
    maker = field()
    maker.box((0.0, 0.0, 0.0), (128.0, 128.0, 96.0))
    maker.box((64.0, 64.0, -32.0), (96.0, 96.0, 48.0))
    grid = grid_of(maker)
    assert grid.heights[pixel(grid, 80.0, 80.0)] == 96.0
    assert grid.owners[pixel(grid, 80.0, 80.0)] == 1
    assert grid.heights[pixel(grid, -80.0, 80.0)] == 0.0
    assert sum(owner == 1 for owner in grid.owners) == 8 * 8
    assert NO_FACE not in grid.owners


def test_slopes_are_followed_to_the_middle_of_each_pixel() -> None:
    maker = field()
    maker.terrain(
        [
            (-512.0, -256.0, 0.0),
            (-512.0, 256.0, 0.0),
            (512.0, 256.0, 512.0),
            (512.0, -256.0, 512.0),
        ],
        [0, 1, 2, 2, 3, 0],
    )
    grid = grid_of(maker)
    for column in range(64):
        assert grid.heights[10 * 64 + column] == pytest.approx(8.0 * (column + 0.5))


def test_crossing_faces_meet_where_they_cross() -> None:
    maker = field()
    for west, east in ((0.0, 512.0), (512.0, 0.0)):
        maker.terrain(
            [
                (-512.0, -256.0, west),
                (-512.0, 256.0, west),
                (512.0, 256.0, east),
                (512.0, -256.0, east),
            ],
            [0, 1, 2, 2, 3, 0],
        )
    grid = grid_of(maker)
    row = grid.heights[640:704]
    assert min(row) == pytest.approx(260.0)
    assert row[0] == pytest.approx(508.0) == row[63]


def test_roofs_have_air_below_and_walls_have_not() -> None:
    maker = field()
    maker.box((0.0, 0.0, 128.0), (256.0, 128.0, 144.0))  # a ceiling ...
    maker.box((0.0, 0.0, 144.0), (256.0, 128.0, 160.0))  # ... under a roof
    maker.box((0.0, 0.0, 0.0), (16.0, 128.0, 128.0))  # on a wall in the west
    maker.box((-256.0, 0.0, 0.0), (-128.0, 128.0, 100.0))  # a block that stands on the ground
    maker.box((-256.0, -128.0, 40.0), (-128.0, -64.0, 48.0))  # a table
    grid = grid_of(maker)
    assert grid.roofs[pixel(grid, 200.0, 64.0)] == 1
    assert grid.roofs[pixel(grid, 8.0, 64.0)] == 0
    assert grid.roofs[pixel(grid, -200.0, 64.0)] == 0
    assert grid.roofs[pixel(grid, -200.0, -100.0)] == 0
    assert grid.roofs[pixel(grid, 400.0, 64.0)] == 0


def test_water_lies_over_what_it_covers() -> None:
    maker = MapMaker().box((-512.0, -256.0, -64.0), (0.0, 256.0, 0.0), SNOW)
    maker.box((0.0, -256.0, -64.0), (512.0, 256.0, -48.0), ASPHALT)
    maker.box((-128.0, -256.0, -64.0), (512.0, 256.0, -8.0), WATER)
    grid = grid_of(maker)
    assert grid.water[pixel(grid, 100.0, 0.0)] == -8.0
    assert grid.heights[pixel(grid, 100.0, 0.0)] == -48.0
    assert grid.water[pixel(grid, -400.0, 0.0)] == NOTHING


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlanError, match="pixels, at most"):
        grid_of(MapMaker().box((0.0, 0.0, 0.0), (64.0, 64.0, 8.0)), 5000)
    monkeypatch.setattr(planraster, "MAX_PIXEL_STEPS", 64 * 32 * 5)
    maker = field()
    grid_of(maker)
    for _ in range(10):
        maker.box((-512.0, -256.0, -64.0), (512.0, 256.0, 0.0))
    with pytest.raises(PlanError, match="lie over each other"):
        grid_of(maker)

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.maptool.planmaps import ASPHALT, SNOW, WATER, MapMaker, field
from uoserver.maptool.plan import make_plan
from uoserver.maptool.planpaint import VOID, Color, contour_interval, paint
from uoserver.maptool.planraster import rasterise


class Picture:
    """A painted map, read by places of the map."""

    def __init__(self, maker: MapMaker, size: int = 128) -> None:
        self.plan = make_plan(maker.map)
        self.grid = rasterise(self.plan, size)
        self.pixels = paint(self.plan, self.grid)
        assert len(self.pixels) == 3 * self.grid.width * self.grid.height

    def at(self, x: float, y: float) -> Color:
        column = int((x - self.plan.mins[0]) / self.grid.scale)
        row = int((self.plan.maxs[1] - y) / self.grid.scale)
        start = 3 * (row * self.grid.width + column)
        red, green, blue = self.pixels[start : start + 3]
        return red, green, blue

    def light(self, x: float, y: float) -> int:
        return sum(self.at(x, y))


def test_a_higher_top_is_brighter_and_throws_a_shadow_to_the_south_east() -> None:
    maker = field()
    maker.box((-64.0, -64.0, 0.0), (64.0, 64.0, 100.0))
    picture = Picture(maker)
    ground = picture.light(-400.0, 200.0)
    assert picture.light(0.0, 0.0) > ground
    assert picture.light(90.0, -40.0) < 0.8 * ground
    assert picture.light(-90.0, 40.0) == ground
    assert picture.light(200.0, 0.0) == ground, "beyond the shadow"


def test_surface_types_have_tints() -> None:
    maker = MapMaker().box((0.0, 0.0, 0.0), (512.0, 512.0, 8.0), SNOW)
    maker.box((512.0, 0.0, 0.0), (1024.0, 512.0, 8.0), ASPHALT)
    picture = Picture(maker)
    snow, asphalt = picture.at(100.0, 100.0), picture.at(900.0, 100.0)
    assert min(snow) > 1.9 * max(asphalt)


def slope(rise: float) -> MapMaker:
    maker = MapMaker()
    west, east = max(rise, 0.0), max(-rise, 0.0)
    maker.terrain(
        [(0.0, 0.0, west), (0.0, 512.0, west), (512.0, 512.0, east), (512.0, 0.0, east)],
        [0, 1, 2, 2, 3, 0],
    )
    return maker


def test_slopes_to_the_north_west_are_lit() -> None:
    falling_east, falling_west = Picture(slope(300.0)), Picture(slope(-300.0))
    assert falling_west.light(250.0, 250.0) > 1.3 * falling_east.light(250.0, 250.0)


def test_contour_lines_run_along_the_slope() -> None:
    picture = Picture(slope(-300.0))
    rows = [picture.light(4.0 * column + 2.0, 250.0) for column in range(1, 127)]
    rises = [after - before for before, after in pairwise(rows)]
    darker = sum(rise < -30 for rise in rises)
    assert contour_interval(0.0, 300.0) == 16
    assert darker == 300 // 16


@pytest.mark.parametrize(("high", "interval"), [(0.0, 16), (320.0, 16), (321.0, 32), (1200.0, 64)])
def test_contour_intervals(high: float, interval: int) -> None:
    assert contour_interval(0.0, high) == interval


def test_deep_water_is_darker_than_shallow_and_bluer_than_snow() -> None:
    maker = MapMaker().box((0.0, 0.0, -300.0), (512.0, 512.0, -32.0), SNOW)
    maker.box((512.0, 0.0, -300.0), (1024.0, 512.0, -200.0), SNOW)
    maker.box((1024.0, 0.0, -300.0), (1536.0, 512.0, 0.0), SNOW)
    maker.box((0.0, 0.0, -300.0), (1536.0, 512.0, -8.0), WATER)
    picture = Picture(maker)
    shallow, deep, land = picture.at(100.0, 100.0), picture.at(900.0, 100.0), picture.at(1400, 100)
    assert sum(deep) < sum(shallow) < sum(land)
    assert deep[2] > deep[0] + 40
    assert land[2] - land[0] < 20


def test_outside_of_the_world_is_void_or_open_water() -> None:
    maker = MapMaker().box((0.0, 0.0, 0.0), (128.0, 128.0, 8.0))
    maker.box((384.0, 384.0, 0.0), (512.0, 512.0, 8.0))
    assert Picture(maker).at(450.0, 50.0) == VOID
    maker.box((0.0, 0.0, -64.0), (512.0, 512.0, -8.0), WATER)
    red, _, blue = Picture(maker).at(450.0, 50.0)
    assert blue > red + 40


def test_roofs_are_tinted_and_bridges_of_asphalt_are_not() -> None:
    maker = field()
    maker.box((-400.0, -100.0, 128.0), (-200.0, 100.0, 144.0), SNOW)
    maker.box((200.0, -100.0, 128.0), (400.0, 100.0, 144.0), ASPHALT)
    maker.box((-100.0, -100.0, 0.0), (100.0, 100.0, 144.0), SNOW)
    picture = Picture(maker)
    roof, block, bridge = picture.at(-300.0, 0.0), picture.at(0.0, 0.0), picture.at(300.0, 0.0)
    assert roof[0] > roof[2] + 20
    assert abs(block[0] - block[2]) < 15
    assert abs(bridge[0] - bridge[2]) < 15

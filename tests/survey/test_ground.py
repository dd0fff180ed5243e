from __future__ import annotations

import random

import pytest

from tests.collision.maps import STONE, WOOD
from tests.survey.lands import ASPHALT, NAMED_ROAD, Land, pool
from uoserver.collision import World
from uoserver.sim.world import DEEP, DRY, SHALLOW
from uoserver.survey import ground as module

FLOOR = 0.125
"""Traces stop an eighth of a unit before what they meet."""


def test_roofs_are_not_the_ground() -> None:
    land = Land()
    land.box((-300, -300, 128), (300, 300, 160))
    ground = land.ground()
    assert ground.at(0.0, 0.0) == FLOOR
    assert ground.at(1000.0, 0.0) == FLOOR


def test_no_ground_inside_walls_but_its_level_beside_them() -> None:
    land = Land()
    land.box((-300, -300, 0), (300, 300, 160))
    ground = land.ground()
    assert ground.at(0.0, 0.0) is None
    assert ground.level(0.0, 0.0) == 0.0
    assert ground.slope(0.0, 0.0) == (0.0, 0.0, 1.0)


def test_what_is_under_a_terrain_is_no_ground() -> None:
    """It rises by more than 45 degrees here, so that between nodes it is looked for from below."""
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 0))
    land.box((-1536, -512, -256), (1536, 512, -200))
    rise = 400.0
    points = [(0.0, -512.0, 0.0), (0.0, 512.0, 0.0), (100.0, -512.0, rise), (100.0, 512.0, rise)]
    land.terrain(points, ((0, 1, 3), (0, 3, 2)))
    ground = land.ground((-1400.0, 0.0, FLOOR))
    assert ground.at(-40.0, 0.0) == FLOOR
    found = [ground.at(float(x), 10.0) for x in range(8, 100, 8)]
    for x, height in zip(range(8, 100, 8), found, strict=True):
        assert height is None or abs(height - 4.0 * x) < 1.0, (x, height)
    assert None in found


def test_a_pit_that_the_lattice_does_not_know_is_no_ground() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (10, 512, 0))
    land.box((54, -512, -64), (1536, 512, 0))
    land.box((-1536, -512, -256), (1536, 512, -200))
    ground = land.ground((-1400.0, 0.0, FLOOR), (1400.0, 0.0, FLOOR))
    assert ground.at(32.0, 0.0) is None
    assert ground.at(8.0, 0.0) == FLOOR


def test_ways_down_are_ground_at_every_depth_a_slope_has() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 0))
    land.box((0, -512, -264), (1536, 512, -200))
    ground = land.ground()
    assert ground.at(-8.0, 0.0) == FLOOR
    assert ground.at(8.0, 0.0) == -200.0 + FLOOR


def test_slopes() -> None:
    land = Land()
    land.box((0, -512, 0), (512, 512, 256), cuts=[((-(0.5**0.5), 0.0, 0.5**0.5), 0.0)])
    ground = land.ground()
    assert ground.slope(-100.0, 0.0) == (0.0, 0.0, 1.0)
    x, _, z = ground.slope(100.0, 0.0)
    assert abs(x + 0.5**0.5) < 1e-6
    assert abs(z - 0.5**0.5) < 1e-6


def test_water_by_its_depth() -> None:
    land = Land()
    pool(land, (0.0, -512.0, 0.0), (400.0, 512.0, 64.0))
    pool(land, (400.0, -512.0, 0.0), (1000.0, 512.0, 66.0))
    ground = land.ground()
    depths = [ground.depth(x, 0.0) for x in (-50.0, 200.0, 700.0)]
    assert depths[0] == 0.0
    assert abs(depths[1] - 64.0) < 0.5
    assert abs(depths[2] - 66.0) < 0.5
    assert [ground.water(x, 0.0) for x in (-50.0, 200.0, 700.0)] == [DRY, SHALLOW, DEEP]
    assert ground.water(200.0, 511.0) == SHALLOW


def test_a_sheet_of_water_is_as_deep_as_what_is_below() -> None:
    land = Land()
    pool(land, (0.0, -512.0, 100.0), (400.0, 512.0, 108.0))
    assert land.ground().water(200.0, 0.0) == DEEP


def test_a_pond_on_a_roof_wets_nobody_below() -> None:
    land = Land()
    land.box((0, -512, 200), (400, 512, 220))
    pool(land, (0.0, -512.0, 220.0), (400.0, 512.0, 300.0))
    assert land.ground().water(200.0, 0.0) == DRY


def test_water_below_a_bridge_is_none_on_it() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -256), (1536, 512, -200))
    land.box((-1536, -100, -16), (1536, 100, 0))
    pool(land, (-1536.0, -512.0, -200.0), (1536.0, 512.0, -40.0))
    ground = land.ground()
    assert ground.at(0.0, 0.0) == FLOOR
    assert ground.water(0.0, 0.0) == DRY
    assert ground.water(0.0, 300.0) == DEEP


def test_roads_by_surface_type_and_by_name() -> None:
    land = Land(floor=False)
    for number, material in enumerate((STONE, ASPHALT, NAMED_ROAD, WOOD)):
        x = -1536 + 768 * number
        land.box((x, -512, -64), (x + 768, 512, 0), material)
    ground = land.ground()
    assert [ground.paved(x, 0.0) for x in (-1200.0, -400.0, 400.0, 1200.0)] == [
        *(False, True, True, False)
    ]


def test_what_is_remembered_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEPT", 8)
    ground = Land().ground()
    for x in range(100):
        assert ground.at(float(x), 0.0) == FLOOR
    assert len(ground._kept) <= 8


def test_columns_answer_as_the_whole_land_does(monkeypatch: pytest.MonkeyPatch) -> None:
    land = Land()
    land.box((-300, -300, 128), (300, 300, 160))
    land.box((500.5, -40.25, 0), (517, 300, 9))
    land.box((-700, -300, 0), (-600, 300, 160))
    points = [(-96.0, 96.0, 0.0), (-32.0, 96.0, 40.0), (-96.0, 160.0, 0.0), (-32.0, 160.0, 31.0)]
    land.terrain(points, ((0, 1, 3), (0, 3, 2)))
    source = random.Random(7)
    edges = [(32.0 * x, 32.0 * y) for x in range(-52, 52, 3) for y in range(-18, 18, 3)]
    places = [(source.uniform(-1700, 1700), source.uniform(-600, 600)) for _ in range(1500)]
    places += [(source.uniform(-100, -28), source.uniform(90, 164)) for _ in range(300)]
    places += [(source.uniform(495, 520), source.uniform(-45, 305)) for _ in range(300)] + edges
    ground, whole = land.ground(), land.ground()
    expected = []
    for place in places:
        whole._columns.clear()  # so that nobody has come by
        expected.append(whole.look(*place))
    assert [ground.look(*place) for place in places] == expected
    assert [ground.look(*place) for place in places] == expected
    monkeypatch.setattr(World, "trace", None)  # that is what answers for what is not in a column
    walked = [place for place in places if abs(place[0]) < 290 and abs(place[1]) < 290]
    assert len([ground.look(*place) for place in walked]) > 200
    cut = [column for column in ground._columns.values() if column.land is not ground._clip]
    assert len(cut) > 1000


def test_a_column_is_cut_out_when_it_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_COLUMNS", 8)
    ground = Land().ground()
    [column] = [ground._columns[key] for key in [*_look(ground, 40.0)]]
    assert column.land is ground._clip
    [column] = [ground._columns[key] for key in [*_look(ground, 63.0)]]
    assert column.land is not ground._clip
    for x in range(-40, 40):
        ground.look(32.0 * x, 0.0)
    assert len(ground._columns) <= 8


def _look(ground: module.Ground, x: float) -> list[tuple[float, float]]:
    assert ground.look(x, 0.0) is not None
    return [*ground._columns]


def test_the_sky() -> None:
    clip = Land().clip()
    zero = (0.0, 0.0, 0.0)
    up = clip.trace((0.0, 0.0, 10.0), (0.0, 0.0, 2000.0), zero, zero, 1)
    down = clip.trace((0.0, 0.0, 10.0), (0.0, 0.0, -50.0), zero, zero, 1)
    assert (module.is_sky(up), module.is_sky(down)) == (True, False)

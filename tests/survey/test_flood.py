from __future__ import annotations

import pytest

from tests.survey.lands import Land, cross_wall
from uoserver.bsp.vectors import Vec3
from uoserver.survey.flood import Walk, flood, floor_under
from uoserver.survey.lattice import BOTH_WAYS, ONE_WAY, Lattice, frame_of

WEST = (-1400.0, 0.0, 0.125)


def how(lattice: Lattice, x: float, y: float) -> tuple[int, int]:
    node = lattice.nearest(x, y)
    return lattice.reached[node], lattice.levels[node]


def walk_on(land: Land) -> Walk:
    frame = frame_of(land.bounds)
    assert frame is not None
    return Walk(land.clip(), frame)


def test_all_of_a_yard_is_walked_to() -> None:
    lattice = Land().lattice()
    assert lattice.reached.count(BOTH_WAYS) >= 47 * 15  # what lies on its edge is in its walls
    assert how(lattice, 1400.0, 400.0) == (BOTH_WAYS, 0)


def test_steps_are_climbed_and_walls_are_not() -> None:
    land = Land()
    land.box((0, -512, 0), (200, 512, 18))
    land.box((200, -512, 0), (400, 512, 36))
    land.box((800, -512, 0), (1536, 512, 20))
    lattice = land.lattice()
    assert how(lattice, 320.0, 0.0) == (BOTH_WAYS, 36)
    assert how(lattice, 640.0, 0.0) == (ONE_WAY, 0)  # two steps at once
    assert how(lattice, 1024.0, 0.0)[0] == 0


def test_a_step_just_before_a_node_is_not_climbed() -> None:
    land = Land()
    land.box((825, -512, 0), (1536, 512, 20))
    assert how(land.lattice(), 1024.0, 0.0)[0] == 0


def test_a_seam_in_a_slope_trips_nobody() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 0))
    slope = (-(0.5**0.5), 0.0, 0.5**0.5)
    for west, east in ((0, 31.5), (32.5, 128)):
        land.box((west, -512, -64), (east, 512, 128), cuts=[(slope, 0.0)])
    land.box((128, -512, -64), (1536, 512, 128))
    assert how(land.lattice(), 640.0, 0.0) == (BOTH_WAYS, 128)


def test_no_way_is_tried_twice_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    land = cross_wall(Land(), 0.0)
    tried: list[tuple[Vec3, float, float]] = []
    to = Walk.to

    def noted(walk: Walk, start: Vec3, x: float, y: float) -> float | None:
        level = to(walk, start, x, y)
        if level is None:
            tried.append((start, x, y))
        return level

    monkeypatch.setattr(Walk, "to", noted)
    land.lattice()
    assert len(tried) > 10
    assert len(set(tried)) == len(tried)


def test_a_fall_leads_one_way() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 0))
    land.box((0, -512, -264), (1536, 512, -200))
    lattice = land.lattice()
    assert how(lattice, -640.0, 0.0) == (BOTH_WAYS, 0)
    assert how(lattice, 640.0, 0.0) == (ONE_WAY, -200)
    back = land.lattice((1400.0, 0.0, -199.875))
    assert how(back, 640.0, 0.0) == (BOTH_WAYS, -200)
    assert how(back, -640.0, 0.0) == (0, -200)


def test_a_fall_that_stairs_lead_out_of_is_there_and_back() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 0))
    land.box((0, -512, -264), (1536, 512, -200))
    slope = (0.5**0.5, 0.0, 0.5**0.5)
    land.box((-10, -512, -200), (230, -300, 0), cuts=[(slope, slope[0] * 20.0)])
    assert how(land.lattice(), 640.0, 0.0) == (BOTH_WAYS, -200)


def test_a_slope_is_walked_up_and_a_cliff_of_terrain_is_not() -> None:
    for rise, there in ((100.0, (BOTH_WAYS, 100)), (152.0, (0, 0)), (900.0, (0, 0))):
        land = Land(floor=False)
        land.box((-1536, -512, -64), (0, 512, 0))
        land.box((-1536, -512, -256), (1536, 512, -240))
        points = [
            *((0.0, -512.0, 0.0), (0.0, 512.0, 0.0), (128.0, -512.0, rise), (128.0, 512.0, rise)),
            *((1536.0, -512.0, rise), (1536.0, 512.0, rise)),
        ]
        land.terrain(points, ((0, 1, 3), (0, 3, 2), (2, 3, 5), (2, 5, 4)))
        assert how(land.lattice(), 640.0, 0.0) == there


def test_the_way_through_a_wall_is_found() -> None:
    lattice = cross_wall(Land(), 30.0, gap=150.0).lattice()
    assert how(lattice, 640.0, 400.0) == (BOTH_WAYS, 0)


def test_low_doors_are_gone_through() -> None:
    land = Land()
    land.box((0, -512, 60), (300, 512, 90))
    assert how(land.lattice(), 640.0, 0.0) == (BOTH_WAYS, 0)


def test_what_falls_away_under_a_low_roof_is_not_gone_down() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -264), (0, 512, 0))
    land.box((0, -512, -264), (1536, 512, -200))
    land.box((-100, -512, 60), (300, 512, 90))
    assert how(land.lattice(), 128.0, 0.0)[0] == 0


def test_of_two_floors_the_one_that_is_come_by_counts() -> None:
    land = Land()
    land.box((300, -512, 120), (1536, 512, 136))
    assert how(land.lattice(), 640.0, 0.0) == (BOTH_WAYS, 0)
    assert how(land.lattice((1400.0, 0.0, 136.125)), 640.0, 0.0) == (BOTH_WAYS, 136)


def test_what_is_not_reached_has_the_level_of_the_nearest() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 40))
    land.box((0, -512, -64), (700, 512, 50))
    land.box((700, -512, -64), (1536, 512, 300))
    assert how(land.lattice((-1400.0, 0.0, 40.125)), 1200.0, 0.0) == (0, 50)


def test_spawn_points_are_dropped() -> None:
    land = Land()
    land.box((0, -512, 0), (200, 512, 30))
    land.box((800, -512, 0), (1000, 512, 200))
    walk = walk_on(land)
    assert floor_under(walk, (-500.0, 0.0, 300.0)) == (-500.0, 0.0, 0.125)
    assert floor_under(walk, (-500.0, 0.0, -10.0)) == (-500.0, 0.0, 0.125)
    assert floor_under(walk, (100.0, 0.0, 0.0)) == (100.0, 0.0, 30.125)
    assert floor_under(walk, (900.0, 0.0, 24.0)) is None
    assert floor_under(walk, (-500.0, 900.0, 24.0)) is None


def test_without_a_floor_there_is_no_lattice() -> None:
    land = Land(floor=False)
    frame = frame_of(land.bounds)
    assert frame is not None
    assert flood(Walk(land.clip(), frame), frame, [WEST]) is None

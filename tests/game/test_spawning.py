"""Spawn points: dropped to the floor, never inside anything."""

from __future__ import annotations

from random import Random

import pytest

from tests.shared import shared_path
from uoserver.bsp import read
from uoserver.bsp.mapinfo import describe_map
from uoserver.bsp.spawn import Bounds, Side, SpawnPoint
from uoserver.bsp.vectors import Vec3
from uoserver.collision import Body, World, load_clip_model
from uoserver.game.movement import MoveRules
from uoserver.game.movement.constants import CONTENTS_BODY, CONTENTS_YIELDS, MASK_PLAYER
from uoserver.game.spawning import MAX_PLACES, MAX_POINTS, SpawnChooser

from .movement.spaces import box, floor, plane
from .movement.worlds import world_of

RULES = MoveRules()
BOUNDS = Bounds((-512.0, -512.0, -64.0), (512.0, 512.0, 512.0))
MINS, MAXS = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)


def points(*origins: Vec3) -> list[SpawnPoint]:
    return [SpawnPoint(origin, (0.0, 90.0, 0.0), Side.ANY, "") for origin in origins]


def chooser(world: World, *origins: Vec3) -> SpawnChooser:
    return SpawnChooser(world, points(*origins), BOUNDS, RULES)


def stand(world: World, number: int, origin: Vec3) -> None:
    body = Body(origin, mins=MINS, maxs=MAXS, contents=CONTENTS_BODY, capsule=True)
    world.link(number, body)


@pytest.mark.parametrize("height", [0.0, 0.125, 24.0, 300.0, -8.0, -17.0, -30.0])
def test_a_point_is_dropped_to_the_floor(height: float) -> None:
    (point,) = chooser(world_of(floor()), (40.0, -8.0, height)).points
    assert point.origin == pytest.approx((40.0, -8.0, 0.125))
    assert point.angles == (0.0, 90.0, 0.0)


def test_a_point_high_up_falls_the_rest_of_the_way() -> None:
    high = Bounds(BOUNDS.mins, (512.0, 512.0, 4000.0))
    (point,) = SpawnChooser(world_of(floor()), points((0.0, 0.0, 3000.0)), high, RULES).points
    assert point.origin == (0.0, 0.0, 3000.0)


def test_points_in_solids_are_left_out() -> None:
    world = world_of(floor(), box((100, -100, -10), (300, 100, 400)))
    spawns = chooser(world, (200.0, 0.0, 24.0), (0.0, 0.0, 24.0), (90.0, 0.0, 24.0))
    assert [point.origin[0] for point in spawns.points] == [0.0]
    assert spawns.unusable == 2


def test_a_map_of_buried_points_gets_open_floor() -> None:
    world = world_of(floor(), box((-60, -60, -10), (60, 60, 900)))
    (point,) = chooser(world, (0.0, 0.0, 24.0)).points
    assert abs(point.origin[0]) > 70 or abs(point.origin[1]) > 70
    assert point.origin[2] == pytest.approx(0.125)


def test_a_world_without_room_still_gives_a_point() -> None:
    world = world_of(box((-4000, -4000, -4000), (4000, 4000, 4000)))
    (point,) = chooser(world, (0.0, 0.0, 24.0)).points
    assert point.origin == BOUNDS.centre


def test_a_point_under_a_low_ceiling_is_not_lifted_through_it() -> None:
    """Feet free, head in the ceiling: the floor is below, the roof above is none."""
    world = world_of(floor(), box((-500, -500, 100), (500, 500, 116)))
    (point,) = chooser(world, (0.0, 0.0, 83.0)).points
    assert point.origin == pytest.approx((0.0, 0.0, 0.125))


def test_a_point_between_a_floor_and_a_ceiling_too_near_is_left_out() -> None:
    world = world_of(floor(), box((-500, -500, 60), (500, 500, 116)))
    spawns = chooser(world, (0.0, 0.0, 30.0), (700.0, 0.0, 24.0))
    assert [point.origin[0] for point in spawns.points] == [700.0]


def test_nobody_stands_on_top_of_the_world() -> None:
    sky = box((-512, -512, 480), (512, 512, BOUNDS.maxs[2]))
    spawns = chooser(world_of(floor(), sky), (0.0, 0.0, 490.0), (100.0, 0.0, 24.0))
    assert [point.origin[0] for point in spawns.points] == [100.0]
    assert spawns.unusable == 1


def test_a_map_has_so_many_points_and_no_more() -> None:
    spawns = chooser(world_of(floor()), *((0.0, 0.0, 1.0),) * (MAX_POINTS + 5))
    assert len(spawns.points) == MAX_POINTS
    assert spawns.unusable == 5


def test_so_many_places_beside_points_are_tried_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = world_of(floor())
    points_there = [(float(x), 0.0, 1.0) for x in range(-400, 401, 40)]
    spawns = chooser(world, *points_there)
    for number, (x, y, _) in enumerate(points_there):
        stand(world, number, (x, y, 0.0))
    tried: list[Vec3] = []
    monkeypatch.setattr(SpawnChooser, "_beside", lambda _self, origin, *_: tried.append(origin))
    spawns.choose(Random(1))
    assert len(tried) == MAX_PLACES


def test_nobody_appears_where_somebody_stands() -> None:
    world = world_of(floor())
    spawns = chooser(world, (0.0, 0.0, 1.0), (100.0, 0.0, 1.0), (200.0, 0.0, 1.0))
    stand(world, 1, (100.0, 0.0, 0.0))
    stand(world, 2, (12.0, 0.0, 0.0))
    assert {spawns.choose(Random(seed)).origin[0] for seed in range(20)} == {200.0}


def test_a_point_is_taken_by_who_stops_nobody_for_a_moment() -> None:
    world = world_of(floor())
    spawns = chooser(world, (0.0, 0.0, 1.0), (100.0, 0.0, 1.0))
    world.link(1, Body((5.0, 0.0, 0.0), mins=MINS, maxs=MAXS, contents=CONTENTS_YIELDS))
    assert {spawns.choose(Random(seed)).origin[0] for seed in range(20)} == {100.0}


def overlaps(one: Vec3, other: Vec3) -> bool:
    x, y, z = (a - b for a, b in zip(one, other, strict=True))
    return x * x + y * y < 30.0**2 and abs(z) < 70.0


def crowd(world: World, spawns: SpawnChooser, people: int, seed: int = 1) -> list[Vec3]:
    """Return where people appear who all stay where they appeared."""
    random = Random(seed)
    places: list[Vec3] = []
    for number in range(people):
        place = spawns.choose(random).origin
        places.append(place)
        stand(world, number, place)
    return places


def test_a_crowd_at_few_points_stands_beside_them() -> None:
    world = world_of(floor())
    places = crowd(world, chooser(world, (0.0, 0.0, 1.0), (400.0, 0.0, 1.0)), 64)
    pairs = [(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert not any(overlaps(a, b) for a, b in pairs)
    assert all(z == pytest.approx(0.125) for _, _, z in places)
    near = [min(abs(x), abs(x - 400.0)) + abs(y) for x, y, _ in places[:10]]
    assert max(near) < 80.0


def test_nobody_is_set_behind_a_wall_down_a_cliff_or_on_a_steep_slope() -> None:
    world = world_of(
        box((-500, -500, -10), (500, 500, 0)),  # with edges
        box((-900, -900, -300), (0, 900, -76)),
        box((-500, 40, 0), (500, 48, 300)),  # a thin wall with ground behind it
        plane((-0.8, 0.0, 0.6), -48.0),  # rises from x = 60 on, too steep to stand on
    )
    for x, y, z in crowd(world, chooser(world, (0.0, -460.0, 1.0), (0.0, 0.0, 1.0)), 40):
        assert x < 60.0
        assert -515.0 < y < 25.0
        assert z == pytest.approx(0.125)


def test_a_step_up_is_stepped_over_and_a_low_roof_gone_under() -> None:
    stairs = world_of(floor(), box((20, -500, 0), (500, 500, 16)))
    there = crowd(stairs, chooser(stairs, (0.0, 0.0, 1.0)), 20)
    assert {round(z) for _, _, z in there} == {0, 16}
    cellar = world_of(floor(), box((-500, -500, 72), (500, 500, 100)))
    below = crowd(cellar, chooser(cellar, (0.0, 0.0, 1.0)), 20)
    assert len({(round(x), round(y)) for x, y, _ in below}) == 20


def test_a_crowd_in_a_narrow_lane_stands_beside_those_who_stand() -> None:
    """Around the corner no straight way leads from the point."""
    world = world_of(
        floor(),
        *(box((-50, -500, 0), (-30, 160, 300)), box((30, -500, 0), (50, 90, 300))),
        *(box((-50, 160, 0), (900, 180, 300)), box((30, 90, 0), (900, 92, 300))),
        box((-50, -60, 0), (50, -40, 300)),
    )
    spawns, random = chooser(world, (0.0, 0.0, 1.0)), Random(1)
    places: list[Vec3] = []
    for number in range(16):
        place = spawns.choose(random, places).origin
        assert not any(overlaps(place, other) for other in places)
        places.append(place)
        stand(world, number, place)
    assert max(x for x, _, _ in places) > 200.0


def test_nobody_appears_beside_who_stands_far_away() -> None:
    closet = [box((-20, -500, 0), (-16, 500, 300)), box((16, -500, 0), (20, 500, 300))]
    ends = [box((-20, -20, 0), (20, -16, 300)), box((-20, 16, 0), (20, 20, 300))]
    world = world_of(floor(), *closet, *ends)
    spawns = chooser(world, (0.0, 0.0, 1.0))
    stand(world, 1, (0.0, 0.0, 0.125))
    assert spawns.choose(Random(1), [(1100.0, 0.0, 0.125)]).origin[:2] == (0.0, 0.0)
    assert spawns.choose(Random(1), [(900.0, 0.0, 0.125)]).origin[0] > 800.0


def test_a_full_map_gives_a_taken_point() -> None:
    closet = [box((-20, -500, 0), (-16, 500, 300)), box((16, -500, 0), (20, 500, 300))]
    ends = [box((-20, -20, 0), (20, -16, 300)), box((-20, 16, 0), (20, 20, 300))]
    world = world_of(floor(), *closet, *ends)
    places = crowd(world, chooser(world, (0.0, 0.0, 1.0)), 2)
    assert places[0] == places[1]


@pytest.mark.parametrize("name", ["empty", "bmw", "brmap2_a", "pv_mini_harbor"])
@pytest.mark.parametrize("gametype", ["dm", "tdm", "sd"])
def test_real_points_are_on_the_ground_and_free(name: str, gametype: str) -> None:
    source = read(shared_path(f"maps/{name}.bsp").read_bytes())
    info = describe_map(source)
    world = World(load_clip_model(source))
    spawns = info.spawns(gametype)
    chosen = SpawnChooser(world, spawns.points, info.bounds, RULES).points
    assert len(chosen) == len(spawns.points)
    for point in chosen:
        here, x, y, z = point.origin, *point.origin
        assert not world.trace(here, here, MINS, MAXS, MASK_PLAYER, capsule=True).startsolid
        down = world.trace(here, (x, y, z - 0.25), MINS, MAXS, MASK_PLAYER, capsule=True)
        assert down.fraction < 1.0

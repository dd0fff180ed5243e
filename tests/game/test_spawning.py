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
from uoserver.game.movement.constants import CONTENTS_BODY, MASK_PLAYER
from uoserver.game.spawning import SpawnChooser

from .movement.spaces import box, floor
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
    (point,) = chooser(world_of(floor()), (0.0, 0.0, 3000.0)).points
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


def test_nobody_appears_where_somebody_stands() -> None:
    world = world_of(floor())
    spawns = chooser(world, (0.0, 0.0, 1.0), (100.0, 0.0, 1.0), (200.0, 0.0, 1.0))
    stand(world, 1, (100.0, 0.0, 0.0))
    stand(world, 2, (12.0, 0.0, 0.0))
    assert {spawns.choose(Random(seed)).origin[0] for seed in range(20)} == {200.0}
    stand(world, 3, (200.0, 5.0, 0.0))
    assert {spawns.choose(Random(seed)).origin[0] for seed in range(40)} == {0.0, 100.0, 200.0}


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

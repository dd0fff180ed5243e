from __future__ import annotations

import random
from math import sin
from pathlib import Path

import pytest

from tests.collision.maps import ICE, WOOD, MapMaker, floor_map
from tests.shared import shared_path
from uoserver.bsp import read
from uoserver.bsp.spawn import read_points
from uoserver.bsp.vectors import Vec3
from uoserver.collision import Body, Surroundings, World, load_clip_model
from uoserver.collision.contents import BODY, EVERYTHING, PLAYER_MASK, SOLID

MINS, MAXS = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)
POINT = (0.0, 0.0, 0.0)
SHAPES = [(MINS, MAXS), (MINS, (15.0, 15.0, 50.0)), (POINT, POINT), ((-8.0,) * 3, (8.0,) * 3)]
SHAPES.append(((-15.0, -3.0, -4.0), (15.0, 3.0, 4.0)))


def about(world: World, spot: Vec3, size: float = 60.0, **options: int) -> Surroundings:
    x, y, z = spot
    return world.around(
        (x - size, y - size, z - size), (x + size, y + size, z + size + 80), PLAYER_MASK, **options
    )


def compare(world: World, spots: list[Vec3], rng: random.Random, each: int) -> int:
    """Sweep about each spot through both; return how many met something."""
    hits = 0
    for spot in spots:
        near = about(world, spot, size=rng.choice((20.0, 60.0)), pass_entity=5)

        def place(spot: Vec3 = spot) -> Vec3:
            x, y, z = (s + rng.choice((0.0, 0.125, rng.uniform(-40, 40))) for s in spot)
            return (x, y, z)

        for _ in range(each):
            start = place()
            end = start if rng.random() < 0.1 else place()
            mins, maxs = rng.choice(SHAPES)
            capsule = rng.random() < 0.7
            mask = rng.choice((PLAYER_MASK, PLAYER_MASK & ~BODY, SOLID))
            found = near.trace(start, end, mins, maxs, mask, capsule=capsule)
            expected = world.trace(start, end, mins, maxs, mask, capsule=capsule, pass_entity=5)
            assert found == expected, (start, end, mins, maxs, capsule, mask)
            hits += found.fraction < 1.0
    return hits


def village() -> MapMaker:
    """Return a map with boxes, wedges, a vault and hills, cut into four leaves."""
    rng = random.Random(3)
    maker = floor_map()
    for number in range(60):
        x, y = (16.0 * rng.randint(-24, 24) for _ in range(2))
        cuts = [((0.6, 0.0, 0.8), 0.6 * x + 0.8 * 24)] if number % 3 == 0 else []
        material = (ICE, WOOD)[number % 2]
        maker.box((x, y, -8), (x + 32, y + 48, 16.0 * rng.randint(0, 6)), material, cuts=cuts)
    brushes = list(range(len(maker.map_.brushes)))
    maker.curve([[(x, 64.0 * y, z) for x, z in ((0, 0), (64, 90), (128, 0))] for y in range(3)])
    size = 9
    vertices = [
        (-256.0 + 64 * x, -256.0 + 64 * y, 20 * sin(x + y) + 4 * x)
        for y in range(size)
        for x in range(size)
    ]
    triangles = []
    for y in range(size - 1):
        for x in range(size - 1):
            a = y * size + x
            triangles += [[a, a + size, a + 1], [a + 1, a + size, a + size + 1]]
    maker.terrain(vertices, triangles)
    across, along = maker.plane((1.0, 0.0, 0.0), 0.0), maker.plane((0.0, 1.0, 0.0), 32.0)
    leaves = [maker.leaf(brushes, [0, 1]) for _ in range(4)]
    maker.node(across, 1, 2)
    maker.node(along, leaves[0], leaves[1])
    maker.node(along, leaves[2], leaves[3])
    return maker


def test_answers_are_the_worlds_own() -> None:
    world = World(village().clip())
    rng = random.Random(11)
    for number in range(30):
        x, y = rng.uniform(-300, 300), rng.uniform(-300, 300)
        capsule = bool(number % 2)
        owner = 5 if number % 5 == 0 else 1023
        world.link(
            70 + number, Body((x, y, 20), POINT, MINS, MAXS, BODY, owner=owner, capsule=capsule)
        )
    spots = [
        (rng.uniform(-300, 300), rng.uniform(-300, 300), rng.uniform(-10, 60)) for _ in range(60)
    ]
    assert compare(world, spots, rng, 40) > 500


@pytest.mark.parametrize("name", ["pv_mini_harbor", "brmap2_a"])
def test_answers_are_the_worlds_own_on_real_maps(name: str) -> None:
    source = read(Path(shared_path(f"maps/{name}.bsp")).read_bytes())
    world = World(load_clip_model(source))
    points = [point.origin for kind in read_points(source.entities).values() for point in kind]
    rng = random.Random(5)
    spots = []
    for _ in range(120):
        x, y, z = rng.choice(points)
        spots.append((x + rng.uniform(-400, 400), y + rng.uniform(-400, 400), z))
    assert compare(world, spots, rng, 40) > 500


def test_what_leaves_the_region_is_asked_of_the_world() -> None:
    world = World(floor_map().clip())
    near = about(world, (0, 0, 64), size=32)
    trace = near.trace((0, 0, 64), (0, 0, -500), POINT, POINT, SOLID)
    assert trace.fraction == (64 - 0.125) / 564


def test_a_flat_box_meets_terrain_beyond_itself() -> None:
    maker = MapMaker()
    # A bump outside the region; the patch's box reaches into it.
    bump: list[Vec3] = [(20, -90, 0), (20, -68, 25), (20, -90, 50), (60, 40, -50)]
    maker.terrain(bump, [[0, 1, 2]])
    world = World(maker.clip())
    near = world.around((-60, -60, -60), (60, 60, 60), SOLID)
    way = ((-30.0, -56.0, 10.0), (30.0, -56.0, 10.0), (-15.0, -3.0, -4.0), (15.0, 3.0, 4.0), SOLID)
    assert world.trace(*way).fraction < 1.0
    assert near.trace(*way) == world.trace(*way)


def test_a_body_counts_where_its_box_is() -> None:
    world = World(floor_map().clip())
    # A capsule with a radius of 15 in a box that is 2 deep: past the box nothing is met.
    narrow = Body((0, 0, 0), mins=(-15, -1, 0), maxs=(15, 1, 70), contents=BODY, capsule=True)
    world.link(70, narrow)
    near = about(world, (0, 0, 8))
    for y, free in ((20.0, True), (16.0, False)):
        way = ((-40.0, y, 1.0), (40.0, y, 1.0), MINS, MAXS, BODY)
        assert (world.trace(*way).fraction == 1.0) is free
        assert near.trace(*way) == world.trace(*way)


def test_a_wider_mask_is_asked_of_the_world() -> None:
    maker = floor_map()
    maker.box((-64, -64, 0), (64, 64, 32), 1)
    world = World(maker.clip())
    near = about(world, (0, 0, 40))
    assert near.trace((0, 0, 50), (0, 0, 20), POINT, POINT, EVERYTHING).contents == 0x20
    assert near.trace((0, 0, 50), (0, 0, 20), POINT, POINT, SOLID).fraction == 1.0


def test_a_body_linked_later_is_met() -> None:
    world = World(floor_map().clip())
    near = about(world, (0, 0, 8))
    way = ((0.0, 0.0, 8.0), (40.0, 0.0, 8.0), POINT, POINT, SOLID)
    assert near.trace(*way).fraction == 1.0
    world.link(70, Body((32, 0, 8), mins=(-4,) * 3, maxs=(4,) * 3))
    assert near.trace(*way).entity == 70
    world.unlink(70)
    assert near.trace(*way).fraction == 1.0


def test_bodies_met_together_are_taken_in_sector_order() -> None:
    world = World(floor_map().clip())
    for number in (70, 71):
        world.link(number, Body((32, 0, 8), mins=(-4,) * 3, maxs=(4,) * 3))
    near = about(world, (0, 0, 8))
    assert near.trace((0, 0, 8), (40, 0, 8), POINT, POINT, SOLID).entity == 71


def test_point_contents_are_the_worlds() -> None:
    world = World(floor_map().clip())
    world.link(70, Body((0, 0, 8), mins=(-4,) * 3, maxs=(4,) * 3, contents=BODY))
    assert about(world, (0, 0, 8)).point_contents((0, 0, 8)) == BODY
    assert about(world, (0, 0, 8), pass_entity=70).point_contents((0, 0, 8)) == 0
    assert about(world, (0, 0, 8)).point_contents((0, 0, -8), SOLID) == SOLID


def test_ways_that_are_no_numbers_are_refused() -> None:
    near = about(World(floor_map().clip()), (0, 0, 8))
    with pytest.raises(ValueError, match="finite"):
        near.trace((0, 0, float("nan")), (0, 0, 0), POINT, POINT, SOLID)


def test_shapes_that_share_a_corner_are_not_mixed_up() -> None:
    world = World(floor_map().clip())
    near = about(world, (0, 0, 40))
    wide, narrow, top = (-15.0, -15.0, 0.0), (-4.0, -4.0, -20.0), (15.0, 15.0, 20.0)
    for mins, capsule in ((wide, False), (narrow, False), (wide, False), (wide, True)):
        way = ((0.0, 0.0, 40.0), (0.0, 0.0, -8.0), mins, top, SOLID)
        expected = world.trace(*way, capsule=capsule)
        assert near.trace(*way, capsule=capsule) == expected
        assert expected.fraction < 1.0


def test_a_line_within_the_eighth_of_terrain_does_not_go_back() -> None:
    maker = MapMaker()
    maker.terrain([(-64.0, -64.0, 0.0), (-64.0, 64.0, 0.0), (64.0, 0.0, 0.0)], [[0, 1, 2]])
    world = World(maker.clip())
    near = about(world, (0, 0, 0))
    for height in (0.0625, 0.124999):
        way = ((0.0, 0.0, height), (0.0, 0.0, -20.0), POINT, POINT, SOLID)
        assert near.trace(*way) == world.trace(*way)
        assert near.trace(*way).fraction == 0.0
    way = ((0.0, 0.0, 0.145), (0.0, 0.0, -59.0), POINT, POINT, SOLID)
    assert 0.0 < near.trace(*way).fraction < 0.001
    assert near.trace(*way) == world.trace(*way)


@pytest.mark.parametrize("start", [8.0, 50.0])
def test_terrain_met_next_to_nothing_after_a_brush_leaves_the_brush(start: float) -> None:
    # Its own pull back is more than the gap: taken alone it would be met before the brush.
    maker = floor_map()
    z = -0.0003
    maker.terrain([(-64.0, -64.0, z), (-64.0, 64.0, z), (64.0, 0.0, z)], [[0, 1, 2]], ICE)
    world = World(maker.clip())
    near = about(world, (0, 0, 8))
    trace = near.trace((0, 0, start), (0, 0, start - 55), MINS, MAXS, SOLID, capsule=True)
    assert trace.material == "textures/test/stone"
    assert trace.fraction == (start - 0.125) / 55


def test_bodies_of_different_sectors_met_together_are_taken_as_the_world_takes_them() -> None:
    world = World(floor_map().clip())
    # The first stays above the plane y = 0, the others go down: a sweep asks those before it.
    world.link(70, Body((32, 0, 8), mins=(-4,) * 3, maxs=(4,) * 3))
    world.link(71, Body((32, 20, 8), mins=(-4,) * 3, maxs=(4,) * 3))
    near = about(world, (0, 0, 8))
    way = ((0.0, 10.0, 8.0), (40.0, 10.0, 8.0), (-8.0, -8.0, -2.0), (8.0, 8.0, 2.0), SOLID)
    assert near.trace(*way) == world.trace(*way)
    assert near.trace(*way).entity == 71


def test_points_are_asked_with_all_contents_and_see_what_was_linked_since() -> None:
    world = World(floor_map().clip())
    near = about(world, (0, 0, 8))
    assert near.point_contents((0, 0, -8)) == SOLID
    assert near.point_contents((0, 0, 8), SOLID) == 0
    world.link(70, Body((0, 0, 8), mins=(-4,) * 3, maxs=(4,) * 3, contents=SOLID))
    assert near.point_contents((0, 0, 8), SOLID) == SOLID

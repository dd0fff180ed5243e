from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.collision.maps import WATER_TOP, MapMaker, floor_map
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ENTITY_NONE, ENTITY_WORLD, Body, World
from uoserver.collision.contents import BODY, PLAYER_MASK, SOLID, WATER

MINS, MAXS = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)
POINT = (0.0, 0.0, 0.0)
NONE = ENTITY_NONE


def man(x: float, y: float = 0.0, z: float = 0.125, owner: int = NONE) -> Body:
    return Body((x, y, z), mins=MINS, maxs=MAXS, contents=BODY, owner=owner, capsule=True)


def crate(x: float, owner: int = NONE, contents: int = SOLID) -> Body:
    return Body((x, 0, 0), mins=(-8, -8, 0), maxs=(8, 8, 64), contents=contents, owner=owner)


def world() -> World:
    return World(floor_map().clip())


def shot(world: World, pass_entity: int = NONE) -> int:
    """Return the entity number that a line along x meets."""
    return world.trace((0, 0, 32), (400, 0, 32), POINT, POINT, -1, pass_entity=pass_entity).entity


def test_a_trace_names_the_entity_it_meets() -> None:
    game = world()
    assert shot(game) == ENTITY_NONE
    game.link(70, crate(100))
    game.link(71, crate(200))
    trace = game.trace((0, 0, 32), (400, 0, 32), POINT, POINT, -1)
    assert (trace.entity, trace.fraction) == (70, (92 - 0.125) / 400)
    assert (trace.normal, trace.material, trace.surface_flags) == ((-1, 0, 0), "", 0)
    game.unlink(70)
    assert shot(game) == 71
    assert game.trace((0, 0, 32), (0, 0, -32), POINT, POINT, -1).entity == ENTITY_WORLD


def test_a_body_is_what_it_was_when_linked() -> None:
    game = world()
    body = crate(100)
    game.link(70, body)
    body.origin = (0.0, 300.0, 0.0)
    assert shot(game) == 70
    assert game.body(70) is body
    game.link(70, body)
    assert shot(game) == ENTITY_NONE
    assert game.body(71) is None


@pytest.mark.parametrize(
    ("asker", "owner_of_asker", "target_owner", "passes"),
    [
        (NONE, NONE, NONE, False),
        (5, NONE, NONE, False),  # having no owner is not having the same
        (5, NONE, 5, True),  # the asker owns it
        (5, 9, 9, True),  # both have the same owner
        (5, 9, 8, False),
        (5, 70, NONE, False),  # the asker's own owner is hit
        (70, NONE, NONE, True),  # itself
        (70, NONE, 3, True),
    ],
)
def test_who_goes_through_whom(
    asker: int, owner_of_asker: int, target_owner: int, passes: bool
) -> None:
    game = world()
    game.link(5, Body((0, 300, 0), mins=MINS, maxs=MAXS, owner=owner_of_asker))
    game.link(70, crate(100, owner=target_owner))
    assert shot(game, asker) == (ENTITY_NONE if passes else 70)
    clear = game.sight((0, 0, 32), (400, 0, 32), -1, pass_entities=(ENTITY_NONE, asker))
    assert clear is passes
    assert game.point_contents((100, 0, 32), pass_entity=asker) == (0 if passes else SOLID)


def test_an_asker_that_is_not_linked_owns_things_too() -> None:
    game = world()
    game.link(70, crate(100, owner=5))
    assert shot(game, 5) == ENTITY_NONE


def test_the_nearer_of_map_and_bodies_is_met() -> None:
    maker = floor_map()
    maker.box((150, -64, 0), (160, 64, 96))
    game = World(maker.clip())
    game.link(70, crate(300))
    assert shot(game) == ENTITY_WORLD
    game.link(70, crate(100))
    assert shot(game) == 70


def test_bodies_are_left_out_where_the_map_stops_at_once() -> None:
    game = world()
    game.link(70, crate(0))
    stuck = game.trace((0, 0, -8), (4, 0, -8), POINT, POINT, -1)
    assert (stuck.fraction, stuck.allsolid, stuck.entity) == (0.0, True, ENTITY_WORLD)


def test_a_body_one_starts_in_only_adds_its_flag() -> None:
    game = world()
    game.link(70, crate(0))
    game.link(71, crate(100))
    trace = game.trace((0, 0, 32), (400, 0, 32), POINT, POINT, -1)
    assert (trace.entity, trace.startsolid, trace.allsolid) == (71, True, False)
    assert trace.fraction == (92 - 0.125) / 400


def test_a_player_stands_in_another() -> None:
    game = world()
    game.link(1, man(0))
    trace = game.trace((10, 0, 0.125), (20, 0, 0.125), MINS, MAXS, PLAYER_MASK, capsule=True)
    assert (trace.fraction, trace.startsolid, trace.entity) == (0.0, True, 1)
    assert trace.contents == BODY


def test_a_body_without_contents_is_linked_but_not_met() -> None:
    game = world()
    game.link(70, crate(100, contents=0))
    assert game.body(70) is not None
    assert shot(game) == ENTITY_NONE
    assert game.bodies_in((-512,) * 3, (512,) * 3) == []


def test_the_area_query_filters_contents_and_keeps_sector_order() -> None:
    game = world()
    for number, x in ((70, 100), (71, 110), (72, 120)):
        game.link(number, crate(x, contents=SOLID if number != 71 else 0x40000000))
    assert sorted(game.bodies_in((90, -9, 0), (130, 9, 9))) == [70, 71, 72]
    assert game.bodies_in((90, -9, 0), (130, 9, 9), 0x40000000) == [71]
    assert game.bodies_in((129, -9, 0), (130, 9, 9)) == [72]


def test_triggers_are_touched_by_their_shape() -> None:
    maker = floor_map()
    maker.box((0, 0, 0), (64, 64, 64), cuts=[((0.6, 0.8, 0.0), 40.0)])
    maker.model(1, 1)
    game = World(maker.clip())
    game.link(90, Body((200, 0, 0), contents=0x40000000, model=1))
    assert game.touches(90, MINS, MAXS, (215, 15, 0))
    assert game.touches(90, MINS, MAXS, (185, 0, 0))  # side by side is contact
    assert not game.touches(90, MINS, MAXS, (184.9, 0, 0))
    assert not game.touches(90, MINS, MAXS, (264, 64, 0))  # in its box, but beyond the cut
    assert not game.touches(91, MINS, MAXS, (215, 15, 0))


def test_point_contents_are_those_of_map_and_bodies() -> None:
    maker = MapMaker()
    maker.box((-64, -64, -64), (64, 64, 0), WATER_TOP)
    game = World(maker.clip())
    game.link(70, crate(0))
    assert game.point_contents((0, 0, -1)) == WATER
    assert game.point_contents((0, 0, 0)) == WATER | SOLID
    assert game.point_contents((0, 0, 0), SOLID) == SOLID
    assert game.point_contents((0, 0, 65)) == 0


def test_sight_stops_at_the_map_and_at_bodies() -> None:
    game = world()
    assert game.sight((0, 0, 32), (400, 0, 32), SOLID)
    assert not game.sight((0, 0, 32), (400, 0, -32), SOLID)
    game.link(70, crate(100))
    assert not game.sight((0, 0, 32), (400, 0, 32), SOLID)
    assert game.sight((0, 0, 32), (400, 0, 32), WATER)


def test_a_link_that_fails_changes_nothing() -> None:
    game = world()
    game.link(70, crate(100))
    version = game.version
    with pytest.raises(ValueError, match="model"):
        game.link(70, Body((0, 0, 0), model=7))
    assert (shot(game), game.version) == (70, version)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e308])
def test_ways_that_are_no_numbers_are_refused_or_end(value: float) -> None:
    game = world()
    game.link(70, crate(100))
    for start, end in (
        ((value, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), (0.0, value, value)),
        ((value, value, value), (value, value, value)),
    ):
        if math.isfinite(sum(start) + sum(end)):
            assert game.trace(start, end, MINS, MAXS, -1).fraction <= 1.0
            continue
        with pytest.raises(ValueError, match="finite"):
            game.trace(start, end, MINS, MAXS, -1)
        with pytest.raises(ValueError, match="finite"):
            game.sight(start, end, -1)
    if not math.isfinite(value):
        with pytest.raises(ValueError, match="finite"):
            game.point_contents((0.0, value, 0.0))
        with pytest.raises(ValueError, match="finite"):
            game.bodies_in((0.0, 0.0, value), (0.0, 0.0, 0.0))
        with pytest.raises(ValueError, match="finite"):
            game.around((0.0, 0.0, value), (0.0, 0.0, 0.0), -1)


TINY = st.sampled_from([0.0, 5e-324, 1e-300, 1e-200, -1e-160, 1e-150, 1e-100, -1e-20, 0.125, -8.0])
TINY_POINTS = st.tuples(TINY, TINY, TINY)


@given(TINY_POINTS, TINY_POINTS, st.sampled_from([(MINS, MAXS), (POINT, POINT)]), st.booleans())
def test_the_smallest_steps_are_no_trouble(
    start: Vec3, end: Vec3, box: tuple[Vec3, Vec3], capsule: bool
) -> None:
    trace = EVERYTHING_NEAR.trace(start, end, *box, -1, capsule=capsule)
    assert trace.fraction <= 1.0
    EVERYTHING_NEAR.sight(start, end, -1)


def crowded() -> World:
    """Return a world whose middle has a floor, a curve, terrain and bodies within reach."""
    maker = floor_map()
    maker.curve([[(64.0 * x, 64.0 * y, -2.0 - x) for x in range(3)] for y in range(3)])
    corners: list[Vec3] = [(-90, -90, -1), (-90, 90, -2), (90, -90, -3), (16.0, 0.0, 5.0)]
    maker.terrain(corners, [[0, 1, 2], [2, 1, 3], [3, 1, 0]])
    game = World(maker.clip())
    game.link(1, man(31))
    game.link(2, man(0, 0, 80))
    game.link(70, crate(-24))
    return game


EVERYTHING_NEAR = crowded()


def test_of_things_met_together_the_first_stays() -> None:
    maker = floor_map()
    maker.box((92, -64, 0), (100, 64, 96))
    game = World(maker.clip())
    game.link(70, crate(100))  # its side is at 92 as well
    assert shot(game) == ENTITY_WORLD
    game = world()
    game.link(70, crate(100))
    game.link(71, crate(100))
    assert shot(game) == 71  # the newest is first


def test_bodies_are_not_asked_where_the_map_stops_at_once() -> None:
    game = world()
    game.link(70, crate(0))
    trace = game.trace((0, 0, 0.0625), (0, 0, -8), POINT, POINT, -1)
    assert (trace.fraction, trace.startsolid, trace.entity) == (0.0, False, ENTITY_WORLD)


def test_a_box_that_is_not_about_its_origin_meets_bodies_where_it_is() -> None:
    game = World(MapMaker().clip())
    game.link(70, Body((500, 600, 700), mins=(-8, -8, -8), maxs=(8, 8, 8)))
    box = ((40.0, 250.0, 160.0), (44.0, 254.0, 164.0))
    start, end = (
        (500.0 - 42, 600.0 - 252 - 100, 700.0 - 162),
        (500.0 - 42, 600.0 - 252, 700.0 - 162),
    )
    trace = game.trace(start, end, *box, -1)
    assert (trace.entity, trace.fraction) == (70, (90 - 0.125) / 100)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_both_ends_of_a_way_are_where_they_are_on_each_axis(axis: int) -> None:
    # Coordinates so far apart that none could stand for another.
    game = World(MapMaker().clip())
    game.link(70, Body((-500, 600, 1700), mins=(-8, -8, -8), maxs=(8, 8, 8)))
    box = ((40.0, 250.0, 160.0), (44.0, 254.0, 164.0))
    inside = [-500.0 - 42, 600.0 - 252, 1700.0 - 162]
    away = list(inside)
    away[axis] += 100.0
    a, b = (inside[0], inside[1], inside[2]), (away[0], away[1], away[2])
    assert game.trace(a, b, *box, -1).startsolid
    assert game.trace(b, a, *box, -1).entity == 70


@pytest.mark.parametrize(
    ("areas", "clusters", "linked", "listed"),
    [
        ((2, 3, -1), (5, 6, -1), (2, 3), (5, 6)),
        ((-1, 0, 0), (-1, 0, 0), (0, -1), (0,)),
        ((-1, -1, -1), (-1, -1, -1), (-1, -1), ()),
    ],
)
def test_a_link_leaves_out_leaves_without_an_area_or_a_cluster(
    areas: tuple[int, ...],
    clusters: tuple[int, ...],
    linked: tuple[int, int],
    listed: tuple[int, ...],
) -> None:
    maker = MapMaker()
    leaves = [maker.leaf([], cluster=c, area=a) for a, c in zip(areas, clusters, strict=True)]
    maker.node(maker.plane((1.0, 0.0, 0.0), 100.0), leaves[0], 1)
    maker.node(maker.plane((1.0, 0.0, 0.0), 0.0), leaves[1], leaves[2])
    game = World(maker.clip())
    game.link(70, Body((50, 0, 0), mins=(-99,) * 3, maxs=(99,) * 3))
    placed = game.placed(70)
    assert placed is not None
    assert (placed.areas, placed.clusters, placed.cut) == (linked, listed, False)


def test_every_link_and_unlink_changes_the_version() -> None:
    game = world()
    versions = [game.version]
    for x in (100, 200):
        game.link(70, crate(x))
        versions.append(game.version)
    game.unlink(70)
    versions.append(game.version)
    assert len(set(versions)) == 4
    game.unlink(70)  # it is not there
    assert game.version == versions[-1]

from __future__ import annotations

import pytest

from tests.collision.maps import ICE, STONE, MapMaker, floor_map
from uoserver.collision import ENTITY_NONE, ENTITY_WORLD
from uoserver.collision.contents import SOLID
from uoserver.collision.model import MAX_POSITION_LEAVES

MINS, MAXS = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)


@pytest.mark.parametrize("capsule", [False, True])
def test_a_player_dropped_on_a_floor_stops_an_eighth_above_it(capsule: bool) -> None:
    clip = floor_map().clip()
    trace = clip.trace((0, 0, 64), (0, 0, -64), MINS, MAXS, SOLID, capsule=capsule)
    assert trace.fraction == (64 - 0.125) / 128
    assert trace.endpos == (0, 0, 0.125)
    assert trace.normal == (0, 0, 1)
    assert (trace.surface_flags, trace.contents) == (5 << 20, SOLID)
    assert trace.material == "textures/test/stone"
    assert trace.entity == ENTITY_WORLD
    assert not trace.startsolid
    assert not trace.allsolid


def test_a_free_way_ends_at_its_end() -> None:
    clip = floor_map().clip()
    trace = clip.trace((0, 0, 64), (32, 0, 64), MINS, MAXS, SOLID)
    assert trace == (1.0, (32, 0, 64), (0, 0, 0), 0, 0, "", ENTITY_NONE, False, False)


def test_the_material_is_that_of_the_side() -> None:
    maker = MapMaker()
    maker.box((-64, -64, -64), (64, 64, 0), STONE, sides={5: ICE})
    trace = maker.clip().trace((0, 0, 8), (0, 0, -8), (0, 0, 0), (0, 0, 0), SOLID)
    assert trace.material == "textures/test/ice"
    assert trace.surface_flags == 12 << 20 | 2


def test_a_position_test_looks_at_1024_leaves() -> None:
    assert MAX_POSITION_LEAVES == 1024


POINT = (0.0, 0.0, 0.0)


def test_the_world_is_a_model_too() -> None:
    clip = floor_map().clip()
    assert clip.model_bounds(0) == clip.bounds
    for model in (-1, 1):
        with pytest.raises(ValueError, match=f"model {model} of 1"):
            clip.model_bounds(model)


def test_standing_in_a_brush_is_a_fraction_of_nothing() -> None:
    trace = floor_map().clip().trace((0, 0, -8), (0, 0, -8), POINT, POINT, SOLID)
    assert (trace.fraction, trace.allsolid, trace.contents) == (0.0, True, SOLID)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_stand_looks_into_leaves_within_a_unit(axis: int, sign: float) -> None:
    # The brush reaches over the plane, but only the leaf behind it lists it.
    maker = MapMaker()
    number = maker.box((-64, -64, -64), (64, 64, 64))
    normal = [0.0, 0.0, 0.0]
    normal[axis] = 1.0
    plane = maker.plane((normal[0], normal[1], normal[2]), 0.0)
    full, empty = maker.leaf([number]), maker.leaf([])
    maker.node(plane, *((empty, full) if sign > 0.0 else (full, empty)))
    clip = maker.clip()
    for gap, solid in ((0.999, True), (1.001, False)):
        spot = [8.0, 8.0, 8.0]
        spot[axis] = sign * (4.0 + gap)  # the half size of the box and the gap
        where = (spot[0], spot[1], spot[2])
        assert clip.trace(where, where, (-4,) * 3, (4,) * 3, SOLID).allsolid is solid


def test_patches_are_left_out_where_a_brush_stops_at_once() -> None:
    maker = floor_map()
    # The sweep starts in this triangle, and an eighth above the floor.
    maker.terrain([(-64.0, -64.0, 4.0), (-64.0, 64.0, 4.0), (64.0, 0.0, 4.0)], [[0, 1, 2]])
    clip = maker.clip()
    start, end = (0.0, 0.0, 0.0625), (0.0, 0.0, -8.0)
    trace = clip.trace(start, end, MINS, MAXS, SOLID, capsule=True)
    assert (trace.fraction, trace.startsolid, trace.contents) == (0.0, False, SOLID)
    assert clip.trace((0, 0, 1), (0, 0, 0.5), MINS, MAXS, SOLID, capsule=True).startsolid


def test_a_sight_looks_at_every_brush_of_a_leaf() -> None:
    maker = MapMaker()
    for y in (-64, 0):  # alike in all but their place
        maker.box((0, y, 0), (8, y + 32, 32))
    clip = maker.clip()
    assert not clip.sight((-50, 16, 16), (50, 16, 16), SOLID)
    assert not clip.sight((-50, -48, 16), (50, -48, 16), SOLID)
    assert clip.sight((-50, -16, 16), (50, -16, 16), SOLID)


def test_a_sight_of_a_box_that_is_not_about_its_origin() -> None:
    maker = MapMaker()
    maker.box((100, 200, 300), (108, 208, 308))
    clip = maker.clip()
    box = ((40.0, 50.0, 60.0), (42.0, 52.0, 62.0))
    # The box's middle is (41, 51, 61): it goes along x through the middle of the brush.
    for y, z, clear in ((204 - 51, 304 - 61, False), (210 - 51, 304 - 61, True)):
        assert clip.sight((0, y, z), (200, y, z), SOLID, *box) is clear
    assert clip.sight((0, 204 - 51, 310 - 61), (200, 204 - 51, 310 - 61), SOLID, *box)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_what_touches_a_box_is_gathered(axis: int) -> None:
    maker = MapMaker()
    maker.box((0, 0, 0), (10, 20, 30))
    maker.terrain([(0.0, 0.0, 0.0), (0.0, 20.0, 0.0), (10.0, 0.0, 30.0)], [[0, 1, 2]])
    clip = maker.clip()
    for border, sign in ((0.0, -1.0), ((10.0, 20.0, 30.0)[axis], 1.0)):
        for gap, found in ((0.0, 1), (0.001, 0)):
            low, high = [2.0] * 3, [4.0] * 3
            low[axis] = high[axis] = border + sign * gap
            (low if sign < 0.0 else high)[axis] += sign * 5.0
            brushes, patches = clip.gather((*low,), (*high,), SOLID)  # type: ignore[arg-type]
            assert (len(brushes), len(patches)) == (found, found)

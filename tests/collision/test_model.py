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

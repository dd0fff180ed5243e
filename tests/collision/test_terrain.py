from __future__ import annotations

import pytest

from tests.collision.maps import ICE, MapMaker
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ENTITY_WORLD, ClipModel
from uoserver.collision.contents import SOLID

MINS, MAXS = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)
POINT = (0.0, 0.0, 0.0)
SQUARE: list[Vec3] = [
    (-256.0, -256.0, 0.0),
    (-256.0, 256.0, 0.0),
    (256.0, -256.0, 0.0),
    (256.0, 256.0, 0.0),
]


def ground(triangles: list[list[int]], z: float = 0.0) -> ClipModel:
    maker = MapMaker()
    maker.terrain([(x, y, z) for x, y, _ in SQUARE], triangles, ICE)
    return maker.clip()


@pytest.fixture(scope="module")
def floor() -> ClipModel:
    return ground([[0, 1, 2], [2, 1, 3]])


@pytest.fixture(scope="module")
def ceiling() -> ClipModel:
    return ground([[0, 2, 1], [2, 3, 1]], z=100.0)


@pytest.mark.parametrize("capsule", [False, True])
def test_a_player_lands_with_his_lower_cap(floor: ClipModel, capsule: bool) -> None:
    trace = floor.trace((8, 8, 50.125), (8, 8, -49.875), MINS, MAXS, SOLID, capsule=capsule)
    assert trace.fraction == 0.5 - 1e-5
    assert trace.normal == (0, 0, 1)
    assert trace.endpos[2] == pytest.approx(0.126)
    assert (trace.material, trace.surface_flags) == ("textures/test/ice", 12 << 20 | 2)
    assert (trace.contents, trace.entity) == (SOLID, ENTITY_WORLD)


def test_a_ceiling_is_met_by_the_upper_cap(ceiling: ClipModel) -> None:
    trace = ceiling.trace((8, 8, 0), (8, 8, 59.75), MINS, MAXS, SOLID, capsule=True)
    assert trace.fraction == pytest.approx(29.875 / 59.75 - 1e-5, abs=1e-12)
    assert trace.normal == (0, 0, -1)


def test_a_flat_box_has_a_radius_beyond_its_height(floor: ClipModel) -> None:
    # Half sizes 15, 15, 4: radius 15, so that the one sphere is centred 11 ABOVE the box's
    # centre for the cap called lower, and its foot is the box's own.
    trace = floor.trace((8, 8, 54.125), (8, 8, -45.875), (-15, -15, -4), (15, 15, 4), SOLID)
    assert trace.fraction == 0.5 - 1e-5


def test_standing_on_terrain(floor: ClipModel) -> None:
    for z, solid in ((0.0, False), (-0.001, True), (-69.0, True), (-85.1, False)):
        spot = (8.0, 8.0, z)
        trace = floor.trace(spot, spot, MINS, MAXS, SOLID, capsule=True)
        assert trace.allsolid is solid, z
        assert trace.startsolid is solid
        assert trace.contents == 0


def test_a_sweep_that_starts_in_terrain_is_startsolid_only(floor: ClipModel) -> None:
    trace = floor.trace((8, 8, 0.0625), (8, 8, -8), MINS, MAXS, SOLID, capsule=True)
    assert (trace.fraction, trace.startsolid, trace.allsolid) == (0.0, True, False)
    assert trace.contents == SOLID  # the fraction shrank, so the patch answers


def test_lines(floor: ClipModel) -> None:
    assert floor.trace((8, 8, 10), (8, 8, -10), POINT, POINT, SOLID).fraction == 9.875 / 20
    assert floor.trace((8, 8, -10), (8, 8, 10), POINT, POINT, SOLID).fraction == 1.0
    spot = (8.0, 8.0, 0.0)
    assert floor.trace(spot, spot, POINT, POINT, SOLID).fraction == 1.0


def test_the_box_of_a_patch_is_not_grown(floor: ClipModel) -> None:
    # Ends 0.0625 above: within reach of the eighth, but outside the patch's box.
    trace = floor.trace((8, 8, 50), (8, 8, 0.0625), MINS, MAXS, SOLID, capsule=True)
    assert trace.fraction == 1.0
    trace = floor.trace((8, 8, 50), (8, 8, 0), MINS, MAXS, SOLID, capsule=True)
    assert trace.fraction == pytest.approx(49.875 / 50 - 1e-5)


def test_sight(floor: ClipModel) -> None:
    assert not floor.sight((8, 8, 10), (8, 8, -10), SOLID)
    assert floor.sight((8, 8, -10), (8, 8, 10), SOLID)
    assert floor.sight((8, 8, 10), (8, 8, 5), SOLID)
    assert not floor.sight((8, 8, 50), (8, 8, 0), SOLID, MINS, MAXS, capsule=True)


def test_a_part_answers_as_the_whole() -> None:
    maker = MapMaker()
    vertices = [(64.0 * x, 64.0 * y, float((x * y) % 5)) for y in range(9) for x in range(9)]
    triangles = []
    for y in range(8):
        for x in range(8):
            a = 9 * y + x
            triangles += [[a, a + 9, a + 1], [a + 1, a + 9, a + 10]]
    maker.terrain(vertices, triangles)
    clip = maker.clip()
    whole = clip.patches[0]
    part = whole.within((200, 200, -50), (300, 300, 200))
    hull = clip.hulls.get(MINS, MAXS, True)
    for step in range(20):
        start, end = (220.0 + step, 240.0, 80.0), (250.0, 220.0 + step, 20.0)
        assert part.sweep(hull, start, end, 1.0) == whole.sweep(hull, start, end, 1.0)
        assert part.holds(hull, end) == whole.holds(hull, end)

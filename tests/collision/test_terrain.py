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


LONG = [(0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (96.0, 0.0, 0.0)]
"""Not the same along x and y, so that no coordinate can stand for another."""


def piece(at: Vec3, *, down: bool = False) -> ClipModel:
    maker = MapMaker()
    order = [0, 2, 1] if down else [0, 1, 2]
    # A far second triangle gives the patch a box that sweeps beside the first one reach.
    far = [(at[0] + 900, at[1] + 900, at[2] + 900), (at[0] - 900, at[1] - 900, at[2] - 900)]
    far.append((at[0] + 900, at[1] - 900, at[2]))
    maker.terrain([(x + at[0], y + at[1], z + at[2]) for x, y, z in LONG] + far, [order])
    return maker.clip()


@pytest.mark.parametrize("at", [(0.0, 0.0, 0.0), (160.0, -96.0, 32.0)])
def test_boxes_that_are_wide_or_deep_take_their_x_for_a_radius(at: Vec3) -> None:
    x, y, z = at
    clip = piece(at)
    mins, maxs = (-10.0, -30.0, 0.0), (10.0, 30.0, 60.0)
    # Past the border x = 0 by less than 10 the edge is met, by more nothing is.
    for beside, met in ((-9.9, True), (-10.2, False)):
        start, end = (x + beside, y + 20, z + 40), (x + beside, y + 20, z - 20)
        assert (clip.trace(start, end, mins, maxs, SOLID).fraction < 1.0) is met
        spot = (x + beside, y + 20.0, z - 10.0)
        assert clip.trace(spot, spot, mins, maxs, SOLID).allsolid is (beside > -10.0)
    # And past the border y = 0, along the longer side.
    for beside, met in ((-9.9, True), (-10.2, False)):
        start, end = (x + 80, y + beside, z + 40), (x + 80, y + beside, z - 20)
        assert (clip.trace(start, end, mins, maxs, SOLID).fraction < 1.0) is met
        spot = (x + 80.0, y + beside, z - 10.0)
        assert clip.trace(spot, spot, mins, maxs, SOLID).allsolid is (beside > -10.0)


def test_ways_that_slant_keep_their_coordinates_apart() -> None:
    clip = piece((0.0, 0.0, 0.0))
    box = ((-10.0, -10.0, 0.0), (10.0, 10.0, 60.0))
    trace = clip.trace((70, -20, 40), (10, 40, -40), *box, SOLID, capsule=True)
    assert trace.fraction == pytest.approx((50 - 10.125) / 80 - 1e-5)
    assert trace.normal == (0, 0, 1)


@pytest.mark.parametrize("down", [False, True])
def test_the_other_cap_is_as_far_away_as_the_shape_is_high(down: bool) -> None:
    # A capsule of 60 with radius 10, its near cap behind the face: the axis is 40 long.
    clip = piece((0.0, 0.0, 0.0), down=down)
    box = ((-10.0, -10.0, -30.0), (10.0, 10.0, 30.0))
    way = 1.0 if down else -1.0
    for depth, solid in ((59.5, True), (60.5, False)):
        # Its near cap lies that deep, less its radius, behind the face.
        z = way * (depth - 30.0)
        spot, end = (30.0, 20.0, z), (30.0, 20.0, z + way)
        assert clip.trace(spot, spot, *box, SOLID, capsule=True).allsolid is solid
        trace = clip.trace(spot, end, *box, SOLID, capsule=True)
        assert trace.startsolid is solid


def test_a_sight_ends_where_it_ends() -> None:
    # The edge x = 0 would be met a tenth of the way farther on.
    clip = piece((0.0, 0.0, 0.0))
    box = ((-10.0, -10.0, 0.0), (10.0, 10.0, 60.0))
    assert clip.sight((-9, 20, 40), (-9, 20, -1.2), SOLID, *box)
    assert not clip.sight((-9, 20, 40), (-9, 20, -5.5), SOLID, *box)

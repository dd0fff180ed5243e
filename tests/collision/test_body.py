from __future__ import annotations

import math

import pytest

from tests.collision.maps import MapMaker, floor_map
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ClipModel
from uoserver.collision.body import Body, Linked, radius_of, snapped
from uoserver.collision.contents import BODY, SOLID, WATER
from uoserver.collision.outcome import Outcome

MINS, MAXS = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)
POINT = (0.0, 0.0, 0.0)


def door_map() -> MapMaker:
    """Return a floor with one inline model: a door 64 long, 8 thick and 96 high."""
    maker = floor_map()
    maker.box((0, -4, 0), (64, 4, 96))
    maker.model(1, 1)
    return maker


@pytest.fixture(scope="module")
def clip() -> ClipModel:
    return door_map().clip()


def meet(
    clip: ClipModel,
    body: Body,
    start: Vec3,
    end: Vec3,
    mask: int = -1,
    *,
    box: tuple[Vec3, Vec3] = (MINS, MAXS),
    capsule: bool = False,
) -> Outcome:
    return Linked(clip, body).meet(clip, clip.hulls.get(*box, capsule), start, end, mask)


CRATE = Body((100, 0, 0), mins=(-16, -16, 0), maxs=(16, 16, 32), contents=SOLID)
MAN = Body((100, 0, 0), mins=MINS, maxs=MAXS, contents=BODY, capsule=True)


@pytest.mark.parametrize("capsule", [False, True])
def test_a_box_is_met_as_a_brush_without_a_material(clip: ClipModel, capsule: bool) -> None:
    outcome = meet(clip, CRATE, (0, 0, 0), (100, 0, 0), capsule=capsule)
    assert outcome.fraction == (69 - 0.125) / 100
    assert outcome.face == ((-1, 0, 0), 0, SOLID, "")


def test_the_angles_of_a_box_do_not_count(clip: ClipModel) -> None:
    turned = Body((100, 0, 0), (0, 45, 0), (-16, -16, 0), (16, 16, 32), SOLID)
    assert meet(clip, turned, (0, 0, 0), (100, 0, 0)) == meet(clip, CRATE, (0, 0, 0), (100, 0, 0))


def test_contents_decide_who_meets_a_body(clip: ClipModel) -> None:
    assert meet(clip, CRATE, (0, 0, 0), (100, 0, 0), WATER).fraction == 1.0
    assert meet(clip, MAN, (0, 0, 0), (100, 0, 0), SOLID, capsule=True).fraction == 1.0


def test_two_capsules(clip: ClipModel) -> None:
    outcome = meet(clip, MAN, (0, 0, 0), (100, 0, 0), capsule=True)
    assert outcome.fraction == pytest.approx((70 - 0.125) / 100)
    assert outcome.face == ((-1, 0, 0), 0, BODY, "")
    inside = meet(clip, MAN, (90, 0, 0), (80, 0, 0), capsule=True)
    assert (inside.fraction, inside.start, inside.all) == (0.0, True, True)
    assert inside.face is not None
    assert inside.face.contents == BODY


def test_standing_in_a_capsule_tells_no_contents(clip: ClipModel) -> None:
    assert meet(clip, MAN, (90, 0, 0), (90, 0, 0), capsule=True) == (0.0, None, True, True)
    assert meet(clip, MAN, (60, 0, 0), (60, 0, 0), capsule=True) == (1.0, None, False, False)


def test_standing_in_a_box_tells_its_contents(clip: ClipModel) -> None:
    outcome = meet(clip, CRATE, (90, 0, 0), (90, 0, 0))
    assert outcome.face is not None
    assert (outcome.fraction, outcome.face.contents, outcome.all) == (0.0, SOLID, True)


def test_a_box_meets_a_capsule_by_its_extents(clip: ClipModel) -> None:
    # The capsule's rounded side counts as flat: it is swept as a capsule against a box.
    outcome = meet(clip, MAN, (0, 28, 0), (100, 28, 0))
    assert outcome.fraction == (70 - 0.125) / 100
    assert outcome.face is not None
    assert outcome.face.contents == BODY
    assert meet(clip, MAN, (0, 30.5, 0), (100, 30.5, 0)).fraction == 1.0


def test_a_line_meets_a_capsule(clip: ClipModel) -> None:
    outcome = meet(clip, MAN, (0, 0, 35), (100, 0, 35), box=(POINT, POINT))
    assert outcome.fraction == (85 - 0.125) / 100


def test_a_door_stands_where_it_is_put(clip: ClipModel) -> None:
    door = Body((0, 100, 0), contents=-1, model=1)
    outcome = meet(clip, door, (32, 0, 10), (32, 200, 10), box=(POINT, POINT))
    assert outcome.fraction == (96 - 0.125) / 200
    assert outcome.face is not None
    assert outcome.face.normal == (0, -1, 0)
    assert outcome.face.material == "textures/test/stone"


def test_a_turned_door_gives_the_worlds_normal(clip: ClipModel) -> None:
    door = Body((0, 100, 0), (0, 90, 0), contents=-1, model=1)  # now from y 100 to 164
    outcome = meet(clip, door, (-100, 132, 10), (100, 132, 10), box=(POINT, POINT))
    assert outcome.fraction == (96 - 0.125) / 200
    assert outcome.face is not None
    assert outcome.face.normal == (-1, 0, 0)


def test_a_box_stays_axial_in_a_turned_models_space(clip: ClipModel) -> None:
    door = Body((0, 0, 0), (0, 45, 0), contents=-1, model=1)
    # Along the door's own normal; the mover's box grows the door by 15, not by 15 * sqrt(2).
    s = math.sqrt(0.5)
    start = (32 * s + 100 * s, 32 * s - 100 * s, 10.0)
    outcome = meet(clip, door, start, (32 * s, 32 * s, 10.0))
    assert outcome.fraction == pytest.approx((100 - 4 - 15 - 0.125) / 100)


def test_the_box_of_a_link_is_grown_by_one(clip: ClipModel) -> None:
    linked = Linked(clip, CRATE)
    assert (linked.absmin, linked.absmax) == ((83, -17, -1), (117, 17, 33))
    door = Linked(clip, Body((0, 0, 0), contents=-1, model=1))
    # The model's own box is grown by one already.
    assert (door.absmin, door.absmax) == ((-2, -6, -2), (66, 6, 98))


def test_a_turned_model_has_a_radius_box(clip: ClipModel) -> None:
    door = Linked(clip, Body((10, 0, 0), (0, 30, 0), contents=-1, model=1))
    reach = math.sqrt(65**2 + 5**2 + 97**2) + 1
    assert door.absmax == pytest.approx((10 + reach, reach, reach))
    assert door.absmin == pytest.approx((10 - reach, -reach, -reach))


def test_angles_close_to_whole_degrees_snap() -> None:
    assert snapped((89.9995, -0.0005, 45.002)) == (90, 0, 45.002)
    with pytest.raises(ValueError, match="angles"):
        snapped((math.nan, 0, 0))


def test_the_radius_of_a_box_is_its_farthest_corner() -> None:
    assert radius_of((-3, 0, 0), (2, 4, 0)) == 5


@pytest.mark.parametrize(
    "body",
    [
        Body((math.nan, 0, 0)),
        Body((0, 0, 0), mins=(1, 0, 0)),
        Body((0, 0, 0), maxs=(math.inf, 0, 0)),
        Body((0, 0, 0), model=2),
        Body((0, 0, 0), model=-1),
        Body((0, 0, 0), (0, math.inf, 0), model=1),
    ],
)
def test_what_is_no_body_is_refused(clip: ClipModel, body: Body) -> None:
    with pytest.raises(ValueError, match=r"box|way|model|angles"):
        Linked(clip, body)


def test_contents_at_a_point(clip: ClipModel) -> None:
    assert Linked(clip, CRATE).contents_at(clip, (116, 0, 32)) == SOLID
    assert Linked(clip, CRATE).contents_at(clip, (116.5, 0, 32)) == 0
    door = Linked(clip, Body((0, 0, 0), (0, 90, 0), contents=-1, model=1))
    assert door.contents_at(clip, (0, 32, 10)) == SOLID
    assert door.contents_at(clip, (32, 0, 10)) == 0


@pytest.mark.parametrize(
    ("body", "start", "blocked"),
    [
        (CRATE, (0, 0, 16), True),
        (CRATE, (0, 0, 40), False),
        (MAN, (0, 0, 16), True),
        (Body((100, -32, 0), (0, 90, 0), contents=-1, model=1), (0, 0, 16), True),
        (Body((100, 32, 0), (0, 90, 0), contents=-1, model=1), (0, 0, 16), False),
    ],
)
def test_sight(clip: ClipModel, body: Body, start: Vec3, blocked: bool) -> None:
    hull = clip.hulls.get(POINT, POINT, False)
    end = (200.0, start[1], start[2])
    assert Linked(clip, body).blocks(clip, hull, start, end, -1) is blocked


def test_snapping_ends_a_thousandth_from_a_whole_degree() -> None:
    assert snapped((0.00099, 0.001, 0.00101)) == (0.0, 0.001, 0.00101)
    assert snapped((-0.00099, 89.9989, 89.9991)) == (0.0, 89.9989, 90.0)


def test_a_body_is_plainly_solid_unless_it_says_otherwise() -> None:
    assert Body((0, 0, 0)).contents == SOLID


def test_a_body_may_be_a_point(clip: ClipModel) -> None:
    spot = Body((100, 0, 35), contents=SOLID)
    assert meet(clip, spot, (0, 0, 0), (100, 0, 0)).fraction == (85 - 0.125) / 100


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_every_side_of_a_box_has_its_normal(clip: ClipModel, axis: int, sign: float) -> None:
    body = Body((100, 40, 16), mins=(-1, -2, -3), maxs=(7, 10, 13), contents=SOLID)
    middle = (103.0, 44.0, 21.0)
    half = (4.0, 6.0, 8.0)[axis]
    start = list(middle)
    start[axis] += sign * 64
    outcome = meet(clip, body, (start[0], start[1], start[2]), middle, box=(POINT, POINT))
    normal = [0.0] * 3
    normal[axis] = sign
    assert outcome.face is not None
    assert outcome.face.normal == tuple(normal)
    assert outcome.fraction == (64 - half - 0.125) / 64


@pytest.mark.parametrize(("axis", "reach"), [(0, 10 + 4), (1, 10 + 8), (2, 25 + 12)])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_box_that_is_not_about_its_origin_meets_a_capsule(
    clip: ClipModel, axis: int, reach: float, sign: float
) -> None:
    # Half sizes of the box 4, 8 and 12; the capsule is 10 wide and 25 high about its middle.
    capsule = Body((90, 40, 16), mins=(-8, -6, -4), maxs=(12, 14, 46), contents=BODY, capsule=True)
    middle = (92.0 - 4, 44.0 - 8, 37.0 - 12)
    start = list(middle)
    start[axis] += sign * 100
    box = ((0.0, 0.0, 0.0), (8.0, 16.0, 24.0))
    way = ((start[0], start[1], start[2]), middle)
    assert meet(clip, capsule, *way, box=box).fraction == (100 - reach - 0.125) / 100
    # Beside it, the last whole unit that is still met.
    for other in {0, 1, 2} - {axis}:
        for beside, free in (((14, 18, 37)[other] - 0.5, False), ((14, 18, 37)[other] + 0.5, True)):
            for side in (1.0, -1.0):
                a, b = list(way[0]), list(way[1])
                a[other] += side * beside
                b[other] += side * beside
                b[axis] -= sign * 100
                outcome = meet(clip, capsule, (a[0], a[1], a[2]), (b[0], b[1], b[2]), box=box)
                assert (outcome.fraction == 1.0) is free
                hull = clip.hulls.get(*box, False)
                linked = Linked(clip, capsule)
                blocked = linked.blocks(clip, hull, (a[0], a[1], a[2]), (b[0], b[1], b[2]), -1)
                assert blocked is not free


def test_two_capsules_meet_anywhere_on_the_way_but_not_beyond(clip: ClipModel) -> None:
    outcome = meet(clip, MAN, (0, 0, 0), (72, 0, 0), capsule=True)
    assert outcome.fraction == pytest.approx((70 - 0.125) / 72)
    # Its box ends within a unit of the other's, and it would be met a little later.
    assert meet(clip, MAN, (0, 0, 0), (69.5, 0, 0), capsule=True).fraction == 1.0

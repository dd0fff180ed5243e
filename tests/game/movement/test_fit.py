"""The prone fit test (pmove2: Prone fit test).

First in small worlds; then every sweep and every limit by scripts of what the sweeps meet. The body
of the scripts is 15 to each side and lies at (100, 200, 50) with its legs towards (0.6, 0.8).
"""

from __future__ import annotations

import math

import pytest

from uoproto.states import UserCmd
from uoserver.bsp.vectors import Vec3
from uoserver.game.movement.fit import (
    FLAT,
    MAX_COMMAND_FITS,
    MAX_FIT_SWEEPS,
    MAX_SLICE_FITS,
    Fit,
    fits,
    turned,
)

from .runs import standing
from .spaces import WATER, Answer, Script, Solid, box, floor, plane, solids
from .working import working


def lies(
    *parts: Solid, yaw: float = 0.0, skip_first: bool = False, fallback: bool = True
) -> Fit | None:
    space = solids(parts)
    fit = fits(working(standing(), space=space), yaw, skip_first=skip_first, fallback=fallback)
    assert space.traces <= MAX_FIT_SWEEPS
    return fit


def test_flat_ground_fits() -> None:
    fit = lies(floor())
    assert fit is not None
    assert fit == pytest.approx((0.0, 0.0, 0.0), abs=0.01)


@pytest.mark.parametrize(
    ("distance", "fits_"), [(16.5, False), (40.0, False), (58.0, True), (61.0, True)]
)
def test_a_wall_behind_the_feet(distance: float, fits_: bool) -> None:
    """The legs lie behind the view; bent up they still need nearly their length."""
    wall = box((-distance - 50, -200, 0), (-distance, 200, 200))
    assert (lies(floor(), wall) is not None) == fits_
    assert lies(floor(), wall, yaw=180.0) is not None


def test_a_wall_no_higher_than_22_is_laid_over() -> None:
    assert lies(floor(), box((-90, -200, 0), (-40, 200, 10))) is not None


def test_a_low_ceiling() -> None:
    assert lies(floor(), box((-200, -200, 32), (200, 200, 90))) is not None
    assert lies(floor(), box((-200, -200, 28), (200, 200, 90))) is None
    # the legs alone may be under it, if it leaves them room
    assert lies(floor(), box((-200, -200, 20), (-20, 200, 90))) is None


def test_an_edge_behind_the_feet() -> None:
    """Nothing under the legs: no, but a man in the air is given the benefit of the doubt."""
    ledge = box((-20, -200, -300), (300, 200, 0))
    assert lies(ledge) is None
    assert lies(ledge, fallback=False) == FLAT == (0.0, 0.0, 0.0)


def test_water_is_no_bed() -> None:
    pool = box((-200, -200, -10), (200, 200, 5), 0, WATER)
    assert lies(floor(), pool) is None
    assert lies(floor(), pool, skip_first=True) is None


@pytest.mark.parametrize("degrees", [10.0, 25.0, -10.0, -25.0])
def test_on_a_slope_the_body_follows_it(degrees: float) -> None:
    """Pitch down positive: who faces uphill has his legs lower."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    slope = plane((-sine, 0.0, cosine), 0.0)
    state = standing((0.0, 0.0, 15 / cosine - 15 + 0.2))
    fit = fits(working(state, space=solids(slope)), 0.0)
    assert fit is not None
    assert fit.torso_pitch == pytest.approx(-degrees, abs=1.0)
    assert fit.waist_pitch == pytest.approx(-degrees, abs=1.0)


def test_steep_ground_is_refused() -> None:
    steep = plane((-0.8, 0.0, 0.6), 0.0)
    state = standing((0.0, 0.0, 12.0))
    assert fits(working(state, space=solids(steep)), 0.0) is None
    assert fits(working(state, space=solids(floor())), 0.0, normal=(0.8, 0.0, 0.6)) is None


def test_a_slice_has_so_many_tests_and_a_command_too() -> None:
    """What is refused costs nothing."""
    space = solids(floor())
    move = working(standing(), space=space)
    left = MAX_COMMAND_FITS
    while left:
        move.reset(UserCmd(), 0, 8)
        may = min(left, MAX_SLICE_FITS)
        answers = [fits(move, 0.0) is not None for _ in range(may + 3)]
        assert answers == [True] * may + [False] * 3
        left -= may
    space.traces = 0
    move.reset(UserCmd(), 0, 8)
    assert fits(move, 0.0) is None
    assert space.traces == 0


def test_the_turned_body() -> None:
    assert turned(0.0, 0.0) == (0.0, 60.0)
    yaw, length = turned(60.0, 0.0)
    assert yaw == pytest.approx(60 - 0.75 * 60)
    assert length == pytest.approx(0.75 * 60 + 0.25 * 45)


HERE = (100.0, 200.0, 50.0)
YAW = math.degrees(math.atan2(-0.8, -0.6))
TOP = 74.0
"""Height of the first probe: 30 - 6 over the feet."""
FREE = Answer()


def met(fraction: float, normal_z: float = 1.0, contents: int = 1) -> Answer:
    return Answer(fraction, normal=(0.0, 0.0, normal_z), contents=contents)


def at(along: float, z: float) -> Vec3:
    return (100.0 + 0.6 * along, 200.0 + 0.8 * along, z)


def middle(z: float) -> Answer:
    """Ground below the middle: looked for 15 * 2.5 + 24 - 6 deep."""
    return met((TOP - z) / 55.5)


def front(z: float, middle_z: float, start_z: float = TOP) -> Answer:
    """Ground below the legs, twice their height over the middle and 15 deep."""
    return met((start_z - z) / (2 * (start_z - middle_z) + 15.0))


def rear(z: float) -> Answer:
    """Ground below the chest: down to 22.5 under the feet."""
    return met((TOP - z) / 46.5)


def ask(
    *answers: Answer, length: float = 60.0, fallback: bool = True, radius: float = 15.0
) -> tuple[Fit | None, Script]:
    space = Script(*answers)
    state = standing(HERE, maxs=(radius, 16.0, 70.0))  # the width along x counts
    fit = fits(working(state, space=space), YAW, length=length, skip_first=True, fallback=fallback)
    return fit, space


def near(pairs: list[tuple[Vec3, Vec3]]) -> list[object]:
    return [pytest.approx((*start, *end), abs=1e-6) for start, end in pairs]


def flat(pairs: list[tuple[Vec3, Vec3]]) -> list[Vec3]:
    return [(*start, *end) for start, end in pairs]  # type: ignore[misc]


def test_the_sweeps_of_a_straight_body() -> None:
    fit, space = ask(FREE, middle(52.0), front(44.0, 52.0), rear(55.0))
    assert flat(space.asked) == near(
        [
            (at(0, TOP), at(54, TOP)),
            (at(24, TOP), at(24, TOP - 55.5)),
            (at(54, TOP), at(54, TOP - 59.0)),
            (at(0, TOP), at(0, 50 - 22.5)),
            (at(0, 60.0), at(24, 57.0)),
            (at(24, 57.0), at(54, 49.0)),
        ]
    )
    small, point = ((-6.0,) * 3, (6.0,) * 3), ((0.0,) * 3, (0.0,) * 3)
    assert space.boxes == [small] * 4 + [point] * 2
    assert set(space.masks) == {0x00810031}
    assert fit == pytest.approx(
        (-1.0, -math.degrees(math.atan2(3, 24)), -math.degrees(math.atan2(8, 30))), abs=1e-4
    )


@pytest.mark.parametrize("length", [45.0, 50.0])
def test_a_shorter_body_reaches_less_far(length: float) -> None:
    _, space = ask(FREE, middle(52.0), length=length)
    assert space.asked[0][1] == pytest.approx(at(length - 6, TOP))
    assert space.asked[1][0] == pytest.approx(at(24, TOP))
    assert space.asked[2][0] == pytest.approx(at(length - 6, TOP))


def test_the_place_itself_is_swept_ten_up_with_a_box_of_30() -> None:
    space = Script()
    fits(working(standing(HERE), space=space), YAW)
    assert space.asked[0] == (HERE, (100.0, 200.0, 60.0))
    assert space.boxes[0] == ((-15.0, -15.0, 0.0), (15.0, 15.0, 30.0))
    assert space.masks[0] == 0x00810031


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (Answer(0.0, allsolid=True, startsolid=True, contents=1), True),
        (Answer(0.5, startsolid=True, contents=WATER), True),
        (Answer(0.5, startsolid=True, contents=1), False),
        (Answer(0.5, contents=WATER), False),
    ],
)
def test_nobody_lies_in_solids_or_water(answer: Answer, refused: bool) -> None:
    space = Script(answer)
    assert fits(working(standing(HERE), space=space), YAW, fallback=False) is (
        None if refused else FLAT
    )


@pytest.mark.parametrize(("normal_z", "fits_"), [(0.7, True), (0.69, False)])
def test_the_normal_that_is_known(normal_z: float, fits_: bool) -> None:
    def lies(*, fallback: bool) -> bool:
        space = Script(FREE, middle(52.0), front(52.0, 52.0), rear(52.0))
        move = working(standing(HERE), space=space)
        normal = (0.6, 0.0, normal_z)
        return fits(move, YAW, skip_first=True, fallback=fallback, normal=normal) is not None

    assert lies(fallback=True) == fits_
    assert lies(fallback=False)


def blocked_at(reach: float) -> Answer:
    """The first sweep, or the raised one, ends so far from the feet: 6 for the probe."""
    return Answer((reach - 6.0) / 54.0, normal=(0.0, 1.0, 0.0), contents=1)


def test_who_falls_has_no_room_where_the_legs_are_stopped() -> None:
    fit, space = ask(blocked_at(59.0), fallback=False)
    assert fit is None
    assert len(space.asked) == 1


@pytest.mark.parametrize(("reach", "sweeps"), [(16.9, 1), (17.0, 2), (17.1, 2)])
def test_legs_need_17_to_be_tried_again(reach: float, sweeps: int) -> None:
    """15 and 2: nearer than that nothing helps."""
    fit, space = ask(blocked_at(reach), blocked_at(20.0))
    assert fit is None
    assert len(space.asked) == sweeps


@pytest.mark.parametrize(("reach", "again"), [(40.7, True), (40.9, False)])
def test_legs_with_less_than_40_8_are_tried_22_higher(reach: float, again: bool) -> None:
    _, space = ask(blocked_at(reach), FREE, middle(52.0))
    second = (at(0, TOP), at(54, TOP + 22.0))
    assert (flat(space.asked[1:2]) == near([second])) == again


@pytest.mark.parametrize(("reach", "bends"), [(40.7, False), (40.9, True), (59.0, True)])
def test_raised_legs_need_40_8_too(reach: float, bends: bool) -> None:
    fit, space = ask(blocked_at(30.0), blocked_at(reach), middle(52.0))
    assert (len(space.asked) > 3 and space.asked[3][0] == space.asked[2][0]) == bends
    assert bends or (fit is None and len(space.asked) == 2)


def test_raised_legs_that_are_free_are_straight() -> None:
    """No bend is looked for: the ground under the raised end is."""
    fit, space = ask(
        blocked_at(30.0), FREE, middle(52.0), front(60.0, 52.0, TOP + 22.0), rear(52.0)
    )
    assert flat(space.asked[2:4]) == near(
        [
            (at(24, TOP), at(24, TOP - 55.5)),
            (at(54, TOP + 22.0), at(54, TOP + 22.0 - (2 * (TOP + 22.0 - 52.0) + 15.0))),
        ]
    )
    assert fit is not None
    assert fit.waist_pitch == pytest.approx(math.degrees(math.atan2(8, 30)), abs=1e-4)


def bend(reach: float, middle_z: float) -> Vec3:
    """Where bent legs end: 30 along the way from the middle's ground to the stop, and 6 on."""
    level, up = reach - 6.0 - 24.0 + 6.0, TOP - middle_z + 6.0
    length = math.hypot(level, up)
    return at((24.0 + 30.0 * level / length + 54.0) / 2.0, TOP + 30.0 * up / length)


def test_the_sweeps_of_a_bent_body() -> None:
    end = bend(45.0, 52.0)
    fit, space = ask(blocked_at(45.0), middle(52.0), FREE, front(60.0, 52.0, end[2]), rear(52.0))
    assert flat(space.asked[2:4]) == near(
        [
            (at(24, TOP), end),
            (end, (end[0], end[1], end[2] - (2 * (end[2] - 52.0) + 15.0))),
        ]
    )
    assert fit is not None


@pytest.mark.parametrize("part", [0.5, 0.97])
def test_bent_legs_that_are_stopped_are_tried_18_higher(part: float) -> None:
    end = bend(45.0, 52.0)
    stop = tuple(a + (b - a) * part for a, b in zip(at(24, TOP), end, strict=True))
    higher = (end[0], end[1], end[2] + 18.0)
    fit, space = ask(
        blocked_at(45.0),
        middle(52.0),
        met(part),
        FREE,
        front(60.0, 52.0, higher[2]),
        rear(52.0),
    )
    assert flat(space.asked[3:5]) == near(
        [
            (stop, higher),  # type: ignore[list-item]
            (higher, (end[0], end[1], higher[2] - (2 * (higher[2] - 52.0) + 15.0))),
        ]
    )
    assert fit is not None
    fit, space = ask(blocked_at(45.0), middle(52.0), met(part), met(0.99))
    assert fit is None
    assert len(space.asked) == 4


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_no_ground_is_a_fail(missing: int) -> None:
    """Strictly no; a man in the air is given the benefit of the doubt."""
    grounds = [middle(52.0), front(52.0, 52.0), rear(52.0)]
    assert ask(FREE, *grounds, fallback=False)[0] not in (None, FLAT)
    grounds[missing] = FREE
    assert ask(FREE, *grounds)[0] is None
    assert ask(FREE, *grounds, fallback=False)[0] == FLAT


@pytest.mark.parametrize("steep", [0, 1, 2])
def test_steep_ground_is_refused_in_the_air_too(steep: int) -> None:
    grounds = [middle(52.0), front(52.0, 52.0), rear(52.0)]
    grounds[steep].normal = (0.0, 0.71, 0.7)
    assert ask(FREE, *grounds)[0] is not None
    grounds[steep].normal = (0.0, 0.72, 0.69)
    assert ask(FREE, *grounds)[0] is None
    assert ask(FREE, *grounds, fallback=False)[0] is None


@pytest.mark.parametrize("wet", [1, 2])
def test_water_under_either_end_is_no_ground(wet: int) -> None:
    grounds = [middle(52.0), front(52.0, 52.0), rear(52.0)]
    grounds[wet].contents = WATER
    assert ask(FREE, *grounds)[0] is None
    assert ask(FREE, *grounds, fallback=False)[0] == FLAT


@pytest.mark.parametrize(("z", "fits_"), [(32.1, True), (31.9, False)])
def test_the_chest_lies_24_from_the_feet_at_most(z: float, fits_: bool) -> None:
    """And 6 for the probe. Beyond it is a fail, which the lenient form forgives."""
    grounds = [middle(36.0), front(36.0, 36.0), rear(z)]
    strict, lenient = ask(FREE, *grounds)[0], ask(FREE, *grounds, fallback=False)[0]
    assert (strict is not None) == fits_
    assert lenient is not None
    assert (lenient != FLAT) == fits_


@pytest.mark.parametrize(
    ("torso", "legs", "fits_"),
    [
        (-29.5, 40.0, True),
        (-30.5, 40.0, False),
        (10.0, -34.5, True),
        (10.0, -35.5, False),
        (0.0, -45.0, True),
    ],
)
def test_a_body_bends_45_up_and_70_down(torso: float, legs: float, fits_: bool) -> None:
    """Pitches down positive: of the legs against the torso."""
    middle_z = 60.0 if legs > 0 else 44.0
    front_z = middle_z - 30.0 * math.tan(math.radians(legs))
    rear_z = middle_z + 24.0 * math.tan(math.radians(torso))
    grounds = [middle(middle_z), front(front_z, middle_z), rear(rear_z)]
    strict, lenient = ask(FREE, *grounds)[0], ask(FREE, *grounds, fallback=False)[0]
    assert (strict is not None) == fits_
    assert lenient is not None
    assert (lenient != FLAT) == fits_


@pytest.mark.parametrize("ray", [0, 1])
def test_what_rises_between_the_grounds_is_a_fail(ray: int) -> None:
    grounds = [middle(52.0), front(52.0, 52.0), rear(52.0), *[FREE] * ray, met(0.99)]
    assert ask(FREE, *grounds)[0] is None
    assert ask(FREE, *grounds, fallback=False)[0] == FLAT


def test_the_costliest_test_has_ten_sweeps() -> None:
    space = Script(
        FREE,
        blocked_at(30.0),
        blocked_at(45.0),
        middle(52.0),
        met(0.5),
        FREE,
        met(0.5),
        rear(52.0),
        FREE,
    )
    fits(working(standing(HERE), space=space), YAW)
    assert len(space.asked) == 10

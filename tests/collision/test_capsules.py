from __future__ import annotations

from math import sqrt

import pytest

from uoserver.bsp.vectors import Vec3
from uoserver.collision.capsules import Capsule, overlap, sweep

# A player at the origin: radius 15, centre at z 35, caps 20 from it. Both players are alike:
# the distance of axes that touch is 30, and caps face each other from 40 beyond the centre.
PLAYER = Capsule.of((0, 0, 0), (-15, -15, 0), (15, 15, 70))
UP = 35.0


def move(start: Vec3, end: Vec3, best: float = 1.0) -> tuple[float, Vec3, bool, bool] | None:
    """Sweep another player's origin."""
    (sx, sy, sz), (ex, ey, ez) = start, end
    return sweep(PLAYER, 15, 20, (sx, sy, sz + UP), (ex, ey, ez + UP), best)


def test_the_capsule_of_a_box() -> None:
    assert Capsule((-15, -15, 0), (15, 15, 70), (0, 0, 35), 15, 20) == PLAYER
    flat = Capsule.of((1, 2, 3), (-20, -20, -4), (20, 20, 4))
    assert (flat.radius, flat.half_cylinder, flat.center) == (4, 0, (1, 2, 3))


def test_walking_into_a_player_stops_an_eighth_short() -> None:
    hit = move((-100, 0, 0), (0, 0, 0))
    assert hit is not None
    assert hit[0] == pytest.approx((70 - 0.125) / 100)
    assert hit[1:] == ((-1, 0, 0), False, False)


def test_the_normal_is_that_of_the_start() -> None:
    hit = move((-100, 18, 0), (100, 18, 0))
    assert hit is not None
    length = sqrt(100**2 + 18**2)
    assert hit[1] == pytest.approx((-100 / length, 18 / length, 0))
    # Pulled back by 0.125 along the start's distance: 0.125 * |d| / (d . delta).
    assert hit[0] == pytest.approx((100 - sqrt(30**2 - 18**2)) / 200 - 0.125 * length / 20000)


def test_passing_beside_is_free() -> None:
    assert move((-100, 30.1, 0), (100, 30.1, 0)) is None
    assert move((-100, 0, 0), (-200, 0, 0)) is None


def test_falling_on_a_head() -> None:
    hit = move((0, 0, 170), (0, 0, 0))
    assert hit is not None
    assert hit[0] == pytest.approx((100 - 0.125) / 170)
    assert hit[1] == (0, 0, 1)


def test_rising_to_a_foot() -> None:
    hit = move((0, 0, -170), (0, 0, 0))
    assert hit is not None
    assert hit[0] == pytest.approx((100 - 0.125) / 170)
    assert hit[1] == (0, 0, -1)


def test_above_and_moving_level_is_decided_by_the_cap() -> None:
    assert move((-100, 0, 75), (100, 0, 75)) is None
    hit = move((-100, 0, 60), (0, 0, 60))  # caps 20 apart in height
    assert hit is not None
    assert hit[2] is False


def test_a_fall_past_the_cap_meets_the_cylinder() -> None:
    # Starts above: the line passes the cap sphere 36.5 from its centre and meets the cylinder.
    hit = move((-200, 0, 90), (0, 0, 0))
    assert hit is not None
    assert hit[0] == pytest.approx(170 / 200 - 0.125 * 200 / (200 * 200))
    assert hit[1] == (-1, 0, 0)


def test_a_sweep_that_ends_above_tries_the_cap_at_last() -> None:
    # Starts beside and rises past the cylinder's height before it would meet it.
    hit = move((-60, 0, 0), (0, 0, 85))
    assert hit is not None
    assert hit[1] == pytest.approx((-60 / sqrt(5200), 0, -40 / sqrt(5200)))


def test_starting_in_the_cylinder() -> None:
    assert move((-20, 0, 0), (-10, 0, 0)) == (0.0, (-1, 0, 0), True, True)
    # Leaving: still all solid, as only the height of the end counts ...
    assert move((-20, 0, 0), (-200, 0, 0)) == (0.0, (-1, 0, 0), True, True)
    # ... unless that is out of reach.
    assert move((-20, 0, 0), (-20, 0, 200)) == (0.0, (-1, 0, 0), True, False)


def test_starting_in_the_cap() -> None:
    hit = move((0, 0, 50), (0, 0, 60))
    assert hit == (0.0, (0, 0, 1), True, True)
    assert move((0, 0, 50), (0, 0, 90)) == (0.0, (0, 0, 1), True, False)


def test_concentric_capsules_have_no_normal() -> None:
    assert move((0, 0, 0), (1, 0, 0)) == (0.0, (0, 0, 0), True, True)


def test_bounds_reject_what_is_more_than_a_unit_apart() -> None:
    narrow = Capsule.of((0, 0, 0), (-15, -1, 0), (15, 1, 70))
    # The radius is that of x, but the bounds are the box's: passing at y = 20 is too far.
    assert sweep(narrow, 15, 20, (-100, 20, 35), (100, 20, 35), 1.0) is None
    assert sweep(narrow, 15, 20, (-100, 17, 35), (100, 17, 35), 1.0) is not None


def test_only_hits_before_the_best_count() -> None:
    assert move((-100, 0, 0), (0, 0, 0), best=0.5) is None


@pytest.mark.parametrize(
    ("spot", "inside"),
    [
        ((29.9, 0, 0), True),
        ((30, 0, 0), False),
        ((0, 0, 69.9), True),
        ((0, 0, 70), False),
        ((25, 0, 40), True),
        ((25, 0, 57), False),
    ],
)
def test_standing_in_a_player(spot: Vec3, inside: bool) -> None:
    x, y, z = spot
    assert overlap(PLAYER, 15, 20, (x, y, z + UP)) is inside


def test_the_middle_of_a_capsule_is_that_of_its_box() -> None:
    assert Capsule.of((100, 200, 300), (-10, -20, 0), (30, 50, 70)).center == (110, 215, 335)


def test_only_where_they_are_to_each_other_counts() -> None:
    # Moved by numbers that add no rounding: every coordinate is taken from the same axis.
    far = Capsule.of((96, -160, 512), (-15, -15, 0), (15, 15, 70))
    for start, end in [
        ((-100, 18, 0), (100, 18, 0)),
        ((8, -4, 170), (2, 6, 0)),
        ((-4, 8, -170), (6, 2, 0)),
        ((-60, 4, 0), (0, 8, 85)),
        ((-12, 5, 50), (0, 3, 90)),
    ]:
        sx, sy, sz = start[0] + 96, start[1] - 160, start[2] + 512 + UP
        ex, ey, ez = end[0] + 96, end[1] - 160, end[2] + 512 + UP
        hit = move(start, end)
        assert hit is not None
        assert sweep(far, 15, 20, (sx, sy, sz), (ex, ey, ez), 1.0) == hit


@pytest.mark.parametrize(("y", "looked_at"), [(17, True), (17.1, False)])
def test_bounds_may_be_just_a_unit_apart(y: float, looked_at: bool) -> None:
    narrow = Capsule.of((0, 0, 0), (-15, -1, 0), (15, 1, 70))
    for side in (y, -y):
        hit = sweep(narrow, 15, 20, (-100, side, 35), (100, side, 35), 1.0)
        assert (hit is not None) is looked_at


# The cap spheres face each other at 40 above and below, with a radius of 30 together. "Inside" is
# a start at that distance or nearer (collision2: Temp models, sphere test and cylinder test).
@pytest.mark.parametrize(
    ("start", "end", "inside"),
    [
        ((0, 0, 70), (0, 0, 0), True),
        ((0, 0, 69.99999), (0, 0, 0), True),
        ((0, 0, 70.00001), (0, 0, 0), False),
        ((0, 0, 70.0625), (0, 0, 0), False),
        ((0, 0, -70), (0, 0, 0), True),
        ((0, 0, -70.00001), (0, 0, 0), False),
        ((-30, 0, 0), (0, 0, 0), True),
        ((-29.99999, 0, 0), (0, 0, 0), True),
        ((-30.00001, 0, 0), (0, 0, 0), False),
        ((-30.0625, 0, 0), (0, 0, 0), False),
    ],
)
def test_a_start_at_the_surface_is_inside_one_within_the_eighth_stops_at_once(
    start: Vec3, end: Vec3, inside: bool
) -> None:
    hit = move(start, end)
    assert hit is not None
    assert (hit[0], hit[2]) == (0.0, inside)


def test_the_end_at_the_surface_is_inside_too() -> None:
    assert move((0, 0, 50), (0, 0, 70)) == (0.0, (0, 0, 1), True, True)
    assert move((-20, 0, 0), (-20, 0, 40)) == (0.0, (-1, 0, 0), True, True)
    assert move((-20, 0, 40), (-10, 0, 40)) == (0.0, (-1, 0, 0), True, True)


@pytest.mark.parametrize("step", [1e-5, 1e-300])
def test_the_slowest_creep_stops_within_the_eighth_and_leaves_freely(step: float) -> None:
    # The mover is at the origin of its axis: so small a step is lost at any other place.
    beside = Capsule.of((30.0625, 0, -35), (-15, -15, 0), (15, 15, 70))
    below = Capsule.of((0, 0, -70.0625 - UP), (-15, -15, 0), (15, 15, 70))
    for target, axis, way in ((beside, 0, 1.0), (below, 2, -1.0)):
        for sign in (way, -way):
            end = [0.0, 0.0, 0.0]
            end[axis] = sign * step
            hit = sweep(target, 15, 20, (0.0, 0.0, 0.0), (end[0], end[1], end[2]), 1.0)
            # The square of the smallest steps is lost: they meet nothing.
            assert (hit is not None) is (sign == way and step > 1e-200)
            assert hit is None or hit[0] == 0.0


@pytest.mark.parametrize(
    ("start", "end"),
    [((-100, 30, 0), (100, 30, 0)), ((-100, 0, 70), (100, 0, 70)), ((-100, 0, -70), (100, 0, -70))],
)
def test_a_line_that_just_touches_hits(start: Vec3, end: Vec3) -> None:
    hit = move(start, end)
    assert hit is not None
    assert hit[0] == pytest.approx(0.5 - 0.125 * sqrt(10900) / 20000)


@pytest.mark.parametrize(("lean", "hits"), [(-1e-6, True), (1e-6, False)])
def test_short_steps_past_it_hit_or_miss_by_very_little(lean: float, hits: bool) -> None:
    for start in ((-0.5, 30 + lean, 0), (-0.5, 0, 70 + lean), (-0.5, 0, -70 - lean)):
        hit = move(start, (0.5, start[1], start[2]))
        assert (hit is not None) is hits


def test_a_start_level_with_the_cap_is_the_cylinders() -> None:
    # The cap sphere would be met at 0.739 of the way.
    for up in (1.0, -1.0):
        hit = move((-100, 0, 40 * up), (0, 0, 20 * up))
        assert hit is not None
        assert hit[0] == pytest.approx(0.7 - 0.125 / 100)
        level = move((-100, 0, 40 * up), (0, 0, 40 * up))
        assert level is not None
        assert level[0] == pytest.approx(0.7 - 0.125 / 100)


def test_only_an_end_beyond_the_caps_height_tries_the_cap_at_last() -> None:
    # Both would be met a little after the end, but for the pull back by an eighth.
    for up in (1.0, -1.0):
        assert move((-100, 0, 0), (-30.05, 0, 40 * up)) is None
        assert move((-100, 0, 0), (-30.05, 0, 40.001 * up)) is not None


def test_falling_ever_so_little_past_the_cap_may_meet_the_cylinder() -> None:
    # At the middle, 30 beside the axis, the cap is missed by a hair and the cylinder touched.
    for up in (1.0, -1.0):
        assert move((-100, 30, 40.0001 * up), (100, 30, 39.9992 * up)) is not None
        assert move((-100, 30, 40.0001 * up), (100, 30, 40.0001 * up)) is None


def test_a_hit_at_the_best_does_not_count() -> None:
    for start in ((-100, 0, 0), (0, 0, 170)):
        hit = move(start, (0, 0, 0))
        assert hit is not None
        assert move(start, (0, 0, 0), best=hit[0]) is None

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

"""Sliding (pmove2: Slide)."""

from __future__ import annotations

import math

import pytest

from uoserver.game.movement.slide import _turn, slide

from .runs import standing
from .spaces import Answer, Solid, box, plane, solids
from .strategies import Babbler
from .working import working

UP = (0.0, 0.0, 100.0)


def slid(
    velocity: tuple[float, float, float],
    *parts: Solid,
    gravity: bool = False,
    msec: int = 100,
    **fields: int,
) -> tuple[bool, tuple[float, ...], tuple[float, ...]]:
    state = standing(UP, velocity=velocity, **fields)
    blocked = slide(working(state, space=solids(parts), msec=msec), gravity=gravity)
    return blocked, state.origin, state.velocity


def test_a_free_way() -> None:
    assert slid((100.0, 0.0, 0.0)) == (False, (10.0, 0.0, 100.0), (100.0, 0.0, 0.0))


def test_gravity_works_half_before_and_half_after() -> None:
    blocked, origin, velocity = slid((0.0, 0.0, 0.0), gravity=True)
    assert not blocked
    assert origin[2] == pytest.approx(100 - 4)
    assert velocity[2] == pytest.approx(-80)


def test_a_wall_takes_what_runs_into_it() -> None:
    """Overbounce 1.001 leaves a thousandth of it away from the wall."""
    blocked, origin, velocity = slid((100.0, 50.0, 0.0), box((20, -500, 0), (99, 500, 300)))
    assert blocked
    assert origin[0] == pytest.approx(5 - 0.125, abs=0.01)
    assert origin[1] == pytest.approx(5.0, abs=0.01)
    assert velocity[0] == pytest.approx(-0.1)
    assert velocity[1] == 50.0


def test_a_corner_of_two_leads_along_its_edge() -> None:
    left = plane((-0.6, 0.8, 0.0), -20.0)
    right = plane((-0.6, -0.8, 0.0), -20.0)
    _, origin, velocity = slid((100.0, 0.0, 20.0), left, right, msec=200)
    assert velocity[2] == pytest.approx(20.0)
    assert math.hypot(*velocity[:2]) == pytest.approx(0.0, abs=0.2)
    assert origin[2] == pytest.approx(104.0, abs=0.01)


def test_a_corner_of_three_stops_dead() -> None:
    left = plane((-0.6, 0.8, 0.0), -20.0)
    right = plane((-0.6, -0.8, 0.0), -20.0)
    roof = plane((-0.6, 0.0, -0.8), -144.0)
    blocked, _, velocity = slid((100.0, 0.0, 60.0), left, right, roof, msec=200)
    assert blocked
    assert velocity == (0.0, 0.0, 0.0)


def test_the_velocity_stays_while_pm_time_runs() -> None:
    wall = box((20, -500, 0), (99, 500, 300))
    _, origin, velocity = slid((100.0, 0.0, 0.0), wall, pm_time=500)
    assert velocity == (100.0, 0.0, 0.0)
    assert origin[0] < 5
    _, _, velocity = slid((100.0, 0.0, 0.0), wall, pm_time=500, gravity=True)
    assert velocity == (100.0, 0.0, -80.0)


def test_all_solid_loses_only_the_fall() -> None:
    blocked, origin, velocity = slid((10.0, 0.0, -50.0), box((-99, -99, 0), (99, 99, 300)))
    assert blocked
    assert origin == UP
    assert velocity == (10.0, 0.0, 0.0)


def test_the_same_plane_again_nudges_away() -> None:
    """dot > 0.999: the normal is added to the velocity, which a head-on hit has ended."""
    hit = Answer(fraction=0.0, endpos=UP, normal=(-1.0, 0.0, 0.0), entity=1022)
    space = Babbler([hit], [0])
    state = standing(UP, velocity=(100.0, 0.0, 0.0))
    assert slide(working(state, space=space), gravity=False)
    assert space.traces == 4
    assert state.velocity[0] == pytest.approx(-3.0)


def test_what_is_run_into_is_touched_once() -> None:
    state = standing(UP, velocity=(100.0, 0.0, 0.0))
    wall = box((20, -500, 0), (99, 500, 300), entity=72)
    move = working(state, space=solids(wall), msec=100)
    slide(move, gravity=False)
    slide(move, gravity=False)
    assert move.touched == [72]


@pytest.mark.parametrize(
    ("into", "clipped"), [(0.05, True), (0.0999, True), (0.1, False), (0.105, False), (0.2, False)]
)
def test_a_plane_left_by_less_than_a_tenth_is_run_into(into: float, clipped: bool) -> None:
    wall = (1.0, 0.0, 0.0)
    turned = _turn([wall], (into, 50.0, 0.0), (into, 40.0, 0.0))
    assert turned is not None
    left = into - into / 1.001 if clipped else into
    assert turned[0] == pytest.approx((left, 50.0, 0.0), abs=1e-9)
    assert turned[1] == pytest.approx((left, 40.0, 0.0), abs=1e-9)


@pytest.mark.parametrize(("degrees", "same"), [(2.0, True), (5.0, False), (20.0, False)])
def test_planes_within_a_thousandth_are_the_same(degrees: float, same: bool) -> None:
    """The same plane met again pushes the velocity by its normal; another one clips it."""
    angle = math.radians(180.0 - degrees)
    first, second = (-1.0, 0.0, 0.0), (math.cos(angle), math.sin(angle), 0.0)
    hits = [Answer(0.5, (5.0, 0.0, 100.0), normal, entity=1022) for normal in (first, second)]
    state = standing(UP, velocity=(100.0, -30.0, 0.0))
    free = Answer(1.0, (6.0, 0.0, 100.0))
    slide(working(state, space=Babbler([free, *hits, free, free], [0]), msec=100), gravity=False)
    after_first = (-0.1, -30.0)
    if same:
        expected = (after_first[0] + second[0], after_first[1] + second[1])
        assert state.velocity[:2] == pytest.approx(expected, abs=0.01)
    else:
        assert state.velocity[0] * second[0] + state.velocity[1] * second[1] >= 0.0
        assert abs(state.velocity[1]) < 30.0


def test_two_planes_that_do_not_close_are_followed_without_their_edge() -> None:
    """After the second clip it leads away from the first, if only by a little."""
    turned = _turn([(1.0, 0.0, 0.0), (0.8, 0.6, 0.0)], (-10.0, -0.07, 5.0), (0.0, 0.0, 1.0))
    assert turned is not None
    assert turned[0] == pytest.approx((0.0372, -0.0496, 5.0), abs=1e-3)

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.vectors import Vec3
from uoserver.collision.placement import Placement

angles = st.floats(-360, 360)
coordinates = st.floats(-1000, 1000)
points = st.tuples(coordinates, coordinates, coordinates)


def test_an_origin_is_taken_off() -> None:
    place = Placement((10, 20, 30))
    assert place.enter((11, 22, 33)) == (1, 2, 3)
    assert place.leave((0, 0, 1)) == (0, 0, 1)
    assert not place.rotated


def test_a_quarter_turn() -> None:
    place = Placement((100, 0, 0), (0, 90, 0))
    assert place.rotated
    # The model's x axis points along the world's y.
    assert place.enter((100, 5, 0)) == (5, 0, 0)
    assert place.enter((95, 0, 7)) == (0, 5, 7)
    assert place.leave((1, 0, 0)) == (0, 1, 0)


def test_an_upright_capsule_in_a_model_that_leans() -> None:
    assert Placement().tilt(20) == (0, 0, 20)
    assert Placement((0, 0, 0), (0, 77, 0)).tilt(20) == pytest.approx((0, 0, 20))
    # Pitched down by a quarter: the model's forward is the world's down.
    assert Placement((0, 0, 0), (90, 0, 0)).tilt(20) == (-20, 0, 0)
    # Rolled by a quarter: -right is the world's up; y has the engine's sign.
    assert Placement((0, 0, 0), (0, 0, 90)).tilt(20) == (0, -20, 0)


@given(points, st.tuples(angles, angles, angles), points)
def test_distances_stay_and_normals_come_back(origin: Vec3, turn: Vec3, point: Vec3) -> None:
    place = Placement(origin, turn)
    moved = place.enter(point)
    back = place.leave(moved)
    for came, expected, start in zip(back, point, origin, strict=True):
        assert came == pytest.approx(expected - start, abs=1e-9)


@pytest.mark.parametrize("place", [((math.nan, 0, 0), (0, 0, 0)), ((0, 0, 0), (0, math.inf, 0))])
def test_what_is_no_place_is_refused(place: tuple[Vec3, Vec3]) -> None:
    with pytest.raises(ValueError, match=r"origin|angle"):
        Placement(*place)

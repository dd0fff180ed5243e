from __future__ import annotations

import math
from hashlib import sha256
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.angles import angle_vectors, atan2_deg, cos_deg, sin_cos_deg, sin_deg

turns = st.floats(-1e6, 1e6)
numbers = st.floats(-1e6, 1e6)


@pytest.mark.parametrize(
    ("degrees", "sine", "cosine"),
    [(0, 0, 1), (90, 1, 0), (180, 0, -1), (270, -1, 0), (360, 0, 1), (-90, -1, 0), (-180, 0, -1)],
)
def test_the_axes_are_exact(degrees: float, sine: float, cosine: float) -> None:
    assert sin_cos_deg(degrees) == (sine, cosine)


@given(turns)
def test_sine_and_cosine_are_those_of_the_library(degrees: float) -> None:
    # Reduced first, exactly: the library's argument would else lose the last digits.
    radians = math.radians(math.fmod(degrees, 360.0))
    assert abs(sin_deg(degrees) - math.sin(radians)) < 1e-12
    assert abs(cos_deg(degrees) - math.cos(radians)) < 1e-12


@given(numbers, numbers)
def test_atan2_is_that_of_the_library(y: float, x: float) -> None:
    expected = math.degrees(math.atan2(y, x)) if y else (180.0 if x < 0 else 0.0)
    assert abs(atan2_deg(y, x) - expected) < 1e-12 * max(1.0, abs(expected))


@pytest.mark.parametrize(
    ("y", "x", "degrees"),
    [
        *((0, 0, 0), (0, 1, 0), (1, 0, 90), (0, -1, 180), (-1, 0, -90)),
        *((3, 3, 45), (2, -2, 135), (-1, 1, -45), (-1, -1, -135), (-0.0, -1, 180)),
    ],
)
def test_atan2_of_axes_and_diagonals_is_exact(y: float, x: float, degrees: float) -> None:
    assert atan2_deg(y, x) == degrees


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_angle_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="angle"):
        sin_deg(value)
    with pytest.raises(ValueError, match="direction"):
        atan2_deg(value, 1.0)
    with pytest.raises(ValueError, match="direction"):
        atan2_deg(1.0, value)


def test_a_level_view_along_x() -> None:
    assert angle_vectors(0, 0) == ((1, 0, 0), (0, -1, 0), (0, 0, 1))


def test_yaw_turns_left_and_pitch_looks_down() -> None:
    forward, right, up = angle_vectors(0, 90)
    assert (forward, right, up) == ((0, 1, 0), (1, 0, 0), (0, 0, 1))
    forward, _, up = angle_vectors(90, 0)
    assert (forward, up) == ((0, 0, -1), (1, 0, 0))


def test_roll_turns_right_down() -> None:
    _, right, up = angle_vectors(0, 0, 90)
    assert (right, up) == ((0, 0, -1), (0, -1, 0))


@given(turns, turns, turns)
def test_the_vectors_are_a_right_handed_frame(pitch: float, yaw: float, roll: float) -> None:
    forward, right, up = angle_vectors(pitch, yaw, roll)
    for a in (forward, right, up):
        assert abs(sum(x * x for x in a) - 1.0) < 1e-12
    # forward x right = -up: right is on the right hand
    cross = (
        forward[1] * right[2] - forward[2] * right[1],
        forward[2] * right[0] - forward[0] * right[2],
        forward[0] * right[1] - forward[1] * right[0],
    )
    assert all(abs(c + u) < 1e-12 for c, u in zip(cross, up, strict=True))


@given(turns, turns)
def test_no_roll_is_a_roll_of_nothing(pitch: float, yaw: float) -> None:
    for plain, rolled in zip(
        angle_vectors(pitch, yaw), angle_vectors(pitch, yaw, 360), strict=True
    ):
        assert all(abs(a - b) < 1e-15 for a, b in zip(plain, rolled, strict=True))


def test_the_smallest_roll_counts() -> None:
    for roll in (0.001, -0.001):
        _, right, up = angle_vectors(0, 0, roll)
        assert right == (0, -cos_deg(roll), -sin_deg(roll))
        assert up == (0, -sin_deg(roll), cos_deg(roll))


def test_the_bits_are_those_of_every_machine() -> None:
    """Square roots and the four operations are exact to the bit: so is this sum of answers."""
    digest = sha256()
    for step in range(-4000, 4001):
        digest.update(pack("<2d", *sin_cos_deg(step * 0.1)))
        digest.update(pack("<d", atan2_deg(step * 0.25, 1000.0 - abs(step))))
    for degrees in range(-360, 361, 15):
        digest.update(pack("<2d", *sin_cos_deg(float(degrees))))
    assert digest.hexdigest()[:16] == "40e27f97cc4b952c"

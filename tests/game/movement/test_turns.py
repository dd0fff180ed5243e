"""Angles."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.message import short_to_angle
from uoserver.game.movement.turns import (
    heading,
    normal180,
    pitch_of,
    signed_word,
    slope_pitch,
    word_angle,
)


@given(st.integers(-(2**20), 2**20))
def test_words_are_the_codecs(word: int) -> None:
    assert word_angle(word) == short_to_angle(word)
    assert signed_word(word) == int(short_to_angle(word) * 65536 / 360)


@given(st.floats(-2000, 2000))
def test_angles_between_minus_180_and_180(angle: float) -> None:
    kept = normal180(angle)
    assert -180.0 <= kept <= 180.0
    assert math.isclose(math.cos(math.radians(kept - angle)), 1.0, abs_tol=1e-9)


@given(st.floats(-180, 180))
def test_headings(yaw: float) -> None:
    x, y = heading(yaw)
    assert (x, y) == pytest.approx((math.cos(math.radians(yaw)), math.sin(math.radians(yaw))))


@pytest.mark.parametrize(
    ("vector", "pitch"),
    [((1, 0, 0), 0), ((1, 0, 1), -45), ((0, 2, -2), 45), ((0, 0, 1), -90), ((0, 0, 0), 0)],
)
def test_pitch_is_positive_downwards(vector: tuple[float, float, float], pitch: float) -> None:
    assert pitch_of(vector) == pytest.approx(pitch)


@pytest.mark.parametrize(("yaw", "pitch"), [(0.0, -30.0), (180.0, 30.0), (90.0, 0.0)])
def test_the_pitch_of_a_slope_by_direction(yaw: float, pitch: float) -> None:
    """It rises along x by 30 degrees."""
    normal = (-math.sin(math.radians(30)), 0.0, math.cos(math.radians(30)))
    assert slope_pitch(yaw, normal) == pytest.approx(pitch, abs=1e-9)

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.console.numbers import INT_MAX, INT_MIN, number_text, to_float, to_int


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0),
        ("x1", 0),
        ("12abc", 12),
        (" \t-7.9", -7),
        ("+3", 3),
        ("00012", 12),
        ("--1", 0),
        ("2147483648", INT_MAX),
        ("-9" * 1 + "9" * 10_000, INT_MIN),
        ("\u0663", 0),
    ],
)
def test_to_int(text: str, value: int) -> None:
    assert to_int(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0.0),
        (".5x", 0.5),
        ("1.", 1.0),
        ("-2.5e1", -25.0),
        ("1e", 1.0),
        ("1e9999", 0.0),
        ("inf", 0.0),
        ("nan", 0.0),
        (".", 0.0),
    ],
)
def test_to_float(text: str, value: float) -> None:
    assert to_float(text) == value


@given(st.integers(INT_MIN, INT_MAX))
def test_integers_round_trip(value: int) -> None:
    assert to_int(str(value)) == value


@given(st.text(max_size=30))
def test_any_text_is_a_finite_number(text: str) -> None:
    assert INT_MIN <= to_int(text) <= INT_MAX
    assert math.isfinite(to_float(text))


def test_number_text() -> None:
    assert number_text(64) == number_text(64.0) == "64"
    assert number_text(0.5) == "0.5"

"""Fixed-point arithmetic bit by bit (rules 0)."""

from __future__ import annotations

from math import trunc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.sim.kernel.fixmath import (
    ONE,
    RECIPROCALS,
    approach,
    dist,
    dist2_px,
    div,
    mul,
    sqrt,
    wrap,
)

WORDS = st.integers(-(1 << 31), (1 << 31) - 1)


@pytest.mark.parametrize(
    ("a", "b", "product"),
    [
        (ONE, ONE, ONE),
        (3 * ONE, ONE // 2, 3 * ONE // 2),
        (1, 1, 0),
        (-1, 1, -1),  # rounded down, not towards zero
        (-1, ONE, -1),
        (0x10CCC, 0x13333, 0x1428E),  # a tank on a road: 1.26
        (0x7FFFFFFF, 0x7FFFFFFF, -0x10000),  # only the low 32 bits are kept
        (0x8000 * ONE - 1, 2 * ONE, -2),
    ],
)
def test_mul_rounds_down_and_wraps(a: int, b: int, product: int) -> None:
    assert mul(a, b) == product


@given(WORDS, WORDS)
def test_mul_is_the_shifted_product_of_words(a: int, b: int) -> None:
    assert mul(a, b) == ((a * b >> 16) + (1 << 31)) % (1 << 32) - (1 << 31)


@pytest.mark.parametrize(
    ("a", "b", "quotient"),
    [
        (ONE, 3 * ONE, 0x5555),
        (-ONE, 3 * ONE, -0x5555),  # cut towards zero
        (ONE, 0, 0),
        (7, 7, ONE),
        (0x40000000, 1, 0),  # 2**46: its low 32 bits
    ],
)
def test_div_cuts_towards_zero_and_has_no_error(a: int, b: int, quotient: int) -> None:
    assert div(a, b) == quotient


@given(WORDS, WORDS.filter(bool))
def test_div_is_that_of_doubles(a: int, b: int) -> None:
    by_doubles = trunc((a / 65536) / (b / 65536) * 65536)
    assert div(a, b) == wrap(by_doubles)


@pytest.mark.parametrize(
    ("a", "root"), [(0, 0), (ONE, ONE), (2 * ONE, 0x16A09), (4 * ONE, 2 * ONE), (1, 256)]
)
def test_sqrt(a: int, root: int) -> None:
    assert sqrt(a) == root


@given(st.integers(0, (1 << 31) - 1))
def test_sqrt_is_that_of_doubles(a: int) -> None:
    assert sqrt(a) == trunc((a / 65536) ** 0.5 * 65536)


def test_reciprocals_are_those_of_1_to_255() -> None:
    assert len(RECIPROCALS) == 255
    assert RECIPROCALS[:4] == (ONE, 0x8000, 0x5555, 0x4000)
    assert RECIPROCALS[254] == 0x101


@pytest.mark.parametrize(
    ("value", "target", "result"),
    [(0, 100, 7), (95, 100, 100), (0, -100, -3), (-98, -100, -100), (5, 5, 5)],
)
def test_approach_has_a_rate_up_and_one_down_and_stops_at_the_target(
    value: int, target: int, result: int
) -> None:
    assert approach(value, target, 7, 3) == result


def test_distances_are_of_whole_pixels_rounded_down_before_they_are_squared() -> None:
    assert dist2_px(0, 0, 3 * ONE, 4 * ONE) == 25
    assert dist2_px(ONE - 1, 0, 0, 0) == 0
    assert dist2_px(-1, 0, 0, 0) == 1  # a hair to the west is a pixel
    assert dist2_px(0, 0, 1, 1) == 2
    assert dist2_px(9 * ONE, 7 * ONE, 5 * ONE, 4 * ONE) == 25
    assert dist(0, 0, 3 * ONE, 4 * ONE) == 5 * ONE
    assert dist(0, 0, 2 * ONE, 2 * ONE) == 2 * ONE


def test_wrap_is_a_signed_word() -> None:
    assert [wrap(1 << 31), wrap(-(1 << 31) - 1), wrap(1 << 32)] == [-(1 << 31), (1 << 31) - 1, 0]

"""Sines and arc tangents without floats agree with those of the C library, cut (rules 0)."""

from __future__ import annotations

import math
import random

import pytest

from uoserver.sim.kernel.trig import TURN, atan2, cos, sin

STEPS = TURN / math.tau


def _fraction(value: float) -> float:
    return abs(value - round(value))


@pytest.mark.parametrize(
    ("angle", "sine", "cosine"),
    [
        (0, 0, 0x10000),
        (TURN // 8, 0xB504, 0xB504),
        (TURN // 4, 0x10000, 0),
        (TURN // 2, 0, -0x10000),
        (3 * TURN // 4, -0x10000, 0),
        (TURN // 2 + 1, 0, -0xFFFF),  # cut towards zero on both sides
        (TURN // 12, 0x7FFF, 0xDDB3),
        (-TURN // 8, -0xB504, 0xB504),
    ],
)
def test_known_values(angle: int, sine: int, cosine: int) -> None:
    assert (sin(angle), cos(angle)) == (sine, cosine)


def test_sine_and_cosine_are_those_of_the_library_cut_towards_zero() -> None:
    source = random.Random(1)
    for _ in range(4000):
        angle = source.randrange(TURN)
        for ours, exact in (
            (sin(angle), math.sin(angle / STEPS) * 65536),
            (cos(angle), math.cos(angle / STEPS) * 65536),
        ):
            if _fraction(exact) > 1e-6:  # so near to a whole number a float may be on either side
                assert ours == math.trunc(exact), angle


@pytest.mark.parametrize(
    ("x", "y", "angle"),
    [
        (0, 0, 0),
        (5, 0, 0),
        (5, 5, TURN // 8),
        (0, 5, TURN // 4),
        (-5, 5, 3 * TURN // 8),
        (-5, 0, TURN // 2),
        (-5, -5, 5 * TURN // 8),
        (0, -5, 3 * TURN // 4),
        (5, -5, 7 * TURN // 8),
        (1 << 31, 1, 0),
        (1 << 31, -1, TURN - 1),  # just below a whole turn
    ],
)
def test_arc_tangents_of_the_octants_are_exact(x: int, y: int, angle: int) -> None:
    assert atan2(x, y) == angle


def test_arc_tangents_are_those_of_the_library_rounded_down() -> None:
    source = random.Random(2)
    for _ in range(4000):
        reach = 1 << source.randrange(2, 31)
        x, y = source.randrange(-reach, reach), source.randrange(-reach, reach)
        exact = math.atan2(y, x) * STEPS % TURN
        if _fraction(exact) > 1e-6:
            assert atan2(x, y) == math.floor(exact), (x, y)


def test_sines_of_the_64_steps() -> None:
    quarter = [
        *(0, 6423, 12785, 19024, 25079, 30893, 36409, 41575),
        *(46340, 50660, 54491, 57797, 60547, 62714, 64276, 65220),
    ]
    half = [*quarter, 65536, *quarter[:0:-1]]
    turn = [*half, *(-value for value in half)]
    assert [sin(step << 18) for step in range(64)] == turn
    assert [cos(step << 18) for step in range(64)] == turn[16:] + turn[:16]


@pytest.mark.parametrize(
    ("x", "y", "angle"),
    [
        (3, 4, 0x25C80A),
        (4, 3, 0x1A37F5),
        (-3, 4, 0x5A37F5),
        (-4, -3, 0x9A37F5),
        (3, -4, 0xDA37F5),
        (4, -3, 0xE5C80A),
        (1, 64, 0x3F5D09),
        (1000, 1, 0xA6E),
    ],
)
def test_known_arc_tangents(x: int, y: int, angle: int) -> None:
    assert atan2(x, y) == angle

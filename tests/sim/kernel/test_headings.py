"""Headings, direction and rotation tables, turning (rules 0)."""

from __future__ import annotations

import pytest

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import (
    CIRCLE,
    DIRECTIONS,
    HALF,
    PITCH,
    YAW,
    angle_between,
    direction,
    fine_pitch,
    transform,
    turn_towards,
)
from uoserver.sim.kernel.trig import cos, sin

STEP = 0x10000


def test_yaw_matrices_have_rows_of_cosine_and_sine() -> None:
    for step, matrix in enumerate(YAW):
        c, s = cos(step * 0x40000), sin(step * 0x40000)
        assert matrix == ((c, s, 0), (-s, c, 0), (0, 0, ONE))
    assert len(YAW) == 64


def test_pitch_matrices_turn_about_x_and_positive_points_down() -> None:
    for step, matrix in enumerate(PITCH):
        c, s = cos(step * 0x40000), sin(step * 0x40000)
        assert matrix == ((ONE, 0, 0), (0, c, s), (0, -s, c))
    north = (0, -ONE, 0)
    assert transform(north, PITCH[8])[2] < 0
    assert fine_pitch(0x200000) == PITCH[8]


def test_the_direction_table_is_sine_and_minus_cosine() -> None:
    for step, (x, y) in enumerate(DIRECTIONS):
        assert (x, y) == (sin(step * 0x40000), -cos(step * 0x40000))


@pytest.mark.parametrize(
    ("heading", "way"),
    [
        (0, (0, -ONE)),
        (0x100000, (ONE, 0)),
        (0x200000, (0, ONE)),
        (0x300000, (-ONE, 0)),
        (0x80000, (0xB504, -0xB504)),
        (STEP - 1, (0, -ONE)),  # rounded down to a 64th of a turn
        (CIRCLE - 1, DIRECTIONS[63]),
        (CIRCLE, (0, -ONE)),
    ],
)
def test_a_heading_is_rounded_down_to_a_step(heading: int, way: tuple[int, int]) -> None:
    assert direction(heading) == way


def test_each_product_of_a_transform_is_cut_before_they_are_added() -> None:
    # a sum cut at the end would be -1 and 1
    assert transform((-1, 1, 0), ((1, 1, 0), (1, 1, 0), (0, 0, 1))) == (-1, -1, 0)


def test_a_transform_is_a_row_times_a_matrix() -> None:
    rows = (
        (ONE, 2 * ONE, 3 * ONE),
        (10 * ONE, 20 * ONE, 30 * ONE),
        (100 * ONE, 200 * ONE, 300 * ONE),
    )
    assert transform((2, 3, 4), rows) == (432, 864, 1296)


@pytest.mark.parametrize(
    ("x", "y", "heading"),
    [
        (0, -100, 0),
        (100, -100, 0x80000),
        (100, 0, 0x100000),
        (0, 100, 0x200000),
        (-100, 0, 0x300000),
        (-100, -100, 0x380000),
        (0, 0, 0x300000),
    ],
)
def test_the_heading_to_a_place(x: int, y: int, heading: int) -> None:
    assert angle_between(50, 60, 50 + x, 60 + y) == heading


def test_the_heading_to_a_place_is_cut_from_the_fine_angle() -> None:
    assert angle_between(0, 0, 3, -1) == 0xCB901


@pytest.mark.parametrize(
    ("angle", "target", "step", "result"),
    [
        (0, 0x1000, 0x4000, 0x1000),  # never beyond
        (0, 0x8000, 0x4000, 0x4000),
        (0, CIRCLE - 0x8000, 0x4000, CIRCLE - 0x4000),
        (0x2000, CIRCLE - 0x8000, 0x4000, CIRCLE - 0x2000),
        (0, HALF, 0x4000, 0x4000),  # of two equal ways the clockwise one
        (0x100000, 0x300000, 0x4000, 0x104000),
        (HALF + 1, 0, 0x4000, HALF + 0x4001),
        (HALF - 1, 0, 0x4000, HALF - 0x4001),
        (5, 5, 0x4000, 5),
        (0, 0x4000, 0x4000, 0x4000),
    ],
)
def test_turning_goes_the_shorter_way(angle: int, target: int, step: int, result: int) -> None:
    assert turn_towards(angle, target, step) == result

"""Headings, their vectors and matrices (rules: Fixed-point kernel).

A heading is counted in 1/0x400000 turn, 0 = north = -y, clockwise. Tables have 64 steps, and a
heading is rounded down to one. Vectors are rows: v . M, each product cut before they are added.
"""

from __future__ import annotations

from typing import Final

from .fixmath import ONE, mul
from .trig import atan2, cos, sin

CIRCLE: Final = 0x400000
"""A full turn of a heading."""
MASK: Final = CIRCLE - 1
HALF: Final = CIRCLE // 2
QUARTER: Final = CIRCLE // 4
STEPS: Final = 64
STEP_SHIFT: Final = 16

Vector = tuple[int, int, int]
Matrix = tuple[Vector, Vector, Vector]


def _yaw(angle: int) -> Matrix:
    c, s = cos(angle), sin(angle)
    return (c, s, 0), (-s, c, 0), (0, 0, ONE)


def fine_pitch(angle: int) -> Matrix:
    """Return the matrix of a pitch given as a fine angle; positive points down."""
    c, s = cos(angle), sin(angle)
    return (ONE, 0, 0), (0, c, s), (0, -s, c)


YAW: Final = tuple(_yaw(step << 18) for step in range(STEPS))
PITCH: Final = tuple(fine_pitch(step << 18) for step in range(STEPS))


def transform(vector: Vector, matrix: Matrix) -> Vector:
    """Return a row vector times a matrix."""
    x, y, z = vector
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = matrix
    return (
        mul(x, ax) + mul(y, bx) + mul(z, cx),
        mul(x, ay) + mul(y, by) + mul(z, cy),
        mul(x, az) + mul(y, bz) + mul(z, cz),
    )


DIRECTIONS: Final = tuple(transform((0, -ONE, 0), matrix)[:2] for matrix in YAW)
"""Where each of the 64 steps points, (x, y): sine and minus cosine."""


def direction(heading: int) -> tuple[int, int]:
    """Return where a heading points, (x, y), rounded down to a 64th turn."""
    return DIRECTIONS[heading >> STEP_SHIFT & STEPS - 1]


def angle_between(from_x: int, from_y: int, to_x: int, to_y: int) -> int:
    """Return the heading from one place to another."""
    return ((atan2(from_x - to_x, from_y - to_y) >> 2) - QUARTER) & MASK


def turn_towards(angle: int, target: int, step: int) -> int:
    """Return an angle turned towards a target by a step, the shorter way and never beyond it.

    Of two ways that are equally long it is the clockwise one.
    """
    way = target - angle & MASK
    if not way:
        return target
    clockwise = way <= CIRCLE - way
    angle = angle + step & MASK if clockwise else angle - step & MASK
    way = target - angle & MASK
    return angle if way and (way <= CIRCLE - way) == clockwise else target

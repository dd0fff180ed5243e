"""Fixed-point arithmetic of the simulation (rules: Fixed-point kernel).

Numbers are 16.16 in a signed 32-bit word unless something else is said: 0x10000 is one pixel.
Every function gives the same result on every machine.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

ONE: Final = 0x10000
"""One pixel."""
CELL: Final = 0x200000
"""A cell of the grid, 32 pixels."""
HALF_CELL: Final = 0x100000
_SIGN: Final = 0x80000000
_WORD: Final = 0xFFFFFFFF
_LEAST: Final = -_SIGN
_MOST: Final = _SIGN - 1


def wrap(value: int) -> int:
    """Return the low 32 bits of a number as a signed word."""
    if _LEAST <= value <= _MOST:  # nearly always
        return value
    return ((value + _SIGN) & _WORD) - _SIGN


def mul(a: int, b: int) -> int:
    """Return the product, rounded down, its low 32 bits."""
    product = a * b >> 16
    return product if _LEAST <= product <= _MOST else wrap(product)


def div(a: int, b: int) -> int:
    """Return the quotient, cut towards zero, its low 32 bits; 0 for a divisor of 0.

    By doubles, as the rule has it: IEEE division is the same everywhere, and a quotient that
    needs more than 53 bits is rounded before it is cut.
    """
    return wrap(int(a / b * 65536.0)) if b else 0


def sqrt(a: int) -> int:
    """Return the root of a number that is not negative, rounded down."""
    return isqrt(a << 16)


RECIPROCALS: Final = tuple(div(ONE, k * ONE) for k in range(1, 256))
"""1/k for whole k from 1 to 255; the entry of k is k - 1."""


def approach(value: int, target: int, up: int, down: int) -> int:
    """Return a value moved towards a target, by ``up`` at most if it grows, else by ``down``."""
    if value < target:
        return min(value + up, target)
    return max(value - down, target)


def dist2_px(ax: int, ay: int, bx: int, by: int) -> int:
    """Return the squared distance of two places in whole pixels, each difference rounded down."""
    dx = ax - bx >> 16
    dy = ay - by >> 16
    return dx * dx + dy * dy


def dist(ax: int, ay: int, bx: int, by: int) -> int:
    """Return the distance of two places, rounded down to whole pixels (as 16.16)."""
    return isqrt(dist2_px(ax, ay, bx, by)) << 16

"""Rational numbers that pass for floats, so that the same trace code can run without rounding."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final, Self

ROOT_DIGITS: Final = 50
"""Decimal places of a square root, the one operation that leaves the rationals."""


class Exact(float):
    """A rational number that stays exact through ``+ - * /`` and comparison with floats.

    A float that meets it counts as the dyadic rational it is. As a subclass of `float` its
    operators also win when it stands on the right.
    """

    __slots__ = ("value",)
    value: Fraction

    def __new__(cls, value: float | Fraction) -> Self:
        exact = rational(value)
        self = super().__new__(cls, float(exact))
        self.value = exact
        return self

    def __add__(self, other: float) -> Exact:
        return Exact(self.value + rational(other))

    __radd__ = __add__

    def __sub__(self, other: float) -> Exact:
        return Exact(self.value - rational(other))

    def __rsub__(self, other: float) -> Exact:
        return Exact(rational(other) - self.value)

    def __mul__(self, other: float) -> Exact:
        return Exact(self.value * rational(other))

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> Exact:
        return Exact(self.value / rational(other))

    def __rtruediv__(self, other: float) -> Exact:
        return Exact(rational(other) / self.value)

    def __neg__(self) -> Exact:
        return Exact(-self.value)

    def __abs__(self) -> Exact:
        return Exact(abs(self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | float) and self.value == rational(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: float) -> bool:
        return self.value < rational(other)

    def __le__(self, other: float) -> bool:
        return self.value <= rational(other)

    def __gt__(self, other: float) -> bool:
        return self.value > rational(other)

    def __ge__(self, other: float) -> bool:
        return self.value >= rational(other)

    def root(self) -> Exact:
        """Return the square root, rounded down at `ROOT_DIGITS` decimal places."""
        scale: int = 10**ROOT_DIGITS
        scaled = self.value * scale * scale
        return Exact(Fraction(math.isqrt(scaled.numerator // scaled.denominator), scale))


def rational(value: float | Fraction) -> Fraction:
    """Return the rational number that ``value`` is."""
    return value.value if isinstance(value, Exact) else Fraction(value)

"""Trigonometry that gives the same bits on every machine.

The C library's sine differs from one system to the next in the last bit, and neither
a simulation nor a built map may. These functions use + - * / and square roots alone, which
IEEE 754 fixes to the bit. Their error is below 1e-12. Angles are degrees; those of the axes come
out exact.
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import Final

from uoserver.bsp.vectors import Vec3

RADIANS: Final = 3.141592653589793 / 180.0
_DEGREES: Final = 180.0 / 3.141592653589793


def _reciprocals(first: int, terms: int) -> tuple[float, ...]:
    """Return the alternating 1/first!, 1/(first + 2)!, ... highest first, for Horner's rule."""
    factorial = 1
    for n in range(2, first + 1):
        factorial *= n
    values = []
    for k in range(terms):
        values.append((-1) ** k / factorial)
        n = first + 2 * k
        factorial *= (n + 1) * (n + 2)
    return tuple(reversed(values))


# Up to 45 degrees nine terms leave an error far below the last bit.
_SIN: Final = _reciprocals(1, 9)
_COS: Final = _reciprocals(0, 9)
_ATAN: Final = tuple((-1) ** k / (2 * k + 1) for k in reversed(range(14)))


def _series(coefficients: tuple[float, ...], square: float) -> float:
    total = 0.0
    for coefficient in coefficients:
        total = total * square + coefficient
    return total


def sin_cos_deg(degrees: float) -> tuple[float, float]:
    """Return sine and cosine; raises ValueError unless the angle is finite."""
    if not isfinite(degrees):
        raise ValueError(f"angle {degrees}")
    quarter, rest = divmod(degrees % 360.0, 90.0)
    # The remainder of a tiny negative angle rounds up to a whole turn: quarter 4 is quarter 0.
    swap = rest > 45.0
    x = (90.0 - rest if swap else rest) * RADIANS
    square = x * x
    sine, cosine = x * _series(_SIN, square), _series(_COS, square)
    if swap:
        sine, cosine = cosine, sine
    turns = int(quarter) & 3
    if turns == 0:
        return sine, cosine
    if turns == 1:
        return cosine, 0.0 - sine
    if turns == 2:
        return 0.0 - sine, 0.0 - cosine
    return 0.0 - cosine, sine


def sin_deg(degrees: float) -> float:
    """Return the sine; raises ValueError unless the angle is finite."""
    return sin_cos_deg(degrees)[0]


def cos_deg(degrees: float) -> float:
    """Return the cosine; raises ValueError unless the angle is finite."""
    return sin_cos_deg(degrees)[1]


def atan2_deg(y: float, x: float) -> float:
    """Return the direction of (x, y), above -180 and up to 180; 0 for the zero vector.

    The sign of a zero does not count. Raises ValueError unless both are finite.
    """
    if not (isfinite(x) and isfinite(y)):
        raise ValueError(f"direction ({x}, {y})")
    run, rise = abs(x), abs(y)
    if run == 0.0 and rise == 0.0:
        return 0.0
    steep = rise > run
    t = run / rise if steep else rise / run
    # Halving the angle twice brings the tangent below 0.2, where the series is short.
    t /= 1.0 + sqrt(1.0 + t * t)
    t /= 1.0 + sqrt(1.0 + t * t)
    angle = 4.0 * t * _series(_ATAN, t * t) * _DEGREES
    if run == rise:
        angle = 45.0
    if steep:
        angle = 90.0 - angle
    if x < 0.0:
        angle = 180.0 - angle
    return -angle if y < 0.0 else angle


def angle_vectors(pitch: float, yaw: float, roll: float = 0.0) -> tuple[Vec3, Vec3, Vec3]:
    """Return the unit vectors forward, right and up of a view; positive pitch looks down.

    Raises ValueError unless the angles are finite.
    """
    sp, cp = sin_cos_deg(pitch)
    sy, cy = sin_cos_deg(yaw)
    if roll == 0.0:
        return (cp * cy, cp * sy, -sp), (sy, -cy, 0.0), (sp * cy, sp * sy, cp)
    sr, cr = sin_cos_deg(roll)
    return (
        (cp * cy, cp * sy, -sp),
        (cr * sy - sr * sp * cy, -(sr * sp * sy + cr * cy), -(sr * cp)),
        (cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp),
    )

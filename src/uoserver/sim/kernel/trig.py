"""Sines, cosines and arc tangents in integers (rules: Fixed-point kernel).

Angles are counted in 1/0x1000000 turn ("fine"), headings in 1/0x400000 turn. No float and no
function of the C library is used: two of those may differ in the last place, and with it two
machines. Results are cut towards zero from a value that is exact to 60 bits.
"""

from __future__ import annotations

from typing import Final

TURN: Final = 0x1000000
"""A full turn of a fine angle."""
_QUARTER: Final = TURN // 4
_EIGHTH: Final = TURN // 8
_BITS: Final = 64
_UNIT: Final = 1 << _BITS
TWO_PI: Final = 0x6487ED5110B4611A6
"""A full turn in radians, with 64 bits after the point."""
_PARTS: Final = 64
"""Into which the tangents from 0 to 1 are cut for the arc tangent."""


def _sine(angle: int) -> int:
    """Return the sine of a fine angle from 0 to an eighth turn, with 64 bits after the point."""
    x = angle * TWO_PI // TURN
    return _series(x, x, 1)


def _cosine(angle: int) -> int:
    """Return the cosine of a fine angle from 0 to an eighth turn, with 64 bits after the point."""
    return _series(angle * TWO_PI // TURN, _UNIT, 0)


def _series(x: int, term: int, power: int) -> int:
    """Return the sum of a term of that power of x and of every second one after it."""
    square = x * x >> _BITS
    total = term
    while not -_PARTS < term < _PARTS:
        power += 2
        term = -(term * square >> _BITS) // (power * (power - 1))
        total += term
    return total


def sin(angle: int) -> int:
    """Return the sine of a fine angle as 16.16."""
    angle &= TURN - 1
    sign = 1
    if angle >= TURN // 2:
        angle -= TURN // 2
        sign = -1
    if angle > _QUARTER:
        angle = TURN // 2 - angle
    if angle == _QUARTER:
        return sign << 16
    if angle == 0:
        return 0
    value = _sine(angle) if angle <= _EIGHTH else _cosine(_QUARTER - angle)
    return sign * (value >> _BITS - 16)


def cos(angle: int) -> int:
    """Return the cosine of a fine angle as 16.16."""
    return sin(angle + _QUARTER)


def _arctangents() -> tuple[int, ...]:
    """Return the arc tangents of k/64 for k from 0 to 64, in radians with 64 bits.

    Each is the one before and the arc tangent of their tangents' difference.
    """
    extra = 32
    one = 1 << _BITS + extra
    total, table = 0, [0]
    for k in range(_PARTS):
        over, under = _PARTS, _PARTS * _PARTS + k * (k + 1)
        power, divisor, sign = one * over // under, 1, 1
        while power:
            total += sign * (power // divisor)
            power = power * over * over // (under * under)
            divisor, sign = divisor + 2, -sign
        table.append(total >> extra)
    return tuple(table)


_ARCTANGENTS: Final = _arctangents()


def _arctangent(over: int, under: int) -> int:
    """Return the fine angle, rounded down, whose tangent is over/under, from 0 to 1 exclusive."""
    part = over * _PARTS // under
    # tan(a - b) = (x - k/n) / (1 + x k/n), below 1/64
    x = (over * _PARTS - part * under << _BITS) // (under * _PARTS + over * part)
    square = x * x >> _BITS
    angle = _ARCTANGENTS[part]
    power, divisor = x, 1
    while power:
        angle += power // divisor
        power = -(power * square >> _BITS)
        divisor += 2
        if -_PARTS < power < _PARTS:
            break
    return angle * TURN // TWO_PI


def atan2(x: int, y: int) -> int:
    """Return the fine angle of a vector, from the x axis towards the y axis, rounded down.

    0 for the vector without length. Mind the order of the arguments: x first.
    """
    wide, high = abs(x), abs(y)
    if wide == high or not wide or not high:
        exact, angle = True, _EIGHTH if wide == high and wide else 0
        if high > wide:
            angle = _QUARTER
    elif high < wide:
        exact, angle = False, _arctangent(high, wide)
    else:
        exact, angle = False, _QUARTER - 1 - _arctangent(wide, high)
    # mirrored into its quadrant; a mirrored angle that is not whole is rounded down again
    mirrored = angle if exact else angle + 1
    if x < 0:
        return TURN // 2 + angle if y < 0 else TURN // 2 - mirrored
    return (TURN - mirrored) % TURN if y < 0 else angle

"""Numbers in cvar values, read as C's ``atoi`` and ``atof`` read them: a prefix, else 0."""

from __future__ import annotations

import math
import re
from typing import Final

INT_MIN: Final = -(2**31)
INT_MAX: Final = 2**31 - 1

# Digits are bounded: what lies beyond cannot change a 32-bit result, and int() of a text of
# millions of digits takes quadratic time.
_INT: Final = re.compile(r"[ \t]*([+-]?)0*([0-9]{0,11})")
_FLOAT: Final = re.compile(
    r"[ \t]*([+-]?(?:[0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,4})?)"
)


def to_int(text: str) -> int:
    """Return the 32-bit integer `text` begins with (saturated), or 0."""
    match = _INT.match(text)
    if match is None or not match[2]:
        return 0
    value = int(match[1] + match[2])
    return max(INT_MIN, min(INT_MAX, value))


def is_number(text: str) -> bool:
    """Whether the whole of `text` is a number, blanks around it aside."""
    return _FLOAT.fullmatch(text.rstrip(" \t")) is not None


def to_float(text: str) -> float:
    """Return the finite number `text` begins with, or 0.0."""
    match = _FLOAT.match(text)
    value = float(match[1]) if match else 0.0
    return value if math.isfinite(value) else 0.0


def number_text(value: float) -> str:
    """Return `value` as a cvar holds it: whole numbers without a point."""
    return str(int(value)) if value == int(value) else repr(value)

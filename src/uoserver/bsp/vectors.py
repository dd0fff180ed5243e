"""Vectors in map text."""

from __future__ import annotations

import math
import re
from typing import Final

Vec3 = tuple[float, float, float]

MAX_WORLD_COORD: Final = 131_072.0
"""Edge of any world (collision: Curve patches); keeps arithmetic away from overflow."""

_NUMBER: Final = re.compile(
    r"[+-]?(?:[0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})(?:[eE][+-]?[0-9]{1,3})?"
)


def parse_vector(text: str) -> Vec3 | None:
    """Return the three numbers that `text` consists of, or None.

    None also for numbers that are not finite or lie beyond MAX_WORLD_COORD.
    """
    words = text.split(None, 4)
    if len(words) != 3 or not all(_NUMBER.fullmatch(word) for word in words):
        return None
    x, y, z = (float(word) for word in words)
    if any(not math.isfinite(value) or abs(value) > MAX_WORLD_COORD for value in (x, y, z)):
        return None
    return (x, y, z)

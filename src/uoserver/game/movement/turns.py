"""Angles as movement uses them: 16-bit words, headings, the pitch of slopes."""

from __future__ import annotations

from functools import lru_cache
from math import floor, sqrt
from typing import Final

from uoserver.bsp.angles import atan2_deg, cos_deg, sin_deg
from uoserver.bsp.vectors import Vec3

DEGREES_PER_WORD: Final = 360.0 / 65536.0
"""Exact, as are all its multiples that fit a word: an angle of 16 bits is a binary32."""
KEPT_HEADINGS: Final = 4096
"""Headings whose sine and cosine are kept: what the players of a server use within seconds."""


def signed_word(word: int) -> int:
    """Return the signed reading of the low 16 bits."""
    return ((word & 0xFFFF) ^ 0x8000) - 0x8000


def word_angle(word: int) -> float:
    """Return the angle in degrees, -180 up to 180, of a 16-bit word."""
    return signed_word(word) * DEGREES_PER_WORD


def normal180(angle: float) -> float:
    """Return the same direction between -180 and 180."""
    return angle - 360.0 * floor((angle + 180.0) / 360.0)


@lru_cache(KEPT_HEADINGS)
def heading(yaw: float) -> tuple[float, float]:
    """Return cosine and sine: the flat unit vector forward; (sin, -cos) points to the right."""
    return cos_deg(yaw), sin_deg(yaw)


def pitch_of(vector: Vec3) -> float:
    """Return the pitch of a direction, down positive."""
    x, y, z = vector
    return -atan2_deg(z, sqrt(x * x + y * y))


def slope_pitch(yaw: float, normal: Vec3) -> float:
    """Return the pitch of a plane in a direction: 0 level, negative uphill."""
    forward_x, forward_y = heading(yaw)
    return atan2_deg(forward_x * normal[0] + forward_y * normal[1], abs(normal[2]))

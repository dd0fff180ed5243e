"""Why a connect is refused: the texts that clients look up or show, and what gets no answer."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

WRONG_VERSION: Final = "EXE_SERVER_IS_DIFFERENT_VER"
BAD_CHALLENGE: Final = "EXE_BAD_CHALLENGE"
PING_TOO_LOW: Final = "EXE_ERR_HIGH_PING_ONLY"
PING_TOO_HIGH: Final = "EXE_ERR_LOW_PING_ONLY"
SERVER_FULL: Final = "EXE_SERVERISFULL"
BAD_USERINFO: Final = "\x15Invalid userinfo"
TOO_MANY_FROM_ADDRESS: Final = "\x15Too many clients from your address"
BANNED: Final = "\x15You are permanently banned from this server"
BANNED_FOR_NOW: Final = "\x15You are temporarily banned from this server"
"""The stock texts (server: connect: check order)."""
NO_MAP: Final = "\x15No map is running"
UNPROVEN: Final = frozenset({WRONG_VERSION, BAD_CHALLENGE})
"""Refusals that anybody can draw from a forged address."""


class Silence(Enum):
    """A connect that gets no answer."""

    TOO_SOON = auto()
    BANNED = auto()
    """It was told so just before."""
    GUESSING = auto()
    """Its address has given too many bad passwords."""

"""What timers and tasks call, by number (`timers`, `tasks`, `match`)."""

from __future__ import annotations

from enum import IntEnum


class Call(IntEnum):
    """Numbers of the calls; the meaning of their two arguments follows each."""

    COME_BACK = 1
    """A driver goes back to his bunker: driver, whether his vehicle was destroyed."""
    RUIN = 2
    """The ruin of a static object comes into its cell: cell, its number and side << 8."""

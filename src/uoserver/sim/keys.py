"""A driver's keys, and the control word a vehicle makes of them (specification 5: Control word).

The input word holds buttons in its upper half and how far the stick is pushed in its lower: the
low byte across, the next along. Without these bytes a key moves next to nothing, so who scripts
input sets them (`stick`).
"""

from __future__ import annotations

from typing import Final

# -- the input word: the buttons' places are the original's, those of the directions are ours ------
UP: Final = 0x80000000
DOWN: Final = 0x40000000
LEFT: Final = 0x20000000
RIGHT: Final = 0x10000000
FIRE_A: Final = 0x08000000
FIRE_B: Final = 0x04000000
FIRE_C: Final = 0x02000000
EXTRA_LEFT: Final = 0x00200000
EXTRA_RIGHT: Final = 0x00400000
FIRES: Final = FIRE_A | FIRE_B | FIRE_C
ACROSS: Final = 0x00FF
ALONG: Final = 0xFF00

# -- the control word ------------------------------------------------------------------------------
IDLE: Final = 0x1
FORWARD: Final = 0x2
BACK: Final = 0x4
TURN_RIGHT: Final = 0x8
TURN_LEFT: Final = 0x10
TURN: Final = TURN_LEFT | TURN_RIGHT
"""Both: towards the heading an analog stick points to."""
PRESS: Final = 0x20
HOLD: Final = 0x40
RELEASE: Final = 0x80
"""Of button A; those of B and C follow, each 3 bits higher."""
B_SHIFT: Final = 3
C_SHIFT: Final = 6
PRESSES: Final = PRESS | PRESS << B_SHIFT | PRESS << C_SHIFT
EXTRA_1: Final = 0x4000
EXTRA_2: Final = 0x8000
ACROSS_SHIFT: Final = 16
ALONG_SHIFT: Final = 24
FULL: Final = 0xFFFF << ACROSS_SHIFT
"""The stick pushed all the way."""


def stick(keys: int) -> int:
    """Return an input word with the stick pushed as far as a keyboard pushes it."""
    if keys & (LEFT | RIGHT):
        keys |= ACROSS
    if keys & (UP | DOWN):
        keys |= ALONG
    return keys


def decode(keys: int, before: int, analog: bool) -> int:
    """Return the control word of an input word and the one before it.

    A key on both ways counts as forward, or right. With an ``analog`` stick every push is forward,
    towards where it points, as fast as its longer way says.
    """
    control = (keys & (ACROSS | ALONG)) << ACROSS_SHIFT
    if analog:
        # Both ways alike: a jeep does not turn for a stick that is pushed little sideways.
        far = max(keys & ACROSS, (keys & ALONG) >> 8)
        pushed = keys & (UP | DOWN | LEFT | RIGHT)
        control = far << ACROSS_SHIFT | far << ALONG_SHIFT
        control |= FORWARD | TURN if pushed else IDLE
    else:
        if keys & UP:
            control |= FORWARD
        elif keys & DOWN:
            control |= BACK
        else:
            control |= IDLE
        if keys & RIGHT:
            control |= TURN_RIGHT
        elif keys & LEFT:
            control |= TURN_LEFT
    for shift, button in ((0, FIRE_A), (B_SHIFT, FIRE_B), (C_SHIFT, FIRE_C)):
        if keys & button:
            control |= (HOLD if before & button else PRESS) << shift
        elif before & button:
            control |= RELEASE << shift
    if keys & EXTRA_LEFT:
        control |= EXTRA_1
    if keys & EXTRA_RIGHT:
        control |= EXTRA_2
    return control


def across(control: int) -> int:
    """Return how far the stick is pushed sideways, 0 to 255."""
    return control >> ACROSS_SHIFT & 0xFF


def along(control: int) -> int:
    """Return how far the stick is pushed forward or back, 0 to 255."""
    return control >> ALONG_SHIFT & 0xFF


def share(pushed: int) -> int:
    """Return how much of its speed a vehicle makes of a push (16.16)."""
    return (pushed + 1) * 0x100

"""Limits of the view: what a command asks beyond them goes into the delta angles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .turns import normal180, word_angle

if TYPE_CHECKING:
    from .context import Move

WORDS_PER_DEGREE = 65536.0 / 360.0


def shift_angle(move: Move, axis: int, degrees: float) -> None:
    """Turn one view angle by so much through the delta angles (whole words, toward zero)."""
    state = move.state
    deltas, angles = list(state.delta_angles), list(state.angles)
    deltas[axis] = deltas[axis] + int(degrees * WORDS_PER_DEGREE) & 0xFFFF
    angles[axis] = word_angle(deltas[axis] + move.angle_words[axis])
    state.delta_angles = (deltas[0], deltas[1], deltas[2])
    state.angles = (angles[0], angles[1], angles[2])


def limit_angle(move: Move, axis: int, middle: float, reach: float) -> None:
    """Hold a view angle within ``reach`` degrees of ``middle``."""
    off = normal180(move.state.angles[axis] - middle)
    if off > reach:
        shift_angle(move, axis, reach - off)
    elif off < -reach:
        shift_angle(move, axis, -reach - off)

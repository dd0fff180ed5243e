"""View angles of a slice (pmove2: View angles).

Every limit works on the delta angles: what a command asks beyond it is taken out of them, so that
turning back works at once. The angle is then what command and delta angles give, a 16-bit word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.bsp.angles import atan2_deg

from .constants import (
    EF_RESTRICTED,
    ENTITY_NONE,
    PMF_LADDER,
    PMF_PRONE,
    TYPE_DEAD,
    TYPE_INTERMISSION,
    TYPE_NOCLIP,
    TYPE_SPECTATOR,
    TYPE_UFO,
)
from .lean import update_lean
from .limits import limit_angle
from .proneview import turn_prone
from .turns import DEGREES_PER_WORD, heading, signed_word, word_angle

if TYPE_CHECKING:
    from .context import Move

MAX_PITCH: Final = 16000
"""Steepest view up or down, as an angle word: 87.89 degrees."""
DEAD_YAW_UNSET: Final = 999
_FREE: Final = (TYPE_NOCLIP, TYPE_UFO, TYPE_SPECTATOR)


def update_view(move: Move) -> None:
    """Turn the view as the command asks and the rules let it; lean."""
    state = move.state
    kind = state.pm_type
    if kind == TYPE_INTERMISSION:
        return
    words, deltas = move.angle_words, state.delta_angles
    if kind >= TYPE_DEAD:
        if state.dead_yaw == DEAD_YAW_UNSET:
            state.dead_yaw = int(word_angle(deltas[1] + words[1]))
        update_lean(move)
        return
    before = state.angles[1]
    pitch = signed_word(deltas[0] + words[0])
    if pitch > MAX_PITCH or pitch < -MAX_PITCH:
        pitch = MAX_PITCH if pitch > 0 else -MAX_PITCH
        state.delta_angles = (pitch - words[0] & 0xFFFF, deltas[1], deltas[2])
    state.angles = (
        pitch * DEGREES_PER_WORD,
        signed_word(deltas[1] + words[1]) * DEGREES_PER_WORD,
        signed_word(deltas[2] + words[2]) * DEGREES_PER_WORD,
    )
    if kind in _FREE:
        return
    flags = state.pm_flags
    if flags & PMF_LADDER and state.ground_entity == ENTITY_NONE:
        _face_ladder(move)
    if flags & PMF_PRONE and not state.entity_flags & EF_RESTRICTED:
        turn_prone(move, before)
    update_lean(move)


def _face_ladder(move: Move) -> None:
    """Who hangs on a ladder cannot look away from it."""
    state = move.state
    x, y, _ = state.ladder_normal
    if x or y:
        limit_angle(move, 1, atan2_deg(-y, -x), move.rules.bg_ladder_yawcap)


def set_axes(move: Move) -> None:
    """Set the vectors of the view for this slice.

    ``forward`` and ``right`` are level: what stock gets when it drops their height and makes them
    unit vectors again. (Roll, which no stock client sends, does not count.)
    """
    x, y = heading(move.state.angles[1])
    move.forward = (x, y, 0.0)
    move.right = (y, -x, 0.0)

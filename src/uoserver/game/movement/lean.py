"""Leaning around corners (pmove: Lean)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.bsp.angles import angle_vectors

from .constants import (
    EF_RESTRICTED,
    ENTITY_NONE,
    PMF_PRONE,
    TYPE_LINKED,
    TYPE_LINKED_DEAD,
    WBUTTON_LEAN_LEFT,
    WBUTTON_LEAN_RIGHT,
)

if TYPE_CHECKING:
    from .context import Move

MAX_LEAN: Final = 0.5
MAX_LEAN_PRONE: Final = 0.25
IN_MS: Final = 350
OUT_MS: Final = 280
ROLL: Final = 16.0
"""Degrees of a full lean, which is 1; MAX_LEAN is as far as one gets."""
SIDE: Final = 20.0
"""Units to the side of a full lean."""
_MINS: Final = (-8.0, -8.0, -8.0)
_MAXS: Final = (8.0, 8.0, 8.0)


def update_lean(move: Move) -> None:
    """Lean further, or back, for one slice; not in the air and not at a gun or wheel."""
    state = move.state
    keys = move.wbuttons & (WBUTTON_LEAN_LEFT | WBUTTON_LEAN_RIGHT)
    lean = state.lean
    if not keys and not lean:
        return
    side = 0
    if keys == WBUTTON_LEAN_LEFT:
        side = -1
    elif keys == WBUTTON_LEAN_RIGHT:
        side = 1
    if state.entity_flags & EF_RESTRICTED or (
        state.ground_entity == ENTITY_NONE and state.pm_type not in (TYPE_LINKED, TYPE_LINKED_DEAD)
    ):
        side = 0
    most = MAX_LEAN_PRONE if state.pm_flags & PMF_PRONE else MAX_LEAN
    if side:
        lean += side * most * move.msec / IN_MS
    else:
        back = most * move.msec / OUT_MS
        lean = max(0.0, lean - back) if lean > 0.0 else min(0.0, lean + back)
    lean = max(-most, min(most, lean))
    if lean:
        lean *= _room(move, lean)
    state.lean = lean


def _room(move: Move, lean: float) -> float:
    """Return the share of the way to the side that the head has."""
    state = move.state
    x, y, z = state.origin
    eyes = (x, y, z + state.view_height)
    right = angle_vectors(0.0, state.angles[1], ROLL * lean)[1]
    aside = SIDE * lean
    end = (eyes[0] + right[0] * aside, eyes[1] + right[1] * aside, eyes[2] + right[2] * aside)
    return move.space.trace(eyes, end, _MINS, _MAXS, move.mask, capsule=True).fraction

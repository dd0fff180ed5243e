"""Turning and looking up while lying (pmove2: View angles, Prone fit test)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import (
    ENTITY_NONE,
    EVENT_FORCE_CROUCH,
    PMF_PRONE,
    PMF_PRONE_BLOCKED,
)
from .fit import SHORT_LENGTH, fits, turned
from .limits import limit_angle, shift_angle
from .stance import MAX_TORSO_BEND, lay
from .turns import normal180, slope_pitch

if TYPE_CHECKING:
    from .context import Move

TURN_RATE: Final = 55.0
"""Degrees a second the body follows the view."""
PITCH_RATE: Final = 70.0
"""Degrees a second the body follows the ground."""
EARLY: Final = 5.0
"""So far before the limit of the view the body begins to turn."""
SOFTENING: Final = 0.98
MAX_PUSHES: Final = 4
"""Steps in which a view that does not fit goes back to the body's direction: a degree each, larger
ones when that would not do. Stock takes one degree at a time for as long as it needs."""
MIN_NORMAL: Final = 0.7


def turn_prone(move: Move, before: float) -> None:
    """Let the body follow the view, or hold the view to the body; ``before`` is the yaw it had.

    A view that rests where it was is not tested again: crawling tests each of its steps.
    """
    state = move.state
    cap = move.rules.bg_prone_yawcap
    limit_angle(move, 1, state.prone_direction, cap)
    asked = state.angles[1]
    off = normal180(state.prone_direction - asked)
    moves = move.forward_move or move.right_move
    if abs(off) > cap - EARLY or (off and moves):
        _follow(move, off)
    if asked != before:
        _hold(move, before)
    limit_angle(move, 0, state.prone_torso_pitch, MAX_TORSO_BEND)


def _follow(move: Move, off: float) -> None:
    """Turn the body towards the view as far as it fits, searched back a degree at a time."""
    state = move.state
    old = state.prone_direction
    step = min(abs(off), TURN_RATE * move.seconds)
    sign = -1.0 if off > 0.0 else 1.0
    if _body_fits(move, state.angles[1]):
        while step > 0.0:
            state.prone_direction = normal180(old + sign * step)
            if _body_fits(move, state.prone_direction) and _turned_fits(move):
                return
            step -= 1.0
    state.prone_direction = old
    state.pm_flags |= PMF_PRONE_BLOCKED


def _hold(move: Move, before: float) -> None:
    """Push the view back towards the body until a bent body fits."""
    state = move.state
    asked = state.angles[1]
    body = _body_fits(move, state.prone_direction)
    for left in range(MAX_PUSHES, 0, -1):
        off = normal180(state.prone_direction - state.angles[1])
        if not off or (body and _turned_fits(move)):
            break
        state.pm_flags |= PMF_PRONE_BLOCKED
        push = min(abs(off), max(1.0, abs(off) / left))
        shift_angle(move, 1, push if off > 0.0 else -push)
    if not state.pm_flags & PMF_PRONE_BLOCKED:
        return
    slip = normal180(before - state.angles[1])
    pull = normal180(asked - state.angles[1])
    if slip and abs(slip) <= 1.0 and slip * pull > 0.0:
        shift_angle(move, 1, SOFTENING * slip)


def _on_ground(move: Move) -> bool:
    return move.state.ground_entity != ENTITY_NONE


def _body_fits(move: Move, yaw: float) -> bool:
    ground = _on_ground(move)
    return fits(move, yaw, length=SHORT_LENGTH, skip_first=True, fallback=ground) is not None


def _turned_fits(move: Move) -> bool:
    state = move.state
    yaw, length = turned(state.prone_direction, state.angles[1])
    ground = _on_ground(move)
    return fits(move, yaw, length=length, skip_first=True, fallback=ground) is not None


def follow_ground(move: Move) -> None:
    """Bend body and view range to the ground under it; tell who lies in the air to get up.

    Runs behind the ground trace of a slice (pmove2: Single slice order, "prone pitch").
    """
    state = move.state
    if not state.pm_flags & PMF_PRONE:
        return
    wanted = wanted_torso = 0.0
    if move.ground_plane:
        wanted = slope_pitch(state.prone_direction, move.ground_normal)
        wanted_torso = slope_pitch(state.angles[1], move.ground_normal)
    step = PITCH_RATE * move.seconds
    state.prone_direction_pitch = _towards(state.prone_direction_pitch, wanted, step)
    state.prone_torso_pitch = _towards(state.prone_torso_pitch, wanted_torso, step)
    if not _on_ground(move):
        fit = fits(move, state.prone_direction, skip_first=True, fallback=False)
        if fit is None or move.water_level:
            move.event(EVENT_FORCE_CROUCH)
            state.pm_flags |= PMF_PRONE_BLOCKED
        else:
            lay(move, fit)
    elif move.ground_plane and move.ground_normal[2] < MIN_NORMAL:
        move.event(EVENT_FORCE_CROUCH)


def _towards(pitch: float, wanted: float, step: float) -> float:
    off = normal180(wanted - pitch)
    return normal180(pitch + max(-step, min(step, off)))

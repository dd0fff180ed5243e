"""How the eyes go up and down between stances (pmove: Stance; pmove2: Stance)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .context import Move
    from .state import MoveState

Curve = tuple[tuple[int, float], ...]

STAND_TO_CROUCH: Final[Curve] = (
    *((0, 60.0), (1, 59.5), (4, 58.5), (30, 56.0)),
    *((80, 44.0), (90, 41.5), (95, 40.5), (100, 40.0)),
)
"""(percent of the time, height of the eyes)"""
CROUCH_TO_STAND: Final[Curve] = (
    *((0, 40.0), (5, 40.5), (10, 41.5), (20, 44.0)),
    *((70, 56.0), (96, 58.5), (99, 59.5), (100, 60.0)),
)
CROUCH_TO_PRONE: Final[Curve] = (
    *((0, 40.0), (11, 38.0), (22, 33.0), (34, 25.0), (45, 16.0)),
    *((50, 15.0), (55, 16.0), (70, 18.0), (90, 17.0), (100, 11.0)),
)
PRONE_TO_CROUCH: Final[Curve] = (
    *((0, 11.0), (5, 10.0), (30, 21.0), (50, 25.0)),
    *((67, 31.0), (83, 34.0), (100, 40.0)),
)
LONG_MS: Final = 400
"""Between crouch and prone."""
SHORT_MS: Final = 200
"""Between standing and crouch."""
PLAIN_RATE: Final = 180.0
"""Units a second towards a height that is no stance's (of the dead)."""


def curve_height(curve: Curve, percent: int) -> float:
    """Return the height of a curve, straight between its points."""
    before, low = curve[0]
    for at, height in curve:
        if percent <= at:
            if at == before:
                return height
            return low + (height - low) * (percent - before) / (at - before)
        before, low = at, height
    return low


def duration(state: MoveState) -> int:
    """Return how long the change under way takes, in ms."""
    if state.lerp_target == state.prone_view_height:
        return LONG_MS
    if state.lerp_target == state.crouch_view_height and not state.lerp_down:
        return LONG_MS
    return SHORT_MS


def percent_done(state: MoveState) -> int:
    """Return how much of the change under way is done, 0..100."""
    elapsed = state.command_time - state.lerp_time
    return max(0, min(100, elapsed * 100 // duration(state)))


def prone_blend(state: MoveState) -> float | None:
    """Return how prone a man between crouch and prone is, 0..1; None in no such change."""
    if state.lerp_target == state.prone_view_height:
        return percent_done(state) * 0.01
    if state.lerp_target == state.crouch_view_height and not state.lerp_down:
        return 1.0 - percent_done(state) * 0.01
    return None


def _curve(state: MoveState) -> Curve:
    if state.lerp_target == state.prone_view_height:
        return CROUCH_TO_PRONE
    if state.lerp_target == state.crouch_view_height:
        return STAND_TO_CROUCH if state.lerp_down else PRONE_TO_CROUCH
    return CROUCH_TO_STAND


def adjust_view_height(move: Move) -> None:
    """Move the eyes towards the target for one slice."""
    state = move.state
    target = state.view_height_target
    if not target or not state.view_height:
        state.view_height = float(target)
        state.lerp_time = 0
        return
    if not state.lerp_time and state.view_height == target:
        return
    stances = (state.prone_view_height, state.crouch_view_height, state.stand_view_height)
    if target not in stances:
        _go_plainly(move, target)
        return
    if state.lerp_time:
        _turn_back(state, target)
        percent = percent_done(state)
        if percent < 100:
            state.view_height = curve_height(_curve(state), percent)
            return
        state.view_height = float(state.lerp_target)
        state.lerp_time = 0
    if state.view_height != target:
        _begin(state, target)


def _go_plainly(move: Move, target: int) -> None:
    state = move.state
    state.lerp_time = 0
    step = PLAIN_RATE * move.seconds
    if state.view_height < target:
        state.view_height = min(float(target), state.view_height + step)
    else:
        state.view_height = max(float(target), state.view_height - step)


def _begin(state: MoveState, target: int) -> None:
    """Start towards a stance; the way between standing and prone leads over the crouch."""
    crouch, now = state.crouch_view_height, state.view_height
    state.lerp_down = int(target < now)
    if min(now, target) < crouch < max(now, target):
        target = crouch
    state.lerp_target = target
    state.lerp_time = state.command_time


def _turn_back(state: MoveState, target: int) -> None:
    """Go back the way one came when the target lies there: the percentages are the rest's."""
    if target == state.lerp_target or (target > state.lerp_target) != bool(state.lerp_down):
        return
    percent = 100 - percent_done(state)
    if state.lerp_down:
        back = (
            state.crouch_view_height
            if state.lerp_target == state.prone_view_height
            else state.stand_view_height
        )
    else:
        back = (
            state.prone_view_height
            if state.lerp_target == state.crouch_view_height
            else state.crouch_view_height
        )
    state.lerp_target = back
    state.lerp_down ^= 1
    state.lerp_time = state.command_time - duration(state) * percent // 100

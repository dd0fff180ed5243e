"""Sprinting and breath (pmove: Sprint; pmove2: Flags per slice)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import (
    BUTTON_SPRINT,
    EF_RESTRICTED,
    ENTITY_NONE,
    EVENT_FATIGUE,
    EVENT_FATIGUE_BEGINS,
    PMF_ADS,
    PMF_FATIGUED,
    PMF_LADDER,
    PMF_SPRINTING,
    PMF_STANCE,
    TYPE_SPECTATOR,
)

if TYPE_CHECKING:
    from .context import Move

DRAIN: Final = 1.0 / 3.0
RECOVER: Final = 1.0 / 7.0
"""Of full breath, a second."""
PAUSE_MS: Final = 1000
"""Without the sprint button before breath comes back."""
START_ABOVE: Final = 0.25
FATIGUED_BELOW: Final = 0.5
SOUND_MS: Final = 1700


def set_sprinting(move: Move) -> None:
    """Begin, keep or end a sprint for this slice."""
    state = move.state
    flags = state.pm_flags
    if not move.buttons & BUTTON_SPRINT:
        if flags & PMF_SPRINTING:
            state.pm_flags = flags & ~PMF_SPRINTING
        return
    may = (
        state.pm_type < TYPE_SPECTATOR
        and state.fatigue > 0.0
        and not flags & (PMF_STANCE | PMF_ADS)
    )
    if may and not flags & PMF_SPRINTING:
        may = bool(
            state.fatigue > START_ABOVE
            and state.ground_entity != ENTITY_NONE
            and (move.forward_move or move.right_move)
            and not state.entity_flags & EF_RESTRICTED
            and not flags & PMF_LADDER
        )
    state.pm_flags = flags | PMF_SPRINTING if may else flags & ~PMF_SPRINTING


def update_fatigue(move: Move) -> None:
    """Lose breath in a sprint, get it back after a pause."""
    state = move.state
    if move.buttons & BUTTON_SPRINT:
        state.last_sprint = float(state.command_time)
    if move.rules.bg_nofatigue:
        state.fatigue = 1.0
        state.pm_flags &= ~PMF_FATIGUED
        return
    flags = state.pm_flags
    if flags & PMF_SPRINTING:
        state.fatigue = max(0.0, state.fatigue - DRAIN * move.seconds)
        if state.fatigue < FATIGUED_BELOW and not flags & PMF_FATIGUED:
            state.pm_flags |= PMF_FATIGUED
            state.fatigue_sound_time = state.command_time
            move.event(EVENT_FATIGUE_BEGINS)
    elif state.fatigue < 1.0 and state.command_time - state.last_sprint > PAUSE_MS:
        state.fatigue = min(1.0, state.fatigue + RECOVER * move.seconds)
    if state.pm_flags & PMF_FATIGUED:
        if state.fatigue >= 1.0:
            state.pm_flags &= ~PMF_FATIGUED
        elif not 0 <= state.command_time - state.fatigue_sound_time < SOUND_MS:
            state.fatigue_sound_time = state.command_time
            move.event(EVENT_FATIGUE)

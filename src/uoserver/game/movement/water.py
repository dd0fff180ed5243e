"""How deep one stands in water (pmove2: Water, ladder, fly)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .constants import CONTENTS_WATER, EVENT_WATER_LEAVE, EVENT_WATER_TOUCH

if TYPE_CHECKING:
    from .context import Move


def set_water_level(move: Move) -> None:
    """Set the level: 0 dry, 1 the feet are wet, 2 half the height of the eyes, 3 the eyes."""
    state = move.state
    x, y, z = state.origin
    feet = z + move.mins[2]
    contents = move.space.point_contents
    if not contents((x, y, feet + 1.0), CONTENTS_WATER) & CONTENTS_WATER:
        move.water_level = 0
        return
    height = int(state.view_height - move.mins[2])
    level = 1
    if contents((x, y, feet + height // 2), CONTENTS_WATER) & CONTENTS_WATER:
        level = 2
        if contents((x, y, feet + height), CONTENTS_WATER) & CONTENTS_WATER:
            level = 3
    move.water_level = level


def water_events(move: Move) -> None:
    """Tell of the first touch of water and of the last."""
    if move.water_level:
        if not move.water_level_before:
            move.event(EVENT_WATER_TOUCH)
    elif move.water_level_before:
        move.event(EVENT_WATER_LEAVE)

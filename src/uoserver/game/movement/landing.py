"""Coming down: what a fall does to speed and health (pmove: Fall; pmove2: Landing)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .constants import (
    EVENT_LAND,
    EVENT_LAND_PAIN,
    EVENT_RUN,
    EVENT_WALK,
    PMF_LAND_STUN,
    SURF_NODAMAGE,
    SURF_SLICK,
    SURFACE_WATER,
    TYPE_DEAD,
)
from .events import surface_event, surface_type

if TYPE_CHECKING:
    from .context import Move
    from .rules import MoveRules

SOFT: Final = 4.0
LIGHT: Final = 8.0
MEDIUM: Final = 12.0
"""Heights of falls up to which a landing is not heard, light, medium."""
KEPT: Final = 0.67
"""Speed kept by a hard landing."""
KILLS: Final = 100
STUN_MS: Final = 500
STUN_MS_PER_DAMAGE: Final = 35
MAX_STUN_MS: Final = 2000
ROUNDED: Final = 0.05
"""A fall loses so much of its height at most by rounding its velocity to binary32 on the way."""
WAIST: Final = 2
UNDER_WATER: Final = 3


def fall_damage(height: float, rules: MoveRules) -> int:
    """Return the damage of a fall in percent of full health, 0..100."""
    least, most = rules.bg_fall_damage_min_height, rules.bg_fall_damage_max_height
    if height <= least:
        return 0
    if height >= most - ROUNDED:
        return KILLS
    return int((height - least) / (most - least) * 100.0)


def stun_speed(milliseconds: int) -> float:
    """Return the share of the speed that a stun of so long leaves."""
    if milliseconds <= 500:
        return 0.5
    return 0.5 - (milliseconds - 500) * 0.0003 if milliseconds < 1500 else 0.2


def fall_height(move: Move, floor: float) -> float | None:
    """Return from how high one falls who meets the ground with this speed; None for no fall.

    The speed is solved from where the slice began (the velocity may be clipped already) down to
    ``floor``, where the feet come to rest. (Stock takes where they are; the ground is found up to
    a quarter of a unit before, so that the same fall would hurt more or less.)
    """
    state = move.state
    gravity = float(state.gravity)
    if gravity <= 0.0:
        return None
    start = move.previous_velocity[2]
    drop = move.previous_origin[2] - floor
    squared = start * start + 2.0 * gravity * drop
    return squared / (2.0 * gravity) if squared >= 0.0 else None


def land(move: Move, floor: float) -> None:
    """Meet the ground after time in the air: sound, loss of speed, damage."""
    state = move.state
    height = fall_height(move, floor)
    if height is None or move.water_level >= UNDER_WATER:
        return
    surface = move.ground_surface
    damage = 0
    if state.pm_type < TYPE_DEAD and not surface & SURF_NODAMAGE:
        damage = fall_damage(height, move.rules)
        if move.water_level == WAIST:
            damage //= 2
    kind = SURFACE_WATER if move.water_level else surface_type(surface)
    if damage:
        move.event(EVENT_LAND_PAIN + kind, damage)
        kept = KEPT
        if damage < KILLS and not surface & SURF_SLICK:
            state.pm_time = min(MAX_STUN_MS, STUN_MS_PER_DAMAGE * damage + STUN_MS)
            state.pm_flags |= PMF_LAND_STUN
            kept = stun_speed(state.pm_time)
        _slow(move, kept)
    elif height > SOFT:
        if height < LIGHT:
            move.event(surface_event(EVENT_WALK, kind))
        elif height < MEDIUM:
            move.event(surface_event(EVENT_RUN, kind))
        else:
            _slow(move, KEPT)
            parm = min(24, int(((height - MEDIUM) / 26.0 + 1.0) * 4.0))
            move.event(EVENT_LAND + kind, parm)


def _slow(move: Move, kept: float) -> None:
    x, y, z = move.state.velocity
    move.state.velocity = (x * kept, y * kept, z * kept)

"""Speed: what a command asks for, how it is gained and lost (pmove: Command scale, Friction)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from .constants import (
    PMF_DUCKED,
    PMF_JUMPED,
    PMF_LAND_STUN,
    PMF_NO_FRICTION,
    PMF_PRONE,
    PMF_SPRINTING,
    PMF_WALKING,
    SURF_SLICK,
    TYPE_NOCLIP,
    TYPE_SPECTATOR,
    TYPE_UFO,
    WBUTTON_WALK,
)
from .viewheight import prone_blend

if TYPE_CHECKING:
    from .context import Move

FULL_MOVE: Final = 127
WALK_BUTTON_SCALE: Final = 0.4
NOCLIP_SCALE: Final = 3.0
UFO_SCALE: Final = 6.0
WATER_LEVELS: Final = 6
"""Water up to level n leaves 1 - n/6 of the speed."""

STILL: Final = 1.0
"""Slower than this is standing."""
STOP_SPEED: Final = 100.0
GROUND_FRICTION: Final = 5.5
WATER_FRICTION: Final = 1.0
SPECTATOR_FRICTION: Final = 5.0
LAND_STUN_FRICTION: Final = 0.3
JUMP_MS: Final = 1800
"""Length of the slowdown after a jump."""
JUMP_FULL_MS: Final = 1700
JUMP_FACTOR: Final = 1.5

ACCELERATE: Final = 9.0
ACCELERATE_CROUCHED: Final = 12.0
ACCELERATE_PRONE: Final = 19.0
ACCELERATE_SLICK: Final = 1.0
ACCELERATE_AIR: Final = 1.0
LAND_STUN_ACCELERATION: Final = 0.25


def jump_factor(pm_time: int) -> float:
    """Return f of the slowdown after a jump: 2.5 at first, 1 at its end."""
    if pm_time >= JUMP_FULL_MS:
        return 1.0 + JUMP_FACTOR
    return 1.0 + JUMP_FACTOR * pm_time / JUMP_FULL_MS


def walks(move: Move) -> bool:
    """Whether the gait is a walk: aiming, or leaning."""
    state = move.state
    return bool(state.pm_flags & PMF_WALKING or state.lean)


def command_scale(move: Move, *, fly: bool = False) -> float:
    """Return what turns move bytes into units a second.

    ``fly`` counts the up key too, as free flight does (not read; Quake III's flight).
    """
    state = move.state
    ahead, aside = move.forward_move, move.right_move
    if not (ahead or aside or (fly and move.up_move)):
        return 0.0
    most = ahead if ahead >= 0 else -ahead * state.back_scale
    side = abs(aside) * state.strafe_scale
    if side > most:
        most = side
    squares = ahead * ahead + aside * aside
    if fly:
        most = max(most, abs(move.up_move))
        squares += move.up_move * move.up_move
    scale = state.speed * most / (sqrt(squares) * FULL_MOVE)
    flags = state.pm_flags
    if flags & PMF_WALKING or state.lean:
        scale *= state.walk_scale
    elif flags & PMF_SPRINTING:
        scale *= state.sprint_scale
    else:
        scale *= state.run_scale
    kind = state.pm_type
    if kind == TYPE_NOCLIP:
        scale *= NOCLIP_SCALE
    elif kind == TYPE_UFO:
        scale *= UFO_SCALE
    else:
        scale *= stance_scale(move)
        if move.water_level:
            scale *= 1.0 - move.water_level / WATER_LEVELS
    if move.wbuttons & WBUTTON_WALK:
        scale *= WALK_BUTTON_SCALE
    return scale


def stance_scale(move: Move) -> float:
    """Return the share of the speed a stance leaves; crouch and prone blend into each other."""
    state = move.state
    if state.lerp_time and (part := prone_blend(state)) is not None:
        return state.crouch_scale + (state.prone_scale - state.crouch_scale) * part
    if state.pm_flags & PMF_PRONE:
        return state.prone_scale
    if state.pm_flags & PMF_DUCKED:
        return state.crouch_scale
    return 1.0


def apply_friction(move: Move) -> None:
    """Slow down for one slice."""
    state = move.state
    x, y, z = state.velocity
    walking = move.walking
    speed = sqrt(x * x + y * y) if walking else sqrt(x * x + y * y + z * z)
    if speed < STILL:
        # in the air the fall goes on: slices of a millisecond would hover otherwise
        falls = not walking and state.pm_type != TYPE_SPECTATOR
        state.velocity = (0.0, 0.0, z if falls else 0.0)
        return
    drop = 0.0
    flags = state.pm_flags
    water = move.water_level
    if walking and water <= 1 and not (flags & PMF_NO_FRICTION or move.ground_surface & SURF_SLICK):
        control = max(STOP_SPEED, speed)
        if flags & PMF_LAND_STUN:
            control *= LAND_STUN_FRICTION
        elif flags & PMF_JUMPED and state.pm_time <= JUMP_MS:
            control *= jump_factor(state.pm_time)
        drop = control * GROUND_FRICTION * state.friction * move.seconds
    if water:
        drop += water * speed * WATER_FRICTION * move.seconds
    if state.pm_type == TYPE_SPECTATOR:
        drop += speed * SPECTATOR_FRICTION * move.seconds
    if drop > 0.0:
        kept = (speed - drop) / speed
        if kept < 0.0:
            kept = 0.0
        state.velocity = (x * kept, y * kept, z * kept)


def ground_acceleration(move: Move) -> float:
    """Return the acceleration of a walk, per second and per unit of wished speed."""
    flags = move.state.pm_flags
    if flags & PMF_NO_FRICTION or move.ground_surface & SURF_SLICK:
        gain = ACCELERATE_SLICK
    elif flags & PMF_PRONE:
        gain = ACCELERATE_PRONE
    elif flags & PMF_DUCKED:
        gain = ACCELERATE_CROUCHED
    else:
        gain = ACCELERATE
    return gain * LAND_STUN_ACCELERATION if flags & PMF_LAND_STUN else gain


def accelerate(
    move: Move, x: float, y: float, z: float, wished: float, gain: float, least: float = 0.0
) -> None:
    """Gain speed along the unit vector (x, y, z), up to the ``wished`` speed along it.

    The gain counts a wish of at least ``least``. On the ground that is `STOP_SPEED`, as friction
    counts: with the classic form alone a man who crawls (19 * 28.5) or walks backwards leaning
    would never overcome it (5.5 * 100).
    """
    vx, vy, vz = move.state.velocity
    missing = wished - (vx * x + vy * y + vz * z)
    if missing <= 0.0:
        return
    gained = gain * move.seconds * (max(least, wished))
    if gained > missing:
        gained = missing
    move.state.velocity = (vx + gained * x, vy + gained * y, vz + gained * z)

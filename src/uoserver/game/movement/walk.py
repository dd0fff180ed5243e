"""Moves on the ground and in the air (pmove: Jump, Ground test; pmove2: Single slice order)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from uoserver.bsp.angles import atan2_deg

from .constants import ENTITY_NONE, SURF_SLICK
from .friction import (
    ACCELERATE_AIR,
    STOP_SPEED,
    accelerate,
    apply_friction,
    command_scale,
    ground_acceleration,
)
from .jump import check_jump, land_from_jump
from .space import clip_velocity, unit
from .step import step_slide
from .turns import normal180

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3

    from .context import Move

LEVEL: Final = (0.0, 0.0, 1.0)
MAX_FACING: Final = 75.0
"""How far the legs turn from the view, in degrees (not read)."""
FACING_SPEED: Final = 5.0
SINE_OF_A_DEGREE: Final = 0.0174
"""Less than a degree is none, so need not be worked out."""
DEAD_SLOWDOWN: Final = 20.0
"""Speed the dead lose in each slice (not read; Quake III's rule)."""


def walk_move(move: Move) -> None:
    """Walk for one slice, or begin a jump."""
    state = move.state
    if move.up_move and check_jump(move):
        air_move(move)
        return
    land_from_jump(move)
    apply_friction(move)
    ahead, aside = move.forward_move, move.right_move
    normal = move.ground_normal
    if ahead or aside:
        forward, right = move.forward, move.right
        if normal != LEVEL:
            forward = unit(clip_velocity(forward, normal))
            right = unit(clip_velocity(right, normal))
        _accelerate_along(move, forward, right, ground_acceleration(move), STOP_SPEED)
    if move.ground_surface & SURF_SLICK:
        x, y, z = state.velocity
        state.velocity = (x, y, z - state.gravity * move.seconds)
    _follow_plane(move, normal)
    x, y, _ = state.velocity
    if x or y:
        step_slide(move, gravity=False)
    set_movement_dir(move)


def _follow_plane(move: Move, normal: Vec3) -> None:
    """Turn the velocity along the ground; its amount stays if it still leads ahead."""
    state = move.state
    x, y, z = state.velocity
    if normal == LEVEL and not z:
        return
    cx, cy, cz = clip_velocity((x, y, z), normal)
    if x * cx + y * cy + z * cz > 0.0:
        length = sqrt(cx * cx + cy * cy + cz * cz)
        factor = sqrt(x * x + y * y + z * z) / length
        cx, cy, cz = cx * factor, cy * factor, cz * factor
    state.velocity = (cx, cy, cz)


def _accelerate_along(
    move: Move, forward: Vec3, right: Vec3, gain: float, least: float = 0.0
) -> None:
    ahead, aside = move.forward_move, move.right_move
    x = forward[0] * ahead + right[0] * aside
    y = forward[1] * ahead + right[1] * aside
    z = forward[2] * ahead + right[2] * aside
    length = sqrt(x * x + y * y + z * z)
    if length:
        wished = length * command_scale(move)
        accelerate(move, x / length, y / length, z / length, wished, gain, least)


def air_move(move: Move) -> None:
    """Fall for one slice, with a little control."""
    state = move.state
    apply_friction(move)
    if move.forward_move or move.right_move:
        _accelerate_along(move, move.forward, move.right, ACCELERATE_AIR)
    if move.ground_plane:  # too steep to stand on
        state.velocity = clip_velocity(state.velocity, move.ground_normal)
    step_slide(move, gravity=True)
    set_movement_dir(move)


def dead_move(move: Move) -> None:
    """Let a body slide to a stop."""
    if not move.walking:
        return
    state = move.state
    x, y, z = state.velocity
    speed = sqrt(x * x + y * y + z * z)
    kept = (speed - DEAD_SLOWDOWN) / speed if speed > DEAD_SLOWDOWN else 0.0
    state.velocity = (x * kept, y * kept, z * kept)


def set_movement_dir(move: Move) -> None:
    """Turn the legs towards where the body went (not read).

    Degrees from the view, mirrored for a walk backwards; 0 in the air and for next to no way.
    """
    state = move.state
    ahead = move.forward_move
    if (ahead or move.right_move) and state.ground_entity != ENTITY_NONE:
        ox, oy, _ = state.origin
        px, py, _ = move.previous_origin
        x, y = ox - px, oy - py
        least = move.seconds * FACING_SPEED
        if x * x + y * y > least * least:
            if ahead < 0:
                x, y = -x, -y
            fx, fy, _ = move.forward
            if abs(fx * y - fy * x) > SINE_OF_A_DEGREE * (fx * x + fy * y):
                set_facing(move, normal180(atan2_deg(y, x) - state.angles[1]))
                return
    state.movement_dir = 0


def set_facing(move: Move, degrees: float) -> None:
    """Store how far the legs are turned, as the byte that travels."""
    move.state.movement_dir = int(max(-MAX_FACING, min(MAX_FACING, degrees))) & 0xFF

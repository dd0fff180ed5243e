"""Moving without ground: free spectators, noclip and ufo (pmove2: Water, ladder, fly)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from uoserver.bsp.angles import angle_vectors

from .constants import WBUTTON_LEAN_LEFT, WBUTTON_LEAN_RIGHT
from .friction import STILL, STOP_SPEED, accelerate, apply_friction, command_scale
from .space import unit
from .step import step_slide

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3

    from .context import Move

ACCELERATE: Final = 8.0
RISE: Final = 256.0
SINK: Final = 512.0
"""Wished speed up by the lean-left key and down by lean-right: 16 times the bit."""
NOCLIP_FRICTION: Final = 8.25
NOCLIP_ACCELERATE: Final = 9.0


def _asked(move: Move) -> Vec3:
    """Return the sum of the axes by the move keys, and the up key; in move bytes."""
    angles = move.state.angles
    forward, right, _ = angle_vectors(angles[0], angles[1], angles[2])
    ahead, aside = move.forward_move, move.right_move
    return (
        forward[0] * ahead + right[0] * aside,
        forward[1] * ahead + right[1] * aside,
        forward[2] * ahead + right[2] * aside + move.up_move,
    )


def fly_move(move: Move) -> None:
    """Fly for one slice, along walls and over steps."""
    state = move.state
    move.leave_ground()
    apply_friction(move)
    scale = command_scale(move, fly=True)
    x, y, z = _asked(move)
    x, y, z = x * scale, y * scale, z * scale
    if state.speed:
        if move.wbuttons & WBUTTON_LEAN_RIGHT:
            z -= SINK
        if move.wbuttons & WBUTTON_LEAN_LEFT:
            z += RISE
    _go(move, (x, y, z), ACCELERATE)
    step_slide(move, gravity=False)


def noclip_move(move: Move) -> None:
    """Move through everything for one slice; ufo differs by its scale alone (not read)."""
    state = move.state
    move.leave_ground()
    state.view_height = float(state.stand_view_height)
    state.view_height_target = state.stand_view_height
    state.lerp_time = 0
    x, y, z = state.velocity
    speed = sqrt(x * x + y * y + z * z)
    kept = 0.0
    if speed >= STILL:
        drop = max(speed, STOP_SPEED) * NOCLIP_FRICTION * move.seconds
        kept = max(0.0, speed - drop) / speed
    state.velocity = (x * kept, y * kept, z * kept)
    asked = _asked(move)
    scale = command_scale(move, fly=True)
    _go(move, (asked[0] * scale, asked[1] * scale, asked[2] * scale), NOCLIP_ACCELERATE)
    x, y, z = state.origin
    vx, vy, vz = state.velocity
    seconds = move.seconds
    state.origin = (x + vx * seconds, y + vy * seconds, z + vz * seconds)


def _go(move: Move, wish: Vec3, gain: float) -> None:
    x, y, z = unit(wish)
    wished = x * wish[0] + y * wish[1] + z * wish[2]
    if wished:
        accelerate(move, x, y, z, wished, gain)

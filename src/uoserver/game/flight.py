"""Free flight of a spectator: friction, acceleration, no gravity (pmove2: Water, ladder, fly)."""

from __future__ import annotations

from math import cos, hypot, radians, sin, sqrt
from typing import Final

from uoproto.states import UserCmd

Vector = tuple[float, float, float]

SPEED: Final = 400.0
"""Of a free spectator, in units a second (spawn2: Spectator)."""
FRICTION: Final = 5.0
ACCELERATION: Final = 8.0
STOP_SPEED: Final = 1.0
STRAFE_SCALE: Final = 0.8
BACK_SCALE: Final = 0.7
FULL_MOVE: Final = 127
MAX_STEP_MS: Final = 200
"""Longest time of one step (pmove2: slice)."""
WORLD_EDGE: Final = 65536.0
"""Where flight ends on every axis; keeps positions finite whatever a client sends."""


def view_vectors(pitch: float, yaw: float) -> tuple[Vector, Vector]:
    """Return the forward and right unit vectors of a view (degrees, pitch down positive)."""
    p, y = radians(pitch), radians(yaw)
    return (cos(p) * cos(y), cos(p) * sin(y), -sin(p)), (sin(y), -cos(y), 0.0)


def command_scale(command: UserCmd) -> float:
    """Return what turns move bytes into units a second (pmove: Command scale)."""
    forward = abs(command.forwardmove) * (BACK_SCALE if command.forwardmove < 0 else 1.0)
    strongest = max(forward, abs(command.rightmove) * STRAFE_SCALE, abs(command.upmove))
    length = sqrt(command.forwardmove**2 + command.rightmove**2 + command.upmove**2)
    return SPEED * strongest / (length * FULL_MOVE) if length else 0.0


def fly(
    origin: Vector, velocity: Vector, angles: Vector, command: UserCmd, step_ms: int
) -> tuple[Vector, Vector]:
    """Return (origin, velocity) after one step of ``step_ms`` (1..`MAX_STEP_MS`) of a usercmd."""
    seconds = min(step_ms, MAX_STEP_MS) / 1000
    speed = hypot(*velocity)
    kept = max(0.0, 1 - FRICTION * seconds) if speed >= STOP_SPEED else 0.0
    forward, right = view_vectors(angles[0], angles[1])
    scale = command_scale(command)
    wish = [
        (f * command.forwardmove + r * command.rightmove) * scale
        for f, r in zip(forward, right, strict=True)
    ]
    wish[2] += command.upmove * scale
    wish_speed = hypot(*wish)
    moved = [part * kept for part in velocity]
    if wish_speed:
        along = sum(part * w / wish_speed for part, w in zip(moved, wish, strict=True))
        gain = min(ACCELERATION * seconds * wish_speed, max(0.0, wish_speed - along))
        moved = [part + gain * w / wish_speed for part, w in zip(moved, wish, strict=True)]
    x, y, z = (
        min(WORLD_EDGE, max(-WORLD_EDGE, place + part * seconds))
        for place, part in zip(origin, moved, strict=True)
    )
    return (x, y, z), (moved[0], moved[1], moved[2])

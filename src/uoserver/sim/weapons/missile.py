"""Shells, bombs and rockets in flight (specification 6: Projectile types; rules 7).

A shell is a point that looks at each step along the way it just went. It damages all that it
meets in that step, of either side, but never its owner.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..kernel.fixmath import ONE
from ..kernel.headings import MASK, PITCH, STEP_SHIFT, STEPS, YAW, fine_pitch, transform
from ..kernel.headings import turn_towards as turn
from ..lifecycle import mark_for_delete
from ..objects import Obj
from ..shapes import Overlap, Part
from ..shapetable import SHELL
from ..simulation import Simulation
from ..tables.effects import Hit
from ..tables.projectiles import PROJECTILES
from .credit import NOBODY
from .impact import MISSED, advance, burst, harm, harm_static, strike

CEILING: Final = 55 * ONE
"""No shell flies higher."""
_fine: Final = lru_cache(maxsize=256)(fine_pitch)
"""Bombs go through the same pitches one after the other."""


@dataclass(slots=True)
class ShellState:
    """The part of a shell that no other object has. Its heading and speed are the object's."""

    shot: int
    """A number of `tables.projectiles.PROJECTILES`."""
    life: int
    """Ticks left."""
    pitch: int = 0
    """Heading units; positive points down."""
    ballistic: bool = False
    """Its pitch changes on the way."""
    velocity_x: int = 0
    velocity_y: int = 0
    velocity_z: int = 0
    hit: int = MISSED
    """A number of `tables.effects.Hit`."""
    by: int = NOBODY
    """Driver who fired it."""


def state_of(obj: Obj) -> ShellState:
    """Return a shell's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, ShellState):
        raise TypeError(f"object {obj.id} is no shell")
    return obj.data


def init(_sim: Simulation, obj: Obj, shot: int) -> int:
    """Make a new object a shell of a type; it lies still until it is aimed."""
    obj.data, obj.shape = ShellState(shot, PROJECTILES[shot].life), SHELL
    return 1


def aim(obj: Obj, heading: int, pitch: int, push: int = 0) -> None:
    """Send a new shell on its way; ``push`` is what it is faster than its type.

    The first pitch of a type that dives is taken as a fine angle (rules 7: bit1), a quarter of
    what it is later.
    """
    state = state_of(obj)
    kind = PROJECTILES[state.shot]
    obj.heading, obj.speed = heading & MASK, kind.speed + push
    state.pitch = pitch & MASK
    state.ballistic = bool(pitch and kind.fall)
    if kind.dives:
        _, ahead, state.velocity_z = transform((0, -obj.speed, 0), _fine(state.pitch))
        _turn(obj, state, ahead)
    else:
        fly_along(obj, state)


def _turn(obj: Obj, state: ShellState, ahead: int) -> None:
    way = transform((0, ahead, 0), YAW[obj.heading >> STEP_SHIFT & STEPS - 1])
    state.velocity_x, state.velocity_y, _ = way


def wanted(obj: Obj, state: ShellState) -> tuple[int, int, int]:
    """Return the velocity of a shell's heading and pitch, both in 64ths of a turn."""
    level = transform((0, -obj.speed, 0), PITCH[state.pitch >> STEP_SHIFT & STEPS - 1])
    return transform(level, YAW[obj.heading >> STEP_SHIFT & STEPS - 1])


def fly_along(obj: Obj, state: ShellState) -> None:
    """Let a shell fly where its nose is."""
    state.velocity_x, state.velocity_y, state.velocity_z = wanted(obj, state)


def _fall(obj: Obj, state: ShellState, dt: int) -> None:
    """Turn a shell's pitch: bombs dive ever steeper, all else levels out."""
    kind = PROJECTILES[state.shot]
    if kind.dives:
        state.pitch = state.pitch + kind.fall * dt & MASK
        _, ahead, state.velocity_z = transform((0, -obj.speed, 0), _fine(state.pitch << 2))
        _turn(obj, state, ahead)
    else:
        state.pitch = turn(state.pitch, 0, kind.fall * dt)
        fly_along(obj, state)


def update(sim: Simulation, obj: Obj) -> None:
    """Let a shell fly for the ticks of this frame; when its life is over it just ends."""
    state, dt = state_of(obj), sim.state.dt
    if state.life <= dt:
        mark_for_delete(sim, obj)
        return
    state.life -= dt
    if state.ballistic:
        _fall(obj, state, dt)
    dz = state.velocity_z * dt
    if obj.z + dz > CEILING:
        dz = CEILING - obj.z
        if not state.ballistic:
            state.pitch = 0
            fly_along(obj, state)
    advance(sim, obj, state, state.velocity_x * dt, state.velocity_y * dt, dz)


def hit_static(sim: Simulation, obj: Obj, cell: int, _part: Part) -> int:
    """Damage a static object; the shell flies to the end of this step."""
    state = state_of(obj)
    harm_static(sim, obj, state, cell, PROJECTILES[state.shot].damage)
    return 0


def hit_land(sim: Simulation, obj: Obj) -> int:
    """End on land that is in the way."""
    strike(sim, obj, state_of(obj), Hit.GROUND)
    return 0


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Damage an object, unless the shell is its own."""
    if other.slot != obj.parent:
        state = state_of(obj)
        harm(sim, obj, state, other, PROJECTILES[state.shot].damage)
    return 0


def destroy(sim: Simulation, obj: Obj) -> bool:
    """Let a shell explode by what it hit."""
    state = state_of(obj)
    burst(sim, obj, state, PROJECTILES[state.shot].impacts)
    return True

"""The submarine's missile, which follows its parent (rules 7: Death Missle)."""

from __future__ import annotations

from typing import Final

from ..kernel.fixmath import approach, dist
from ..kernel.headings import HALF, angle_between, turn_towards
from ..kernel.trig import atan2
from ..lifecycle import parent_of
from ..objects import Kind, Obj
from ..shapes import Overlap
from ..simulation import Simulation
from ..tables.effects import Hit
from ..tables.projectiles import PROJECTILES
from .impact import advance, harm, strike
from .missile import CEILING, state_of, wanted

TURN: Final = 0x6666
TILT: Final = 0x3333
"""Of heading and pitch, a tick."""
STEEPEST_DOWN: Final = 0xAAAAA
STEEPEST_UP: Final = 0x355556
"""60 degrees."""
FOLLOW: Final = 0x7AE
CLIMB: Final = 0x1999
"""How fast its velocity follows its nose, a tick."""
_SUBMARINE: Final = Kind.SUBMARINE


def update(sim: Simulation, obj: Obj) -> None:
    """Turn towards the target and fly; it never runs out, and explodes when that is gone."""
    state, dt, target = state_of(obj), sim.state.dt, parent_of(sim, obj)
    if target is None:
        strike(sim, obj, state, Hit.OBJECT)
        return
    course = angle_between(obj.x, obj.y, target.x, target.y)
    obj.heading = turn_towards(obj.heading, course, TURN * dt)
    state.pitch = turn_towards(state.pitch, pitch_to(obj, target), TILT * dt)
    x, y, z = wanted(obj, state)
    state.velocity_x = approach(state.velocity_x, x, FOLLOW * dt, FOLLOW * dt)
    state.velocity_y = approach(state.velocity_y, y, FOLLOW * dt, FOLLOW * dt)
    state.velocity_z = approach(state.velocity_z, z, CLIMB * dt, CLIMB * dt)
    dz = min(state.velocity_z * dt, CEILING - obj.z)
    advance(sim, obj, state, state.velocity_x * dt, state.velocity_y * dt, dz)


def pitch_to(obj: Obj, target: Obj) -> int:
    """Return the pitch at which a target is, no steeper than 60 degrees."""
    pitch = atan2(dist(obj.x, obj.y, target.x, target.y), obj.z - target.z) >> 2
    if STEEPEST_DOWN < pitch < STEEPEST_UP:
        return STEEPEST_DOWN if pitch <= HALF else STEEPEST_UP
    return pitch


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Hit whatever is in the way, the target above all, but no submarine."""
    if other.kind is not _SUBMARINE:
        state = state_of(obj)
        harm(sim, obj, state, other, PROJECTILES[state.shot].damage)
    return 0

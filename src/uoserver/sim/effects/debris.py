"""Pieces of what was destroyed: they fly, fall, and are gone or lie about (tables 6).

Nobody meets them. What the game feels of them are the slots they take.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..blast import ARG_SHIFT, explode
from ..grid import cell_at
from ..kernel.fixmath import mul, wrap
from ..kernel.headings import direction
from ..lifecycle import deactivate, mark_for_delete
from ..objects import Obj
from ..shapes import Placed
from ..simulation import Simulation
from ..tables.effects import DEBRIS, FALL, FASTEST_FALL, Effect
from ..world import DRY


@dataclass(slots=True)
class DebrisState:
    """The part of a piece that no other object has.

    ``frame`` is 16.16, ``fall`` its speed upwards, ``seen`` the tick in which it was last looked
    at once it lies.
    """

    set: int
    frame: int = 0
    fall: int = 0
    settles: bool = False
    seen: int = 0


def state_of(obj: Obj) -> DebrisState:
    """Return a piece's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, DebrisState):
        raise TypeError(f"object {obj.id} is no debris")
    return obj.data


def init(_sim: Simulation, obj: Obj, arg: int) -> int:
    """Make a new object a piece of a set; nobody meets it, so it is in no cell."""
    number, motion = arg >> ARG_SHIFT, DEBRIS[arg & 0xFF]
    obj.data = DebrisState(
        arg & 0xFF, fall=motion.rise, settles=motion.settles and bool(number & 1)
    )
    return -1


def update(sim: Simulation, obj: Obj) -> None:
    """Let a piece fly on."""
    state, dt = state_of(obj), sim.state.dt
    motion = DEBRIS[state.set]
    state.frame += motion.rate * dt
    if state.frame >= motion.end:
        mark_for_delete(sim, obj)
        return
    if state.frame >= motion.moves:
        x, y = direction(obj.heading)
        way = motion.speed * dt
        obj.x, obj.y = wrap(obj.x + mul(x, way)), wrap(obj.y + mul(y, way))
    if state.frame < motion.falls:
        return
    state.fall = max(state.fall - FALL * dt, FASTEST_FALL)
    obj.z = max(0, wrap(obj.z + state.fall * dt))
    if not obj.z:
        _land(sim, obj, state)


def _land(sim: Simulation, obj: Obj, state: DebrisState) -> None:
    if DEBRIS[state.set].splashes:
        cell = cell_at(obj.x, obj.y)
        dry = sim.world.water(cell, Placed((), obj.x, obj.y, 0)) == DRY
        explode(sim, Effect.DUST if dry else Effect.SPLASH, obj.x, obj.y, 0)
    if state.settles:
        state.seen = sim.state.tick
        deactivate(sim, obj)
    else:
        mark_for_delete(sim, obj)

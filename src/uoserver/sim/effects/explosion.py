"""Explosions: timelines that change cells and hurt what is near (rules 8; specification 6).

The first update sets an explosion to frame 1, then it goes on at its rate. What is due is done,
and if it has a damage box at that time, everything in it is hurt once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..blast import ARG_SHIFT, burst
from ..blast import explode as explode
from ..collide import blocked
from ..events import Sound
from ..grid import OUTSIDE
from ..kernel.fixmath import ONE, wrap
from ..kernel.headings import STEP_SHIFT, STEPS, YAW, transform
from ..lifecycle import mark_for_delete, parent_of, relink, set_parent
from ..objects import Kind, Obj
from ..shapes import Overlap, Part, Shape
from ..simulation import Simulation
from ..statics import damage as damage_static
from ..statics import fall
from ..tables.effects import BOXES, SHOT_SOUNDS, TIMELINES, Debris, Do, Effect, Step
from ..vehiclestate import VehicleState
from .ruins import break_neighbours, clear_for, face_rubble

BOX_DAMAGE: Final = ONE
"""A tick, to everything in a damage box."""
DETACHED_AT: Final = 5 * ONE
"""Frame from which an explosion stays behind its parent."""
SMOKE_RATE: Final = 0x2AAA
SMOKE_SPREAD: Final = 0x1555
_NEAR: Final = (-128, 127)
"""How far from its parent an explosion can be, in pixels."""


@dataclass(slots=True)
class ExplosionState:
    """The part of an explosion that no other object has.

    ``progress`` is its frame as 16.16, 0 before the first update, ``step`` the next of its
    timeline, ``box`` a number of `tables.effects.BOXES`. The offsets are whole pixels from its
    parent as that heads north.
    """

    effect: int
    cell: int
    rate: int
    progress: int = 0
    step: int = 0
    box: int = 0
    off_x: int = 0
    off_y: int = 0
    off_z: int = 0
    by: int = -1
    """Driver whose mine it is, -1 for nobody."""


def state_of(obj: Obj) -> ExplosionState:
    """Return an explosion's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, ExplosionState):
        raise TypeError(f"object {obj.id} is no explosion")
    return obj.data


def init(sim: Simulation, obj: Obj, arg: int) -> int:
    """Make a new object an explosion; nobody meets it, so it is in no cell."""
    effect = Effect(arg & 0xFF)
    rate = TIMELINES[effect].rate
    if effect is Effect.SMOKE:
        rate = SMOKE_RATE + sim.state.rand.below(SMOKE_SPREAD)
    obj.data = ExplosionState(effect, arg >> ARG_SHIFT, rate)
    return -1


def update(sim: Simulation, obj: Obj) -> None:
    """Go on with an explosion's timeline."""
    state = state_of(obj)
    fresh = not state.progress
    state.progress = ONE if fresh else state.progress + state.rate * sim.state.dt
    if obj.parent:
        _follow(sim, obj, state, fresh)
    line = TIMELINES[state.effect]
    if state.step < len(line.steps):
        _go_on(sim, obj, state, line.steps)
    if state.progress >= line.end:
        mark_for_delete(sim, obj)
    elif state.box:
        obj.think = state.box
        blocked(sim, obj)
        obj.think = 0


def _go_on(sim: Simulation, obj: Obj, state: ExplosionState, steps: tuple[Step, ...]) -> None:
    while state.step < len(steps):
        step = steps[state.step]
        if state.progress < step.due:
            return
        state.step += 1
        if step.do is Do.PAUSE:
            return
        _DEEDS[step.do](sim, obj, state, step)


# -- steps -----------------------------------------------------------------------------------------


def _box(_sim: Simulation, _obj: Obj, state: ExplosionState, step: Step) -> None:
    state.box = step.a


def _debris(sim: Simulation, obj: Obj, _state: ExplosionState, step: Step) -> None:
    burst(sim, Debris(step.a), obj.x, obj.y, 0, pieces=step.b)


def _sound(sim: Simulation, obj: Obj, _state: ExplosionState, _step: Step) -> None:
    name = SHOT_SOUNDS[sim.state.rand.below(len(SHOT_SOUNDS))]
    sim.events.append(Sound(name, obj.x, obj.y, obj.z, obj.id))


def _fall(sim: Simulation, _obj: Obj, state: ExplosionState, _step: Step) -> None:
    if state.cell != OUTSIDE:
        fall(sim, state.cell)


def _clear(sim: Simulation, _obj: Obj, state: ExplosionState, step: Step) -> None:
    if state.cell != OUTSIDE:
        clear_for(sim, state.cell, step.a)


def _face(sim: Simulation, _obj: Obj, state: ExplosionState, _step: Step) -> None:
    if state.cell != OUTSIDE:
        face_rubble(sim, state.cell)


def _neighbours(sim: Simulation, obj: Obj, state: ExplosionState, _step: Step) -> None:
    if state.cell != OUTSIDE:
        break_neighbours(sim, state.cell, obj)


_Deed = Callable[[Simulation, Obj, ExplosionState, Step], None]
_DEEDS: Final[dict[Do, _Deed]] = {
    Do.BOX: _box,
    Do.DEBRIS: _debris,
    Do.SOUND: _sound,
    Do.FALL: _fall,
    Do.CLEAR: _clear,
    Do.FACE: _face,
    Do.NEIGHBOURS: _neighbours,
}


# -- on a vehicle ----------------------------------------------------------------------------------


def _follow(sim: Simulation, obj: Obj, state: ExplosionState, fresh: bool) -> None:
    """Keep an explosion where it began as seen from its parent, and from a tank's turret."""
    parent = parent_of(sim, obj)
    if parent is None:
        return
    if state.progress >= DETACHED_AT:
        set_parent(sim, obj, None)
        return
    turret = parent.data.turret if isinstance(parent.data, VehicleState) else 0
    step = parent.heading + turret >> STEP_SHIFT
    if fresh:
        way = (obj.x - parent.x, obj.y - parent.y, obj.z - parent.z)
        state.off_x, state.off_y, state.off_z = map(_whole, transform(way, YAW[-step % STEPS]))
    way = (state.off_x * ONE, state.off_y * ONE, state.off_z * ONE)
    dx, dy, dz = transform(way, YAW[step % STEPS])
    obj.x, obj.y, obj.z = wrap(parent.x + dx), wrap(parent.y + dy), wrap(parent.z + dz)
    relink(sim, obj)


def _whole(offset: int) -> int:
    low, high = _NEAR
    return max(low, min(high, offset + ONE // 2 >> 16))


# -- what it hurts ---------------------------------------------------------------------------------


def shape(_sim: Simulation, obj: Obj) -> Shape:
    """Return the damage box while it is being tested; nobody runs into an explosion."""
    return BOXES[obj.think]


def hit_static(sim: Simulation, obj: Obj, cell: int, _part: Part) -> int:
    """Damage a static object in the box."""
    damage_static(sim, cell, BOX_DAMAGE * sim.state.dt, obj)
    return 0


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Damage whatever in the box can be hurt; mines do not set each other off."""
    hook = sim.classes[other.kind].damage
    if hook and other.kind is not Kind.MINE:
        hook(sim, other, BOX_DAMAGE * sim.state.dt, obj)
    return 0

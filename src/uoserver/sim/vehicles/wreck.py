"""What is left of a vehicle: it rolls or falls to rest, blows up, burns out (rules: Wreck)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ..answers import BLOCK, BLOCK_OTHER
from ..blast import burst, explode
from ..collide import placed, water_below
from ..events import Damaged, Sound
from ..kernel.fixmath import ONE, mul, wrap
from ..kernel.headings import direction
from ..lifecycle import alive, create, mark_for_delete
from ..moving import move
from ..objects import Kind, Obj
from ..shapes import Overlap, Part, Placed, overlap
from ..shapetable import MAN, SHAPES
from ..simulation import Simulation
from ..statics import damage as damage_static
from ..tables.effects import VEHICLE_DEATHS, Debris, Effect
from ..tables.vehicles import VEHICLES
from ..world import DEEP, DRY
from .fate import EXPLODES, OUT_OF_FUEL
from .ground import slow_down
from .water import SINK

WRECK_HITS: Final = 12 * ONE
GRAVITY: Final = 0x51E
FASTEST_FALL: Final = -ONE
RAM_DAMAGE: Final = 34 * ONE
LIFE_TICKS: Final = 720
BURST_TICKS: Final = 8
LOW: Final = 10 * ONE
"""Up to this height a wreck bursts as on the ground."""
CREW_STEP: Final = 3 * ONE
CREW_STEPS: Final = 16
"""More than any hull is long."""


class Stage(IntEnum):
    """How far a wreck is."""

    MOVING = 0
    BURST = 1
    HULK = 2


_MOVING, _BURST, _HULK = map(int, Stage)
"""Plain numbers: most wrecks lie about, and most of their update was making members of the enum."""


@dataclass(slots=True)
class WreckState:
    """The part of a wreck that no other object has. ``fall`` is its speed upwards."""

    type: int
    born: int
    hits: int = WRECK_HITS
    fall: int = 0
    ticks: int = 0


def state_of(obj: Obj) -> WreckState:
    """Return a wreck's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, WreckState):
        raise TypeError(f"object {obj.id} is no wreck")
    return obj.data


def init(sim: Simulation, obj: Obj, type_: int) -> int:
    """Make a new object the wreck of a vehicle of a type."""
    obj.data = WreckState(int(type_), sim.state.tick)
    obj.think = Stage.MOVING
    return 1


def update(sim: Simulation, obj: Obj) -> None:
    """Let a wreck come to rest and burn out."""
    state, flags, stage, dt = state_of(obj), obj.flags, obj.think, sim.state.dt
    rests = stage == _HULK and not obj.z and not obj.speed
    if flags & EXPLODES and (stage == _MOVING or (stage == _HULK and flags & OUT_OF_FUEL)):
        _explode(sim, obj, state)
    elif stage == _BURST:
        state.ticks += dt
        if state.ticks >= BURST_TICKS:
            obj.think, state.ticks = _HULK, 0
    if not rests:
        _roll(sim, obj, state, dt)
    if state.born + LIFE_TICKS < sim.state.tick and alive(obj):
        mark_for_delete(sim, obj)


def _roll(sim: Simulation, obj: Obj, state: WreckState, dt: int) -> None:
    """Let a wreck roll, sink or fall, at whatever stage; once at rest it goes on to the next."""
    slow_down(obj, VEHICLES[state.type].wreck_friction * dt)
    if obj.speed:
        x, y = direction(obj.heading)
        dx, dy = mul(x, obj.speed * dt), mul(y, obj.speed * dt)
        if (dx or dy) and move(sim, obj, dx, dy, 0):
            obj.speed = 0
    if not alive(obj) or _sinks(sim, obj, dt):
        return
    if obj.z > 0:
        state.fall = max(state.fall - GRAVITY * dt, FASTEST_FALL)
        obj.z = max(0, obj.z + state.fall * dt)
    if obj.speed or obj.z > 0 or obj.think == _BURST:
        return
    if obj.think == _HULK:
        if not obj.flags & OUT_OF_FUEL:
            _leave_remains(sim, obj, state)
    elif obj.flags & OUT_OF_FUEL:
        obj.think = Stage.HULK
        _let_crew_out(sim, obj)
    else:
        _explode(sim, obj, state)


def _let_crew_out(sim: Simulation, obj: Obj) -> None:
    """Put a man to the west of a wreck, where he is clear of it."""
    hull, x = placed(sim, obj), obj.x
    for _ in range(CREW_STEPS):
        if not overlap(Placed(SHAPES[MAN], x, obj.y, 0), hull):
            break
        x = wrap(x - CREW_STEP)
    create(sim, Kind.MAN, obj.team, x, obj.y, 0)


def _sinks(sim: Simulation, obj: Obj, dt: int) -> bool:
    """Let a wreck in deep water go down; return whether it is in it."""
    if obj.z > ONE:
        return False
    if water_below(sim, obj) != DEEP:
        return False
    obj.z -= SINK * dt
    if obj.z >> 16 <= -VEHICLES[state_of(obj).type].sinks:
        sim.events.append(Sound("Splash", obj.x, obj.y, obj.z, obj.id))
        explode(sim, Effect.SINKING, obj.x, obj.y, 0)
        mark_for_delete(sim, obj)
    return True


def _explode(sim: Simulation, obj: Obj, state: WreckState) -> None:
    obj.think, obj.speed, state.ticks = Stage.BURST, 0, 0
    obj.flags &= ~OUT_OF_FUEL
    sim.events.append(Sound("Explosion", obj.x, obj.y, obj.z, obj.id))
    explode(sim, VEHICLE_DEATHS[state.type], obj.x, obj.y, obj.z)
    pieces = Debris.HIGH if obj.z > LOW else Debris.LOW
    burst(sim, pieces, obj.x, obj.y, obj.z, team=obj.team, heading=obj.heading)


def _leave_remains(sim: Simulation, obj: Obj, state: WreckState) -> None:
    """Leave remains where they can lie: not in water."""
    if water_below(sim, obj) == DRY and create(
        sim, Kind.REMAINS, obj.team, obj.x, obj.y, 0, state.type
    ):
        mark_for_delete(sim, obj)


def hit_static(sim: Simulation, obj: Obj, cell: int, _part: Part) -> int:
    """Damage the building a wreck rolls into; it is stopped."""
    damage_static(sim, cell, RAM_DAMAGE, obj)
    return 1


def hit_object(_sim: Simulation, obj: Obj, _other: Obj, _met: Overlap) -> int:
    """Be stopped by what a wreck rolls into; at rest it lets nobody through.

    The answer has no value for both: who decides as the other must say exactly one thing.
    """
    return BLOCK if obj.speed else BLOCK_OTHER


def damage(sim: Simulation, obj: Obj, amount: int, source: Obj | None) -> None:
    """Take hit points off a wreck; without any it blows up."""
    state = state_of(obj)
    if amount < 1:
        return
    sim.events.append(Damaged(obj.id, amount, source.id if source else 0))
    state.hits -= amount
    if state.hits <= 0:
        obj.flags |= EXPLODES

"""Gates: two doors that slide aside for a vehicle of their own side (specification 10: Gate).

While a gate is in use an object stands in its cell instead of the static object, whose side and
hit points stay in the cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..collide import blocked, placed
from ..events import Sound
from ..grid import OUTSIDE, centre
from ..kernel.fixmath import ONE, approach
from ..lifecycle import create, mark_for_delete, parent_of, set_parent
from ..objects import Kind, Obj
from ..shapes import Form, Part, Placed, Shape, Zone, parts_meet
from ..simulation import Simulation
from ..statics import changed, place, wear
from ..statics import damage as damage_static
from ..tables.statics import GATE_ACROSS, GATE_UPRIGHT, NOTHING, STATICS
from ..targets import vehicles_of

OPEN: Final = 15 * ONE
RATE: Final = 0x8000
SHUT_TICKS: Final = 60
"""How long doors stay shut before they are a static object again."""
FATAL: Final = 0xFF0000
GATES: Final = (GATE_ACROSS, GATE_UPRIGHT)
_HALF: Final = 16 * ONE
_HIGH: Final = 16 * ONE
_MOST_SHAPES: Final = 256
"""Entries kept: 31 for each gate at one tick a frame."""


@dataclass(slots=True)
class GateState:
    """The part of a gate that no other object has. Its parent is the vehicle it opened for."""

    static: int
    """What it is while nobody uses it."""
    opening: int = 0
    """How far each door is open."""
    target: int = OPEN
    shut: int = 0
    """Ticks since the doors met."""


def state_of(obj: Obj) -> GateState:
    """Return a gate's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, GateState):
        raise TypeError(f"object {obj.id} is no gate")
    return obj.data


@lru_cache(maxsize=_MOST_SHAPES)
def doors(static: int, opening: int) -> Shape:
    """Return the two doors of a gate that is so far open."""
    parts = []
    for way in (-1, 1):
        at = way * (_HALF + opening)
        low, high = (-ONE, _HALF) if way < 0 else (-_HALF, ONE)
        if static == GATE_ACROSS:
            box, dx, dy = (low, -ONE, high, ONE), at, 0
        else:
            box, dx, dy = (-ONE, low, ONE, high), 0, at
        parts.append(Part(Form.BOX, 1, 0xFF, 0, _HIGH, box, dx=dx, dy=dy))
    return tuple(parts)


def open_gate(sim: Simulation, cell: int, opener: Obj) -> None:
    """Open a gate that has hit points for a vehicle of its side in its zone."""
    grid = sim.state.grid
    static = grid.static[cell]
    if static not in GATES or grid.side[cell] != opener.team or not grid.hits[cell]:
        return
    gate = create(sim, Kind.GATE, opener.team, *centre(cell), 0, static)
    if gate is not None:
        set_parent(sim, gate, opener)
        grid.static[cell] = NOTHING
        changed(sim, cell)


# -- the class -------------------------------------------------------------------------------------


def init(sim: Simulation, obj: Obj, static: int) -> int:
    """Make a new object a gate in use, of one of the two kinds."""
    obj.data = GateState(static)
    _hear(sim, obj, "GateMove")
    return 1


def shape(_sim: Simulation, obj: Obj) -> Shape:
    """Return the doors where they are."""
    state = state_of(obj)
    return doors(state.static, state.opening)


def update(sim: Simulation, obj: Obj) -> None:
    """Move the doors; shut for a while they are a static object again."""
    state, dt = state_of(obj), sim.state.dt
    if not sim.state.grid.hits[obj.cell]:
        mark_for_delete(sim, obj)
    elif state.opening != state.target:
        state.opening = approach(state.opening, state.target, RATE * dt, RATE * dt)
        if not state.target:
            _closing(sim, obj, state)
    elif state.target:
        if not _in_use(sim, obj):
            _turn(sim, obj, state, 0)
    else:
        state.shut += dt
        if state.shut > SHUT_TICKS:
            mark_for_delete(sim, obj)


def _turn(sim: Simulation, obj: Obj, state: GateState, target: int) -> None:
    state.target = target
    _hear(sim, obj, "GateMove")


def _closing(sim: Simulation, obj: Obj, state: GateState) -> None:
    """Open again for what is between the doors, and for another vehicle of the side."""
    if blocked(sim, obj) or _in_use(sim, obj, but=parent_of(sim, obj)):
        _turn(sim, obj, state, OPEN)
    elif not state.opening:
        _hear(sim, obj, "GateClose")


def _in_use(sim: Simulation, obj: Obj, but: Obj | None = None) -> bool:
    """Return whether the vehicle a gate opened for, or else another of its side, is in its zone."""
    opener = parent_of(sim, obj)
    users = vehicles_of(sim, obj.team)
    for vehicle in sorted(users, key=lambda each: each is not opener):
        if vehicle is not but and _in_zone(sim, obj, vehicle):
            set_parent(sim, obj, vehicle)
            return True
    return False


def _in_zone(sim: Simulation, obj: Obj, vehicle: Obj) -> bool:
    """Return whether a vehicle is in the zone of a gate, at any height."""
    there, at = Placed((), obj.x, obj.y, 0), placed(sim, vehicle)
    zones = [each for each in STATICS[state_of(obj).static].shape if each.zone is Zone.GATE]
    return any(parts_meet(part, at, zone, there) for part in at.shape[:1] for zone in zones)


def destroy(sim: Simulation, obj: Obj) -> bool:
    """Put the static object back into the cell; without hit points it is destroyed there."""
    grid, cell = sim.state.grid, obj.cell
    if cell == OUTSIDE:
        return True
    left = grid.hits[cell]
    place(grid, cell, state_of(obj).static, obj.team)
    grid.hits[cell] = left or 1
    changed(sim, cell)
    if not left:
        damage_static(sim, cell, FATAL)
    return True


def hit_static(_sim: Simulation, _obj: Obj, _cell: int, _part: Part) -> int:
    """Let no static object stop a door: its walls stand beside it."""
    return 0


def hit_land(_sim: Simulation, _obj: Obj) -> int:
    """Let the land stop no door."""
    return 0


def damage(sim: Simulation, obj: Obj, amount: int, source: Obj | None) -> None:
    """Take hit points off the gate's cell; without any the gate is destroyed."""
    if wear(sim, obj.cell, amount, source):
        mark_for_delete(sim, obj)


def _hear(sim: Simulation, obj: Obj, name: str) -> None:
    sim.events.append(Sound(name, obj.x, obj.y, obj.z, obj.id))

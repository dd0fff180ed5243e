"""Mines (specification 6; rules 7: Mine).

They arm after a while, with beeps. From then on they lie still, until a vehicle drives onto them
or something hurts them; before, nothing meets them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..blast import explode
from ..effects.explosion import state_of as explosion_state
from ..events import Sound
from ..grid import OUTSIDE, cell_at
from ..kernel.fixmath import ONE
from ..lifecycle import create, deactivate, mark_for_delete
from ..objects import DELETED, Kind, Obj
from ..shapes import Overlap
from ..shapetable import MINE
from ..simulation import Simulation
from ..tables.effects import Effect
from ..world import DEEP, cell_water
from .credit import NOBODY

FRESH: Final = 5 * ONE
ARMED: Final = 26 * ONE
RATE: Final = 0x2222
"""Of its timer, a tick."""
BLINK: Final = 4 * ONE
"""Bit of the timer that lights it: it beeps when that changes."""
LIT, DARK = 0, 2
"""What its team says before it is armed; `READY` from then on."""
READY: Final = 1
LEAST_DAMAGE: Final = 3 * ONE // 2
"""More than this sets it off."""
_VEHICLE: Final = Kind.VEHICLE
_EXPLOSION: Final = Kind.EXPLOSION


@dataclass(slots=True)
class MineState:
    """The part of a mine that no other object has."""

    timer: int = FRESH
    by: int = NOBODY
    """Driver who laid it."""


def state_of(obj: Obj) -> MineState:
    """Return a mine's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, MineState):
        raise TypeError(f"object {obj.id} is no mine")
    return obj.data


def lay(sim: Simulation, x: int, y: int, *, by: int = NOBODY) -> Obj | None:
    """Lay a mine, which arms later; return it.

    None in deep water, and when the pool has no room. ``by`` is the driver who does it.
    """
    if cell_water(sim.state.grid, cell_at(x, y)) == DEEP:
        return None
    mine = create(sim, Kind.MINE, LIT, x, y, 0)
    if mine is not None:
        state_of(mine).by = by
    return mine


def init(sim: Simulation, obj: Obj, _arg: int) -> int:
    """Make a new object a mine, and show it on the radar."""
    obj.data = MineState()
    cell = cell_at(obj.x, obj.y)
    if cell != OUTSIDE:
        sim.state.grid.mined[cell] = 1
    return 1


def update(sim: Simulation, obj: Obj) -> None:
    """Blink and beep, then arm."""
    state = state_of(obj)
    before = state.timer
    state.timer += RATE * sim.state.dt
    armed = state.timer >= ARMED
    if armed or (before ^ state.timer) & BLINK:
        sim.events.append(Sound("Mine", obj.x, obj.y, obj.z, obj.id))
    if armed:
        obj.team, obj.shape = READY, MINE
        deactivate(sim, obj)
    else:
        obj.team = LIT if state.timer & BLINK else DARK


def set_off(sim: Simulation, obj: Obj) -> None:
    """Let a mine explode, once."""
    if not obj.flags & DELETED:
        mark_for_delete(sim, obj)
        explosion = explode(sim, Effect.MINE, obj.x, obj.y, obj.z)
        if explosion is not None:
            explosion_state(explosion).by = state_of(obj).by


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Explode under a vehicle; a mine stops nobody."""
    if other.kind is _VEHICLE:
        set_off(sim, obj)
    return 0


def damage(sim: Simulation, obj: Obj, amount: int, source: Obj | None) -> None:
    """Explode when something hurts it enough; explosions do not, so mines do not set off others."""
    if amount > LEAST_DAMAGE and (source is None or source.kind is not _EXPLOSION):
        set_off(sim, obj)


def destroy(sim: Simulation, obj: Obj) -> bool:
    """Take a mine off the radar, unless another lies in its cell."""
    slots, grid = sim.state.pool.slots, sim.state.grid
    if obj.cell < 0 or obj.cell == OUTSIDE:
        return True
    slot = grid.chain[obj.cell]
    while slot:
        other = slots[slot] or sim.state.pool.at(slot)
        if other.kind is Kind.MINE and other is not obj:
            return True
        slot = other.chain_next
    grid.mined[obj.cell] = 0
    return True

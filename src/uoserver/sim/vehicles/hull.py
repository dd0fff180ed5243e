"""What happens to a vehicle that meets something or is hit (rules: Collision reaction, Damage)."""

from __future__ import annotations

from typing import Final

from ..answers import BLOCK
from ..events import Damaged
from ..grid import OUTSIDE
from ..kernel.fixmath import mul
from ..kernel.headings import direction
from ..objects import Kind, Obj
from ..shapes import Overlap, Part
from ..simulation import Simulation
from ..tables.statics import NOTHING
from ..tables.vehicles import VEHICLES, VehicleType
from ..vehiclestate import VehicleState, state_of
from ..weapons.credit import driver_of
from .fate import Cause, lose

FLASH_TICKS: Final = 10
HUNTED_TICKS: Final = 625
"""Ten seconds: so long after a hit nobody saves a vehicle for his side by leaving the match."""
STOPS_AS_OTHER: Final = 5
"""Answer of a vehicle to whoever meets it: it blocks, but not those who ask for exactly 4."""
KICK: Final = 384


def hit_static(sim: Simulation, obj: Obj, cell: int, _part: Part) -> int:
    """Note which cell stopped a vehicle, and what stands there."""
    _note(sim, state_of(obj), cell)
    return BLOCK


def _note(sim: Simulation, state: VehicleState, cell: int) -> None:
    state.bumped_cell = cell
    state.bumped_static = NOTHING if cell == OUTSIDE else sim.state.grid.static[cell]


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Note what a vehicle ran into."""
    state = state_of(obj)
    state.bumped_object = other.id
    if other.kind is Kind.TURRET:
        _note(sim, state, other.cell)
    return STOPS_AS_OTHER


def damage(sim: Simulation, obj: Obj, amount: int, source: Obj | None) -> None:
    """Take hit points off a vehicle; what its armour swallows is not felt."""
    state = state_of(obj)
    loss = amount - VEHICLES[state.type].armour
    if loss < 1:
        return
    state.flash = sim.state.tick + FLASH_TICKS
    if source is not None and not _friendly(sim, obj, source):
        state.hunted = sim.state.tick + HUNTED_TICKS
    sim.events.append(Damaged(obj.id, loss, source.id if source else 0))
    state.hits -= loss
    if state.hits <= 0:
        lose(sim, obj, state, Cause.DAMAGE, driver_of(source))
    elif state.type == VehicleType.HELICOPTER:
        _shake(sim, state, source)


def _friendly(sim: Simulation, obj: Obj, source: Obj) -> bool:
    """Return whether what hit a vehicle is of its side, or of a driver of its side."""
    by, drivers = driver_of(source), sim.state.drivers
    known = 0 <= by < len(drivers)  # a save may name one who never was
    return (drivers[by].team if known else source.team) == obj.team


def _shake(sim: Simulation, state: VehicleState, source: Obj | None) -> None:
    """Turn a helicopter that is hit, and push it the way of what hit it."""
    rand = sim.state.rand
    state.yaw_rate += (rand.below(KICK) + rand.below(KICK) - KICK) * 128
    if source is not None:
        x, y = direction(source.heading)
        push = (rand.below(256) + 128) * 128
        state.velocity_x, state.velocity_y = mul(x, push), mul(y, push)

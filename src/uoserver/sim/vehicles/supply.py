"""Places that give fuel and ammunition, and gates that open (specification 5: Resupply)."""

from __future__ import annotations

from typing import Final

from ..collide import place_of_static, placed
from ..events import Sound
from ..grid import OUTSIDE
from ..kernel.fixmath import ONE
from ..objects import Obj
from ..rules.gate import open_gate
from ..shapes import Part, Placed, Zone, parts_meet
from ..simulation import Simulation
from ..tables.statics import STATICS, Touch
from ..tables.vehicles import VEHICLES
from ..vehiclestate import VehicleState

FUEL_RATE: Final = ONE
"""A tick: 62.5 units a second."""
SOUND_EVERY: Final = 30


def zone_under(sim: Simulation, obj: Obj, state: VehicleState) -> Part | None:
    """Return the zone that a vehicle touched last and still stands in."""
    cell = state.pickup_cell
    if cell == OUTSIDE:
        return None
    static = STATICS[sim.state.grid.static[cell]]
    if static.touch is Touch.PICKUP:
        x, y = place_of_static(sim, cell)
        there, at = Placed(static.shape, x, y, 0), placed(sim, obj)
        for part in static.shape if at.shape else ():
            same = part.pickup and part.zone == state.pickup_zone
            if same and parts_meet(at.shape[0], at, part, there):
                return part
    state.pickup_cell, state.pickup_zone = OUTSIDE, Zone.NONE
    return None


def use_zone(sim: Simulation, obj: Obj, state: VehicleState, still: bool) -> None:
    """Open the gate in whose zone a vehicle is; fill it up in another one if it stands still."""
    part = zone_under(sim, obj, state)
    if part is None:
        return
    if part.zone is Zone.GATE:
        open_gate(sim, state.pickup_cell, obj)
    elif still:
        _fill_up(sim, obj, state, part)


def _fill_up(sim: Simulation, obj: Obj, state: VehicleState, part: Part) -> None:
    kind, tick, dt = VEHICLES[state.type], sim.state.tick, sim.state.dt
    before = (state.fuel, [slot.ammunition for slot in state.weapons])
    if part.zone is Zone.FUEL:
        state.fuel = min(state.fuel + FUEL_RATE * dt, kind.fuel)
    elif part.zone is Zone.AMMUNITION:
        # one every other tick
        more = (tick >> 1) - (tick - dt >> 1)
        for slot, weapon in zip(state.weapons, kind.weapons, strict=True):
            slot.ammunition = min(slot.ammunition + more * weapon.refill, weapon.ammunition)
    after = (state.fuel, [slot.ammunition for slot in state.weapons])
    if after != before and state.supply_sound <= tick:
        state.supply_sound = tick + SOUND_EVERY
        sim.events.append(Sound("Resupply", obj.x, obj.y, obj.z, obj.id))

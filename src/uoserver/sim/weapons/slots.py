"""Weapon slots: when they fire again, and what they have left (rules 6: Weapon ready test)."""

from __future__ import annotations

from ..events import Sound
from ..objects import Obj
from ..simulation import Simulation
from ..tables.vehicles import VEHICLES
from ..vehiclestate import VehicleState


def ready(sim: Simulation, obj: Obj, state: VehicleState, number: int) -> bool:
    """Return whether a weapon can fire now; one that is empty clicks, as often as it would fire."""
    slot, tick = state.weapons[number], sim.state.tick
    if tick < slot.next_fire:
        return False
    if slot.ammunition:
        return True
    slot.next_fire = tick + VEHICLES[state.type].weapons[number].reload
    sim.events.append(Sound("OutAmmo", obj.x, obj.y, obj.z, obj.id))
    return False


def spend(sim: Simulation, state: VehicleState, number: int) -> None:
    """Take a shot out of a weapon, which is then reloaded."""
    slot = state.weapons[number]
    slot.ammunition -= 1
    slot.next_fire = sim.state.tick + VEHICLES[state.type].weapons[number].reload

"""What the fire buttons do beside firing (specification 5: VehicleUpdate, step 7)."""

from __future__ import annotations

from typing import Final

from ..events import Sound
from ..fixmath import ONE
from ..keys import B_SHIFT, C_SHIFT, PRESS
from ..objects import Obj
from ..simulation import Simulation
from ..tables.vehicles import VehicleType
from ..world import DRY
from .aiming import choose_elevation
from .state import VehicleState

HELICOPTER_WEAPONS: Final = 2


def use_buttons(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Let each type do what its buttons are for."""
    match VehicleType(state.type):
        case VehicleType.TANK | VehicleType.MSV:
            choose_elevation(state)
        case VehicleType.JEEP:
            _tires(sim, obj, state)
        case VehicleType.HELICOPTER:
            if state.control & PRESS << C_SHIFT:
                state.weapon = (state.weapon + 1) % HELICOPTER_WEAPONS


def _tires(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Take a jeep's tires out in water, or in again, by button B."""
    if state.boat != state.boat_target or not state.control & PRESS << B_SHIFT:
        return
    if state.boat_target:
        state.boat_target = 0
    elif state.water != DRY:
        state.boat_target = ONE
    else:
        return
    name = "TireOut" if state.boat_target else "TireIn"
    sim.events.append(Sound(name, obj.x, obj.y, obj.z, obj.id))

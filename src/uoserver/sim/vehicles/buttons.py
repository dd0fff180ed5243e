"""What the fire buttons do beside firing (specification 5: VehicleUpdate, step 7)."""

from __future__ import annotations

from typing import Final

from ..events import Sound
from ..kernel.fixmath import ONE
from ..keys import B_SHIFT, C_SHIFT, PRESS
from ..objects import Obj
from ..rules.carrying import toggle
from ..simulation import Simulation
from ..vehiclestate import VehicleState
from ..world import DRY
from .aiming import choose_elevation

HELICOPTER_WEAPONS: Final = 2


def use_buttons(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Let each type do what its buttons are for."""
    _USES[state.type](sim, obj, state)


def _raise_barrel(_sim: Simulation, _obj: Obj, state: VehicleState) -> None:
    choose_elevation(state)


def _jeep(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Change tires with button B; drop the flag, or take one, with C."""
    _tires(sim, obj, state)
    if state.control & PRESS << C_SHIFT:
        toggle(sim, obj)


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


def _next_weapon(_sim: Simulation, _obj: Obj, state: VehicleState) -> None:
    if state.control & PRESS << C_SHIFT:
        state.weapon = (state.weapon + 1) % HELICOPTER_WEAPONS


_USES: Final = (_raise_barrel, _jeep, _raise_barrel, _next_weapon)
"""By type."""

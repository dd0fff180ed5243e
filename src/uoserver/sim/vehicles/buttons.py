"""What the three buttons do (specification 5: VehicleUpdate, step 7; 6: Firing)."""

from __future__ import annotations

from typing import Final

from ..events import Sound
from ..kernel.fixmath import ONE
from ..keys import B_SHIFT, C_SHIFT, PRESS
from ..objects import Obj
from ..rules.carrying import toggle
from ..simulation import Simulation
from ..vehiclestate import VehicleState
from ..weapons import cannon, guns, rockets, throwing
from ..world import DRY


def use_buttons(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Let each type do what its buttons are for."""
    _USES[state.type](sim, obj, state)


def _jeep(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Throw with button A, change tires with B; drop the flag with C, or take one."""
    throwing.use(sim, obj, state)
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


_USES: Final = (cannon.use, _jeep, rockets.use, guns.use)
"""By type."""

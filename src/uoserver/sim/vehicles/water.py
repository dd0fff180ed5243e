"""Vehicles in water: wheels splash, hulls sink, boats float (rules: Water state)."""

from __future__ import annotations

from typing import Final

from ..blast import explode
from ..collide import water_below
from ..kernel.fixmath import ONE
from ..objects import Obj
from ..simulation import Simulation
from ..tables.effects import Effect
from ..tables.vehicles import VEHICLES, VehicleType
from ..vehiclestate import VehicleState
from ..world import DEEP, DRY
from .fate import Cause, lose

SINK: Final = 0x6666
SPLASH: Final = 0x3333
SPLASH_FRAMES: Final = 8 * ONE
_HELICOPTER: Final = VehicleType.HELICOPTER


def water_under(sim: Simulation, obj: Obj) -> int:
    """Return the water an object is in; what flies is in none, off the map it is deep."""
    return DRY if obj.z > ONE else water_below(sim, obj)


def wade(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Look what water a vehicle is in; let it sink where it is deep, unless it is a boat."""
    if state.type == _HELICOPTER:
        return
    dt = sim.state.dt
    state.water = water_under(sim, obj)
    if state.water != DRY:
        state.splash = (state.splash + SPLASH * dt) % SPLASH_FRAMES
    else:
        state.splash = 0
    if state.water == DEEP and state.boat < ONE:
        obj.z -= SINK * dt
        if obj.z >> 16 <= -VEHICLES[state.type].sinks:
            explode(sim, Effect.SINKING, obj.x, obj.y, 0)
            lose(sim, obj, state, Cause.SUNK)
    elif obj.z < 0:
        obj.z = 0

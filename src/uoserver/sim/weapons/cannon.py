"""A tank's cannon (specification 6: Firing; tables 1: Muzzles)."""

from __future__ import annotations

from typing import Final

from ..kernel.headings import MASK
from ..objects import Obj
from ..simulation import Simulation
from ..tables.effects import Effect
from ..tables.muzzles import TANK_BARREL, TANK_PIVOT
from ..tables.projectiles import Shot
from ..vehiclestate import VehicleState
from . import barrel, slots
from .fire import from_muzzle, launch, tip

SLOT: Final = 0
MUZZLES: Final = tuple(tip(TANK_BARREL, TANK_PIVOT, pitch) for pitch in (0, barrel.HIGH))
"""Level and raised."""


def _ready(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    return slots.ready(sim, obj, state, SLOT)


def _fire(sim: Simulation, obj: Obj, state: VehicleState, raised: bool) -> None:
    heading = obj.heading + state.turret & MASK
    at, muzzle = (obj.x, obj.y, obj.z), MUZZLES[raised]
    pitch = barrel.HIGH if raised else 0
    shell = launch(
        *(sim, Shot.CANNON, at),
        offset=muzzle,
        heading=heading,
        pitch=pitch,
        team=obj.team,
        owner=obj,
    )
    if shell is not None:
        slots.spend(sim, state, SLOT)
        barrel.flash(sim, obj, Effect.TANK_FLASH, from_muzzle(at, muzzle, heading))


def use(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Fire by buttons A and B."""
    barrel.use_barrel(sim, obj, state, _ready, _fire)


def go_on(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Fire a shot that waits for the barrel."""
    barrel.fire_pending(sim, obj, state, _ready, _fire)

"""Who stays in one cell is noticed (specification 5: Idle rule)."""

from __future__ import annotations

from typing import Final

from ..defences.drone import send
from ..objects import Obj
from ..simulation import Simulation
from ..vehiclestate import VehicleState

IDLE_TICKS: Final = 360
ENOUGH_TURRETS: Final = 3
"""Where so many enemy turrets are in view no drone is needed."""


def note_place(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Send a drone of the other side to a vehicle that was in one cell for too long."""
    tick = sim.state.tick
    if obj.cell != state.was_cell:
        state.was_cell, state.cell_tick = obj.cell, tick
    elif state.cell_tick + IDLE_TICKS < tick:
        state.cell_tick = tick
        if state.turrets < ENOUGH_TURRETS:
            send(sim, obj)

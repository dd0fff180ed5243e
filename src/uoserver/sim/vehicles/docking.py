"""Back into the bunker: a press on one's own pad (specification 5: VehicleUpdate, step 7)."""

from __future__ import annotations

from typing import Final

from ..fixmath import HALF_CELL, ONE
from ..grid import OUTSIDE
from ..keys import PRESSES
from ..lifecycle import create
from ..objects import Kind, Obj
from ..sides import Mode
from ..simulation import Simulation
from ..tables.statics import DOOR_GLOW, NOTHING
from ..tables.terrain import PAD
from ..tables.vehicles import Vehicle, VehicleType
from .fate import stow
from .helicopter import aim_landing, begin_landing, landing
from .state import Phase, VehicleState

LOWER: Final = 1
"""Argument of a lift that goes down."""
_IN_CELL: Final = 0x1F0000


def _in_window(obj: Obj, radius: int) -> bool:
    """Return whether an object stands near the middle of its cell, in whole pixels."""
    reach = radius * ONE
    return all(abs((place & _IN_CELL) - HALF_CELL) <= reach for place in (obj.x, obj.y))


def dock_if_asked(sim: Simulation, obj: Obj, state: VehicleState, kind: Vehicle) -> bool:
    """Dock a vehicle that stands on its own pad when a button is pressed there.

    Without a press the doors glow. Return whether it is gone.
    """
    grid, cell = sim.state.grid, obj.cell
    if cell == OUTSIDE or grid.terrain[cell] != PAD + obj.team or not _in_window(obj, kind.dock):
        return False
    if not state.control & PRESSES:
        if not grid.static[cell]:
            grid.static[cell] = DOOR_GLOW
            sim.state.glow.append(cell)
        return False
    if state.type == VehicleType.HELICOPTER:
        begin_landing(state)
        return False
    _lower(sim, obj, state)
    return True


def landed(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    """Go on with a helicopter's landing; return whether it is past flying."""
    if state.phase is Phase.BRAKE:
        cell = obj.cell
        on_pad = cell != OUTSIDE and sim.state.grid.terrain[cell] == PAD + obj.team
        if not on_pad:
            state.phase = Phase.FREE
            return False
        if not aim_landing(obj, state, cell):
            state.control = IDLE_CONTROL
            return False
        return True
    if state.phase not in (Phase.DESCEND, Phase.SPIN_DOWN, Phase.FOLD):
        return False
    if landing(sim, obj, state):
        _lower(sim, obj, state)
    return True


IDLE_CONTROL: Final = 1


def _lower(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Let a lift take a vehicle down."""
    driver = sim.state.drivers[state.driver]
    stow(sim, obj, state)
    lift = create(sim, Kind.LIFT, obj.team, obj.x, obj.y, 0, driver.number << 1 | LOWER)
    if lift is None:
        driver.view.mode = Mode.LEAVING


def reset_glow(sim: Simulation) -> None:
    """Let the doors that glowed in the last frame be dark."""
    grid = sim.state.grid
    for cell in sim.state.glow:
        if grid.static[cell] == DOOR_GLOW:
            grid.static[cell] = NOTHING
    sim.state.glow.clear()

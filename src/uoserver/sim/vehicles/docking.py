"""Back into the bunker: a press on one's own pad (specification 5: VehicleUpdate, step 7)."""

from __future__ import annotations

from enum import Enum
from typing import Final

from ..grid import OUTSIDE, centre
from ..kernel.fixmath import HALF_CELL, ONE
from ..keys import IDLE, PRESSES
from ..lifecycle import create
from ..objects import Kind, Obj
from ..rules.carrying import bring_own_home
from ..sides import Mode
from ..simulation import Simulation
from ..tables.statics import DOOR_GLOW, NOTHING
from ..tables.terrain import PAD
from ..tables.vehicles import Vehicle, VehicleType
from ..vehiclestate import Phase, VehicleState
from .fate import stow
from .helicopter import aim_landing, begin_landing, landing

LOWER: Final = 1
"""Argument of a lift that goes down."""
_IN_CELL: Final = 0x1F0000


def _in_window(obj: Obj, radius: int) -> bool:
    """Return whether an object stands near the middle of its cell, in whole pixels."""
    reach = radius * ONE
    return all(abs((place & _IN_CELL) - HALF_CELL) <= reach for place in (obj.x, obj.y))


class Asked(Enum):
    """What became of the question whether a vehicle docks."""

    NO = 0
    """It stands elsewhere, or no button is pressed: buttons have their usual meaning."""
    LANDING = 1
    STOWED = 2
    """It is gone."""


def ask_to_dock(sim: Simulation, obj: Obj, state: VehicleState, kind: Vehicle) -> Asked:
    """Dock a vehicle that stands still on its own pad when a button is pressed there.

    Without a press the doors glow. A press on the pad never fires.
    """
    grid, cell = sim.state.grid, obj.cell
    if cell == OUTSIDE or grid.terrain[cell] != PAD + obj.team or not _in_window(obj, kind.dock):
        return Asked.NO
    if not state.control & PRESSES:
        if not grid.static[cell]:
            grid.static[cell] = DOOR_GLOW
            sim.state.glow.append(cell)
        return Asked.NO
    if state.type == VehicleType.HELICOPTER:
        begin_landing(state, cell)
        return Asked.LANDING
    _lower(sim, obj, state)
    return Asked.STOWED


def landed(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    """Go on with a helicopter's landing; return whether it is past flying.

    It stops first, wherever that is, and comes down on the pad where the button was pressed.
    """
    if state.phase is Phase.BRAKE:
        if aim_landing(obj, state):
            return True
        state.control = IDLE
    elif state.phase in (Phase.DESCEND, Phase.SPIN_DOWN, Phase.FOLD):
        if landing(sim, obj, state):
            _lower(sim, obj, state)
        return True
    return False


def _lower(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Let a lift take a vehicle down from the middle of its pad; without one it is gone at once."""
    driver, pad = sim.state.drivers[state.driver], obj.cell
    if state.type == VehicleType.JEEP:
        bring_own_home(sim, obj)
    stow(sim, obj, state)
    arg = driver.number << 1 | LOWER
    if pad == OUTSIDE or create(sim, Kind.LIFT, obj.team, *centre(pad), 0, arg) is None:
        driver.view.mode = Mode.LEAVING


def reset_glow(sim: Simulation) -> None:
    """Let the doors that glowed in the last frame be dark."""
    grid = sim.state.grid
    for cell in sim.state.glow:
        if grid.static[cell] == DOOR_GLOW:
            grid.static[cell] = NOTHING
    sim.state.glow.clear()

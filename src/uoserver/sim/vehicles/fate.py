"""How a vehicle ends: out of fuel, shot, sunk, blown up by its driver, or stowed away (rules 6)."""

from __future__ import annotations

from enum import Enum

from ..calls import Call
from ..events import Docked, Lost
from ..lifecycle import create, mark_for_delete
from ..objects import Kind, Obj
from ..sides import MAX_MINES, Driver, Mode
from ..simulation import Simulation
from ..tables.vehicles import VEHICLES, VehicleType
from ..vehiclestate import Phase, VehicleState
from ..weapons.credit import NOBODY
from .stock import give_back


class Cause(Enum):
    """Why a vehicle is lost."""

    FUEL = "fuel"
    DAMAGE = "damage"
    SUNK = "sunk"
    SELF = "self"


def lose(sim: Simulation, obj: Obj, state: VehicleState, cause: Cause, by: int = NOBODY) -> None:
    """Take a vehicle from its driver and leave its wreck, but for one that sank.

    He is back in his bunker when the delay of its type is over. ``by`` is the driver who did it.
    """
    if state.phase is Phase.LOST:
        return
    state.phase = Phase.LOST
    driver = sim.state.drivers[state.driver]
    sim.events.append(Lost(driver.number, state.type, cause.value, by))
    if cause is not Cause.SUNK:
        _leave_wreck(sim, obj, state, driver, cause)
    release(sim, obj, driver)
    destroyed = cause in (Cause.DAMAGE, Cause.SELF)
    if driver.view.mode is not Mode.ON_FOOT:  # he goes on without it
        delay = VEHICLES[state.type].respawn
        sim.state.timers.add(delay, Call.COME_BACK, driver.number, int(destroyed))


def _leave_wreck(
    sim: Simulation, obj: Obj, state: VehicleState, driver: Driver, cause: Cause
) -> None:
    wreck = create(sim, Kind.WRECK, obj.team, obj.x, obj.y, obj.z, state.type)
    if wreck is None:
        return
    wreck.heading, wreck.speed, wreck.shape = obj.heading, obj.speed, obj.shape
    if (cause is Cause.DAMAGE and state.hits < OVERKILL) or cause is Cause.SELF:
        wreck.flags |= EXPLODES
    if cause is Cause.FUEL:
        wreck.flags |= OUT_OF_FUEL
    driver.wreck = wreck.id


OVERKILL = -40 << 16
"""Hit points below which a wreck explodes at once."""
EXPLODES = 0x2000000
"""Flag of a wreck that is to explode now."""
OUT_OF_FUEL = 0x1000000
"""Flag of a wreck that is whole, with its crew inside."""


def release(sim: Simulation, obj: Obj, driver: Driver) -> None:
    """Let a vehicle go; its driver has none."""
    driver.vehicle = 0
    mark_for_delete(sim, obj)


def stow(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Give a vehicle back to the stock of its side, with the mines it has left."""
    driver = sim.state.drivers[state.driver]
    side = sim.state.sides[driver.team]
    give_back(side, state.type)
    if state.type == VehicleType.MSV:
        side.mines = min(side.mines + state.weapons[1].ammunition, MAX_MINES)
    state.phase = Phase.LOST
    sim.events.append(Docked(driver.number, state.type))
    release(sim, obj, driver)


def give_up(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Take a vehicle from a driver who leaves it for good, elsewhere than in his bunker.

    It goes back into the stock as good as new, so one that an enemy hit lately is lost instead.
    """
    if sim.state.tick < state.hunted:
        lose(sim, obj, state, Cause.DAMAGE)
    else:
        stow(sim, obj, state)

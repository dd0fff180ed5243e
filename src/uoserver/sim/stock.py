"""What a side has left to drive (specification 5: Stock; rules: team_status)."""

from __future__ import annotations

from enum import IntEnum

from .objects import Kind
from .sides import ENDLESS, Driver, Side
from .simulation import Simulation
from .tables.vehicles import VehicleType
from .vehicles.state import VehicleState


class Status(IntEnum):
    """What is left to a driver without a vehicle."""

    DRAW = 0
    """No side can win any more; with one player it is lost."""
    SPECTATE = 1
    GO_ON = 2
    """Without jeeps, but not without vehicles."""
    JEEPS = 3


def take(side: Side, type_: int) -> None:
    """Take a vehicle out of the stock."""
    if side.stock[type_] not in (0, ENDLESS):
        side.stock[type_] -= 1


def give_back(side: Side, type_: int) -> None:
    """Put a vehicle into the stock."""
    if side.stock[type_] != ENDLESS:
        side.stock[type_] += 1


def vehicle_of(sim: Simulation, driver: Driver) -> VehicleState | None:
    """Return the state of the vehicle a driver has on the map."""
    obj = sim.state.pool.get(driver.vehicle)
    if obj is None or obj.kind is not Kind.VEHICLE or not isinstance(obj.data, VehicleState):
        return None
    return obj.data


def _drives(sim: Simulation, team: int, *, jeep: bool) -> bool:
    states = (vehicle_of(sim, driver) for driver in sim.state.drivers if driver.team == team)
    return any(state and (not jeep or state.type == VehicleType.JEEP) for state in states)


def _has_jeep(sim: Simulation, side: Side) -> bool:
    return bool(side.stock[VehicleType.JEEP]) or _drives(sim, side.team, jeep=True)


def status(sim: Simulation, team: int) -> Status:
    """Return what a side can still do.

    It can win as long as it has a jeep. The rules of two players count from the second on.
    """
    own = sim.state.sides[team]
    if _has_jeep(sim, own):
        return Status.JEEPS
    if sim.state.players == 1 or not _has_jeep(sim, sim.state.sides[1 - team]):
        return Status.DRAW
    if any(own.stock) or _drives(sim, team, jeep=False):
        return Status.GO_ON
    return Status.SPECTATE

"""What a side has left to drive (specification 5: Stock; rules: team_status; design: Sides)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from ..objects import Kind
from ..sides import ENDLESS, Driver, Mode, Side
from ..simulation import Simulation
from ..tables.vehicles import VehicleType
from ..vehiclestate import VehicleState

DRIVERS_SERVED: Final = 4
"""Drivers of a side for whom the map's stock is meant; for more it grows in proportion."""
WHOLE: Final = 100
"""The stock as the map says, in percent."""


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
    """Put a vehicle into the stock; one more than fits is lost: it would make the stock endless."""
    if side.stock[type_] < ENDLESS - 1:
        side.stock[type_] += 1


def scaled(stock: Sequence[int], percent: int) -> list[int]:
    """Return a stock at so many percent, rounded up; what is endless stays so.

    Raises ValueError for a negative percentage.
    """
    if percent < 0:
        raise ValueError(f"a stock of {percent} percent")
    most = ENDLESS - 1
    return [n if n == ENDLESS else min(most, -(-n * percent // WHOLE)) for n in stock]


def percent_for(drivers: int) -> int:
    """Return how much of a map's stock so many drivers of a side need."""
    return max(WHOLE, drivers * WHOLE // DRIVERS_SERVED)


def available(sim: Simulation, side: Side, type_: int) -> bool:
    """Return whether a side has a vehicle of a type that nobody is on his way up with.

    It leaves the stock only on the pad, so those that others wait for are counted. (What is endless
    is more than there are drivers.)
    """
    stock, drivers = side.stock[type_], sim.state.drivers
    if stock <= 0 or stock > len(drivers):  # a menu asks for all it passes by
        return stock > 0
    claimed = sum(
        driver.view.mode is Mode.LAUNCH and driver.view.type == type_
        for driver in drivers
        if driver.team == side.team
    )
    return stock > claimed


def present(sim: Simulation, team: int) -> list[Driver]:
    """Return the drivers of a side who have not left."""
    drivers = sim.state.drivers
    return [each for each in drivers if each.team == team and each.view.mode is not Mode.GONE]


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


def has_vehicles(sim: Simulation, team: int) -> bool:
    """Return whether a side has any vehicle left, in stock or on the map, driven or empty."""
    return any(sim.state.sides[team].stock) or _drives(sim, team, jeep=False)


def _can_win(sim: Simulation, team: int) -> bool:
    """Return whether a side can bring a flag home: by a jeep, or where men may by one on foot."""
    if _has_jeep(sim, sim.state.sides[team]):
        return True
    drivers = sim.state.drivers if sim.state.men_carry else ()
    return any(each.team == team and each.view.mode is Mode.ON_FOOT for each in drivers)


def status(sim: Simulation, team: int) -> Status:
    """Return what a side can still do.

    It can win as long as it has a jeep, in stock or driven by any of its drivers; where men carry
    flags, also as long as one of its drivers is on foot. A side that nobody plays for wins nothing:
    so a single player without jeeps has lost.
    """
    if _can_win(sim, team):
        return Status.JEEPS
    if not present(sim, 1 - team) or not _can_win(sim, 1 - team):
        return Status.DRAW
    return Status.GO_ON if has_vehicles(sim, team) else Status.SPECTATE

"""The vehicles that drivers have on the map, and what a driver is taken to see (design: Ticks).

Where the original asks for "the side's vehicle" it is the nearest here, as a side may have several.
What it decided by drawing is decided by areas round the vehicles, one rule for every driver: so
many cells to the north, to the south and to either side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .grid import CELL_SHIFT, EDGE, SIZE
from .kernel.fixmath import CELL, dist2_px
from .objects import SLOT_MASK, Kind, Obj
from .simulation import Simulation
from .tables.vehicles import VehicleType
from .vehiclestate import VehicleState

VIEW: Final = (3 * CELL, 5 * CELL, 2 * CELL)
FLYING_VIEW: Final = (5 * CELL, 8 * CELL, CELL)
"""How far one sees to either side, to the north and to the south; the original's is not known."""
_HELICOPTER: Final = int(VehicleType.HELICOPTER)
_VEHICLE: Final = Kind.VEHICLE
_ROW: Final = ~(CELL - 1)
"""Bits of a place that name its row or column."""


def vehicles_of(sim: Simulation, team: int) -> Iterator[Obj]:
    """Yield the vehicles that drivers of a side have, by the drivers' numbers; no wrecks."""
    slots = sim.state.pool.slots
    for driver in sim.state.drivers:
        number = driver.vehicle
        if number and driver.team == team:
            obj = slots[number & SLOT_MASK]  # `Pool.get`, which every tower asks for every enemy
            if obj is not None and obj.id == number and obj.kind is _VEHICLE:
                yield obj


def nearest_vehicle(sim: Simulation, team: int, x: int, y: int) -> Obj | None:
    """Return the vehicle of a side that is nearest to a place; of two, that of the first driver."""
    nearest, least = None, 0
    for each in vehicles_of(sim, team):  # `min` with a key takes twice as long
        away = dist2_px(each.x, each.y, x, y)
        if nearest is None or away < least:
            nearest, least = each, away
    return nearest


def _view(viewer: Obj) -> tuple[int, int, int]:
    state = viewer.data
    flies = isinstance(state, VehicleState) and state.type == _HELICOPTER
    return FLYING_VIEW if flies else VIEW


def in_view(viewer: Obj, x: int, y: int) -> bool:
    """Return whether a place is near enough to a vehicle to be in its driver's picture."""
    aside, north, south = _view(viewer)
    return abs(x - viewer.x) <= aside and -north <= y - viewer.y <= south


def seen(sim: Simulation, obj: Obj) -> bool:
    """Return whether any driver sees an object, as the original asked whether it was drawn.

    All who ask in a frame ask of the same pictures, as the original did of the last that it drew;
    they are those of when the first asked. Every man asks in every frame.
    """
    if sim.sight is None:
        sim.sight = _sight(pictures(sim))
    x, y = obj.x, obj.y
    if 0 <= x < EDGE and 0 <= y < EDGE:
        return bool(sim.sight[y >> CELL_SHIFT] >> (x >> CELL_SHIFT) & 1)
    return any(w <= x < e and n <= y < s for w, n, e, s in pictures(sim))


def _sight(views: list[tuple[int, int, int, int]]) -> list[int]:
    """Return the rows of the grid, of each a bit for every column that is in some picture."""
    sight = [0] * SIZE
    for west, north, east, south in views:
        columns = (1 << max(0, east >> CELL_SHIFT)) - (1 << max(0, west >> CELL_SHIFT))
        for row in range(max(0, north >> CELL_SHIFT), min(SIZE, south >> CELL_SHIFT)):
            sight[row] |= columns
    return sight


def pictures(sim: Simulation) -> list[tuple[int, int, int, int]]:
    """Return what all drivers see, for many looks in one frame: `seen` is being in one of these.

    Each is west, north, and the first places to the east and south that are outside.
    """
    found = []
    for team in (0, 1):
        for viewer in vehicles_of(sim, team):
            aside, north, south = _view(viewer)
            x, y = viewer.x & _ROW, viewer.y & _ROW
            found.append((x - aside, y - north, x + aside + CELL, y + south + CELL))
    for driver in sim.state.drivers:
        man = sim.state.pool.get(driver.man) if driver.man else None
        if man is not None:
            aside, north, south = VIEW
            x, y = man.x & _ROW, man.y & _ROW
            found.append((x - aside, y - north, x + aside + CELL, y + south + CELL))
    return found


def cells_in_view(viewer: Obj) -> tuple[range, range]:
    """Return the columns and rows that a vehicle's driver sees, as far as they are on the map."""
    aside, north, south = _view(viewer)
    west, east = viewer.x - aside >> CELL_SHIFT, viewer.x + aside >> CELL_SHIFT
    top, bottom = viewer.y - north >> CELL_SHIFT, viewer.y + south >> CELL_SHIFT
    return range(max(0, west), min(SIZE, east + 1)), range(max(0, top), min(SIZE, bottom + 1))

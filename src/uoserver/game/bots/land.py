"""What it costs a vehicle to cross a cell: its terrain, and what stands on it.

Costs count tenths of the way over a cell of plain land at full speed.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from uoserver.sim.grid import CELLS, SIZE, Grid
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.tables import terrain as t
from uoserver.sim.tables.statics import (
    BRIDGE_ACROSS,
    BRIDGE_UPRIGHT,
    GATE_ACROSS,
    GATE_UPRIGHT,
    NUMBER_OF,
    STATICS,
    Static,
    Touch,
)
from uoserver.sim.tables.vehicles import HULL_MASK, HULL_SOLID, VehicleType

CLOSED: Final = 0
"""The cost of a cell that nobody crosses."""
PLAIN: Final = 10
ON_ROAD: Final = 8
IN_SHALLOWS: Final = 14
SOFT: Final = 5
"""More for a bush or tent that gives way."""
LITTLE: Final = 60
"""More for a rock in a jeep's way: there is mostly room beside it."""
SHOOT: Final = (20, 8)
"""More for what a gun must shoot out of the way, and for each of its hit points."""
THROW: Final = (200, 40)
"""As much for a jeep, which has a few grenades only."""
DOOR: Final = 120
"""More for a cell into which a gate of one's own slides its door."""
OWN: Final = 200
"""More for what belongs to the side that would shoot it."""
_LOW: Final = 10 * ONE
_GATES: Final = (GATE_ACROSS, GATE_UPRIGHT)
_BRIDGES: Final = (BRIDGE_ACROSS, BRIDGE_UPRIGHT)
RUBBLE: Final = NUMBER_OF["DEST_FLAG"]


class Wheels(IntEnum):
    """Who crosses: jeeps turn aside for what tanks and MSVs drive over or shoot."""

    JEEP = 0
    TRACKS = 1


def wheels_of(type_: int) -> Wheels:
    """Return how a type of vehicle drives."""
    return Wheels.JEEP if type_ == VehicleType.JEEP else Wheels.TRACKS


def _stands_in_the_way(what: Static) -> bool:
    return any(
        part.solid & HULL_MASK and part.mask & HULL_SOLID and part.low < _LOW and not part.pickup
        for part in what.shape
    )


_SOLID: Final = tuple(_stands_in_the_way(what) for what in STATICS)
_TOUCH: Final = tuple(what.touch for what in STATICS)


def solid(static: int) -> bool:
    """Return whether a static object stops vehicles, for some at least."""
    return _SOLID[static]


def cost(grid: Grid, cell: int, wheels: Wheels, team: int) -> int:
    """Return what it costs a vehicle of a side to cross a cell, `CLOSED` for one it cannot."""
    static = grid.static[cell]
    ground = _ground(grid.terrain[cell], static)
    if ground and _door_slides_to(grid, cell, team):
        ground += DOOR
    if not ground or not _SOLID[static]:
        return ground
    more = _static(static, grid.hits[cell], grid.side[cell], wheels, team)
    return ground + more if more >= 0 else CLOSED


def _door_slides_to(grid: Grid, cell: int, team: int) -> bool:
    """Return whether a gate beside a cell opens into it for a side: walls should stand there.

    An open gate is an object; its cell keeps the terrain and the hit points.
    """
    terrain = grid.terrain
    for at, kind in (
        (cell - SIZE, t.GATE_UPRIGHT),
        (cell + SIZE, t.GATE_UPRIGHT),
        (cell - 1, t.GATE_ACROSS),
        (cell + 1, t.GATE_ACROSS),
    ):
        if 0 <= at < CELLS and terrain[at] == kind and grid.hits[at] and grid.side[at] == team:
            return True
    return False


def _ground(terrain: int, static: int) -> int:
    if static in _BRIDGES or t.ROAD_FIRST <= terrain <= t.ROAD_LAST:
        return ON_ROAD
    if terrain == t.DEEP or t.FIRST_BORDER <= terrain <= t.LAST_WET:
        return CLOSED
    if terrain == t.SHALLOW or t.FIRST_SHORE <= terrain < t.FIRST_BORDER:
        return IN_SHALLOWS
    return PLAIN


def _static(static: int, hits: int, side: int, wheels: Wheels, team: int) -> int:
    """Return what a static object adds, -1 for one that cannot be got rid of."""
    touch = _TOUCH[static]
    if touch is Touch.ROCK:
        return LITTLE if wheels is Wheels.JEEP else 0
    if touch is Touch.TENT or (touch is Touch.BUSH and wheels is Wheels.TRACKS):
        return SOFT
    if static in _GATES and side == team:
        return SOFT
    if not hits:
        return -1
    base, each = THROW if wheels is Wheels.JEEP else SHOOT
    return base + each * hits + (OWN if side == team else 0)


def must_be_shot(grid: Grid, cell: int, wheels: Wheels, team: int) -> bool:
    """Return whether a cell is crossed only once what stands there has been shot."""
    static = grid.static[cell]
    if not _SOLID[static] or not grid.hits[cell]:
        return False
    return _static(static, grid.hits[cell], grid.side[cell], wheels, team) > SOFT

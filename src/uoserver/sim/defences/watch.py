"""What the original did while it drew the towers: it woke them (specification 9; rules 9)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ..grid import SIZE
from ..objects import Kind, Obj
from ..simulation import Simulation
from ..tables.statics import ACTIVE_TOWER
from ..targets import cells_in_view, vehicles_of
from ..vehiclestate import state_of
from .turret import TOWERS, TurretState, wake

_ONE, _TWO, _AWAKE = *TOWERS, ACTIVE_TOWER
_ANY: Final = re.compile(b"[" + re.escape(bytes((_ONE, _TWO, _AWAKE))) + b"]")
"""The static objects that matter here, in the bytes of the grid."""
_MOST_VIEWS: Final = 256
"""Views kept, of a kilobyte each: four for each of the most drivers."""
_TURRET: Final = Kind.TURRET


def watch_towers(sim: Simulation) -> None:
    """Wake the towers that their enemies' drivers see, once a frame; keep awake what anyone sees.

    A tower of nobody has no enemies. Counts for each vehicle the enemy turrets in its view.
    """
    for team in (0, 1):
        for vehicle in vehicles_of(sim, team):
            state_of(vehicle).turrets = _look(sim, vehicle)


def _look(sim: Simulation, vehicle: Obj) -> int:
    columns, rows = cells_in_view(vehicle)
    if not columns or not rows:  # far off the map
        return 0
    first = rows.start * SIZE
    cells = bytes(sim.state.grid.static[first : rows.stop * SIZE])
    count = 0
    for at in _towers(cells, columns.start, columns.stop):
        count += _see(sim, vehicle, first + at)
    return count


@lru_cache(maxsize=_MOST_VIEWS)
def _towers(rows: bytes, left: int, right: int) -> tuple[int, ...]:
    """Return where in some whole rows of cells, between two columns, there are towers.

    It changes when a vehicle comes into another cell or something falls, so mostly it is known.
    """
    return tuple(
        found.start()
        for row in range(0, len(rows), SIZE)
        for found in _ANY.finditer(rows, row + left, row + right)
    )


def _see(sim: Simulation, vehicle: Obj, cell: int) -> int:
    """Let a vehicle's driver see a tower; return the number of enemy turrets that he sees there."""
    grid, pool = sim.state.grid, sim.state.pool
    enemy = 1 - vehicle.team
    if grid.static[cell] in TOWERS and grid.hits[cell] and grid.side[cell] == enemy:
        wake(sim, cell, vehicle)
    count, slot = 0, grid.chain[cell]
    while slot:
        obj = pool.at(slot)
        if obj.kind is _TURRET and isinstance(obj.data, TurretState):
            obj.data.unseen = 0
            count += obj.team == enemy
        slot = obj.chain_next
    return count

"""What the original did while it drew the towers: it woke them (specification 9; rules 9)."""

from __future__ import annotations

from typing import Final

from ..grid import SIZE
from ..objects import Kind, Obj
from ..simulation import Simulation
from ..tables.statics import ACTIVE_TOWER
from ..targets import cells_in_view, vehicles_of
from ..vehiclestate import state_of
from .turret import TOWERS, TurretState, wake

_LOOKED_FOR: Final = (*TOWERS, ACTIVE_TOWER)
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
    static = sim.state.grid.static
    first, last = rows.start * SIZE, rows.stop * SIZE
    if all(static.find(each, first, last) < 0 for each in _LOOKED_FOR):
        return 0  # in these rows of the map: a search of bytes is much faster than the walk
    count = 0
    for row in rows:
        for cell in range(row * SIZE + columns.start, row * SIZE + columns.stop):
            if static[cell] in _LOOKED_FOR:
                count += _see(sim, vehicle, cell)
    return count


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

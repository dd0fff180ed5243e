"""What the original did while it drew the towers: it woke them (specification 9; rules 9)."""

from __future__ import annotations

import re
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
    static, first, last = sim.state.grid.static, rows.start * SIZE, rows.stop * SIZE
    find = static.find  # most rows have no tower, and this is the fastest way to see that
    if find(_ONE, first, last) < 0 > find(_TWO, first, last) and find(_AWAKE, first, last) < 0:
        return 0
    left, right = columns.start, columns.stop
    window = b"".join([static[row + left : row + right] for row in range(first, last, SIZE)])
    count = 0
    for found in _ANY.finditer(window):
        row, column = divmod(found.start(), len(columns))
        count += _see(sim, vehicle, first + row * SIZE + left + column)
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

"""The arrow that points a driver to his enemy (rules: Vehicle update details)."""

from __future__ import annotations

from typing import Final

from ..kernel.headings import angle_between
from ..objects import Obj
from ..simulation import Simulation
from ..tables.vehicles import VEHICLES
from ..targets import in_view, nearest_vehicle
from ..vehiclestate import VehicleState

ARROW_EVERY: Final = 60
NO_ARROW: Final = -1
IN_VIEW: Final = 8
"""Instead of one of the 8 sectors, which begin in the north and go clockwise."""
_HALF_SECTOR: Final = 0x40000
_SECTOR_BITS: Final = 0x380000
_SECTOR_SHIFT: Final = 19


def point_arrow(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Look every 60 ticks where the nearest vehicle of the other side is."""
    if state.arrow_tick > sim.state.tick:
        return
    state.arrow_tick = sim.state.tick + ARROW_EVERY
    enemy = None
    if VEHICLES[state.type].arrow:
        enemy = nearest_vehicle(sim, 1 - obj.team, obj.x, obj.y)
    if enemy is None:
        state.arrow = NO_ARROW
    elif in_view(obj, enemy.x, enemy.y):
        state.arrow = IN_VIEW
    else:
        angle = angle_between(obj.x, obj.y, enemy.x, enemy.y)
        state.arrow = (angle + _HALF_SECTOR & _SECTOR_BITS) >> _SECTOR_SHIFT

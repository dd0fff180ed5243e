"""The arrow that points a driver to his enemy (rules: Vehicle update details)."""

from __future__ import annotations

from typing import Final

from ..kernel.fixmath import CELL, dist2_px
from ..kernel.headings import angle_between
from ..objects import Kind, Obj
from ..simulation import Simulation
from ..tables.vehicles import VEHICLES, VehicleType
from .state import VehicleState

ARROW_EVERY: Final = 60
NO_ARROW: Final = -1
IN_VIEW: Final = 8
"""Instead of one of the 8 sectors, which begin in the north and go clockwise."""
_HALF_SECTOR: Final = 0x40000
_SECTOR_BITS: Final = 0x380000
_SECTOR_SHIFT: Final = 19
VIEW: Final = (3 * CELL, 5 * CELL, 2 * CELL)
FLYING_VIEW: Final = (5 * CELL, 8 * CELL, CELL)
"""How far one sees to either side, to the north and to the south; the original's is not known."""


def point_arrow(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Look every 60 ticks where the nearest vehicle of the other side is."""
    if state.arrow_tick > sim.state.tick:
        return
    state.arrow_tick = sim.state.tick + ARROW_EVERY
    enemy = nearest_enemy(sim, obj) if VEHICLES[state.type].arrow else None
    if enemy is None:
        state.arrow = NO_ARROW
    elif _in_view(obj, state, enemy):
        state.arrow = IN_VIEW
    else:
        angle = angle_between(obj.x, obj.y, enemy.x, enemy.y)
        state.arrow = (angle + _HALF_SECTOR & _SECTOR_BITS) >> _SECTOR_SHIFT


def nearest_enemy(sim: Simulation, obj: Obj) -> Obj | None:
    """Return the nearest vehicle that a driver of the other side has on the map."""
    pool = sim.state.pool
    vehicles = (pool.get(driver.vehicle) for driver in sim.state.drivers if driver.team != obj.team)
    return min(
        (each for each in vehicles if each is not None and each.kind is Kind.VEHICLE),
        key=lambda each: dist2_px(each.x, each.y, obj.x, obj.y),
        default=None,
    )


def _in_view(obj: Obj, state: VehicleState, enemy: Obj) -> bool:
    aside, north, south = FLYING_VIEW if state.type == VehicleType.HELICOPTER else VIEW
    return abs(enemy.x - obj.x) <= aside and -north <= enemy.y - obj.y <= south

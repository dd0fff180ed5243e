"""Where a jeep throws its grenades (rules 7: Jeep target priority)."""

from __future__ import annotations

from typing import Final

from ..collide import place_of_static
from ..grid import OUTSIDE
from ..kernel.fixmath import ONE, dist, mul
from ..kernel.headings import STEP_SHIFT, direction
from ..keys import PRESS
from ..objects import Obj
from ..simulation import Simulation
from ..tables.muzzles import GRENADE_REACH
from ..targets import vehicles_of
from ..vehiclestate import VehicleState
from . import slots
from .grenade import throw

SLOT: Final = 0
FLYING: Final = 5 * ONE
"""Height from which a vehicle is no target."""
NEAREST: Final = 48
SPREAD: Final = 15
"""Pixels that a throw at nothing is long, and how many lengths are drawn from."""
HEADINGS: Final = 8
ABOVE: Final = 5 * ONE
"""Where a grenade leaves the jeep."""


def use(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Throw a grenade at each press of button A."""
    if not state.control & PRESS or not slots.ready(sim, obj, state, SLOT):
        return
    at = (obj.x, obj.y, obj.z + ABOVE)
    if throw(sim, obj.team, at, target(sim, obj, state), obj) is not None:
        slots.spend(sim, state, SLOT)


def target(sim: Simulation, obj: Obj, state: VehicleState) -> tuple[int, int]:
    """Return the place to throw at.

    The nearest enemy vehicle on the ground, what the jeep last ran into, or somewhere ahead.
    """
    enemies = (each for each in vehicles_of(sim, 1 - obj.team) if each.z < FLYING)
    nearest = min(enemies, key=lambda each: _far(obj, each.x, each.y), default=None)
    if nearest is not None and _far(obj, nearest.x, nearest.y) <= GRENADE_REACH:
        return (nearest.x, nearest.y)
    cell = state.bumped_cell
    if cell != OUTSIDE and sim.state.grid.hits[cell]:
        place = place_of_static(sim, cell)
        if _far(obj, *place) <= GRENADE_REACH:
            return place
    bumped = sim.state.pool.get(state.bumped_object)
    if bumped is not None and bumped.team == 1 - obj.team:
        place = (bumped.x, bumped.y)
        if _far(obj, *place) <= GRENADE_REACH:
            return place
    return _ahead(sim, obj)


def _far(obj: Obj, x: int, y: int) -> int:
    return dist(obj.x, obj.y, x, y)


def _ahead(sim: Simulation, obj: Obj) -> tuple[int, int]:
    rand = sim.state.rand
    far = (NEAREST + rand.below(SPREAD)) * ONE
    east, south = direction(obj.heading + (rand.below(HEADINGS) - HEADINGS // 2 << STEP_SHIFT))
    return (obj.x + mul(east, far), obj.y + mul(south, far))

"""What ends a shell or a grenade: ground, static objects, others (rules 7)."""

from __future__ import annotations

from typing import Final, Protocol

from ..blast import explode
from ..grid import OUTSIDE
from ..kernel.fixmath import ONE
from ..lifecycle import mark_for_delete
from ..moving import move
from ..objects import Obj
from ..simulation import Simulation
from ..statics import damage as damage_static
from ..tables.effects import Hit, Impacts
from ..tables.terrain import is_paved
from ..world import DEEP, DRY, box_water, cell_water

MISSED: Final = -1
"""What is hit as long as nothing is."""
SPLASH_RADIUS: Final = 3 * ONE
"""How far from the shore one must come down to make a splash; the original's is not known."""
_STATIC: Final = int(Hit.STATIC)
_OBJECT: Final = int(Hit.OBJECT)


class Flying(Protocol):
    """The part of its data with which something flies until it hits; `tables.effects.Hit`."""

    hit: int


def strike(sim: Simulation, obj: Obj, state: Flying, hit: int) -> None:
    """End something by what it hit; it still flies to the end of this step."""
    state.hit = hit
    mark_for_delete(sim, obj)


def advance(sim: Simulation, obj: Obj, state: Flying, dx: int, dy: int, dz: int) -> None:
    """Move a shell, and look whether it came down; what it met on the way counts first."""
    move(sim, obj, dx, dy, dz)
    if obj.z < 0:
        obj.z = 0
        if state.hit == MISSED:
            strike(sim, obj, state, ground_hit(sim, obj))


def ground_hit(sim: Simulation, obj: Obj) -> Hit:
    """Return what kind of ground an object came down on."""
    grid, cell = sim.state.grid, obj.cell
    if cell != OUTSIDE and is_paved(grid.terrain[cell]):
        return Hit.ROAD
    water = cell_water(grid, cell)
    if water not in (DRY, DEEP):
        water = box_water(sim.world, obj.x, obj.y, SPLASH_RADIUS)
    return Hit.GROUND if water == DRY else Hit.WATER


def harm_static(sim: Simulation, obj: Obj, state: Flying, cell: int, amount: int) -> None:
    """Damage a cell's static object, and end."""
    damage_static(sim, cell, amount, obj)
    strike(sim, obj, state, _STATIC)


def harm(sim: Simulation, obj: Obj, state: Flying, other: Obj, amount: int) -> None:
    """Damage another object, and end."""
    if hook := sim.classes[other.kind].damage:
        hook(sim, other, amount, obj)
    strike(sim, obj, state, _OBJECT)


def burst(sim: Simulation, obj: Obj, state: Flying, impacts: Impacts) -> None:
    """Let what goes explode by what it hit; without a hit it just ends."""
    if state.hit != MISSED:
        explode(sim, impacts[state.hit], obj.x, obj.y, obj.z)

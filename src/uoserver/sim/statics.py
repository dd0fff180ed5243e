"""Placing, damaging and destroying static objects (rules: BNO damage and destruction)."""

from __future__ import annotations

from .events import CellChanged, StaticHit
from .grid import OUTSIDE, Grid
from .objects import Obj
from .simulation import Simulation
from .tables.statics import FLAG_BUILDING, NOTHING, STATICS

MAX_HITS = 7
"""What fits into the three bits of a cell."""
NOBODY = 2


def place(grid: Grid, cell: int, static: int, side: int) -> None:
    """Put a static object into a cell, with the terrain that belongs to it.

    A number that names none clears the cell, its terrain too; objects in the cell stay.
    """
    if not 0 < static < len(STATICS) or not STATICS[static].placeable:
        grid.terrain[cell] = grid.static[cell] = grid.hits[cell] = 0
        grid.side[cell] = NOBODY
        return
    what = STATICS[static]
    grid.static[cell] = static
    grid.side[cell] = side
    if what.terrain >= 0:
        grid.terrain[cell] = what.terrain
    grid.hits[cell] = min(what.hits, MAX_HITS)


def changed(sim: Simulation, cell: int) -> None:
    """Tell that a cell is not what it was."""
    grid = sim.state.grid
    sim.events.append(CellChanged(cell, grid.terrain[cell], grid.static[cell], grid.side[cell]))


def set_terrain(sim: Simulation, cell: int, terrain: int) -> None:
    """Give a cell another terrain."""
    sim.state.grid.terrain[cell] = terrain
    changed(sim, cell)


def fall(sim: Simulation, cell: int) -> None:
    """Put what a cell's static object becomes when it is destroyed in its place."""
    grid = sim.state.grid
    what = STATICS[grid.static[cell]]
    if what.becomes:
        place(grid, cell, what.becomes, grid.side[cell])
        if what.rubble:
            grid.terrain[cell] = what.rubble
    else:
        grid.static[cell], grid.hits[cell] = NOTHING, 0
        grid.side[cell] = NOBODY
        extra = sim.state.rand.below(what.variants) if what.variants > 1 else 0
        grid.terrain[cell] = what.rubble + extra
    changed(sim, cell)


def damage(sim: Simulation, cell: int, amount: int, source: Obj | None = None) -> bool:
    """Take hit points (16.16) off a cell's static object; return whether that destroyed it.

    Less than one is one. What has no hit points cannot be damaged.
    """
    grid = sim.state.grid
    left = grid.hits[cell]
    if not left or amount <= 0:
        return False
    loss = max(1, amount >> 16)
    grid.hits[cell] = left = max(0, left - loss)
    sim.events.append(StaticHit(cell, left, source.id if source else 0))
    if left:
        return False
    destroy(sim, cell)
    return True


def destroy(sim: Simulation, cell: int) -> None:
    """Destroy a cell's static object: it is at once what it becomes."""
    fall(sim, cell)


def hide_flag(sim: Simulation, side: int, but: int = OUTSIDE) -> bool:
    """Hide a side's flag in one of its intact buildings, by chance; return whether there is one.

    ``but`` is the cell of one that does not count.
    """
    grid, own = sim.state.grid, sim.state.sides[side]
    sites = [
        cell
        for cell in own.flag_sites
        if cell != but and grid.static[cell] == FLAG_BUILDING and grid.hits[cell]
    ]
    if not sites:
        return False
    own.flag_cell = sites[sim.state.rand.below_wide(len(sites))]
    return True

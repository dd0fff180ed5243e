"""Placing, damaging and destroying static objects (rules: BNO damage and destruction)."""

from __future__ import annotations

from typing import Final

from .blast import burst, explode
from .collide import place_of_static
from .events import CellChanged, StaticHit
from .grid import OUTSIDE, Grid, jitter_of
from .kernel.headings import MASK, STEP_SHIFT, STEPS
from .lifecycle import create
from .objects import Kind, Obj
from .simulation import Simulation
from .tables.effects import EFFECT_OF, Debris, Effect
from .tables.statics import FLAG_BUILDING, NOTHING, STATICS, Fall, Static

MAX_HITS: Final = 7
"""What fits into the three bits of a cell."""
NOBODY: Final = 2
_SIDES: Final = (0, 1)
_FLAG, _TOWER, _BRIDGE = Fall.FLAG, Fall.TOWER, Fall.BRIDGE


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


# -- ruins -----------------------------------------------------------------------------------------


def fall(sim: Simulation, cell: int) -> None:
    """Put what a cell's static object becomes when it is destroyed in its place."""
    grid = sim.state.grid
    if grid.static[cell] != NOTHING:
        become(sim, cell, grid.static[cell], grid.side[cell])


def become(sim: Simulation, cell: int, static: int, side: int) -> None:
    """Put into a cell what a static object becomes when it is destroyed."""
    grid, what = sim.state.grid, STATICS[static]
    if what.becomes:
        place(grid, cell, what.becomes, side)
        if what.rubble:
            grid.terrain[cell] = what.rubble
    else:
        grid.static[cell], grid.hits[cell] = NOTHING, 0
        grid.side[cell] = NOBODY
        extra = sim.state.rand.below(what.variants) if what.variants > 1 else 0
        grid.terrain[cell] = what.rubble + extra
    changed(sim, cell)


# -- damage ----------------------------------------------------------------------------------------


def damage(
    sim: Simulation,
    cell: int,
    amount: int,
    source: Obj | None = None,
    *,
    effect: Effect | None = None,
) -> bool:
    """Take hit points (16.16) off a cell's static object; return whether that destroyed it.

    Less than one is one. What has no hit points cannot be damaged: neither what never had any nor
    what is about to fall. ``effect`` is how it explodes if not in its usual way.
    """
    if not wear(sim, cell, amount, source):
        return False
    destroy(sim, cell, effect=effect)
    return True


def wear(sim: Simulation, cell: int, amount: int, source: Obj | None = None) -> bool:
    """Take hit points off a cell as `damage` does; return whether the last is gone.

    Nothing is destroyed: what stands there, or stood there like an open gate, is an object now.
    """
    grid = sim.state.grid
    left = grid.hits[cell]
    if not left or amount <= 0:
        return False
    loss = max(1, amount >> 16)
    grid.hits[cell] = left = max(0, left - loss)
    sim.events.append(StaticHit(cell, left, source.id if source else 0))
    if left == 1:
        _let_men_out(sim, cell, STATICS[grid.static[cell]])
    return not left


def _let_men_out(sim: Simulation, cell: int, what: Static) -> None:
    """Let those in a building that is nearly destroyed leave it; who is freed is of the enemy."""
    least, most = what.men
    if not what.freed and not most:
        return
    side = sim.state.grid.side[cell]
    team = min(side, NOBODY)
    if what.freed and side in _SIDES:
        team = 1 - side
    x, y = place_of_static(sim, cell)
    extra = sim.state.rand.below(most - least)
    for _ in range(most - least + extra):
        create(sim, Kind.MAN, team, x, y, 0, cell + 1)


# -- destruction -----------------------------------------------------------------------------------


def destroy(sim: Simulation, cell: int, *, effect: Effect | None = None) -> None:
    """Destroy a cell's static object: its explosion begins, in which it becomes what it becomes.

    Until then it stands in its cell without hit points. Where nothing stands nothing falls: the
    object that is about, an open gate, sees its hit points gone.
    """
    static = sim.state.grid.static[cell]
    what = STATICS[static]
    if what.fall is _TOWER:
        _throw_turret(sim, cell)
    elif what.fall is _BRIDGE:
        _throw_planks(sim, cell)
    sim.state.grid.hits[cell] = 0
    _explode(sim, cell, what, EFFECT_OF.get(static) if effect is None else effect)
    if what.fall is _FLAG:
        _lose_flag_building(sim, cell)


def _explode(sim: Simulation, cell: int, what: Static, effect: Effect | None) -> None:
    """Begin the explosion of a static object; without one it is at once what it becomes."""
    x, y = place_of_static(sim, cell)
    if what.corner:
        part = what.shape[0]
        x, y = x + part.dx, y + part.dy
    if effect is None or explode(sim, effect, x, y, 0, cell=cell) is None:
        fall(sim, cell)


def _throw_turret(sim: Simulation, cell: int) -> None:
    """Let the turret of a tower fly off: as its object last stood, or as it stands at rest."""
    pose, sim.state.tower_pose = sim.state.tower_pose, None
    heading = (jitter_of(sim.state.grid, cell)[3] & STEPS - 1) << STEP_SHIFT
    if pose is not None:
        heading = pose[0] & MASK
    team = min(sim.state.grid.side[cell], NOBODY)
    burst(sim, Debris.TURRET, *place_of_static(sim, cell), 0, team=team, heading=heading)


def _throw_planks(sim: Simulation, cell: int) -> None:
    rand = sim.state.rand
    pieces = rand.below(3) + 2
    pieces += rand.below(5)
    burst(sim, Debris.PLANK, *place_of_static(sim, cell), 0, pieces=pieces)


# -- flags -----------------------------------------------------------------------------------------


def _lose_flag_building(sim: Simulation, cell: int) -> None:
    """Count a building that a flag could be in; one that has it gives it to another, or out."""
    number = sim.state.grid.side[cell]
    flags = sim.state.pool.on_kind(Kind.FLAG)
    if number not in _SIDES or any(flag.team == number for flag in flags):
        return
    side = sim.state.sides[number]
    side.flag_left -= 1
    if side.flag_cell != cell:
        return
    if side.flag_left >= 0 and hide_flag(sim, number, cell):
        return
    x, y = place_of_static(sim, cell)
    if create(sim, Kind.FLAG, number, x, y, 0, cell) is None:
        hide_flag(sim, number, cell)  # or it could never come out


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

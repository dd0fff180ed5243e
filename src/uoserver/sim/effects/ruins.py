"""What an explosion does to cells beside putting a ruin there at once (tables 5)."""

from __future__ import annotations

from typing import Final

from ..calls import Call
from ..grid import OUTSIDE, SIZE, cell_number
from ..kernel.fixmath import ONE
from ..objects import Obj
from ..simulation import Simulation
from ..statics import NOBODY, become, changed, damage, fall
from ..tables.statics import FUELS, NOTHING, NUMBER_OF
from ..tables.terrain import GATE_ACROSS, GATE_UPRIGHT
from ..timers import MAX_TIMERS

GATE_DAMAGE: Final = 255 * ONE
MOST_RUIN_TIMERS: Final = MAX_TIMERS // 2
"""Beyond these, ruins come at once: the ways back of drivers need timers, too."""
SIDE_SHIFT: Final = 8

_WEST, _EAST, _NORTH, _SOUTH = (-1, 0), (1, 0), (0, -1), (0, 1)
_WALLS: Final = tuple(
    (way, NUMBER_OF[before], NUMBER_OF[after])
    for way, before, after in (
        (_WEST, "LDMG_WALL_H", "BDMG_WALL_H"),
        (_EAST, "RDMG_WALL_H", "BDMG_WALL_H"),
        (_WEST, "WALL_H", "RDMG_WALL_H"),
        (_EAST, "WALL_H", "LDMG_WALL_H"),
        (_NORTH, "LDMG_WALL_V", "BDMG_WALL_V"),
        (_SOUTH, "RDMG_WALL_V", "BDMG_WALL_V"),
        (_NORTH, "WALL_V", "RDMG_WALL_V"),
        (_SOUTH, "WALL_V", "LDMG_WALL_V"),
    )
)
"""The neighbours of a wall that falls, and what becomes of them, in this order."""
_GATES: Final = (
    (_WEST, GATE_ACROSS),
    (_EAST, GATE_ACROSS),
    (_NORTH, GATE_UPRIGHT),
    (_SOUTH, GATE_UPRIGHT),
)


def _beside(cell: int, way: tuple[int, int]) -> int:
    return cell_number(cell % SIZE + way[0], cell // SIZE + way[1])


def break_neighbours(sim: Simulation, cell: int, source: Obj) -> None:
    """Break the ends off the walls beside a cell, and destroy gates that it held.

    Walls keep their hit points. A gate is known by its floor: an open one is not in its cell.
    """
    grid = sim.state.grid
    for way, before, after in _WALLS:
        beside = _beside(cell, way)
        if beside != OUTSIDE and grid.static[beside] == before:
            grid.static[beside] = after
            changed(sim, beside)
    for way, floor in _GATES:
        beside = _beside(cell, way)
        if beside != OUTSIDE and grid.terrain[beside] == floor:
            damage(sim, beside, GATE_DAMAGE, source)


def face_rubble(sim: Simulation, cell: int) -> None:
    """Let the side of a fuel dump's cell say which way its ruin faces: north, south, east, west."""
    static = sim.state.grid.static[cell]
    if static in FUELS:
        sim.state.grid.side[cell] = FUELS.index(static)


def clear_for(sim: Simulation, cell: int, ticks: int) -> None:
    """Take a cell's static object away, and put its ruin there later."""
    grid, timers = sim.state.grid, sim.state.timers
    static, side = grid.static[cell], grid.side[cell]
    if static == NOTHING:
        return
    if len(timers.entries) >= MOST_RUIN_TIMERS:
        fall(sim, cell)
        return
    grid.static[cell], grid.hits[cell], grid.side[cell] = NOTHING, 0, NOBODY
    changed(sim, cell)
    timers.add(ticks, Call.RUIN, cell, static | side << SIDE_SHIFT)


def put_ruin(sim: Simulation, cell: int, what: int) -> int:
    """Put the ruin of a static object into its cell, unless there is something else by now.

    ``what`` is its number and, from bit 8 on, its side. It is what a timer calls: once.
    """
    if sim.state.grid.static[cell] == NOTHING:
        become(sim, cell, what & (1 << SIDE_SHIFT) - 1, what >> SIDE_SHIFT)
    return -1

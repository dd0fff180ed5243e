"""Mines that lie about at random from the beginning (specification 10; rfm: Random mines)."""

from __future__ import annotations

from typing import Final

from ..grid import CELLS, OUTSIDE, SIZE, Grid
from ..kernel.fixmath import CELL, ONE
from ..simulation import Simulation
from ..tables import terrain as t
from ..weapons import mine

NEVER: Final = 8
"""Bit of terrain that has no mines: most roads are spared by it."""
CLEAR_OF_PAD: Final = 2
"""Cells to either side of the first side's pad: those nearer have none."""
FIRST_DRY: Final = t.LAST_WET + 1
FIRST_PX: Final = 6
SPREAD_PX: Final = 25


def lay_random(sim: Simulation, count: int) -> int:
    """Lay mines beside roads, and where there is no more room there, anywhere; return how many.

    Who counts them for the second time has lost one.
    """
    laid, left = _lay(sim, _sites(sim, by_road=True), count)
    if left > 1:
        laid += _lay(sim, _sites(sim, by_road=False), left - 1)[0]
    return laid


def _lay(sim: Simulation, sites: list[int], count: int) -> tuple[int, int]:
    """Lay mines at sites, each once, by chance; return how many lie, and how many are left."""
    rand, laid = sim.state.rand, 0
    while count > 0 and sites:
        count -= 1
        # The first is drawn with 0 and with 1, the last only when it is the only one.
        cell = sites.pop(max(rand.below(len(sites)), 1) - 1)
        y = cell // SIZE * CELL + (FIRST_PX + rand.below(SPREAD_PX)) * ONE
        x = cell % SIZE * CELL + (FIRST_PX + rand.below(SPREAD_PX)) * ONE
        laid += mine.lay(sim, x, y) is not None
    return laid, count


def _sites(sim: Simulation, *, by_road: bool) -> list[int]:
    """Return the cells in which a mine may lie, in the order of their numbers."""
    grid, pad = sim.state.grid, sim.state.sides[0].pad
    return [
        cell
        for cell in range(CELLS)
        if not grid.static[cell]
        and _can_hide(grid.terrain[cell])
        and not _near(cell, pad)
        and (not by_road or _beside_road(grid, cell))
    ]


def _can_hide(terrain: int) -> bool:
    if terrain & NEVER or terrain > t.PAVED_LAST:
        return False
    return terrain in (t.LAND, t.OTHER_LAND) or terrain >= FIRST_DRY


def _near(cell: int, pad: int) -> bool:
    if pad == OUTSIDE:
        return False
    across, down = cell % SIZE - pad % SIZE, cell // SIZE - pad // SIZE
    return abs(across) < CLEAR_OF_PAD and abs(down) < CLEAR_OF_PAD


def _beside_road(grid: Grid, cell: int) -> bool:
    column = cell % SIZE
    beside = (cell - SIZE, cell + SIZE, cell - (column > 0), cell + (column < SIZE - 1))
    return any(
        t.ROAD_FIRST <= grid.terrain[each] <= t.ROAD_LAST for each in beside if 0 <= each < CELLS
    )

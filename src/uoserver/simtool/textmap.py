"""The grid as text: a character for each cell, those of scenario files where they have one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from uoserver.sim.grid import CELLS, SIZE, Grid
from uoserver.sim.levels.scenariomap import BUILT_IN
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables import terrain as t
from uoserver.sim.tables.statics import STATICS

from .names import FAMILIES, static_words
from .words import vehicle_of

VEHICLES: Final = "@&"
"""By side."""
MARGIN: Final = 1
"""Cells round what is used that are shown, too."""
RUIN: Final = ","
MEANINGS: Final = {
    ".": "land",
    "-": "shallow water",
    "~": "deep water",
    "s": "shore",
    RUIN: "ruins",
    "#": "bridge",
    "0": "pad of side 0",
    "1": "pad of side 1",
    "f": "flag of side 0",
    "F": "flag of side 1",
    "@": "vehicle of side 0",
    "&": "vehicle of side 1",
}
_BY_TERRAIN: Final = {
    tile.terrain: sign for sign, tile in BUILT_IN.items() if sign != " " and not tile.static
}
_BY_STATIC: Final = {tile.static: sign for sign, tile in BUILT_IN.items() if sign != "f"}


class Area(NamedTuple):
    """A part of the grid, in cells."""

    column: int
    row: int
    columns: int
    rows: int


def used_area(sim: Simulation, also: Iterable[int] = ()) -> Area:
    """Return the smallest part of the grid with all that is not plain land, and a margin.

    ``also`` are other cells that are to be in it.
    """
    grid = sim.state.grid
    cells = [cell for cell in range(CELLS) if grid.terrain[cell] or grid.static[cell]]
    # Smaller maps have this cell of deep water: it says nothing of where they are (rfm: quirk 6).
    if cells and not cells[0] and grid.terrain[0] == t.DEEP:
        cells.pop(0)
    cells += [cell for cell in also if 0 <= cell < CELLS]
    cells += [obj.cell for obj in sim.state.pool.slots if obj and 0 <= obj.cell < CELLS]
    if not cells:
        return Area(0, 0, SIZE, SIZE)
    left = max(min(cell % SIZE for cell in cells) - MARGIN, 0)
    right = min(max(cell % SIZE for cell in cells) + MARGIN, SIZE - 1)
    top = max(min(cells) // SIZE - MARGIN, 0)
    bottom = min(max(cells) // SIZE + MARGIN, SIZE - 1)
    return Area(left, top, right - left + 1, bottom - top + 1)


def sign_of(grid: Grid, cell: int) -> str:
    """Return the character of a cell."""
    if static := grid.static[cell]:
        name = STATICS[static].name
        if "DEST" in name:
            return RUIN
        family = next((sign for part, sign, _ in FAMILIES if part in name), "?")
        sign = _BY_STATIC.get(static, "I" if "WALL_V" in name else family)
        return "f" if sign == "F" and not grid.side[cell] else sign
    terrain = grid.terrain[cell]
    if sign := _BY_TERRAIN.get(terrain, ""):
        return sign
    if terrain > t.LAST_WET:
        return "%" if t.lanes(terrain) or terrain == t.PAVED else "."
    return "s" if terrain < t.FIRST_SHALLOW else "-" if terrain < t.FIRST_BORDER else "~"


def text_map(sim: Simulation, area: Area) -> list[str]:
    """Return the rows of an area, each with the number of its row before it, and a head.

    The head numbers the columns in fives, the first digit of each number over its column.
    """
    grid, vehicles = sim.state.grid, _vehicles(sim)
    columns = range(area.column, area.column + area.columns)
    numbered = [column for column in columns if column % 5 == 0] or [area.column]
    head = ""
    for column in numbered:
        head = head.ljust(4 + column - area.column) + str(column)
    lines = [head]
    for row in range(area.row, area.row + area.rows):
        cells = (row * SIZE + column for column in columns)
        lines.append(f"{row:3} " + "".join(vehicles.get(c) or sign_of(grid, c) for c in cells))
    return lines


def legend(sim: Simulation, area: Area) -> list[str]:
    """Return what the characters of an area mean, a line for all that mean the same."""
    grid, found = sim.state.grid, dict[str, str]()
    for row in range(area.row, area.row + area.rows):
        for column in range(area.column, area.column + area.columns):
            cell = row * SIZE + column
            sign = sign_of(grid, cell)
            found.setdefault(sign, MEANINGS.get(sign) or _meaning(grid, cell))
    found |= {sign: MEANINGS[sign] for sign in _vehicles(sim).values()}
    signs: dict[str, list[str]] = {}
    for sign in sorted(found):
        signs.setdefault(found[sign], []).append(sign)
    return [f"{' '.join(each)}  {meaning}" for meaning, each in signs.items()]


def _vehicles(sim: Simulation) -> dict[int, str]:
    """Return the cells with vehicles, and the character of the side."""
    found = ((vehicle_of(sim, driver), driver.team) for driver in sim.state.drivers)
    return {vehicle[0].cell: VEHICLES[team] for vehicle, team in found if vehicle}


def _meaning(grid: Grid, cell: int) -> str:
    return static_words(grid.static[cell]) if grid.static[cell] else "road"

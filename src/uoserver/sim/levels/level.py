"""From tiles to the state of a match that begins (rfm: Tile to cell, After the grid)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..grid import JITTERS, OUTSIDE, SIZE, Grid
from ..kernel.rand import Rand
from ..sides import DEFAULT_STOCK, Side
from ..simulation import State
from ..statics import place
from ..tables.defences import MOST_DRONES
from ..tables.statics import BRIDGE_ACROSS, BRIDGE_UPRIGHT
from ..tables.terrain import BRIDGE_EAST, BRIDGE_NORTH, BRIDGE_SOUTH, BRIDGE_WEST, DEEP
from ..tables.tiles import FIRST_INVALID, NOBODY, TILES, Special
from .rfm import DEFAULT, RfmMap

MAX_PADS: Final = 4
MAX_FLAG_SITES: Final = 254
FIRST_MINED_LEVEL: Final = 6
"""Index of the first level that has mines where the map does not say."""
MINES_PER_LEVEL: Final = 4
DRONES: Final = (0, 0, 0, 1, 1, 2, 2, 3, 3)
"""Of a side at a time, by the index of the level."""
MOST_VEHICLES: Final = 9
MOST_MINES: Final = 200
"""Settings beyond these count as not given (rfm: File); so does a side without a jeep."""


class LevelError(ValueError):
    """A map on which no match can be played; the text says what it lacks."""


@dataclass(frozen=True, slots=True)
class Level:
    """The state a match begins with, and what the map wishes beside it."""

    state: State
    mines: int
    """Random mines to lay."""
    drones: int
    """Drones of a side at a time."""


def make_level(source: RfmMap, *, seed: int = 1) -> Level:
    """Return the level of a map. The draws of random numbers are the original's, in its order.

    Raises LevelError where a pad or a flag site is missing, or tiles do not fit (`RfmMap`).
    """
    columns, rows = source.columns, source.rows
    if not (0 < columns <= SIZE and 0 < rows <= SIZE) or len(source.tiles) != columns * rows:
        raise LevelError(f"{len(source.tiles)} tiles for {columns} x {rows}")
    state = State(rand=Rand(seed), players=source.players)
    grid, sides = state.grid, state.sides
    # What is meant to fill the land round a smaller map with deep water fills its first cell only.
    grid.terrain[0] = DEEP
    grid.side[:] = bytes((NOBODY,)) * len(grid.side)
    left, top = (SIZE - source.columns) // 2, (SIZE - source.rows) // 2
    for number, byte in enumerate(source.tiles):
        row, column = divmod(number, source.columns)
        cell = (top + row) * SIZE + left + column
        _put(state, cell, byte if byte < FIRST_INVALID else 0)
    _check(sides, source.players)
    span_bridges(grid)
    _jitter(state, sum(source.tiles))
    pick_flags(state)
    stock, drones = _stock(source), _drones(source)
    for side in sides:
        side.stock, side.first_stock, side.drones = list(stock), list(stock), drones
    return Level(state, _mines(source), drones)


def _stock(source: RfmMap) -> list[int]:
    """Return tanks, jeeps, MSVs and helicopters of each side."""
    wishes = (
        _within(source.tanks, 0, MOST_VEHICLES),
        _within(source.jeeps, 1, MOST_VEHICLES),
        _within(source.msv, 0, MOST_VEHICLES),
        _within(source.helicopters, 0, MOST_VEHICLES),
    )
    return [d if w == DEFAULT else w for w, d in zip(wishes, DEFAULT_STOCK, strict=True)]


def _within(wish: int, least: int, most: int) -> int:
    return wish if least <= wish <= most else DEFAULT


def _put(state: State, cell: int, byte: int) -> None:
    grid, tile = state.grid, TILES[byte]
    grid.terrain[cell] = tile.terrain
    if tile.static:
        place(grid, cell, tile.static, tile.side)
    if tile.special is Special.PAD:
        add_pad(state, tile.side, cell)
    elif tile.special is Special.FLAG_SITE:
        add_flag_site(state, tile.side, cell)


def add_pad(state: State, team: int, cell: int) -> None:
    """Give a side another pad, if it has not four, and pick the one in use anew."""
    side = state.sides[team]
    if len(side.pads) < MAX_PADS:
        side.pads.append(cell)
    side.pad = side.pads[state.rand.below(len(side.pads))]


def add_flag_site(state: State, team: int, cell: int) -> None:
    """Give a side another building that its flag can be in; beyond 254 they count for nothing."""
    sites = state.sides[team].flag_sites
    if len(sites) < MAX_FLAG_SITES:
        sites.append(cell)


def pick_flags(state: State) -> None:
    """Hide the flags of both sides."""
    for team in (1, 0):
        side = state.sides[team]
        # Drawn for a side without sites, too, as the numbers that follow depend on it.
        drawn = state.rand.below_wide(len(side.flag_sites))
        if side.flag_sites:
            side.flag_cell = side.flag_sites[drawn]
        side.flag_left = len(side.flag_sites) >> 1


def _check(sides: list[Side], players: int) -> None:
    for team, needs_pad, needs_flag in ((0, True, players > 1), (1, players > 1, True)):
        side = sides[team]
        if needs_pad and side.pad == OUTSIDE:
            raise LevelError(f"side {team} has no pad")
        if needs_flag and not side.flag_sites:
            raise LevelError(f"side {team} has no flag site")


def span_bridges(grid: Grid) -> None:
    """Lay decks from each western abutment to the next eastern one, and from north to south.

    A row that no abutment ends goes on in the next one, to the end of the map; so does a column.
    Where several spans meet, that of the abutment that comes last on the map lies on top: one walk
    finds it, where a walk for each abutment of a map full of them would not end in a minute.
    """
    across, upright = -1, [-1] * SIZE
    for cell, terrain in enumerate(grid.terrain):
        column = cell % SIZE
        if terrain == BRIDGE_EAST:
            across = -1
        elif terrain == BRIDGE_SOUTH:
            upright[column] = -1
        if across > upright[column]:
            place(grid, cell, BRIDGE_ACROSS, grid.side[across])
        elif upright[column] >= 0:
            place(grid, cell, BRIDGE_UPRIGHT, grid.side[upright[column]])
        if terrain == BRIDGE_WEST:
            across = cell
        elif terrain == BRIDGE_NORTH:
            upright[column] = cell


def _jitter(state: State, seed: int) -> None:
    """Fill the table of what is irregular about cells.

    It has numbers of its own; the game's go on from one of its draws.
    """
    after = state.rand.rand()
    fill_jitter(state.grid, seed)
    state.rand.state = after


def fill_jitter(grid: Grid, seed: int) -> None:
    """Fill the table of what is irregular about cells with the numbers of a seed."""
    own = Rand(seed & 0xFFFFFFFF)
    grid.jitter = [
        (own.below(25) - 12, own.below(25) - 12, own.below(11), own.below(256))
        for _ in range(JITTERS)
    ]


def _index(source: RfmMap) -> int:
    return max(0, min(source.difficulty - 1, len(DRONES) - 1))


def _mines(source: RfmMap) -> int:
    wish = _within(source.mines, 0, MOST_MINES)
    if wish != DEFAULT:
        return wish
    index = _index(source)
    return index * MINES_PER_LEVEL if source.players == 1 and index >= FIRST_MINED_LEVEL else 0


def _drones(source: RfmMap) -> int:
    wish = _within(source.drones, 0, MOST_DRONES)
    return DRONES[_index(source)] if wish == DEFAULT else wish

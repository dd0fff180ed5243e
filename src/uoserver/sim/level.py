"""From tiles to the state of a match that begins (rfm: Tile to cell, After the grid)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .grid import CELLS, JITTERS, OUTSIDE, SIZE, Grid
from .rand import Rand
from .rfm import DEFAULT, RfmMap
from .sides import DEFAULT_STOCK, Side
from .simulation import State
from .statics import place
from .tables.statics import BRIDGE_ACROSS, BRIDGE_UPRIGHT
from .tables.terrain import BRIDGE_EAST, BRIDGE_NORTH, BRIDGE_SOUTH, BRIDGE_WEST
from .tables.tiles import FIRST_INVALID, TILES, Special

MAX_PADS: Final = 4
MAX_FLAG_SITES: Final = 254
FIRST_MINED_LEVEL: Final = 6
"""Index of the first level that has mines where the map does not say."""
MINES_PER_LEVEL: Final = 4


class LevelError(ValueError):
    """A map on which no match can be played; the text says what it lacks."""


@dataclass(frozen=True, slots=True)
class Level:
    """The state a match begins with, and what the map wishes beside it."""

    state: State
    mines: int
    """Random mines to lay."""
    drones: int
    """Drones of a side at a time, -1 for what its level has."""


def make_level(source: RfmMap, *, seed: int = 1) -> Level:
    """Return the level of a map. Raises LevelError where a pad or a flag site is missing.

    The draws of the random numbers are the original's, in its order.
    """
    state = State(rand=Rand(seed), players=source.players)
    grid, sides = state.grid, state.sides
    for cell, byte in enumerate(source.tiles):
        _put(state, cell, byte if byte < FIRST_INVALID else 0)
    _check(sides, source.players)
    _span_bridges(grid)
    _jitter(state, sum(source.tiles))
    for team in (1, 0):
        side = sides[team]
        if side.flag_sites:
            side.flag_cell = side.flag_sites[state.rand.below_wide(len(side.flag_sites))]
        side.flag_left = len(side.flag_sites) >> 1
    wishes = (source.tanks, source.jeeps, source.msv, source.helicopters)
    stock = [d if w == DEFAULT else w for w, d in zip(wishes, DEFAULT_STOCK, strict=True)]
    for side in sides:
        side.stock, side.first_stock = list(stock), list(stock)
    drones = -1 if source.drones == DEFAULT else source.drones
    return Level(state, _mines(source), drones)


def _put(state: State, cell: int, byte: int) -> None:
    grid, tile = state.grid, TILES[byte]
    grid.terrain[cell] = tile.terrain
    grid.side[cell] = 2
    if tile.static:
        place(grid, cell, tile.static, tile.side)
    if tile.special is Special.PAD:
        side = state.sides[tile.side]
        if len(side.pads) < MAX_PADS:
            side.pads.append(cell)
        side.pad = side.pads[state.rand.below(len(side.pads))]
    elif tile.special is Special.FLAG_SITE:
        sites = state.sides[tile.side].flag_sites
        if len(sites) < MAX_FLAG_SITES:
            sites.append(cell)


def _check(sides: list[Side], players: int) -> None:
    for team, needs_pad, needs_flag in ((0, True, players > 1), (1, players > 1, True)):
        side = sides[team]
        if needs_pad and side.pad == OUTSIDE:
            raise LevelError(f"side {team} has no pad")
        if needs_flag and not side.flag_sites:
            raise LevelError(f"side {team} has no flag site")


def _span_bridges(grid: Grid) -> None:
    """Lay decks from each western abutment to the next eastern one, and from north to south."""
    for cell in range(CELLS):
        terrain = grid.terrain[cell]
        if terrain == BRIDGE_WEST:
            _span(grid, cell, 1, BRIDGE_EAST, BRIDGE_ACROSS)
        elif terrain == BRIDGE_NORTH:
            _span(grid, cell, SIZE, BRIDGE_SOUTH, BRIDGE_UPRIGHT)


def _span(grid: Grid, start: int, step: int, last: int, deck: int) -> None:
    cell = start + step
    while cell < CELLS and grid.terrain[cell] != last:
        place(grid, cell, deck, grid.side[start])
        cell += step


def _jitter(state: State, seed: int) -> None:
    """Fill the table of what is irregular about cells.

    It has numbers of its own; the game's go on from one of its draws.
    """
    after = state.rand.rand()
    own = Rand(seed & 0xFFFFFFFF)
    state.grid.jitter = [
        (own.below(25) - 12, own.below(25) - 12, own.below(11), own.below(256))
        for _ in range(JITTERS)
    ]
    state.rand.state = after


def _mines(source: RfmMap) -> int:
    if source.mines != DEFAULT:
        return source.mines
    index = min(source.difficulty - 1, 8)
    return index * MINES_PER_LEVEL if source.players == 1 and index >= FIRST_MINED_LEVEL else 0

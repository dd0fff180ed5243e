"""What the tiles of RFM maps mean (rfm: Tile to cell)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from .statics import NUMBER_OF

NOBODY: Final = 2


class Special(IntEnum):
    """What a tile is beside terrain and static object."""

    NONE = 0
    PAD = 1
    FLAG_SITE = 2


class Tile(NamedTuple):
    """One tile: terrain, static object (0 for none), side, and what it is beside."""

    terrain: int
    static: int = 0
    side: int = NOBODY
    special: Special = Special.NONE


UNUSED: Final = Tile(0)
"""Of bytes that mean nothing."""
FIRST_INVALID: Final = 0xF0
"""Bytes from here on count as 0."""

_TERRAIN: Final[dict[int, tuple[int, ...]]] = {
    0: (
        *(0, 2, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 24, 25, 28, 29, 40, 41, 44, 45),
        *(1, 3, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 26, 27, 30, 31, 42, 43, 46, 47),
        *(32, 33, 52, 53, 56, 57, 61, 62),
    ),
    49: (84, 85),
    52: (73, 80, 75, 81),
    60: (34, 35, 54, 55, 58, 59, 63, 64),
    69: (86, 87),
    72: (79, 74, 78, 77),
    80: (36, 37, 48, 49, 65, 66, 67, 68, 60),
    93: (82, 76, 83),
    100: (38, 39, 50, 51, 69, 70, 71, 72),
}
_PLANTS: Final = (
    *((0, "BUSH_1S"), (0, "PALM_1S"), (0, "BUSH_2S"), (0, "PALM_2S"), (0, "TREE_S")),
    *((0, "ROCK_1S"), (0, "ROCK_2S"), (1, "ROCK_1T"), (1, "ROCK_2T")),
    *((60, "BUSH_1S"), (60, "PALM_1S"), (60, "BUSH_2S"), (60, "PALM_2S")),
    *((0, "CACTUS"), (93, "TREE_S")),
    *((0, "PLANTER_BUSH"), (0, "PLANTER_BERRY"), (0, "PLANTER_STONE")),
)
_FIRST_PLANT: Final = 120
_BUILDINGS: Final = (
    *("PRISON_S", "BLDG_S", "BLDG_W", "FACT_S", "FACT_W", "BNKR_S", "BNKR_W", "HOSP_S"),
    *("HOSP_W", "FUEL_S", "FUEL_W", "GATE_V", "WALL_V", "TENT_V", "TOWER", "WTOWER_NE"),
    *("WTOWER_NW", "OUTPOST", "", "", "FLAG", "BLDG_E", "BLDG_N", "FACT_E", "FACT_N"),
    *("BNKR_E", "BNKR_N", "HOSP_E", "", "FUEL_E", "FUEL_N", "GATE_H", "WALL_H", "TENT_H"),
    *("AMMO", "LARGE_TOWER", "WTOWER_SE", "WTOWER_SW"),
)
_FIRST_BUILDING: Final = 160
_BUILDING_STEP: Final = 40
"""From a building of side 0 to the same of side 1."""


def _tiles() -> Iterator[tuple[int, Tile]]:
    for first, row in _TERRAIN.items():
        for number, terrain in enumerate(row, first):
            yield number, Tile(terrain)
    yield 48, Tile(0, NUMBER_OF["BRIDGE_H"])
    yield 68, Tile(0, NUMBER_OF["BRIDGE_V"])
    yield 57, Tile(90, side=0, special=Special.PAD)
    yield 77, Tile(91, side=1, special=Special.PAD)
    for number, (terrain, name) in enumerate(_PLANTS, _FIRST_PLANT):
        yield number, Tile(terrain, NUMBER_OF[name])
    for side in (0, 1):
        for offset, name in enumerate(_BUILDINGS):
            special = Special.FLAG_SITE if name == "FLAG" else Special.NONE
            if name:
                number = _FIRST_BUILDING + side * _BUILDING_STEP + offset
                yield number, Tile(0, NUMBER_OF[name], side, special)


_KNOWN: Final = dict(_tiles())
TILES: Final = tuple(_KNOWN.get(number, UNUSED) for number in range(256))
BYTE_OF: Final = {tile: number for number, tile in reversed(_KNOWN.items())}
"""The byte of a tile, for writing."""

"""The map of a scenario: a text with a character for each cell, and what the characters mean."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from ..grid import SIZE
from ..tables.statics import NUMBER_OF, STATICS
from ..tables.terrain import PAD
from ..tables.tiles import NOBODY, Special, Tile
from .scenariofields import ScenarioError, Table, shown, whole

MAX_TERRAIN: Final = 0x7F
MAX_LEGEND: Final = 256
"""Characters of a legend: more than a map has use for."""
MAX_MAP_TEXT: Final = SIZE * (SIZE + 2)
"""Characters of a map of full size with the ends of its lines."""

TERRAINS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "land": 0,
        "shallow": 1,
        "deep": 2,
        "road_v": 73,
        "road_h": 79,
        "road_cross": 78,
        "road_nse": 74,
        "road_sew": 75,
        "road_new": 76,
        "road_se": 80,
        "road_sw": 81,
        "road_ne": 82,
        "road_nw": 83,
        "bridge_w": 84,
        "bridge_e": 85,
        "bridge_n": 86,
        "bridge_s": 87,
    }
)
"""Names of terrain; letters of a road say where it leads on."""


def _static(name: str, side: int = NOBODY) -> Tile:
    special = Special.FLAG_SITE if name == "FLAG" and side != NOBODY else Special.NONE
    return Tile(0, NUMBER_OF[name], side, special)


def _pad(side: int) -> Tile:
    return Tile(PAD + side, 0, side, Special.PAD)


_LAND: Final = (
    ". land - shallow ~ deep | road_v = road_h + road_cross r road_se 7 road_sw L road_ne "
    "J road_nw < bridge_w > bridge_e ^ bridge_n v bridge_s"
)
_PLANTS: Final = "b BUSH_1S d BUSH_2S p PALM_1S t TREE_S c CACTUS o ROCK_1S y PLANTER_BUSH"
_BUILDINGS: Final = (
    "u FUEL_S m AMMO W WALL_H I WALL_V H BLDG_S E FACT_S K BNKR_S M HOSP_S T TOWER n TENT_H "
    "G GATE_H w WTOWER_NE k OUTPOST j PRISON_S F FLAG"
)


def _pairs(text: str) -> list[tuple[str, str]]:
    words = text.split()
    return list(zip(words[::2], words[1::2], strict=True))


def _built_in() -> dict[str, Tile]:
    signs = {sign: Tile(TERRAINS[name]) for sign, name in _pairs(_LAND)}
    signs |= {sign: _static(name) for sign, name in _pairs(_PLANTS)}
    signs |= {sign: _static(name, 1) for sign, name in _pairs(_BUILDINGS)}
    return signs | {" ": Tile(0), "f": _static("FLAG", 0), "0": _pad(0), "1": _pad(1)}


BUILT_IN: Final[Mapping[str, Tile]] = MappingProxyType(_built_in())
"""What a character means where the legend says nothing else; buildings are of side 1."""


class Place(NamedTuple):
    """A cell of the map and what is in it."""

    column: int
    row: int
    tile: Tile


class MapText(NamedTuple):
    """The part of the grid that a map covers, and its cells, row by row."""

    column: int
    row: int
    columns: int
    rows: int
    places: tuple[Place, ...]


def read_legend(value: object) -> dict[str, Tile]:
    """Return the built-in characters with those of a ``[legend]`` table; raises ScenarioError.

    A character stands for the name or number of a terrain, the name of a static object, or a table
    of ``terrain``, ``static``, ``side`` and ``pad``.
    """
    entries = Table(value, "legend").rest()
    if len(entries) > MAX_LEGEND:
        raise ScenarioError(f"legend: {len(entries)} characters, at most {MAX_LEGEND}")
    legend = dict(BUILT_IN)
    for sign, meaning in entries.items():
        where = f"legend.{shown(sign)}"
        if len(sign) != 1 or not sign.isprintable():
            raise ScenarioError(f"{where}: one character is wanted")
        legend[sign] = _meaning(meaning, where)
    return legend


def _meaning(value: object, where: str) -> Tile:
    if isinstance(value, str):
        if value in TERRAINS:
            return Tile(TERRAINS[value])
        return _static(_static_name(value, where))
    if not isinstance(value, dict):
        return Tile(whole(value, 0, MAX_TERRAIN, where))
    table = Table(value, where)
    for key in ("static", "side", "terrain"):
        table.either("pad", key)
    if table.has("pad"):
        tile = _pad(table.number("pad", 0, 1))
    else:
        tile = Tile(0)
        if table.has("static"):
            name = _static_name(table.take("static"), table.path("static"))
            tile = _static(name, table.number("side", 0, NOBODY, NOBODY))
        if table.has("terrain"):
            tile = tile._replace(terrain=_terrain(table.take("terrain"), table.path("terrain")))
    table.done()
    return tile


def _terrain(value: object, where: str) -> int:
    if isinstance(value, str):
        if value not in TERRAINS:
            raise ScenarioError(f"{where}: {shown(value)} is no terrain")
        return TERRAINS[value]
    return whole(value, 0, MAX_TERRAIN, where)


def _static_name(value: object, where: str) -> str:
    number = NUMBER_OF.get(value, 0) if isinstance(value, str) else 0
    if not STATICS[number].placeable:
        raise ScenarioError(f"{where}: {shown(value)} is no terrain and no static object")
    return STATICS[number].name


def read_map(text: str, at: tuple[int, int] | None, legend: Mapping[str, Tile]) -> MapText:
    """Return the cells of a map text whose corner lies ``at`` a column and row, or in the middle.

    Empty lines before the first and after the last are none of its rows, short rows are filled up
    with land. Raises ScenarioError for unknown characters, and for what the grid cannot hold.
    """
    if len(text) > MAX_MAP_TEXT:
        raise ScenarioError(f"map: {len(text)} characters, at most {MAX_MAP_TEXT}")
    lines = [line.rstrip() for line in text.split("\n")]
    first = next((i for i, line in enumerate(lines) if line), len(lines))
    while lines and not lines[-1]:
        lines.pop()
    lines = lines[first:]
    columns, rows = max((len(line) for line in lines), default=0), len(lines)
    if columns > SIZE or rows > SIZE:
        raise ScenarioError(f"map: {columns} x {rows} cells, at most {SIZE} x {SIZE}")
    left, top = at if at is not None else ((SIZE - columns) // 2, (SIZE - rows) // 2)
    if left + columns > SIZE or top + rows > SIZE:
        raise ScenarioError(f"at: {columns} x {rows} cells do not fit from ({left}, {top}) on")
    places: list[Place] = []
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            tile = legend.get(sign)
            if tile is None:
                raise ScenarioError(f"map: row {y}, column {x}: {shown(sign)} is not in the legend")
            places.append(Place(left + x, top + y, tile))
    return MapText(left, top, columns, rows, tuple(places))

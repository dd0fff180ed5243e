"""A survey as bytes, to be kept beside the map's name, and read back with every value checked.

A line of text with the version and the map's checksum, then a zlib stream of JSON. Nothing in it is
trusted: whoever may write files there may be somebody else.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from uoserver.bsp.vectors import MAX_WORLD_COORD
from uoserver.sim.grid import CELLS, EDGE
from uoserver.sim.levels.level import MAX_FLAG_SITES, MAX_PADS
from uoserver.sim.sides import ENDLESS
from uoserver.sim.tables.statics import STATICS
from uoserver.sim.tables.tiles import NOBODY

from .classes import KINDS
from .coordinates import REACH
from .errors import CacheError
from .lattice import BOTH_WAYS, COARSE, FINE, Lattice
from .model import Building, Cells, Edges, Stock, Survey

VERSION: Final = 2
"""Counts up whenever maps are surveyed in another way."""
MAGIC: Final = b"uosurvey"
MAX_SIZE: Final = 1 << 21
"""Bytes of a survey; those of the largest maps have some 300,000."""
MAX_TEXT: Final = 1 << 22
"""Characters that they may unpack to: a stream of zeros could fill all memory."""
MAX_NODES: Final = 1 << 17
MAX_LINES: Final = 64
MAX_LINE: Final = 200
_HEIGHT: Final = int(MAX_WORLD_COORD) * 2
_WAY: Final = MAX_NODES * COARSE
_WORD: Final = 0xFFFF_FFFF


def cache_name(checksum: int) -> str:
    """Return the file name for the survey of a map with that checksum."""
    return f"{checksum & _WORD:08x}.v{VERSION}.survey"


def write_survey(survey: Survey) -> bytes:
    """Return a survey as bytes; the same survey gives the same bytes."""
    lattice = survey.lattice
    value = {
        "edges": survey.edges,
        "frame": (lattice.step, lattice.west, lattice.south, lattice.columns, lattice.rows),
        "levels": lattice.levels,
        "reached": lattice.reached.hex(),
        "roofs": survey.roofs,
        "terrain": survey.terrain.hex(),
        "buildings": survey.buildings,
        "pads": survey.pads,
        "flags": survey.flags,
        "stock": survey.stock,
        "family": survey.family,
        "way": survey.way,
        "notes": survey.notes,
    }
    text = json.dumps(value, separators=(",", ":"))
    return _head(survey.checksum) + zlib.compress(text.encode("ascii"), 6)


def _head(checksum: int) -> bytes:
    return b"%s %d %08x\n" % (MAGIC, VERSION, checksum & _WORD)


def read_survey(data: bytes, checksum: int) -> Survey:
    """Return the survey that bytes hold, if it is of the map with that checksum.

    Raises CacheError, whatever the bytes are.
    """
    head = _head(checksum)
    if len(data) > MAX_SIZE or not data.startswith(head):
        raise CacheError("no survey of this map and version")
    try:
        value: object = json.loads(_unpacked(data[len(head) :]))
    except CacheError:
        raise
    except (zlib.error, ValueError, RecursionError) as error:
        raise CacheError(f"no survey: {type(error).__name__}") from error
    if not isinstance(value, dict):
        raise CacheError("no survey: no object")
    return _survey(value, checksum)


def _unpacked(stream: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(stream, MAX_TEXT)
    if not unpacker.eof:
        raise CacheError("no survey: the stream is too long, or cut off")
    return text


def _survey(value: Mapping[str, object], checksum: int) -> Survey:
    west, north, east, south = _numbers(value, "edges", 0, EDGE - 1, 4)
    _demand(west <= east and north <= south, "edges")
    buildings = tuple(_building(each) for each in _list(value, "buildings", CELLS))
    _demand(len({each.cell for each in buildings}) == len(buildings), "buildings")
    pads, flags = _cells(value, "pads", MAX_PADS), _cells(value, "flags", MAX_FLAG_SITES)
    used = [*pads[0], *pads[1], *flags[0], *flags[1], *(each.cell for each in buildings)]
    _demand(len(set(used)) == len(used), "pads, flags and buildings in the same cell")
    return Survey(
        checksum=checksum,
        edges=Edges(west, north, east, south),
        lattice=_lattice(value),
        roofs=_numbers(value, "roofs", -_HEIGHT, _HEIGHT, CELLS),
        terrain=_terrain(value),
        buildings=buildings,
        pads=pads,
        flags=flags,
        stock=_stocks(value),
        family=_line(value.get("family"), "family"),
        way=_number(value.get("way"), 0, _WAY, "way"),
        notes=tuple(_line(each, "notes") for each in _list(value, "notes", MAX_LINES)),
    )


def _terrain(value: Mapping[str, object]) -> bytes:
    found = _bytes(value, "terrain", max(KINDS), CELLS)
    _demand(set(found) <= set(KINDS), "terrain")
    return found


def _lattice(value: Mapping[str, object]) -> Lattice:
    step, west, south, columns, rows = _numbers(value, "frame", -REACH, REACH, 5)
    _demand(step in (FINE, COARSE) and columns >= 2 and rows >= 2, "frame")
    _demand(west % step == 0 and south % step == 0, "frame")
    nodes = columns * rows
    _demand(nodes <= MAX_NODES, "frame")
    levels = _numbers(value, "levels", -_HEIGHT, _HEIGHT, nodes)
    reached = _bytes(value, "reached", BOTH_WAYS, nodes)
    return Lattice(step, west, south, columns, rows, levels, reached)


def _demand(true: bool, what: str) -> None:
    if not true:
        raise CacheError(f"{what}: not what a survey holds")


def _number(value: object, low: int, high: int, what: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise CacheError(f"{what}: not what a survey holds")
    return value


def _items(value: object, most: int, what: str) -> Sequence[object]:
    if not isinstance(value, list) or len(value) > most:
        raise CacheError(f"{what}: not what a survey holds")
    return value


def _list(value: Mapping[str, object], key: str, most: int) -> Sequence[object]:
    return _items(value.get(key), most, key)


def _row(value: object, low: int, high: int, count: int, what: str) -> tuple[int, ...]:
    items = _items(value, count, what)
    _demand(len(items) == count, what)
    return tuple(_number(each, low, high, what) for each in items)


def _numbers(
    value: Mapping[str, object], key: str, low: int, high: int, count: int
) -> tuple[int, ...]:
    return _row(value.get(key), low, high, count, key)


def _bytes(value: Mapping[str, object], key: str, most: int, count: int) -> bytes:
    text = value.get(key)
    if not isinstance(text, str) or len(text) != 2 * count:
        raise CacheError(f"{key}: not what a survey holds")
    try:
        found = bytes.fromhex(text)
    except ValueError as error:
        raise CacheError(f"{key}: not what a survey holds") from error
    _demand(len(found) == count and max(found) <= most, key)
    return found


def _building(value: object) -> Building:
    cell, static, side = _row(value, 0, CELLS, 3, "buildings")
    _demand(cell < CELLS and side <= NOBODY, "buildings")
    _demand(0 < static < len(STATICS) and STATICS[static].placeable, "buildings")
    return Building(cell, static, side)


def _cells(value: Mapping[str, object], key: str, most: int) -> tuple[Cells, Cells]:
    both = _list(value, key, 2)
    _demand(len(both) == 2, key)
    rows = [_items(each, most, key) for each in both]
    _demand(all(rows), key)
    a, b = (tuple(_number(cell, 0, CELLS - 1, key) for cell in row) for row in rows)
    return a, b


def _stocks(value: Mapping[str, object]) -> tuple[Stock, Stock]:
    both = _list(value, "stock", 2)
    _demand(len(both) == 2, "stock")
    (a, b, c, d), (e, f, g, h) = (_row(each, 0, ENDLESS, 4, "stock") for each in both)
    return (a, b, c, d), (e, f, g, h)


def _line(value: object, what: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_LINE or not value.isprintable():
        raise CacheError(f"{what}: not what a survey holds")
    return value

"""RFM maps, 128 x 128 tiles: read and written (rfm: File).

A file is a header of 0x50 bytes, chunks, and the tiles, row by row, north first.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..grid import CELLS, SIZE

HEADER_SIZE: Final = 0x50
MAX_FILE: Final = 1 << 20
"""A file is 16 KB; more is no map, and is not looked at."""
TITLE_BYTES: Final = 260
AUTHOR_BYTES: Final = 41
"""Both with the NUL that ends them; a text that fills its place is cut by one character."""
MAX_DIFFICULTY: Final = 9
DATES_BYTES: Final = 8
DEFAULT: Final = 0xFF
"""A setting that the map leaves to the game."""
_HEADER: Final = struct.Struct("<4s4sHH2s8sB41sB3sIII")
_CHUNK: Final = struct.Struct("<4sI")
_MAGIC: Final = b"WRL\0"
_CONSTANT: Final = b"TM\0\x05"
_STOCK_EDITION: Final = 0x03270327
MAX_NAME: Final = 4096
"""Characters of a file's name that are looked at."""
_LETTERS: Final = {
    "A": "msv",
    "H": "helicopters",
    "J": "jeeps",
    "T": "tanks",
    "D": "drones",
    "M": "mines",
}
_FORCED: Final = re.compile(r"\[(?:[AHJTDM][0-9]{1,3})+\]", re.IGNORECASE)
_FORCED_ONE: Final = re.compile(r"([AHJTDM])([0-9]+)", re.IGNORECASE)


class RfmError(ValueError):
    """Bytes that are no RFM map; the text says why."""


@dataclass(slots=True)
class RfmMap:
    """One map: its tiles, who it is for, and what it wishes of the game.

    ``tiles`` has a byte for each of ``columns`` x ``rows`` cells, the northern row first. The six
    settings are `DEFAULT` where the map has none; ``difficulty`` is 1 to 9, ``players`` 1 or 2.
    """

    tiles: bytes = bytes(CELLS)
    columns: int = SIZE
    rows: int = SIZE
    players: int = 1
    title: str = ""
    author: str = ""
    difficulty: int = 1
    msv: int = DEFAULT
    helicopters: int = DEFAULT
    jeeps: int = DEFAULT
    tanks: int = DEFAULT
    drones: int = DEFAULT
    mines: int = DEFAULT
    dates: bytes = field(default=bytes(DATES_BYTES), repr=False)
    """DOS date and time of creation and of the last change."""

    @property
    def has_settings(self) -> bool:
        """Whether the map asks for anything but the defaults."""
        return any(value != DEFAULT for value in self.settings)

    @property
    def settings(self) -> tuple[int, ...]:
        """The six settings, in the order of the file."""
        return (self.msv, self.helicopters, self.jeeps, self.tanks, self.drones, self.mines)


def read_rfm(data: bytes) -> RfmMap:
    """Return what a file holds (rfm: File).

    Constants that the game does not read are not looked at either, unknown chunks are passed over.
    Raises RfmError for anything that is no map.
    """
    if len(data) > MAX_FILE:
        raise RfmError(f"{len(data)} bytes are too many for a map")
    if len(data) < HEADER_SIZE:
        raise RfmError("the file ends within the header")
    head = _HEADER.unpack_from(data)
    magic, _, width, height, _, dates, players, author, valid, _, size, start, _ = head
    if magic[:3].upper() != _MAGIC[:3]:
        raise RfmError("the file does not begin with WRL")
    if not (0 < width <= SIZE and 0 < height <= SIZE):
        raise RfmError(f"{width} x {height} tiles: at most {SIZE} x {SIZE}")
    if not valid:
        raise RfmError("the map is marked as invalid")
    if start < HEADER_SIZE or size < width * height or start + width * height > len(data):
        raise RfmError("the tiles are not all there")
    result = RfmMap(
        *(data[start : start + width * height], width, height, 2 if players > 1 else 1),
        author=_text(author),
        dates=dates,
    )
    for tag, body in _chunks(data[HEADER_SIZE:start]):
        _take(result, tag, body)
    return result


def _text(raw: bytes) -> str:
    return raw[:-1].split(b"\0", 1)[0].decode("latin-1")


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 0
    while at + _CHUNK.size <= len(data):
        tag, length = _CHUNK.unpack_from(data, at)
        if length < _CHUNK.size or at + length > len(data):
            raise RfmError(f"chunk {tag!r} of {length} bytes does not fit")
        yield tag, data[at + _CHUNK.size : at + length]
        at += length


def _take(result: RfmMap, tag: bytes, body: bytes) -> None:
    """Take over one chunk; those that are not known are passed over."""
    if tag == b"NAME":
        result.title = _text(body[:TITLE_BYTES].ljust(TITLE_BYTES, b"\0"))
    elif tag == b"VHCL" and len(body) >= 6:
        settings = body[:6]
        result.msv, result.helicopters, result.jeeps, result.tanks = settings[:4]
        result.drones, result.mines = settings[4:]
    elif tag == b"LEVL" and len(body) >= 4:
        result.difficulty = max(1, min(MAX_DIFFICULTY, struct.unpack_from("<I", body)[0]))


def force_settings(source: RfmMap, name: str) -> RfmMap:
    """Return a map with the settings that its file's name forces, like ``[A1H0J8T3M20]``.

    A is MSVs, H helicopters, J jeeps, T tanks, M mines; D, for drones, is ours. Letters may be
    small, any of them may be missing. A name without such a bracket changes nothing.
    """
    found = _FORCED.search(name[:MAX_NAME])
    if found is None:
        return source
    forced: dict[str, Any] = {
        _LETTERS[letter.upper()]: min(int(number), DEFAULT)
        for letter, number in _FORCED_ONE.findall(found[0])
    }
    return replace(source, **forced)


def write_rfm(source: RfmMap) -> bytes:
    """Return a map as a file that `read_rfm` and the game read (rfm: File).

    A map of full size takes 16,756 bytes, with settings 16 more. Raises RfmError for tiles that
    are not columns x rows, for numbers out of their ranges, and for texts that do not fit.
    """
    columns, rows = source.columns, source.rows
    if not (0 < columns <= SIZE and 0 < rows <= SIZE) or len(source.tiles) != columns * rows:
        raise RfmError(f"{len(source.tiles)} tiles for {columns} x {rows}")
    if source.players not in (1, 2) or not 1 <= source.difficulty <= MAX_DIFFICULTY:
        raise RfmError(f"players {source.players} or difficulty {source.difficulty} out of range")
    if len(source.dates) != DATES_BYTES:
        raise RfmError(f"{len(source.dates)} bytes of dates instead of {DATES_BYTES}")
    chunks = _chunk(b"NAME", _field(source.title, TITLE_BYTES))
    if source.has_settings:
        values = source.settings
        if not all(0 <= value <= DEFAULT for value in values):
            raise RfmError(f"settings {values} are no bytes")
        chunks += _chunk(b"VHCL", bytes(values) + bytes(2))
    chunks += _chunk(b"LEVL", struct.pack("<I", source.difficulty))
    chunks += _chunk(b"EDTN", struct.pack("<I", _STOCK_EDITION))
    start = HEADER_SIZE + len(chunks)
    head = _HEADER.pack(
        *(_MAGIC, _CONSTANT, columns, rows, b"\x01\x01", source.dates, source.players),
        *(_field(source.author, AUTHOR_BYTES), 1, b"\x01\x01\0", len(source.tiles), start, 0),
    )
    return head + chunks + source.tiles


def _chunk(tag: bytes, body: bytes) -> bytes:
    return _CHUNK.pack(tag, _CHUNK.size + len(body)) + body


def _field(text: str, size: int) -> bytes:
    try:
        raw = text.encode("latin-1")
    except UnicodeEncodeError as error:
        raise RfmError(f"{text!r} has characters beyond latin-1") from error
    if b"\0" in raw or len(raw) >= size:
        raise RfmError(f"{text!r} is too long, or has a NUL")
    return raw.ljust(size, b"\0")

"""RFM maps, 128 x 128 tiles: read and written (rfm: File).

A file is a header of 0x50 bytes, chunks, and the tiles, row by row, north first.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from .grid import CELLS, SIZE

HEADER_SIZE: Final = 0x50
MAX_FILE: Final = 1 << 20
"""A file is 16 KB; more is no map, and is not looked at."""
TITLE_BYTES: Final = 260
AUTHOR_BYTES: Final = 41
DEFAULT: Final = 0xFF
"""A setting that the map leaves to the game."""
_HEADER: Final = struct.Struct("<4s4sHH2s8sB41sB3sIII")
_CHUNK: Final = struct.Struct("<4sI")
_MAGIC: Final = b"WRL\0"
_CONSTANT: Final = b"TM\0\x05"
_STOCK_EDITION: Final = 0x03270327


class RfmError(ValueError):
    """Bytes that are no RFM map; the text says why."""


@dataclass(slots=True)
class RfmMap:
    """One map: 16,384 tiles, who it is for, and what it wishes of the game.

    The six settings are `DEFAULT` where the map has none; `difficulty` is 1 to 9.
    """

    tiles: bytes = bytes(CELLS)
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
    dates: bytes = field(default=bytes(8), repr=False)
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
    """Return what a file holds; smaller maps lie in the middle of plain land.

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
        _spread(data[start : start + width * height], width, height),
        2 if players > 1 else 1,
        author=_text(author),
        dates=dates,
    )
    for tag, body in _chunks(data[HEADER_SIZE:start]):
        _take(result, tag, body)
    return result


def _spread(tiles: bytes, width: int, height: int) -> bytes:
    if (width, height) == (SIZE, SIZE):
        return tiles
    left, top = (SIZE - width) // 2, (SIZE - height) // 2
    field_ = bytearray(CELLS)
    for row in range(height):
        at = (top + row) * SIZE + left
        field_[at : at + width] = tiles[row * width : (row + 1) * width]
    return bytes(field_)


def _text(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("latin-1")


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
        result.title = _text(body[:TITLE_BYTES])
    elif tag == b"VHCL" and len(body) >= 6:
        settings = body[:6]
        result.msv, result.helicopters, result.jeeps, result.tanks = settings[:4]
        result.drones, result.mines = settings[4:]
    elif tag == b"LEVL" and len(body) >= 4:
        result.difficulty = max(1, min(9, struct.unpack_from("<I", body)[0]))


def write_rfm(source: RfmMap) -> bytes:
    """Return a map as a file that `read_rfm` and the game read; raises RfmError for bad values."""
    if len(source.tiles) != CELLS:
        raise RfmError(f"{len(source.tiles)} tiles instead of {CELLS}")
    if source.players not in (1, 2) or not 1 <= source.difficulty <= 9:
        raise RfmError(f"players {source.players} or difficulty {source.difficulty} out of range")
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
        *(_MAGIC, _CONSTANT, SIZE, SIZE, b"\x01\x01", source.dates, source.players),
        *(_field(source.author, AUTHOR_BYTES), 1, b"\x01\x01\0", CELLS, start, 0),
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

"""The header of a map file: identity, version and the lump directory."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from uoserver.bsp.errors import BspError, WrongVersionError
from uoserver.bsp.schema import HEADER, HEADER_SIZE, IDENT, VERSION, LumpIndex

MAX_MAP_SIZE: Final = 128 * 1024 * 1024
"""Largest map taken on; real ones have 1 to 40 MiB."""


class Lump(NamedTuple):
    """One directory entry, in bytes from the start of the file."""

    offset: int
    length: int

    def slice(self, data: bytes) -> bytes:
        """Return the lump's bytes."""
        return bytes(self.view(data))

    def view(self, data: bytes) -> memoryview:
        """Return the lump's bytes without a copy of them."""
        start = self.offset if self.length else 0
        return memoryview(data)[start : start + self.length]


class Header(NamedTuple):
    """A checked header; `lumps` holds 33 entries in the order of `LumpIndex`."""

    version: int
    lumps: tuple[Lump, ...]

    def lump(self, index: LumpIndex, data: bytes) -> bytes:
        """Return the bytes of one lump of `data`, the file this header was read from."""
        return self.lumps[index].slice(data)


def read_header(data: bytes) -> Header:
    """Read and check the header of a map file (spec: Header; validator 1 to 3).

    Every lump that is not empty lies inside the file; empty ones may have any offset, as in
    shipped maps. The version is checked before the lumps, so that a map of another game is
    called that. Raises BspError, WrongVersionError.
    """
    if len(data) > MAX_MAP_SIZE:
        raise BspError(f"{len(data)} bytes, a map has at most {MAX_MAP_SIZE}")
    if data[:4] != IDENT:
        raise BspError("not a map of this game: it does not begin with IBSP")
    if len(data) < HEADER_SIZE:
        raise BspError(f"{len(data)} bytes, the header alone has {HEADER_SIZE}")
    header = HEADER.parse(data[:HEADER_SIZE])
    if header.version != VERSION:
        raise WrongVersionError(f"wrong version: {header.version}, this game's maps have {VERSION}")
    lumps = tuple(Lump(int(entry.offset), int(entry.length)) for entry in header.lumps)
    for index, lump in enumerate(lumps):
        if lump.length < 0:
            raise BspError(f"lump {index} has a negative length: {lump.length}")
        if lump.length and not 0 <= lump.offset <= len(data) - lump.length:
            raise BspError(
                f"lump {index} lies outside the file: offset {lump.offset}, length {lump.length}"
            )
    return Header(int(header.version), lumps)


def shared_bytes(lumps: Sequence[Lump]) -> tuple[int, int] | None:
    """Return the first two lumps, by place in the file, that have bytes in common, or None."""
    spans = sorted(
        (lump.offset, lump.offset + lump.length, index)
        for index, lump in enumerate(lumps)
        if lump.length
    )
    for (_, end, first), (start, _, second) in pairwise(spans):
        if start < end:
            return first, second
    return None

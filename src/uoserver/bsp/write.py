"""Writing a map file."""

from __future__ import annotations

from collections.abc import Sequence

from uoserver.bsp.errors import UnwritableError
from uoserver.bsp.header import MAX_MAP_SIZE
from uoserver.bsp.model import CODECS, Map
from uoserver.bsp.schema import HEADER, HEADER_SIZE, IDENT, LUMP_ALIGNMENT, VERSION, LumpIndex

Buffer = bytes | memoryview


def write(map: Map) -> bytes:  # noqa: A002 - the word of the interface
    """Return the file of a map.

    A map whose values are as read gives the identical file, with its gaps, trailing bytes and
    the offsets of empty lumps. Any other is laid out in index order, each lump on a four-byte
    boundary (spec: Binary conventions); lumps whose values are as read keep their bytes.

    Raises UnwritableError, naming lump, record and field, for a value that the file cannot
    hold, and when the file would exceed what `read` takes.
    """
    changed = {index: lump for index in LumpIndex if (lump := _changed(map, index)) is not None}
    if map.source is not None and not changed:
        return map.source
    return _layout([changed.get(index, map.raw(index)) for index in LumpIndex])


def _changed(source: Map, index: LumpIndex) -> Buffer | None:
    """Return the bytes of a changed lump, None for one that is as read."""
    if index not in source.values:
        return None
    codec = CODECS[index]
    raw = source.raw(index)
    packed = codec.encode(source.values[index])
    if packed != raw:
        packed = codec.keep(packed, raw)
    return None if packed == raw else packed


def _layout(lumps: Sequence[Buffer]) -> bytes:
    parts: list[Buffer] = [b""]
    directory = []
    end = HEADER_SIZE
    for lump in lumps:
        directory.append({"length": len(lump), "offset": end})
        padding = bytes(-len(lump) % LUMP_ALIGNMENT)
        parts += (lump, padding)
        end += len(lump) + len(padding)
    if end > MAX_MAP_SIZE:
        raise UnwritableError(f"{end} bytes, a map has at most {MAX_MAP_SIZE}")
    parts[0] = HEADER.build({"ident": IDENT, "version": VERSION, "lumps": directory})
    return b"".join(parts)

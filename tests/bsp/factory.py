"""Map files for tests, built from lumps; only what a test names is not empty."""

from __future__ import annotations

import struct
from collections.abc import Mapping

ENTITY_TEXT = b"""{
"classname" "worldspawn"
}
{
"origin" "-512 0 24"
"angles" "0 90 0"
"classname" "mp_teamdeathmatch_spawn"
}
{
"classname" "mp_teamdeathmatch_intermission"
"origin" "0 64 312"
}
\0"""
WORLD = struct.pack("<6f6i", -1024, -512, -64, 1024, 512, 960, 0, 0, 0, 0, 0, 6)
LUMPS = {27: WORLD, 29: ENTITY_TEXT}


def make_map(
    lumps: Mapping[int, bytes] = LUMPS, *, ident: bytes = b"IBSP", version: int = 59
) -> bytes:
    """Lay `lumps` out in index order, aligned to 4 bytes, after a 272-byte header."""
    directory, body = b"", b""
    for index in range(33):
        lump = lumps.get(index, b"")
        directory += struct.pack("<ii", len(lump), 272 + len(body))
        body += lump + bytes(-len(lump) % 4)
    return ident + struct.pack("<i", version) + directory + body


def with_lump_entry(data: bytes, index: int, length: int, offset: int) -> bytes:
    """Return `data` with one directory entry replaced."""
    at = 8 + 8 * index
    return data[:at] + struct.pack("<ii", length, offset) + data[at + 8 :]

from __future__ import annotations

import struct

import pytest

from uoserver.bsp.schema import HEADER, HEADER_SIZE, RECORDS, LumpIndex, record_struct

# Transcribed from the format's lump table, not from the module.
# By lump index, 0 where a lump is no array of records.
TABLE = "72 0 16 8 4 0 16 44 2 32 4 12 20 4 4 2 12 52 16 2 36 36 4 4 16 12 2 48 0 0 72 0 0"
SIZES = {index: int(size) for index, size in enumerate(TABLE.split()) if size != "0"}


def test_every_lump_of_records_has_a_schema() -> None:
    assert set(RECORDS) == set(SIZES)


@pytest.mark.parametrize("lump", list(RECORDS))
def test_record_sizes(lump: LumpIndex) -> None:
    assert RECORDS[lump].sizeof() == SIZES[lump]
    assert record_struct(lump).size == SIZES[lump]


def test_header_size() -> None:
    assert HEADER.sizeof() == HEADER_SIZE == 272
    assert len(LumpIndex) == 33


def test_the_derived_struct_reads_what_the_schema_reads() -> None:
    raw = struct.pack("<i2i6i", 7, 1, -2, -1, -2, -3, 4, 5, 6)
    node = RECORDS[LumpIndex.NODES].parse(raw)
    assert (node.plane, list(node.children), list(node.maxs)) == (7, [1, -2], [4, 5, 6])
    assert record_struct(LumpIndex.NODES).unpack(raw) == (7, 1, -2, -1, -2, -3, 4, 5, 6)
    material = b"textures/x".ljust(64, b"\0") + struct.pack("<ii", 1, -2)
    assert record_struct(LumpIndex.MATERIALS).unpack(material) == (material[:64], 1, -2)

from __future__ import annotations

import struct

import pytest

from uoserver.bsp.schema import HEADER, HEADER_SIZE, RECORDS, LumpIndex, record_struct

# Transcribed from the format's lump table, not from the module.
SIZES = {
    # fmt: off
    0: 72,
    2: 16,
    3: 8,
    4: 4,
    6: 16,
    7: 44,
    8: 2,
    9: 32,
    10: 4,
    11: 12,
    12: 20,
    13: 4,
    14: 4,
    15: 2,
    16: 12,
    17: 52,
    18: 16,
    19: 2,
    20: 36,
    21: 36,
    22: 4,
    23: 4,
    24: 16,
    25: 12,
    26: 2,
    27: 48,
    30: 72,
    # fmt: on
}


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

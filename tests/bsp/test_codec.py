from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.errors import BspError, UnwritableError
from uoserver.bsp.model import CODECS
from uoserver.bsp.records import BrushSide, DrawVertex, Leaf, Material, OccluderEdge, Visibility
from uoserver.bsp.schema import RECORDS, LumpIndex, record_struct


@pytest.mark.parametrize("index", list(RECORDS))
@given(st.data())
def test_codecs_agree_with_the_schema(index: LumpIndex, data: st.DataObject) -> None:
    """What the fast way reads is what construct reads, and writing gives the bytes again."""
    size = record_struct(index).size
    raw = data.draw(st.binary(min_size=2 * size, max_size=2 * size))
    decoded: list[Any] = CODECS[index].decode(memoryview(raw))
    assert len(decoded) == 2
    for number, record in enumerate(decoded):
        parsed = RECORDS[index].parse(raw[number * size : (number + 1) * size])
        wanted = [_plain(value) for key, value in parsed.items() if key != "_io"]
        found = [record] if len(wanted) == 1 else list(record)
        assert repr(found) == repr(wanted)  # NaN is not equal to itself
    packed = CODECS[index].encode(decoded)
    assert len(packed) == len(raw)
    assert CODECS[index].keep(packed, memoryview(raw)) == raw


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def test_shapes() -> None:
    raw = struct.pack("<10f4s", *range(10), b"rgba")
    assert CODECS[LumpIndex.DRAW_VERTICES].decode(memoryview(raw)) == [
        DrawVertex((0, 1, 2), (3, 4), (5, 6), (7, 8, 9), b"rgba")
    ]
    edges = CODECS[LumpIndex.OCCLUDER_EDGES].decode(memoryview(b"\1\2\3\xff"))
    assert edges == [OccluderEdge((1, 2), (3, 255))]
    assert type(edges[0]) is OccluderEdge
    assert CODECS[LumpIndex.DRAW_INDEXES].decode(memoryview(b"\1\0\xff\xff")) == [1, -1]
    points = struct.pack("<6f", 1, 2, 3, 4, 5, 6)
    assert CODECS[LumpIndex.PORTAL_VERTICES].decode(memoryview(points)) == [(1, 2, 3), (4, 5, 6)]


def test_a_signalling_nan_keeps_its_bits_beside_a_change() -> None:
    codec = CODECS[LumpIndex.PLANES]
    raw = struct.pack("<4I", 0x7F800001, 0, 0xFF812345, 0) + struct.pack("<4f", 0, 0, 1, 8)
    planes = codec.decode(memoryview(raw))
    planes[1] = planes[1]._replace(distance=9.0)
    kept = codec.keep(codec.encode(planes), memoryview(raw))
    assert kept == raw[:16] + struct.pack("<4f", 0, 0, 1, 9)
    shorter = codec.keep(codec.encode(planes[:1]), memoryview(raw))
    assert shorter == raw[:16]


LEAF = Leaf(*range(9))


@pytest.mark.parametrize(
    ("index", "record", "field"),
    [
        (LumpIndex.LEAVES, LEAF._replace(area=1 << 31), "area"),
        (LumpIndex.LEAVES, (*LEAF[:6], 1.5, 0, 0), "cell"),
        (LumpIndex.LEAVES, (1, 2, 3), None),
        (LumpIndex.LEAVES, None, None),
        (LumpIndex.MATERIALS, Material(b"short", 0, 0), "raw_name"),
        (LumpIndex.MATERIALS, Material(b"x" * 65, 0, 0), "raw_name"),
        (LumpIndex.BRUSH_SIDES, BrushSide(b"", 0), "raw"),
        (LumpIndex.BRUSHES, (6, 40000), "material"),
        (LumpIndex.SURFACES, (0, 0, 0, 65536, 0, 0), "vertex_count"),
        (LumpIndex.PLANES, ((0.0, 1e39, 0.0), 0.0), "normal"),
        (LumpIndex.PLANES, ((0.0, 0.0), 0.0), "normal"),
        (LumpIndex.PLANES, (0.0, 0.0), "normal"),
        (LumpIndex.NODES, (0, (1, 1 << 40), (0, 0, 0), (0, 0, 0)), "children"),
        (LumpIndex.OCCLUDER_EDGES, ((0, 256), (0, 0)), "planes"),
        (LumpIndex.LIGHT_INDEXES, 1 << 15, "light"),
        (LumpIndex.PATCH_VERTICES, (0.0, 0.0), "position"),
        (LumpIndex.PATCH_VERTICES, 7.0, "position"),
    ],
)
def test_what_fits_no_field_is_named(index: LumpIndex, record: object, field: str | None) -> None:
    good = CODECS[index].decode(memoryview(bytes(record_struct(index).size)))
    with pytest.raises(UnwritableError) as caught:
        CODECS[index].encode([*good, record])
    error = caught.value
    assert (error.lump, error.record, error.field) == (index, 1, field)
    assert str(error).startswith(f"{index.title}, record 1: ")
    assert field is None or field in str(error)


def test_no_list_at_all() -> None:
    with pytest.raises(UnwritableError, match="lump 2"):
        CODECS[LumpIndex.PLANES].encode(None)
    with pytest.raises(UnwritableError, match="lump 5"):
        CODECS[LumpIndex.UNKNOWN_5].encode("text")


def test_visibility() -> None:
    codec = CODECS[LumpIndex.VISIBILITY]
    raw = struct.pack("<ii", 2, 3) + b"abcdef"
    assert codec.decode(memoryview(raw)) == Visibility(2, 3, b"abcdef")
    assert codec.encode(Visibility(2, 3, b"abcdef")) == raw
    assert codec.decode(memoryview(b"")) is None
    assert codec.encode(None) == b""


@pytest.mark.parametrize(
    "raw",
    [
        b"\0" * 7,
        struct.pack("<ii", 2, 3) + b"abcde",
        struct.pack("<ii", 2, 3) + b"abcdefg",
        struct.pack("<ii", -1, -1) + b"a",
        struct.pack("<ii", -2, 0),
    ],
)
def test_damaged_visibility(raw: bytes) -> None:
    with pytest.raises(BspError, match="lump 28"):
        CODECS[LumpIndex.VISIBILITY].check(memoryview(raw))


@pytest.mark.parametrize(
    "value", [Visibility(2, 2, b"abc"), Visibility(1 << 31, 0, b""), Visibility(-1, 0, b""), 5]
)
def test_visibility_that_does_not_hold_together(value: object) -> None:
    with pytest.raises(UnwritableError, match="lump 28"):
        CODECS[LumpIndex.VISIBILITY].encode(value)

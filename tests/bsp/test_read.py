from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bsp.factory import LUMPS, make_map, with_lump_entry
from uoserver.bsp import Map, read
from uoserver.bsp.errors import BspError, WrongVersionError
from uoserver.bsp.model import ATTRIBUTES
from uoserver.bsp.schema import RECORDS, LumpIndex, record_struct


def decode_all(source: Map) -> None:
    for name in ATTRIBUTES:
        getattr(source, name)


@pytest.mark.parametrize("index", list(RECORDS))
def test_a_piece_of_a_record_is_refused(index: LumpIndex) -> None:
    size = record_struct(index).size
    read(make_map({index: bytes(3 * size)}))
    with pytest.raises(BspError, match=rf"lump {index.value} .* {3 * size - 1} bytes"):
        read(make_map({index: bytes(3 * size - 1)}))


def test_visibility_is_refused_unless_it_holds_together() -> None:
    with pytest.raises(BspError, match="lump 28"):
        read(make_map(LUMPS | {28: b"\1\0\0\0\1\0\0\0"}))


def test_lumps_over_each_other_are_refused() -> None:
    data = make_map(LUMPS | {2: bytes(16), 3: bytes(8)})
    read(with_lump_entry(data, 3, 8, 272 + 16))
    with pytest.raises(BspError, match="lumps 2 and 3 lie over each other"):
        read(with_lump_entry(data, 3, 8, 272 + 8))


def test_the_header_is_checked() -> None:
    with pytest.raises(WrongVersionError):
        read(make_map(version=4))
    with pytest.raises(BspError):
        read(b"")


SAMPLE = make_map(LUMPS | {index: bytes(3 * record_struct(index).size) for index in RECORDS})
CHANGE = st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255))
HEADER_CHANGE = st.tuples(st.integers(0, 271), st.integers(0, 255))


@given(st.lists(CHANGE | HEADER_CHANGE, max_size=6), st.integers(0, len(SAMPLE)))
def test_any_bytes_are_read_or_refused(changes: list[tuple[int, int]], end: int) -> None:
    data = bytearray(SAMPLE)
    for at, value in changes:
        data[at] = value
    for piece in (bytes(data), bytes(data[:end])):
        try:
            source = read(piece)
        except BspError:
            continue
        decode_all(source)


def test_reading_takes_no_copy() -> None:
    data = make_map({1: bytes(8 << 20), 7: bytes(44 * 100_000)})
    tracemalloc.start()
    source = read(data)
    assert source.raw(LumpIndex.LIGHTMAPS).nbytes == 8 << 20
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000

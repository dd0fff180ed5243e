from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bsp.factory import LUMPS, complete_map, make_map, with_lump_entry
from tests.bsp.test_read import decode_all
from tests.shared import shared_path
from uoserver.bsp import Map, read, write
from uoserver.bsp import write as write_function
from uoserver.bsp.errors import BspError, UnwritableError
from uoserver.bsp.header import read_header
from uoserver.bsp.model import ATTRIBUTES
from uoserver.bsp.records import Plane, Visibility
from uoserver.bsp.schema import RECORDS, LumpIndex, record_struct
from uoserver.files.searchpath import SearchPath

REAL = ("empty", "bmw", "brmap2_a", "pv_mini_harbor")


def lump_bytes(data: bytes) -> list[bytes]:
    header = read_header(data)
    return [header.lump(index, data) for index in LumpIndex]


def assert_aligned(data: bytes) -> None:
    """Every lump follows the one before it at the next four-byte boundary."""
    end = 272
    for lump in read_header(data).lumps:
        assert lump.offset == end
        end += lump.length + -lump.length % 4
    assert end == len(data)


@pytest.mark.parametrize("name", REAL)
def test_real_maps_come_back_byte_for_byte(name: str) -> None:
    data = shared_path(f"maps/{name}.bsp").read_bytes()
    source = read(data)
    assert write(source) == data
    decode_all(source)
    assert write(source) == data


@pytest.mark.parametrize("name", REAL)
def test_a_real_map_with_a_change(name: str) -> None:
    data = shared_path(f"maps/{name}.bsp").read_bytes()
    source = read(data)
    decode_all(source)
    source.planes.append(Plane((0.0, 0.0, 1.0), 7.0))
    changed = write(source)
    assert_aligned(changed)
    wanted = lump_bytes(data)
    wanted[2] += struct.pack("<4f", 0, 0, 1, 7)
    assert lump_bytes(changed) == wanted
    del source.planes[-1]
    assert write(source) == data


def test_a_built_map_comes_back_byte_for_byte() -> None:
    data = SearchPath().read("maps/mp/mp_foy.bsp")
    source = read(data)
    decode_all(source)
    assert write(source) == data
    assert_aligned(data)


@pytest.mark.parametrize("bulky", [True, False])
def test_a_map_with_every_lump_comes_back_as_it_was_made(bulky: bool) -> None:
    made = complete_map(bulky=bulky)
    data = write(made)
    assert_aligned(data)
    source = read(data)
    again = Map()
    for name in ATTRIBUTES:
        setattr(again, name, getattr(source, name))
        assert len(getattr(source, name) or b"") == len(getattr(made, name) or b"")
    assert write(again) == data


@st.composite
def odd_files(draw: st.DrawFn) -> bytes:
    """A file with lumps in any order, gaps between them and bytes behind them."""
    body = bytearray()
    directory = [(0, draw(st.integers(-(1 << 31), (1 << 31) - 1))) for _ in range(33)]
    for index in draw(st.permutations(list(LumpIndex))):
        if index in RECORDS:
            size = record_struct(index).size * draw(st.integers(0, 2))
            lump = draw(st.binary(min_size=size, max_size=size))
        elif index == LumpIndex.VISIBILITY:
            lump = draw(st.sampled_from([b"", struct.pack("<ii3s", 3, 1, b"abc")]))
        else:
            lump = draw(st.binary(max_size=5))
        body += draw(st.binary(max_size=3))
        if lump:
            directory[index] = (len(lump), 272 + len(body))
        body += lump
    entries = b"".join(struct.pack("<ii", *entry) for entry in directory)
    return b"IBSP" + struct.pack("<i", 59) + entries + bytes(body) + draw(st.binary(max_size=3))


@given(odd_files(), st.sampled_from(sorted(ATTRIBUTES)))
def test_any_untouched_file_comes_back(data: bytes, name: str) -> None:
    source = read(data)
    getattr(source, name)
    assert write(source) == data
    decode_all(source)
    assert write(source) == data
    changed = b"new" if name != "unknown_5" else b"other"
    source.unknown_5 = changed
    wanted = lump_bytes(data)
    wanted[5] = changed
    rewritten = write(source)
    assert lump_bytes(rewritten) == wanted
    assert_aligned(rewritten)


def test_an_equal_value_is_no_change() -> None:
    data = with_lump_entry(make_map(), 8, 0, 12345) + b"tail"
    source = read(data)
    source.models = [tuple(source.models[0])]  # type: ignore[list-item]
    source.entity_text = bytearray(source.entity_text)  # type: ignore[assignment]
    assert write(source) == data


def test_an_empty_map() -> None:
    data = write(Map())
    assert len(data) == 272
    assert_aligned(data)


def test_writing_leaves_the_map_as_it_is() -> None:
    source = Map()
    source.unknown_5 = b"abcde"
    source.visibility = Visibility(1, 2, b"xy")
    first = write(source)
    assert write(source) == first
    again = read(first)
    assert (again.unknown_5, again.visibility) == (b"abcde", (1, 2, b"xy"))


def test_what_cannot_be_written_is_named() -> None:
    source = read(make_map())
    source.models.append(source.models[0]._replace(brush_count=1 << 31))
    with pytest.raises(ValueError, match=r"lump 27 \(models\), record 1: brush_count") as caught:
        write(source)
    assert isinstance(caught.value, BspError)


def test_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(write_function.__globals__, "MAX_MAP_SIZE", 300)
    source = Map()
    source.unknown_5 = bytes(28)
    assert len(write(source)) == 300
    source.unknown_5 = bytes(29)
    with pytest.raises(UnwritableError, match="304 bytes"):
        write(source)


def test_the_lumps_of_the_factory_survive() -> None:
    source = read(make_map(LUMPS))
    source.unknown_31 = b"?"
    assert lump_bytes(write(source))[29] == LUMPS[29]

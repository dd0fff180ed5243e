from __future__ import annotations

import struct

import pytest

from tests.bsp.check.damage import Row, found
from tests.bsp.factory import complete_map, with_lump_entry
from uoserver.bsp import check, write
from uoserver.bsp.check import container
from uoserver.bsp.header import read_header
from uoserver.bsp.schema import RECORDS, LumpIndex, record_struct

DATA = write(complete_map(bulky=False))
PLACES = read_header(DATA).lumps


def moved(index: int, length: int | None = None, offset: int | None = None) -> bytes:
    place = PLACES[index]
    return with_lump_entry(
        DATA,
        index,
        place.length if length is None else length,
        place.offset if offset is None else offset,
    )


@pytest.mark.parametrize("data", [b"", DATA[:271]])
def test_a_file_too_short(data: bytes) -> None:
    assert found(data) == [("file-size", None, None, "size", len(data))]


def test_a_file_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MAX_MAP_SIZE", len(DATA) - 1)
    assert found(DATA) == [("file-size", None, None, "size", len(DATA))]


def test_another_kind_of_file() -> None:
    assert found(b"RIFF" + DATA[4:]) == [("ident", None, None, "ident", "RIFF")]


def test_another_version() -> None:
    wrong = DATA[:4] + struct.pack("<i", 4) + DATA[8:]
    assert found(wrong) == [("version", None, None, "version", 4)]
    both = with_lump_entry(wrong, 1, -1, 0)
    assert found(both) == [
        ("version", None, None, "version", 4),
        ("lump-range", 1, None, "length", -1),
    ]


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (moved(31, length=-1), [("lump-range", 31, None, "length", -1)]),
        (moved(31, offset=-4), [("lump-range", 31, None, "offset", -4)]),
        (
            moved(31, offset=len(DATA) - 9),
            [("lump-range", 31, None, "offset", len(DATA) - 9)],
        ),
        (
            moved(31, offset=PLACES[30].offset + 4),
            [("lump-overlap", 31, None, "offset", PLACES[30].offset + 4)],
        ),
        (moved(31, offset=0), [("lump-header", 31, None, "offset", 0)]),
        (
            moved(31, length=4, offset=PLACES[31].offset + 2),
            [("lump-alignment", 31, None, "offset", PLACES[31].offset + 2)],
        ),
        (moved(32, length=0, offset=-1), []),
        (moved(5, length=0, offset=1 << 30), []),
        (DATA + b"tail", []),
    ],
)
def test_places(data: bytes, rows: list[Row]) -> None:
    result = [row for row in found(data) if row[0] != "lump-order"]
    assert len(result) == len(rows)
    assert [row[: len(want)] for row, want in zip(result, rows, strict=True)] == rows


def test_lumps_out_of_order() -> None:
    data = DATA + DATA[PLACES[5].offset :][:4]
    changed = with_lump_entry(data, 5, 4, len(DATA))
    late = [index for index in range(6, 32) if PLACES[index].length]
    assert [(rule, lump) for rule, lump, *_ in found(changed)] == [
        ("lump-order", index) for index in late
    ]


@pytest.mark.parametrize("index", list(RECORDS))
def test_pieces_of_records(index: LumpIndex) -> None:
    length = PLACES[index].length
    size = record_struct(index).size
    # Only the directory is touched, so that the lump loses its last byte.
    rows = found(moved(index, length=length - 1))
    assert ("lump-records", index, None, "length", length - 1) in rows
    assert len([row for row in rows if row[0] == "lump-records"]) == 1
    assert size * (length // size) == length


@pytest.mark.parametrize("length", [7, 10])
def test_visibility_of_the_wrong_size(length: int) -> None:
    assert found(moved(28, length=length)) == [("visibility-size", 28, None, "length", length)]


@pytest.mark.parametrize("index", [0, 2, 20, 21, 27])
def test_lumps_that_every_map_needs(index: int) -> None:
    rows = found(moved(index, length=0))
    assert ("lump-missing", index, None, "length", 0) in rows
    assert sum(row[0] == "lump-missing" for row in rows) == 1


def test_lumps_that_a_map_can_do_without() -> None:
    needed = {0, 2, 20, 21, 27}
    for index in set(range(33)) - needed:
        assert all(row[0] != "lump-missing" for row in found(moved(index, length=0)))


def test_messages_say_where() -> None:
    finding = check(moved(31, length=-1))[0]
    assert finding.message == "lump 31 (unknown_31), length: length -1"

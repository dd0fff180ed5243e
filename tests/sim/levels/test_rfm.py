from __future__ import annotations

import struct
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.sim.grid import CELLS
from uoserver.sim.levels.rfm import (
    DEFAULT,
    HEADER_SIZE,
    MAX_FILE,
    RfmError,
    RfmMap,
    force_settings,
    read_rfm,
    write_rfm,
)

latin = st.text(st.characters(min_codepoint=1, max_codepoint=255))
bytes_ = st.integers(0, 255)
maps = st.builds(
    RfmMap,
    tiles=st.binary(min_size=1, max_size=64).map(lambda some: (some * CELLS)[:CELLS]),
    players=st.integers(1, 2),
    title=latin.map(lambda text: text[:259]),
    author=latin.map(lambda text: text[:40]),
    difficulty=st.integers(1, 9),
    msv=bytes_,
    helicopters=bytes_,
    jeeps=bytes_,
    tanks=bytes_,
    drones=bytes_,
    mines=bytes_,
    dates=st.binary(min_size=8, max_size=8),
)


@given(maps)
def test_a_map_is_read_as_it_was_written(source: RfmMap) -> None:
    assert read_rfm(write_rfm(source)) == source


def head(columns: int = 128, rows: int = 128, start: int = 0x50) -> bytearray:
    """A header by the offsets of the reference page."""
    raw = bytearray(HEADER_SIZE)
    raw[0:8] = b"wrl\0\x54\x4d\x00\x05"
    struct.pack_into("<HH", raw, 8, columns, rows)
    raw[0x16] = 2
    raw[0x17:0x1B] = b"Ann\0"
    raw[0x40] = 1
    struct.pack_into("<II", raw, 0x44, columns * rows, start)
    return raw


def chunk(tag: bytes, body: bytes) -> bytes:
    return tag + struct.pack("<I", 8 + len(body)) + body


def test_sizes_and_order_of_a_file() -> None:
    plain = write_rfm(RfmMap())
    assert len(plain) == 16756
    assert plain[0x50:0x54] == b"NAME"
    assert plain[0x15C:0x160] == b"LEVL"
    assert plain[0x168:0x174] == b"EDTN\x0c\0\0\0\x27\x03\x27\x03"
    wishes = write_rfm(RfmMap(msv=1, helicopters=2, jeeps=3, tanks=4, drones=5, mines=6))
    assert len(wishes) == 16772
    assert wishes[0x15C:0x16C] == b"VHCL\x10\0\0\0\x01\x02\x03\x04\x05\x06\0\0"
    for raw in (plain, wishes):
        assert raw[:8] == b"WRL\0\x54\x4d\x00\x05"
        assert raw[8:0xE] == b"\x80\0\x80\0\x01\x01"
        assert raw[0x40:0x44] == b"\x01\x01\x01\x00"
        count, start, nothing = struct.unpack_from("<III", raw, 0x44)
        assert (count, count + start, nothing) == (0x4000, len(raw), 0)


def test_a_file_by_the_page() -> None:
    settings = chunk(b"VHCL", bytes((1, 2, 3, 4, 5, 6, 9, 9)))
    chunks = (
        chunk(b"NAME", b"Two Banks\0junk".ljust(260, b"x"))
        + settings
        + chunk(b"LEVL", struct.pack("<I", 7))
        + chunk(b"ELSE", b"what is not known")
    )
    raw = head(start=HEADER_SIZE + len(chunks))
    raw[0x0E:0x16] = b"datetime"
    tiles = bytes(range(256)) * 64
    found = read_rfm(bytes(raw) + chunks + tiles)
    assert (found.title, found.author, found.players) == ("Two Banks", "Ann", 2)
    assert (found.msv, found.helicopters, found.jeeps, found.tanks) == (1, 2, 3, 4)
    assert (found.drones, found.mines, found.difficulty) == (5, 6, 7)
    assert found.dates == b"datetime"
    assert found.tiles == tiles


def test_what_no_chunk_says_is_left_to_the_game() -> None:
    found = read_rfm(bytes(head()) + bytes(CELLS))
    assert found.settings == (DEFAULT,) * 6
    assert (found.title, found.difficulty) == ("", 1)


@pytest.mark.parametrize(("value", "level"), [(0, 1), (1, 1), (9, 9), (10, 9), (1 << 31, 9)])
def test_the_difficulty_is_clamped(value: int, level: int) -> None:
    chunks = chunk(b"LEVL", struct.pack("<I", value))
    raw = bytes(head(start=HEADER_SIZE + len(chunks))) + chunks + bytes(CELLS)
    assert read_rfm(raw).difficulty == level


@pytest.mark.parametrize(("byte", "players"), [(0, 1), (1, 1), (2, 2), (255, 2)])
def test_more_than_one_is_two_players(byte: int, players: int) -> None:
    raw = head()
    raw[0x16] = byte
    assert read_rfm(bytes(raw) + bytes(CELLS)).players == players


def test_smaller_maps_keep_their_size() -> None:
    found = read_rfm(bytes(head(3, 2)) + b"abcdef")
    assert (found.columns, found.rows, found.tiles) == (3, 2, b"abcdef")
    assert read_rfm(write_rfm(found)) == found


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "header"),
        (bytes(head())[:-1], "header"),
        (b"RIFF" + bytes(head())[4:] + bytes(CELLS), "WRL"),
        (bytes(head(129)) + bytes(CELLS * 2), "129 x 128"),
        (bytes(head(128, 0)) + bytes(CELLS), "128 x 0"),
        (bytes(head(0, 128)) + bytes(CELLS), "0 x 128"),
        (bytes(head(128, 129)) + bytes(CELLS * 2), "128 x 129"),
        (bytes(head()), "tiles"),
        (bytes(head()) + bytes(CELLS - 1), "tiles"),
        (bytes(head(start=0x4F)) + bytes(CELLS), "tiles"),
        (bytes(head(start=0xFFFFFFFF)) + bytes(CELLS), "tiles"),
        (bytes(head(start=0x5C)) + b"NAME\x0d\0\0\0abcd" + bytes(CELLS), "chunk"),
        (bytes(head(start=0x5C)) + b"NAME\x07\0\0\0abcd" + bytes(CELLS), "chunk"),
        (bytes(head(start=0x58)) + b"NAME\x07\0\0\0" + bytes(CELLS), "chunk"),
        (bytes(MAX_FILE + 1), "too many"),
    ],
)
def test_what_is_no_map(raw: bytes, reason: str) -> None:
    with pytest.raises(RfmError, match=reason):
        read_rfm(raw)


def test_the_least_and_the_most_that_is_a_map() -> None:
    assert read_rfm(bytes(head(1, 1)) + b"a").tiles == b"a"
    assert read_rfm((bytes(head()) + bytes(CELLS)).ljust(MAX_FILE, b"x")).tiles == bytes(CELLS)
    chunks = chunk(b"ELSE", b"") + chunk(b"VHCL", bytes((1, 2, 3, 4, 5, 6))) + b"a rest"
    found = read_rfm(bytes(head(1, 1, HEADER_SIZE + len(chunks))) + chunks + b"a")
    assert found.settings == (1, 2, 3, 4, 5, 6)
    short = chunk(b"VHCL", bytes(5)) + chunk(b"LEVL", bytes((9, 0, 0)))
    found = read_rfm(bytes(head(1, 1, HEADER_SIZE + len(short))) + short + b"a")
    assert (found.settings, found.difficulty) == ((DEFAULT,) * 6, 1)
    assert RfmMap().players == 1
    for level in (1, 9):
        assert read_rfm(write_rfm(RfmMap(difficulty=level))).difficulty == level


def test_marked_as_invalid() -> None:
    raw = head()
    raw[0x40] = 0
    with pytest.raises(RfmError, match="invalid"):
        read_rfm(bytes(raw) + bytes(CELLS))


def test_fewer_tiles_are_counted_than_the_map_has() -> None:
    raw = head()
    struct.pack_into("<I", raw, 0x44, CELLS - 1)
    with pytest.raises(RfmError, match="tiles"):
        read_rfm(bytes(raw) + bytes(CELLS))


_FILE = write_rfm(RfmMap(title="t", mines=3))


@given(
    st.lists(st.tuples(st.integers(0, 0x190), bytes_), max_size=8),
    st.integers(0, len(_FILE)),
)
def test_broken_files_give_a_map_or_an_error(changes: list[tuple[int, int]], end: int) -> None:
    raw = bytearray(_FILE)
    for at, value in changes:
        raw[at] = value
    for data in (bytes(raw), bytes(raw[:end])):
        try:
            found = read_rfm(data)
        except RfmError:
            continue
        assert read_rfm(write_rfm(found)) == found


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    for raw in (data, bytes(head(2, 2)) + data, bytes(head(1, 1, 0x60)) + data):
        try:
            found = read_rfm(raw)
        except RfmError:
            continue
        assert read_rfm(write_rfm(found)) == found


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tiles": bytes(5)}, "5 tiles"),
        ({"columns": 129, "tiles": bytes(129 * 128)}, "129 x 128"),
        ({"columns": 0, "tiles": b""}, "0 x 128"),
        ({"rows": 0, "tiles": b""}, "128 x 0"),
        ({"rows": 129, "tiles": bytes(129 * 128)}, "128 x 129"),
        ({"players": 3}, "players"),
        ({"players": 0}, "players"),
        ({"difficulty": 0}, "difficulty"),
        ({"difficulty": 10}, "difficulty"),
        ({"mines": 256}, "bytes"),
        ({"title": "x" * 260}, "too long"),
        ({"author": "x" * 41}, "too long"),
        ({"title": "a\0b"}, "NUL"),
        ({"title": "\u20ac"}, "latin-1"),
        ({"dates": b"x"}, "dates"),
    ],
)
def test_what_cannot_be_written(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(RfmError, match=reason):
        write_rfm(replace(RfmMap(), **changes))  # type: ignore[arg-type]


def test_a_name_forces_settings() -> None:
    plain = RfmMap(mines=7, jeeps=2)
    assert force_settings(plain, "Hill [A1H0J8T3M20].rfm") == replace(
        plain, msv=1, helicopters=0, jeeps=8, tanks=3, mines=20
    )
    assert force_settings(plain, "x[d2t1]") == replace(plain, drones=2, tanks=1)
    assert force_settings(plain, "x[M999]").mines == DEFAULT
    for name in ("RFMAP001.RFM", "[]", "[X1]", "[A]", "[A1", "A1H1", "[A1 H1]", "[A1234]"):
        assert force_settings(plain, name) is plain


def test_texts_without_an_end_are_cut() -> None:
    chunks = chunk(b"NAME", b"t" * 260)
    raw = head(start=HEADER_SIZE + len(chunks))
    raw[0x17:0x40] = b"a" * 41
    found = read_rfm(bytes(raw) + chunks + bytes(CELLS))
    assert (found.title, found.author) == ("t" * 259, "a" * 40)
    short = chunk(b"NAME", b"short")
    raw = head(start=HEADER_SIZE + len(short))
    assert read_rfm(bytes(raw) + short + bytes(CELLS)).title == "short"

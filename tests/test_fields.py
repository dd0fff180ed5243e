"""The quick loops against the careful ones, and both against bytes worked out by hand."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import changed_words, player_states, records
from uoproto import fields, quickfields
from uoproto.errors import LocalProtocolError, TruncatedError
from uoproto.fields import changed_places, read_fields, write_fields
from uoproto.message import MessageReader, MessageWriter
from uoproto.record import float_to_word
from uoproto.states import ClientState, PlayerState
from uoproto.tables import ENTITY, PLAYER, VEHICLE, Table

TABLES = st.sampled_from([ENTITY, VEHICLE, PLAYER])
TINY = Table("tiny", "float angle@ byte:8 signed:-16 odd:10 flag:1 wide:24 long:32")


def written(old: tuple[int, ...], new: tuple[int, ...], *, zero_flag: bool = True) -> str:
    """Return the bytes of a record of `TINY`, in hex."""
    writer = MessageWriter()
    write_fields(writer, TINY, new, changed_places(old, new), zero_flag=zero_flag)
    return writer.to_bytes().hex()


ZERO = (0,) * len(TINY)


def with_word(place: int, word: int) -> tuple[int, ...]:
    return (*ZERO[:place], word, *ZERO[place + 1 :])


@pytest.mark.parametrize(
    ("place", "word", "flagged", "plain"),
    [
        # 5: 5 + 4096 = 0x1005: changed 1, nonzero 1, small 0, low bits 10100; then 0x80.
        (0, float_to_word(5.0), "2b80", "1580"),
        (0, float_to_word(-4096.0), "0300", "0100"),
        (0, float_to_word(4095.0), "fbff", "7dff"),
        (0, float_to_word(4096.0), "0700008045", "0300008045"),
        (0, float_to_word(0.5), "070000003f", "030000003f"),
        (0, 0x7FC00000, "070000c07f", "030000c07f"),  # a NaN
        (0, 0x7F800000, "070000807f", "030000807f"),  # infinity
        (0, 0x80000000, "01", "0180"),  # -0.0: zero, or the small integer 0
        (1, float_to_word(90.0), "060040", "060040"),
        (1, 0x80000000, "060000", "060000"),  # the word of -0.0 is not zero
        (2, 0x7F, "0c7f", "047f"),
        (2, 0xFFFFFF80, "0c80", "0480"),  # -128
        (3, 0xFFFF, "18ffff", "08ffff"),
        (4, 0x3FE, "b0ff", "50ff"),  # 10 bits: the low two first
        (5, 1, "e0", "60"),
        (6, 0x123456, "c0563412", "40563412"),
        (7, 0x12345678, "800178563412", "8078563412"),
    ],
)
def test_modes(place: int, word: int, flagged: str, plain: str) -> None:
    new = with_word(place, word)
    assert written(ZERO, new) == flagged
    assert written(ZERO, new, zero_flag=False) == plain


def test_back_to_zero() -> None:
    assert written(with_word(2, 5), ZERO) == "04"  # changed, zero
    assert written(with_word(2, 5), ZERO, zero_flag=False) == "0400"
    assert written(with_word(1, 5), ZERO, zero_flag=False) == "02"


def test_bits_fill_the_open_byte_behind_whole_bytes() -> None:
    new = (float_to_word(5.0), 0, 7, *ZERO[3:])
    # 1,1,0,10100 fill a byte; 80; then 0 (angle unchanged) 1, 1 open another before 07.
    assert written(ZERO, new) == "2b800607"


@pytest.mark.parametrize(("place", "word"), [(2, 0x100), (2, 0xFFFFFF7F), (5, 2), (6, 1 << 24)])
def test_too_wide(place: int, word: int) -> None:
    for maxsize in (32768, 100):  # quick and careful
        writer = MessageWriter(maxsize)
        with pytest.raises(LocalProtocolError, match=TINY.names[place]):
            write_fields(writer, TINY, with_word(place, word), [place])


@pytest.mark.parametrize("word", [0x7FC00000, 0x7F800000])
def test_angle_that_is_not_finite(word: int) -> None:
    with pytest.raises(LocalProtocolError):
        written(ZERO, with_word(1, word))


# -- quick against careful ----------------------------------------------------------------------


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Table, tuple[int, ...], tuple[int, ...]]:
    table = draw(TABLES)
    words = st.just((0,) * len(table)).flatmap(
        lambda zero: changed_words(table, table, zero, canonical=False)
    )
    old = draw(words)
    return table, old, draw(changed_words(table, table, old, canonical=False))


@given(pairs(), st.booleans(), st.integers(0, 9))
def test_both_writers_agree(
    pair: tuple[Table, tuple[int, ...], tuple[int, ...]], zero_flag: bool, ahead: int
) -> None:
    table, old, new = pair
    changed = changed_places(old, new)
    writers = MessageWriter(), MessageWriter()
    loops = quickfields.write_quickly, fields._write_carefully
    for writer, loop in zip(writers, loops, strict=True):
        writer.write_bits(0x155, ahead)
        loop(writer, table, new, changed, zero_flag=zero_flag)
        writer.write_bits(0x55, 7)
    assert writers[0].to_bytes() == writers[1].to_bytes()
    assert writers[0].cursors[1] == writers[1].cursors[1]


@given(TABLES, st.binary(max_size=200), st.integers(0, 114), st.booleans(), st.integers(0, 9))
def test_both_readers_agree(
    table: Table, data: bytes, count: int, zero_flag: bool, ahead: int
) -> None:
    results: list[object] = []
    for loop in (quickfields.read_quickly, fields._read_carefully):
        reader = MessageReader(data + bytes(10))
        reader.read_bits(ahead)
        words = [0] * len(table)
        try:
            loop(reader, table, words, min(count, len(table)), zero_flag=zero_flag)
            following = reader.read_bits(9), reader.read_byte()
        except (TruncatedError, IndexError, struct.error):
            results.append(None)
        else:
            results.append((words, following, reader.cursors[1:]))
    assert results[0] == results[1]


@given(records(ClientState.ZERO, canonical=False), player_states(canonical=False))
def test_no_room_is_an_overflow_and_no_error(state: ClientState, player: PlayerState) -> None:
    for table, words in ((state.table, state.words), (PLAYER, player.words)):
        roomy, writer = MessageWriter(), MessageWriter(6)
        for target in (roomy, writer):
            write_fields(target, table, words, changed_places((0,) * len(table), words))
        assert writer.overflowed or writer.to_bytes() == roomy.to_bytes()
        assert len(writer) <= 6


# -- ends of messages ---------------------------------------------------------------------------


def test_a_truncated_record() -> None:
    data = bytes.fromhex("2b800607")
    for end in range(len(data)):
        with pytest.raises(TruncatedError):
            read_fields(MessageReader(data[:end]), TINY, [0] * len(TINY), 3)
    words = [0] * len(TINY)
    read_fields(MessageReader(data), TINY, words, 3)
    assert words == [float_to_word(5.0), 0, 7, 0, 0, 0, 0, 0]


def test_a_lenient_reader_completes_a_record() -> None:
    words = [0] * len(TINY)
    reader = MessageReader(bytes.fromhex("2b8006"), lenient=True)
    read_fields(reader, TINY, words, len(TINY))
    assert words[:3] == [float_to_word(5.0), 0, 0xFFFFFFFF]  # a missing byte is -1
    assert words[3:] == [0] * 5
    assert reader.overflowed

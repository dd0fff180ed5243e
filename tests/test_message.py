"""The cursors against a bit-at-a-time model written from the reference's table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.errors import (
    LimitExceededError,
    LocalProtocolError,
    RemoteProtocolError,
    TruncatedError,
)
from uoproto.message import MessageReader, MessageWriter, angle_to_short, short_to_angle


class BitModel:
    """One bit at a time, every refusal checked where the reference's table puts it."""

    def __init__(self, maxsize: int) -> None:
        self.maxsize, self.data, self.bit, self.overflowed = maxsize, bytearray(), 0, False

    def put_bit(self, bit: int) -> None:
        if self.bit & 7 == 0:
            self.bit = len(self.data) * 8
            self.data.append(0)
        self.data[self.bit >> 3] |= bit << (self.bit & 7)
        self.bit += 1

    def write_bit(self, bit: int) -> None:
        if len(self.data) >= self.maxsize:
            self.overflowed = True
        else:
            self.put_bit(bit)

    def write_zero_bits(self, count: int) -> None:
        for _ in range(count):
            self.write_bit(0)

    def write_bits(self, value: int, count: int) -> None:
        if self.maxsize - len(self.data) < 4:
            self.overflowed = True
            return
        for index in range(count):
            self.put_bit(value >> index & 1)

    def write_data(self, raw: bytes) -> None:
        if len(self.data) + len(raw) > self.maxsize:
            self.overflowed = True
        else:
            self.data += raw


WRITES = st.lists(
    st.one_of(
        st.tuples(st.just("write_bit"), st.integers(0, 1)),
        st.tuples(st.just("write_zero_bits"), st.integers(0, 70)),
        st.tuples(st.just("write_bits"), st.integers(0, 2**32 - 1), st.integers(0, 32)),
        st.tuples(st.just("write_data"), st.binary(max_size=5)),
    ),
    max_size=40,
)


@given(WRITES, st.integers(0, 64))
def test_writer_equals_the_bit_model_even_at_the_edge(writes: list[tuple], size: int) -> None:  # type: ignore[type-arg]
    model, writer = BitModel(size), MessageWriter(size)
    for name, *arguments in writes:
        getattr(model, name)(*arguments)
        getattr(writer, name)(*arguments)
        assert writer.to_bytes() == bytes(model.data)
        assert writer.overflowed == model.overflowed


@given(WRITES)
def test_reader_mirrors_the_writer(writes: list[tuple]) -> None:  # type: ignore[type-arg]
    writer = MessageWriter()
    for name, *arguments in writes:
        getattr(writer, name)(*arguments)
    reader = MessageReader(writer.to_bytes())
    for name, *arguments in writes:
        if name == "write_bit":
            assert reader.read_bit() == arguments[0]
        elif name == "write_zero_bits":
            assert [reader.read_bit() for _ in range(arguments[0])] == [0] * arguments[0]
        elif name == "write_bits":
            value, count = arguments
            assert reader.read_bits(count) == value & ((1 << count) - 1)
        else:
            assert reader.read_data(len(arguments[0])) == arguments[0]
    assert reader.remaining == 0


def test_bits_fill_the_open_byte_behind_whole_bytes() -> None:
    writer = MessageWriter()
    writer.write_bits(0b101, 3)
    writer.write_byte(0xAB)
    writer.write_bits(0b11111, 5)  # fills byte 0
    writer.write_bits(1, 1)  # opens byte 2
    writer.write_short(0x1234)
    assert writer.to_bytes() == bytes([0b11111101, 0xAB, 0x01, 0x34, 0x12])
    reader = MessageReader(writer.to_bytes())
    assert (reader.read_bits(3), reader.read_byte(), reader.read_bits(6)) == (5, 0xAB, 0b111111)
    assert reader.read_short() == 0x1234


@given(st.binary(max_size=12), st.lists(st.integers(0, 70), max_size=8), st.integers(0, 7))
def test_zero_run_reads_the_same_bits_as_single_reads(
    data: bytes, limits: list[int], skip: int
) -> None:
    fast, slow = MessageReader(data, lenient=True), MessageReader(data, lenient=True)
    assert fast.read_bits(skip) == slow.read_bits(skip)
    for limit in limits:
        zeros = 0
        while zeros < limit and not slow.read_bit():
            zeros += 1
        if slow.overflowed:
            return
        assert fast.read_zero_run(limit) == zeros
        assert fast.remaining == slow.remaining
        assert not fast.overflowed


READS: list[tuple[str, Callable[[MessageReader], object], int, object]] = [
    ("bit", lambda r: r.read_bit(), 0, 0),
    ("bits", lambda r: r.read_bits(17), 2, 0x0505),
    ("zero run", lambda r: r.read_zero_run(9), 0, 9),
    ("byte", lambda r: r.read_byte(), 0, -1),
    ("short", lambda r: r.read_short(), 1, -1),
    ("long", lambda r: r.read_long(), 3, -1),
    ("data", lambda r: r.read_data(4), 3, b"\xff" * 4),
]


@pytest.mark.parametrize(("name", "read", "size", "stock"), READS, ids=[r[0] for r in READS])
def test_past_the_end(
    name: str, read: Callable[[MessageReader], object], size: int, stock: object
) -> None:
    data = b"\x05" * size
    strict = MessageReader(data)
    for _ in range(2):  # the cursor does not move, so the second read fails alike
        with pytest.raises(TruncatedError):
            read(strict)
        assert strict.remaining == size
    lenient = MessageReader(data, lenient=True)
    assert read(lenient) == stock
    assert lenient.overflowed


def test_lenient_bytes_leave_the_cursor_for_a_smaller_read() -> None:
    reader = MessageReader(b"\x01\x02\x03", lenient=True)
    assert reader.read_long() == -1
    assert reader.read_short() == 0x0201


def test_signs() -> None:
    reader = MessageReader(b"\xff\xfe\xff\xfd\xff\xff\xff")
    assert (reader.read_byte(), reader.read_short(), reader.read_long()) == (255, -2, -3)


def test_string_cleanup_both_ways() -> None:
    writer = MessageWriter()
    writer.write_string("it\x92s 100% \xe9\x01^1")
    assert writer.to_bytes() == b"it's 100% .\x01^1\0"
    reader = MessageReader(b"it\x92s 100% \xe9\0rest%\0")
    assert reader.read_string() == "it's 100% ."
    assert reader.read_big_string() == "rest%"
    assert MessageReader(b"a%b\0", lenient=True).read_big_string() == "a.b"
    assert MessageReader(b"a%b\0", lenient=True).read_string() == "a%b"


@pytest.mark.parametrize(("big", "storage"), [(False, 1024), (True, 8192)])
def test_string_storage(big: bool, storage: int) -> None:
    def write(text: str) -> bytes:
        writer = MessageWriter()
        (writer.write_big_string if big else writer.write_string)(text)
        return writer.to_bytes()

    assert write("x" * (storage - 1)) == b"x" * (storage - 1) + b"\0"
    for bad in ("x" * storage, "a\0b", "\u20ac"):
        with pytest.raises(LocalProtocolError):
            write(bad)
    data = b"x" * storage + b"\0\x07"
    strict = MessageReader(data)
    with pytest.raises(LimitExceededError):
        (strict.read_big_string if big else strict.read_string)()
    lenient = MessageReader(data, lenient=True)
    assert (lenient.read_big_string if big else lenient.read_string)() == "x" * (storage - 1)
    assert lenient.read_byte() == 7


def test_string_without_its_nul() -> None:
    with pytest.raises(TruncatedError):
        MessageReader(b"abc").read_string()
    reader = MessageReader(b"abc", lenient=True)
    assert reader.read_string() == "abc"
    assert reader.overflowed
    assert reader.remaining == 0


def test_line_reads() -> None:
    reader = MessageReader(b"getinfo 50%\nsecond\0third")
    assert [reader.read_line() for _ in range(4)] == ["getinfo 50.", "second", "third", ""]
    assert len(MessageReader(b"x" * 3000).read_line()) == 1023


@pytest.mark.parametrize(
    ("degrees", "word"),
    [(0.0, 0), (90.0, 16384), (-90.0, 49152), (180.0, 32768), (270.0, 49152), (-0.001, 0),
     (0.0054931640625, 1), (-0.0054931640625, 65535), (359.999, 65535), (720.0, 0)],
)  # fmt: skip
def test_angle16(degrees: float, word: int) -> None:
    assert angle_to_short(degrees) == word
    writer = MessageWriter()
    writer.write_angle16(degrees)
    assert writer.to_bytes() == word.to_bytes(2, "little")
    assert MessageReader(writer.to_bytes()).read_angle16() == short_to_angle(word)


@given(st.integers(0, 0xFFFF))
def test_every_angle_word_survives(word: int) -> None:
    assert -180 <= short_to_angle(word) < 180
    assert angle_to_short(short_to_angle(word)) == word


@pytest.mark.parametrize(("degrees", "byte"), [(90, 64), (-90, 192), (1.4, 0), (-1.5, 255)])
def test_angle_byte(degrees: float, byte: int) -> None:
    writer = MessageWriter()
    writer.write_angle(degrees)
    assert writer.to_bytes() == bytes([byte])


@given(st.binary(max_size=40), st.lists(st.sampled_from("bBzysldtTLa"), max_size=30))
def test_any_bytes_give_values_or_the_protocol_error(data: bytes, reads: list[str]) -> None:
    calls: dict[str, Callable[[MessageReader], object]] = {
        "b": lambda r: r.read_bit(), "B": lambda r: r.read_bits(13),
        "z": lambda r: r.read_zero_run(33), "y": lambda r: r.read_byte(),
        "s": lambda r: r.read_short(), "l": lambda r: r.read_long(),
        "d": lambda r: r.read_data(3), "t": lambda r: r.read_string(),
        "T": lambda r: r.read_big_string(), "L": lambda r: r.read_line(),
        "a": lambda r: r.read_angle16(),
    }  # fmt: skip
    strict, lenient = MessageReader(data), MessageReader(data, lenient=True)
    for name in reads:
        calls[name](lenient)
        try:
            calls[name](strict)
        except RemoteProtocolError:
            break


@given(st.binary(max_size=12), st.integers(0, 9), st.integers(0, 9))
def test_cursors_can_be_taken_out_and_put_back(raw: bytes, before: int, after: int) -> None:
    straight, moved = MessageWriter(20), MessageWriter(20)
    for writer in (straight, moved):
        writer.write_bits(0x155, before)
    data, bit = moved.cursors
    data += raw
    moved.move_to(bit)
    straight.write_data(raw)
    assert moved.room == 20 - len(moved) == straight.room
    for writer in (straight, moved):
        writer.write_bits(0x155, after)
    assert moved.to_bytes() == straight.to_bytes()

    reader, jumped = (MessageReader(straight.to_bytes() + bytes(9)) for _ in range(2))
    reader.read_bits(before)
    reader.read_data(len(raw))
    _, bit, position = reader.cursors
    jumped.move_to(bit, position)
    assert jumped.read_bits(after) == reader.read_bits(after) == 0x155 & ((1 << after) - 1)
    assert jumped.read_byte() == reader.read_byte()


@pytest.mark.parametrize("degrees", [float("nan"), float("inf"), float("-inf")])
def test_angles_that_are_not_finite(degrees: float) -> None:
    writer = MessageWriter()
    for write in (writer.write_angle, writer.write_angle16, angle_to_short):
        with pytest.raises(LocalProtocolError):
            write(degrees)
    assert writer.to_bytes() == b""

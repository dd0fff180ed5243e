from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uoproto.constants import MAX_MSGLEN
from uoproto.errors import LimitExceededError
from uoproto.huffman.codes import CODES, NYT_CODE
from uoproto.huffman.fixed import compress, decompress

VALUES = {code: value for value, code in enumerate(CODES)} | {NYT_CODE: 0}


def pack(bits: str) -> bytes:
    """Put bits into bytes from the lowest bit up, the rest zero."""
    return bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, len(bits), 8))


def unpack(data: bytes) -> list[int]:
    """Decode bit by bit while the position lies inside the data; zeros follow it."""
    bits = "".join(format(byte, "08b")[::-1] for byte in data)
    values = []
    position = 0
    while position < len(bits):
        code = ""
        while code not in VALUES:
            code += bits[position] if position < len(bits) else "0"
            position += 1
        values.append(VALUES[code])
    return values


def test_no_bytes_give_no_bytes() -> None:
    assert compress(b"") == b""
    assert decompress(b"", 0) == b""


def test_bits_go_from_the_lowest_up() -> None:
    # 0 is 01, 1 is 11011: 0111011 and one bit of padding.
    assert compress(b"\x00\x01") == bytes([0b01101110])


@given(st.binary(max_size=300))
def test_compress_joins_the_codes(data: bytes) -> None:
    assert compress(data) == pack("".join(CODES[value] for value in data))


@given(st.binary(max_size=300))
@example(b"\x00")  # six bits of padding
@example(b"\x00" * 4)  # none
def test_round_trip_gives_at_most_one_spare_byte(data: bytes) -> None:
    result = decompress(compress(data))

    padded = sum(len(CODES[value]) for value in data) % 8 != 0
    assert result == data + (b"\xd0" if padded else b"")


@given(st.binary(max_size=300))
def test_any_bytes_decode_as_bit_by_bit(data: bytes) -> None:
    assert decompress(data) == bytes(unpack(data))


@given(st.lists(st.sampled_from([NYT_CODE, CODES[0], CODES[208], CODES[247]]), max_size=40))
def test_the_unused_leaf_is_byte_zero(codes: list[str]) -> None:
    data = pack("".join(codes))

    assert decompress(data) == bytes(unpack(data))
    assert list(decompress(data)[: len(codes)]) == [VALUES[code] for code in codes]


def test_last_code_may_be_completed_to_the_unused_leaf() -> None:
    assert decompress(pack(CODES[2] + NYT_CODE[:9])) == b"\x02\x00"


@given(st.binary(max_size=100), st.integers(-2, 2))
@example(pack(CODES[0]), -1)  # only the spare byte is too many
def test_limit_counts_every_byte(data: bytes, room: int) -> None:
    expected = bytes(unpack(data))
    limit = max(0, len(expected) + room)

    if len(expected) <= limit:
        assert decompress(data, limit) == expected
    else:
        with pytest.raises(LimitExceededError):
            decompress(data, limit)


def test_longest_codes_may_fill_the_limit() -> None:
    assert decompress(pack(NYT_CODE * 8), 8) == bytes(8)


def test_largest_body() -> None:
    shortest = pack(CODES[0] * MAX_MSGLEN)

    assert decompress(shortest) == bytes(MAX_MSGLEN)
    with pytest.raises(LimitExceededError):
        decompress(shortest + pack(CODES[0]))


@pytest.mark.parametrize("size", [45_056, 16_000_000])
def test_bomb_takes_memory_by_the_limit_not_by_its_size(size: int) -> None:
    bomb = pack(CODES[0] * 4) * size
    tracemalloc.start()
    try:
        with pytest.raises(LimitExceededError):
            decompress(bomb)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert peak < 16 * MAX_MSGLEN

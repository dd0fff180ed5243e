from __future__ import annotations

import json
import os
from ctypes import c_int8, c_int32
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uoproto import obfuscation
from uoproto.constants import FRAGMENT_BIT, MAX_STRING_CHARS
from uoproto.errors import LocalProtocolError
from uoproto.huffman import fixed
from uoproto.obfuscation import client_key, hash_key, server_key, usercmd_key, xor_body

LATIN_1 = st.text(st.characters(max_codepoint=0xFF), max_size=80)
WORDS = st.integers(-(2**31), 2**31 - 1)


def xor_loop(body: bytes, key: int, command: str) -> bytes:
    """Do the specification's loop, byte by byte."""
    text = command.encode("latin-1") + b"\0"
    key &= 0xFF
    at = 0
    result = bytearray(body)
    for i in range(len(result)):
        if text[at] == 0:
            at = 0
        key ^= text[at] << (i & 1) & 0xFF
        if text[at] != 0:  # an empty text contributes zero on every step
            at += 1
        result[i] ^= key
    return bytes(result)


@given(st.binary(max_size=700), st.integers(), LATIN_1)
@example(bytes(50), 0, "")
@example(bytes(50), 0x1FF, "\0text")
@example(bytes(50), 7, "one\0two")
@example(bytes(50), 7, "\xff")
@example(bytes(5000), -1, "x" * (MAX_STRING_CHARS - 1))
@example(bytes(5000), -1, "xy" * MAX_STRING_CHARS)
def test_xor_is_the_byte_loop(body: bytes, key: int, command: str) -> None:
    mixed = xor_body(body, key, command)

    assert mixed == xor_loop(body, key, command)
    assert xor_body(mixed, key, command) == body


def test_known_stream() -> None:
    # Key 1; 0x61, 0x62 << 1, 0x61, 0x62 << 1 are added one after the other.
    assert xor_body(bytes(4), 1, "ab") == bytes([0x60, 0xA4, 0xC5, 0x01])


def test_without_text_the_key_is_constant() -> None:
    assert xor_body(b"\x00\x01\x02", 0x1F0, "") == b"\xf0\xf1\xf2"


def test_streams_kept_are_bounded_in_number_and_size() -> None:
    obfuscation._cached_period.cache_clear()
    limit = obfuscation._cached_period.cache_info().maxsize
    assert limit is not None
    for number in range(limit + 10):
        xor_body(b"body", 0, str(number))
    assert obfuscation._cached_period.cache_info().currsize == limit

    obfuscation._cached_period.cache_clear()
    xor_body(b"body", 0, "x" * MAX_STRING_CHARS)
    assert obfuscation._cached_period.cache_info().currsize == 0


def test_text_beyond_latin_1_is_the_callers_fault() -> None:
    with pytest.raises(LocalProtocolError):
        xor_body(b"body", 0, "\u20ac")
    with pytest.raises(LocalProtocolError):
        hash_key("\u20ac")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("\0a", 0),
        ("a", 11543 ^ 11543 >> 10),
        ("A", 7735 ^ 7735 >> 10),
        ("\xff", 0xFFFFFF89),  # -119: both shifts give -1
    ],
)
def test_known_hashes(text: str, expected: int) -> None:
    assert hash_key(text) == expected
    assert hash_key(text.encode("latin-1")) == expected


@given(LATIN_1, st.integers(0, 100))
@example("\xff" * 32, 32)
@example("\x7f" * 80, 80)
def test_hash_is_the_engines_arithmetic(text: str, limit: int) -> None:
    chars = text.encode("latin-1").split(b"\0")[0]
    total = c_int32(0)
    for i in range(min(limit, len(chars))):
        total = c_int32(total.value + (119 + i) * c_int8(chars[i]).value)
    h = total.value

    assert hash_key(text, limit) == (h ^ h >> 10 ^ h >> 20) & 0xFFFFFFFF


def test_hash_takes_32_characters_by_default() -> None:
    assert hash_key("x" * 32 + "y") == hash_key("x" * 32) != hash_key("x" * 31)


@given(WORDS, WORDS, WORDS)
def test_keys_are_xored(one: int, other: int, third: int) -> None:
    assert client_key(one & 0xFF, other, third) == (one ^ other ^ third) % 256
    assert server_key(one, other) == (one ^ other) % 256
    assert usercmd_key(one, other, "a") == (one ^ other ^ hash_key("a")) % 2**32


def golden(kind: str) -> list[Any]:
    shared = os.environ.get("UO_TEST_SHARED")
    if not shared:
        pytest.skip("UO_TEST_SHARED is not set")
    paths = sorted(Path(shared, "golden").glob(f"*-{kind}.json"))
    assert paths
    return [json.loads(path.read_text()) for path in paths]


def payload(datagrams: list[str], header: int) -> bytes:
    """Join the payloads of one message's datagrams; fragments carry four more header bytes."""
    parts = []
    for datagram in map(bytes.fromhex, datagrams):
        fragmented = int.from_bytes(datagram[:4], "little") & FRAGMENT_BIT
        parts.append(datagram[header + 4 if fragmented else header :])
    return b"".join(parts)


def stored(text: str) -> str:
    """Clean a command text as it is stored (msg: Strings)."""
    cleaned = ("'" if char == "\x92" else "." if char > "\x7f" else char for char in text)
    return "".join(cleaned).replace("%", ".")


def check_body(body: bytes, key: int, command: str, texts: list[str]) -> None:
    """Unwrap a body, find its command texts in it, and wrap it again to the same bytes."""
    packed = xor_body(body, key, stored(command))
    data = fixed.decompress(packed)
    for text in texts:
        assert stored(text).encode("latin-1") + b"\0" in data
    assert body in {
        xor_body(fixed.compress(plain), key, stored(command)) for plain in (data, data[:-1])
    }


def test_golden_client_messages() -> None:
    for case in golden("client-message"):
        message = payload(case["datagrams"], 6)
        key = client_key(case["server_id"], case["challenge"], case["message_acknowledge"])
        texts = [text for _, text in case["reliable_commands"]]
        check_body(message[9:], key, case["server_command"], texts)


def test_golden_server_messages() -> None:
    for case in golden("server-message"):
        message = payload(case["datagrams"], 4)
        key = server_key(case["sequence"], case["challenge"])
        texts = [op["text"] for op in case["ops"] if op["op"] == "server_command"]
        check_body(message[4:], key, case["client_command"], texts)

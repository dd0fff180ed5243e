"""MD4 against the test suite of RFC 1320, and what is made of it."""

from __future__ import annotations

import pytest

from uoserver.files.checksum import block_checksum, md4, pack_checksum

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("text", "digest"),
    [
        ("", "31d6cfe0d16ae931b73c59d7e0c089c0"),
        ("a", "bde52cb31de33e46245e05fbdbd6fb24"),
        ("abc", "a448017aaf21d8525fc10ae87aa6729d"),
        ("message digest", "d9130a8164549fe818874806e1c7014b"),
        (ALPHABET, "d79e1c308aa5bbcdeea8ed63df412da9"),
        (ALPHABET.upper() + ALPHABET + "0123456789", "043f8582f241db351ce627e153e7f0e4"),
        ("1234567890" * 8, "e33b4ddc9c38f2199c3e7b164fcc0536"),
    ],
)
def test_the_suite_of_the_rfc(text: str, digest: str) -> None:
    assert md4(text.encode()).hex() == digest


@pytest.mark.parametrize("size", [55, 56, 63, 64, 65, 119, 120])
def test_every_size_is_padded(size: int) -> None:
    assert len(md4(bytes(size))) == 16
    assert md4(bytes(size)) != md4(bytes(size + 1))


def test_the_words_are_folded_with_a_sign() -> None:
    digest = bytes.fromhex("31d6cfe0d16ae931b73c59d7e0c089c0")
    words = [int.from_bytes(digest[start : start + 4], "little") for start in (0, 4, 8, 12)]
    folded = words[0] ^ words[1] ^ words[2] ^ words[3]
    assert folded >= 1 << 31  # else this would show nothing
    assert block_checksum(b"") == folded - (1 << 32)


def test_crcs_are_little_endian_and_in_order() -> None:
    assert pack_checksum([0x64636261, 0x34333231]) == block_checksum(b"abcd1234")
    assert pack_checksum([]) == block_checksum(b"")

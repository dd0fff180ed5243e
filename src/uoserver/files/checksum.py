"""The checksum that tells packs apart: MD4 (RFC 1320), its four words folded into one."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final

_BLOCK: Final = struct.Struct("<16I")
_START: Final = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476)
_MASK: Final = 0xFFFFFFFF
# Of each round: the order of the block's words, the shifts, the constant.
_ROUNDS: Final = (
    (tuple(range(16)), (3, 7, 11, 19), 0),
    (tuple(row + 4 * column for row in range(4) for column in range(4)), (3, 5, 9, 13), 0x5A827999),
    ((0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15), (3, 9, 11, 15), 0x6ED9EBA1),
)


def md4(data: bytes) -> bytes:
    """Return the 16 bytes of the MD4 digest; the standard library no longer offers it."""
    padding = b"\x80" + bytes((55 - len(data)) % 64)
    padded = data + padding + struct.pack("<Q", len(data) * 8 & 0xFFFFFFFFFFFFFFFF)
    state = _START
    for words in _BLOCK.iter_unpack(padded):
        mixed = _mix(state, words)
        state = tuple(old + new & _MASK for old, new in zip(state, mixed, strict=True))  # type: ignore[assignment]
    return struct.pack("<4I", *state)


def _mix(state: tuple[int, int, int, int], words: tuple[int, ...]) -> tuple[int, int, int, int]:
    a, b, c, d = state
    for number, (order, shifts, constant) in enumerate(_ROUNDS):
        for step, word in enumerate(order):
            if number == 0:
                chosen = d ^ (b & (c ^ d))
            elif number == 1:
                chosen = b & c | b & d | c & d
            else:
                chosen = b ^ c ^ d
            total = a + chosen + words[word] + constant & _MASK
            shift = shifts[step & 3]
            a, b, c, d = d, (total << shift | total >> 32 - shift) & _MASK, b, c
    return a, b, c, d


def block_checksum(data: bytes) -> int:
    """Return the four words of the MD4 digest XORed, as a signed integer (msg: Checksums)."""
    one, two, three, four = struct.unpack("<4i", md4(data))
    folded: int = one ^ two ^ three ^ four
    return folded


def pack_checksum(crcs: Iterable[int]) -> int:
    """Return the checksum of a pack from the CRC-32s of its entries, in their order."""
    return block_checksum(b"".join(struct.pack("<I", crc) for crc in crcs))

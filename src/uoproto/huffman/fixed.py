"""Fixed Huffman coding: the bodies of sequenced messages (spec: Fixed-Huffman body compression).

The stream says neither how many bytes nor how many bits it holds. A decoder runs to the end of
the last byte, so padding that looks like the start of a code is completed with zero bits and
usually yields one byte too many, 0xd0, which readers of a body must pass over.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from bitarray import bitarray, decodetree

from uoproto.constants import MAX_MSGLEN
from uoproto.errors import LimitExceededError
from uoproto.huffman.codes import CODES, NYT_CODE

_NYT: Final = 256
"""What the decode tree yields for the not-yet-transmitted leaf; its low byte is the result, 0."""


def _bits(code: str) -> bitarray:
    return bitarray(code, endian="little")


_ENCODER: Final = {symbol: _bits(code) for symbol, code in enumerate(CODES)}
_DECODER: Final = decodetree({**_ENCODER, _NYT: _bits(NYT_CODE)})
_LENGTHS: Final = bytes(map(len, CODES))
_LONGEST: Final = max(*_LENGTHS, len(NYT_CODE))


def compress(data: bytes) -> bytes:
    """Encode ``data`` into ``(bits + 7) >> 3`` bytes, padded with zero bits."""
    bits = bitarray(endian="little")
    bits.encode(_ENCODER, data)
    return bits.tobytes()


def decompress(data: bytes, limit: int = MAX_MSGLEN) -> bytes:
    """Decode every code that starts inside ``data``, the last completed with zero bits.

    Raises `LimitExceededError` if that gives more than ``limit`` bytes. Work and memory are
    bounded by ``limit`` however long ``data`` is: input that must exceed it, were every code
    the longest, is refused unread, and decoding stops one symbol past it.
    """
    if len(data) * 8 > limit * _LONGEST:
        raise LimitExceededError(f"{len(data)} packed bytes hold more than {limit}")
    bits = bitarray(endian="little")
    bits.frombytes(data)
    symbols: list[int] = []
    unfinished = False
    try:
        symbols.extend(islice(bits.decode(_DECODER), limit + 1))
    except ValueError:  # a code that the data does not finish; extend kept those before it
        unfinished = True
    if len(symbols) + unfinished > limit:
        raise LimitExceededError(f"body unpacks to more than {limit} bytes")
    try:
        body = bytes(symbols)
        used = 0
    except ValueError:  # the not-yet-transmitted leaf, which no encoder sends
        body = bytes(symbol & 0xFF for symbol in symbols)
        # `body.translate` below counts each of them with the length of byte 0.
        used = symbols.count(_NYT) * (len(NYT_CODE) - _LENGTHS[0])
    if unfinished:
        used += sum(body.translate(_LENGTHS))
        body += _complete(bits[used:])
    return body


def _complete(code: bitarray) -> bytes:
    """Return the byte that ``code``, the start of one code, means with zero bits after it."""
    code.extend([0] * _LONGEST)
    return bytes([next(code.decode(_DECODER)) & 0xFF])

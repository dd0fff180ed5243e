"""The XOR transform of packed message bodies, and the keys made from command text.

This is synchronisation, not secrecy: who sees the traffic can undo it (spec: Status and scope).

The transform's byte ``i`` is the initial key XORed with characters 0 to ``i`` of the command
text read round and round, each shifted left by ``i & 1`` (spec: XOR transform). Characters and
shifts line up again after twice the text's length, and by then the XOR of everything added is
some byte that the next round cancels. So without the initial key the stream depends on the text
alone and repeats after four times its length: one period is built, kept, and repeated.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import Final

from uoproto.constants import HASH_KEY_CHARS, MAX_CACHED_STREAMS, MAX_STRING_CHARS
from uoproto.errors import LocalProtocolError

_WORD: Final = 0xFFFFFFFF
_HASH_FIRST_FACTOR: Final = 119
_DOUBLED: Final = bytes(value << 1 & 0xFF for value in range(256))
"""Translation table: a byte shifted left by one."""


def hash_key(text: str | bytes, limit: int = HASH_KEY_CHARS) -> int:
    """Return the engine's hash of at most ``limit`` characters of ``text``, 0 to 2**32 - 1.

    Case counts; a NUL ends the text (msg: HashKey).

    Raises `LocalProtocolError` if ``text`` is a `str` with characters beyond latin-1.
    """
    chars = memoryview(_text_bytes(text[:limit])).cast("b")  # the engine's char is signed
    total: int = sum(map(mul, chars, range(_HASH_FIRST_FACTOR, _HASH_FIRST_FACTOR + len(chars))))
    word = total & _WORD
    signed = word - ((word & 0x80000000) << 1)  # both shifts fill with the sign
    return (signed ^ signed >> 10 ^ signed >> 20) & _WORD


def xor_body(body: bytes, key: int, command: str) -> bytes:
    """Apply or undo the transform: the low byte of ``key``, then the text ``command``.

    A NUL ends the text. Without text every byte is XORed with the key alone.

    Raises `LocalProtocolError` if ``command`` has characters beyond latin-1.
    """
    size = len(body)
    find_period = _cached_period if len(command) < MAX_STRING_CHARS else _build_period
    period = find_period(command)
    stream = (period * (size // len(period) + 1))[:size]
    return _xor(body, stream, bytes([key & 0xFF]) * size)


def client_key(server_id: int, challenge: int, message_acknowledge: int) -> int:
    """Return the initial key of a client's message, one byte (spec: XOR transform)."""
    return (server_id ^ challenge ^ message_acknowledge) & 0xFF


def server_key(sequence: int, challenge: int) -> int:
    """Return the initial key of a server's message, one byte (spec: XOR transform).

    ``sequence`` is the netchan sequence of the whole message, fragmented or not.
    """
    return (sequence ^ challenge) & 0xFF


def usercmd_key(message_acknowledge: int, checksum_feed: int, server_command: str) -> int:
    """Return the 32-bit key of a bundle of usercmds (spec: User-command bundle).

    ``server_command`` is the text of the server command the client acknowledged last.
    """
    return (message_acknowledge ^ checksum_feed ^ hash_key(server_command)) & _WORD


def _text_bytes(text: str | bytes) -> bytes:
    """Return one byte per character, up to the first NUL."""
    if isinstance(text, str):
        try:
            text = text.encode("latin-1")
        except UnicodeEncodeError as error:
            raise LocalProtocolError("command text holds characters beyond latin-1") from error
    return text.partition(b"\0")[0]


def _build_period(command: str) -> bytes:
    """Return one period of the stream of ``command``, for the initial key 0."""
    text = _text_bytes(command)
    if not text:
        return b"\0"
    added = bytearray(text * 2)
    added[1::2] = added[1::2].translate(_DOUBLED)
    size = len(added)
    # The running XOR of all bytes, by doubling: after the step of n bytes each byte holds the
    # XOR of the 2n bytes that end with it. What spills over the end is cut off.
    running = int.from_bytes(added, "little")
    step = 1
    while step < size:
        running ^= running << 8 * step
        step *= 2
    first = (running & (1 << 8 * size) - 1).to_bytes(size, "little")
    # The second half adds the same bytes again, on top of the last one of the first.
    return first + _xor(first, first[-1:] * size)


def _xor(*parts: bytes) -> bytes:
    """XOR byte strings of one length, as integers because that is fast."""
    mixed = 0
    for part in parts:
        mixed ^= int.from_bytes(part, "little")
    return mixed.to_bytes(len(parts[0]), "little")


_cached_period = lru_cache(maxsize=MAX_CACHED_STREAMS)(_build_period)
"""`_build_period` for texts the protocol can carry; longer ones are not kept."""


def forget_streams() -> None:
    """Drop every kept stream, as for measuring without them."""
    _cached_period.cache_clear()

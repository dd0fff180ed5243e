"""Challenges without a table: a keyed hash that only the address it was sent to can return.

A challenge is 12 bits of time in units of 16 ms and 20 bits of hash over the address, the port
and that time (design: Files and console). The server remembers nothing before a client has shown
that it receives at its address, so nobody can fill a table with spoofed requests.
"""

from __future__ import annotations

from hashlib import blake2s
from secrets import token_bytes
from typing import Final

from uoproto.connection import Address

UNIT_MS: Final = 16
TIME_BITS: Final = 12
HASH_BITS: Final = 20
LIFETIME_MS: Final = 60_000
_TIME_MASK: Final = (1 << TIME_BITS) - 1
_HASH_MASK: Final = (1 << HASH_BITS) - 1


class Challenges:
    """Issues and checks challenges of one server run."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes | None = None) -> None:
        self._key = key or token_bytes(16)

    def issue(self, address: Address, now: int) -> int:
        """Return the signed 32-bit challenge for an address at ``now``."""
        stamp = now // UNIT_MS & _TIME_MASK
        value = stamp << HASH_BITS | self._hash(address, now // UNIT_MS)
        return value - (1 << 32) if value >> 31 else value

    def age(self, address: Address, challenge: int, now: int) -> int | None:
        """Return milliseconds since a challenge was issued to this address; None if it was not.

        The answer is exact to 16 ms; the first time a client shows it, this is its ping.
        """
        value = challenge & 0xFFFFFFFF
        units = (now // UNIT_MS - (value >> HASH_BITS)) & _TIME_MASK
        if units * UNIT_MS > LIFETIME_MS:
            return None
        issued = now // UNIT_MS - units
        return units * UNIT_MS if value & _HASH_MASK == self._hash(address, issued) else None

    def _hash(self, address: Address, unit: int) -> int:
        text = f"{address[0]}|{address[1]}|{unit}".encode()
        digest = blake2s(text, key=self._key, digest_size=4).digest()
        return int.from_bytes(digest, "little") & _HASH_MASK

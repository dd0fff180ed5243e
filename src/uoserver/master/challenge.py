"""Challenges without a table: only who receives at an address can send back what went there.

A challenge has eight characters, so that what asks a server is no longer than the heartbeat that
made us ask: forged heartbeats gain nothing.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import blake2s
from hmac import compare_digest
from secrets import token_bytes
from typing import Final

from uoproto.connection import Address

EPOCH_MS: Final = 16_000
"""A challenge is good in the stretch of time it was made in and in the next one."""
HASH_BYTES: Final = 6
"""48 bits in eight characters: at a million guesses a second one fits in nine years."""
MAX_SCAN: Final = 1400
"""How far into an answer its challenge is looked for; stock servers send it first."""
_ECHO: Final = re.compile(rb"\\challenge\\([A-Za-z0-9_-]{8})(?=[\\\n\0]|\Z)", re.IGNORECASE)


class Challenges:
    """Makes and checks the challenges of one run."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes | None = None) -> None:
        self._key = key or token_bytes(16)

    def issue(self, address: Address, now: int) -> str:
        """Return the challenge for an address, eight characters."""
        return self._of(address, now // EPOCH_MS).decode()

    def answered(self, datagram: bytes, address: Address, now: int) -> bool:
        """Say whether an ``infoResponse`` holds a challenge that went to its sender lately.

        This is cheap, so that all that is forged can be passed over before it is parsed.
        """
        found = _ECHO.search(datagram, 0, MAX_SCAN)
        if found is None:
            return False
        epoch = now // EPOCH_MS
        fits = [compare_digest(self._of(address, epoch - age), found[1]) for age in (0, 1)]
        return any(fits)

    def _of(self, address: Address, epoch: int) -> bytes:
        text = f"{address[0]}|{address[1]}|{epoch}".encode()
        return urlsafe_b64encode(blake2s(text, key=self._key, digest_size=HASH_BYTES).digest())

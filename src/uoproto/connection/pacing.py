"""When the next message to a client may go out (server: Sending pace)."""

from __future__ import annotations

from dataclasses import dataclass

from ..constants import (
    CONNECTING_SNAPSHOT_MS,
    DEFAULT_RATE,
    DEFAULT_SNAPSHOT_MS,
    LAN_RATE,
    MAX_RATE,
    MAX_SNAPS,
    MIN_RATE,
    MIN_SNAPS,
    RATE_MESSAGE_CAP,
    RATE_OVERHEAD,
)
from ..oob.packet import stock_int
from ..text import info_get


def userinfo_rate(userinfo: str) -> int:
    """Return the rate a userinfo asks for, in bytes a second, 1,000 to 90,000."""
    text = info_get(userinfo, "rate")
    return min(MAX_RATE, max(MIN_RATE, stock_int(text))) if text else DEFAULT_RATE


def userinfo_snapshot_ms(userinfo: str) -> int:
    """Return the milliseconds between snapshots that a userinfo asks for (1000 // snaps)."""
    text = info_get(userinfo, "snaps")
    if not text:
        return DEFAULT_SNAPSHOT_MS
    return 1000 // min(MAX_SNAPS, max(MIN_SNAPS, stock_int(text)))


@dataclass(slots=True)
class Pacer:
    """Paces the messages to one client by its rate and its snaps.

    ``asked_rate`` is the client's, ``max_rate`` the server's own limit (0 for none), both in bytes
    a second; ``snapshot_ms`` lie between snapshots; ``lan`` sends every frame.
    """

    asked_rate: int = DEFAULT_RATE
    max_rate: int = 0
    snapshot_ms: int = DEFAULT_SNAPSHOT_MS
    lan: bool = False
    next_ms: int = 0
    rate_delayed: bool = False
    """Whether the rate, not snaps, set the last delay: snapFlags bit 1 of the next snapshot."""

    @property
    def rate(self) -> int:
        """Bytes a second that count: the client's rate within the server's limit."""
        if not self.max_rate:
            return self.asked_rate
        return min(self.asked_rate, max(MIN_RATE, self.max_rate))

    def configure(self, userinfo: str, *, lan: bool = False) -> None:
        """Take rate and snaps from a userinfo."""
        self.asked_rate = LAN_RATE if lan else userinfo_rate(userinfo)
        self.snapshot_ms = userinfo_snapshot_ms(userinfo)
        self.lan = lan

    def due(self, now: int) -> bool:
        """Whether a message may go out."""
        return now >= self.next_ms

    def _rate_ms(self, size: int) -> int:
        return (min(size, RATE_MESSAGE_CAP) + RATE_OVERHEAD) * 1000 // self.rate

    def message_sent(self, size: int, now: int, *, waiting: bool = False) -> None:
        """Account for a message of ``size`` bytes.

        ``waiting``: the client is not active and downloads nothing, so once a second is enough.
        """
        if self.lan:
            self.next_ms = now - 1
            self.rate_delayed = False
        else:
            rate_ms = self._rate_ms(size)
            self.rate_delayed = rate_ms >= self.snapshot_ms
            self.next_ms = now + max(self.snapshot_ms, rate_ms)
        if waiting:
            self.next_ms = max(self.next_ms, now + CONNECTING_SNAPSHOT_MS)

    def fragment_sent(self, unsent: int, now: int) -> None:
        """Account for a fragment; ``unsent`` bytes of its message waited, its own among them."""
        self.next_ms = now - 1 if self.lan else now + self._rate_ms(unsent)

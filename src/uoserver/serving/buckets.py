"""Limits on what strangers can make a server do: token buckets by address and in total."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

MAX_BUCKETS: Final = 4096
"""Addresses remembered; the one longest unused gives way, so spoofed floods cost no memory."""
REPORT_MS: Final = 60_000
"""Shortest time between two log lines about one limit: a flood must not fill the log too."""


class Bucket:
    """Holds up to ``burst`` tokens and gains one each ``period_ms``; 0: it never runs dry."""

    __slots__ = ("_full_at", "burst", "period_ms")

    def __init__(self, burst: int, period_ms: int) -> None:
        self.burst = burst
        self.period_ms = period_ms
        self._full_at = 0

    def empty(self, now: int) -> bool:
        """Say whether there is no token."""
        return max(self._full_at, now) + self.period_ms - now > self.burst * self.period_ms

    def take(self, now: int, count: int = 1) -> bool:
        """Take so many tokens if they are there, else none."""
        full_at = max(self._full_at, now) + self.period_ms * count
        if full_at - now > self.burst * self.period_ms:
            return False
        self._full_at = full_at
        return True


class RateLimit:
    """One bucket for each address (ports share it) and one for all addresses together."""

    __slots__ = (
        "_buckets",
        "_burst",
        "_next_report",
        "_period_ms",
        "_reported",
        "_total",
        "dropped",
    )

    def __init__(self, burst: int, period_ms: int, total_burst: int, total_period_ms: int) -> None:
        self._burst, self._period_ms = burst, period_ms
        self._total = Bucket(total_burst, total_period_ms)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.dropped = 0
        """Requests refused so far."""
        self._reported = 0
        self._next_report = 0

    def configure(self, burst: int, period_ms: int, total_burst: int, total_period_ms: int) -> None:
        """Change the limits; every bucket is full again."""
        self._burst, self._period_ms = burst, period_ms
        self._total = Bucket(total_burst, total_period_ms)
        self._buckets.clear()

    def allow(self, host: str, now: int, cost: int = 1) -> bool:
        """Say whether a request that costs so many tokens may be served, and count it."""
        bucket = self._buckets.get(host)
        if bucket is None:
            bucket = self._buckets[host] = Bucket(self._burst, self._period_ms)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(host)
        if bucket.take(now, cost) and self._total.take(now, cost):
            return True
        self.dropped += 1
        return False

    def take_report(self, now: int) -> int:
        """Return how many requests were refused since this was asked; 0 within a minute."""
        count = self.dropped - self._reported
        if not count or now < self._next_report:
            return 0
        self._reported, self._next_report = self.dropped, now + REPORT_MS
        return count

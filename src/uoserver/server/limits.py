"""Limits on what strangers can make the server do: token buckets by address and in total."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

MAX_BUCKETS: Final = 4096
"""Addresses remembered; the one longest unused gives way, so spoofed floods cost no memory."""
REPORT_MS: Final = 60_000
"""Shortest time between two log lines about one limit: a flood must not fill the log too."""


class Bucket:
    """Holds up to ``burst`` tokens and gains one each ``period_ms``."""

    __slots__ = ("_full_at", "burst", "period_ms")

    def __init__(self, burst: int, period_ms: int) -> None:
        self.burst = burst
        self.period_ms = period_ms
        self._full_at = 0

    def empty(self, now: int) -> bool:
        """Say whether there is no token."""
        return max(self._full_at - now, 0) + self.period_ms > self.burst * self.period_ms

    def take(self, now: int) -> bool:
        """Take a token if there is one."""
        if self.empty(now):
            return False
        self._full_at = max(self._full_at, now) + self.period_ms
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

    def allow(self, host: str, now: int) -> bool:
        """Say whether a request of an address may be served, and count it."""
        bucket = self._buckets.get(host)
        if bucket is None:
            bucket = self._buckets[host] = Bucket(self._burst, self._period_ms)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(host)
        if bucket.take(now) and self._total.take(now):
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


class Limits:
    """The limits of one server, each with the flood it stops."""

    __slots__ = ("banned", "challenge", "connect", "query", "rcon", "reject")

    def __init__(self) -> None:
        # Browser tools ask getinfo and getstatus in one go, several times (operators); the
        # totals keep spoofed queries from turning the server into a reflector.
        self.query = RateLimit(10, 100, 200, 5)
        # Players behind one address (a LAN party, a router) come all at once after a restart.
        self.challenge = RateLimit(24, 50, 200, 5)
        # Each costs a Huffman decode of up to 2 ms.
        self.connect = RateLimit(24, 100, 64, 20)
        # The stock throttle is global, which lets anybody lock the admin out (operators, row 7).
        self.rcon = RateLimit(5, 500, 50, 20)
        # Answers to who is banned, each with a line in the log: a client asks each 3 s, for hours.
        self.banned = RateLimit(2, 1000, 50, 20)
        # Answers of "disconnect" to strangers' sequenced datagrams.
        self.reject = RateLimit(4, 1000, 50, 20)

    def reports(self, now: int) -> list[str]:
        """Return a line for each limit that refused something, at most one a minute and limit."""
        counts = {name: getattr(self, name).take_report(now) for name in self.__slots__}
        return [f"{name}: {count} refused (rate limit)" for name, count in counts.items() if count]

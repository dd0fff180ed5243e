"""What a public server tells its masters, and when (spec: Master heartbeat)."""

from __future__ import annotations

from collections.abc import Callable

from uoproto.constants import HEARTBEAT_MS, MASTER_STATUS_MS

from .requests import GAME_TAG, Flatline, Heartbeat
from .status import StatusResponse


class Heartbeats:
    """Schedules the datagrams that go to every master of a server.

    Times are integer milliseconds of any monotonic clock. A heartbeat and a status are due at
    once, then every 180,000 and 600,000 ms. A forced heartbeat goes out ``gap_ms`` behind the
    last one, so that players who come and go in turn do not make a flood of them.
    """

    def __init__(self, tag: str = GAME_TAG, *, gap_ms: int = 0) -> None:
        self._heartbeat = Heartbeat(tag).encode()
        self._gap_ms = gap_ms
        self._last_heartbeat = 0
        self._next_heartbeat: int | None = None
        self._next_status: int | None = None
        self._closed = False

    def force(self, *, urgent: bool = False) -> None:
        """Make a heartbeat due: first or last player, new map (server: connect, Drops).

        An ``urgent`` one does not wait for the gap: somebody asks for it on the console.
        """
        if urgent or not self._gap_ms:
            self._next_heartbeat = None
        elif self._next_heartbeat is not None:
            earliest = self._last_heartbeat + self._gap_ms
            self._next_heartbeat = min(self._next_heartbeat, earliest)

    def next_timeout(self, now: int) -> int | None:
        """Return when `datagrams_to_send` will next have something; None after `shutdown`."""
        if self._closed:
            return None
        times = (self._next_heartbeat, self._next_status)
        return min(now if time is None else time for time in times)

    def datagrams_to_send(self, now: int, status: Callable[[], StatusResponse]) -> list[bytes]:
        """Return the datagrams due now; ``status`` is asked only when one has to be sent."""
        if self._closed:
            return []
        datagrams = []
        if self._next_heartbeat is None or now >= self._next_heartbeat:
            self._last_heartbeat, self._next_heartbeat = now, now + HEARTBEAT_MS
            datagrams.append(self._heartbeat)
        if self._next_status is None or now >= self._next_status:
            self._next_status = now + MASTER_STATUS_MS
            datagrams.append(status().encode())
        return datagrams

    def shutdown(self) -> list[bytes]:
        """Return the last word to the masters; nothing is due any more. Empty when repeated."""
        if self._closed:
            return []
        self._closed = True
        return [Flatline().encode()]

"""What the services of this package share: datagrams in and out, and counts of what they did."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import Counter
from typing import Final

from uoproto.connection import Address
from uoproto.oob import is_oob, peek_request

log: Final = logging.getLogger("uoserver.master")

REPORT_MS: Final = 60_000
"""Time between two log lines of counts: a flood must not fill the log."""

MAX_REQUEST: Final = 256
"""The longest request that is read: one of hundreds of words costs twenty times as much."""
_MAX_WORD: Final = 64


def request_word(data: bytes) -> str:
    """Return the command word of a datagram in lower case, looking at its beginning only.

    It is empty for what is not connectionless.
    """
    return peek_request(data[:_MAX_WORD]) if is_oob(data) else ""


class Service(ABC):
    """A service without its socket. ``now`` is ms of a monotonic clock."""

    name = ""
    counted: tuple[str, ...] = ()
    """All that `counts` counts."""

    def __init__(self) -> None:
        self.counts: Final[Counter[str]] = Counter(dict.fromkeys(self.counted, 0))
        """What happened so far, by what it was."""
        self._outgoing: list[tuple[bytes, Address]] = []
        self._reported: Counter[str] = Counter()
        self._next_report = 0

    @abstractmethod
    def receive(self, data: bytes, address: Address, now: int) -> None:
        """Take a datagram from anybody; whatever it is, nothing is raised."""

    def frame(self, now: int) -> None:
        """Do what time brings; to be called once a second or so."""
        if now >= self._next_report and (line := self._report()):
            self._next_report = now + REPORT_MS
            log.info("%s: %s", self.name, line)

    def status(self) -> dict[str, object]:
        """Return what ``--json`` prints of this service."""
        return dict(self.counts)

    def send(self, data: bytes, address: Address) -> None:
        """Queue a datagram."""
        self._outgoing.append((data, address))

    def take_outgoing(self) -> list[tuple[bytes, Address]]:
        """Return the datagrams to send, and forget them."""
        outgoing, self._outgoing = self._outgoing, []
        return outgoing

    def _report(self) -> str:
        new = self.counts - self._reported
        self._reported = self.counts.copy()
        return ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in new.items())

"""The masters a server is to tell, and the addresses their names stand for.

Names are looked up by somebody else, later, so that no frame waits for a name server.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from ipaddress import AddressValueError, IPv4Address
from typing import Final

from uoproto.connection import Address
from uoproto.constants import MASTER_PORT
from uoproto.oob import Heartbeats

log: Final = logging.getLogger("uoserver")

FORCED_GAP_MS: Final = 10_000
"""Shortest time between two heartbeats that players or maps cause: somebody who joins and leaves
in a loop makes no more than this."""
RETRY_MS: Final = 30_000
"""Wait before a name that did not resolve is tried again; it doubles with each failure."""
MAX_RETRY_MS: Final = 3_600_000
REFRESH_MS: Final = 3_600_000
"""A name that is known is looked up anew after this time: addresses move."""
MAX_HOST: Final = 253
"""The longest name a name server knows."""

Found = Callable[[str | None], None]
Lookup = Callable[[str, Found], None]
"""Looks the IPv4 address of a name up and tells it, or None, at once or later, but once."""


@dataclass(slots=True)
class Master:
    """One master server; ``address`` is None until its name is known."""

    host: str
    port: int
    address: Address | None = None
    beats: Heartbeats = field(default_factory=lambda: Heartbeats(gap_ms=FORCED_GAP_MS))
    retry_at: int | None = 0
    """When the name is to be looked up; None while that is being done."""
    failures: int = 0

    def found(self, host: str | None, now: int) -> None:
        """Take what a lookup gave. A name that is lost keeps the address it had."""
        if host is None:
            if not self.failures:
                log.warning("master %s does not resolve; it is tried again", self.host)
            wait = RETRY_MS << min(self.failures, 16)
            self.retry_at, self.failures = now + min(wait, MAX_RETRY_MS), self.failures + 1
            return
        if self.address != (host, self.port):
            log.info("master %s is %s:%d", self.host, host, self.port)
        self.address, self.failures, self.retry_at = (host, self.port), 0, now + REFRESH_MS


def parse_master(text: str) -> tuple[str, int] | None:
    """Return host and port of ``HOST[:PORT]``, or None for what is neither."""
    host, colon, digits = text.strip().partition(":")
    port = MASTER_PORT
    if colon:
        port = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0
    good = 0 < len(host) <= MAX_HOST and host.isprintable() and " " not in host
    return (host.lower(), port) if good and 0 < port < 65536 else None


class MasterNames:
    """Keeps a `Master` for each text that names one, as long as one does."""

    def __init__(self) -> None:
        self.masters: dict[tuple[str, int], Master] = {}
        self._bad: set[str] = set()

    def update(self, texts: Iterable[str]) -> None:
        """Take over what the settings say now; what is no address is told once."""
        wanted: dict[tuple[str, int], None] = {}
        bad: set[str] = set()
        for text in filter(None, map(str.strip, texts)):
            name = parse_master(text)
            if name is not None:
                wanted[name] = None
                continue
            bad.add(text)
            if text not in self._bad:
                log.warning("no master is told: %r is not HOST[:PORT]", text[:80])
        self._bad = bad
        self.masters = {name: self.masters.get(name) or _new(*name) for name in wanted}

    def look_up(self, lookup: Lookup, clock: Callable[[], int]) -> None:
        """Have the names looked up that are due; ``clock`` gives ms, now and when one is found."""
        for master in self.masters.values():
            if master.retry_at is not None and clock() >= master.retry_at:
                master.retry_at = None
                lookup(master.host, lambda host, master=master: master.found(host, clock()))  # type: ignore[misc]

    def known(self) -> list[Master]:
        """Return those with an address, one for each address."""
        by_address = {master.address: master for master in reversed(self.masters.values())}
        by_address.pop(None, None)
        return [*reversed(by_address.values())]


def _new(host: str, port: int) -> Master:
    try:
        return Master(host, port, (str(IPv4Address(host)), port), retry_at=None)
    except AddressValueError:
        return Master(host, port)

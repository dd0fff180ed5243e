"""The limits on ``getinfo`` and ``getstatus``, which hosts set (operators, rows 1 to 5).

Both are answered to addresses that nobody has proven, with more bytes than were asked with: what is
beyond the limits must not make of the server a reflector. An address beyond its own is answered in
short, by no more bytes than it sent in vain.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import TYPE_CHECKING, Final

from uoserver.serving.buckets import MAX_BUCKETS, Bucket, RateLimit

from .banlist import BanError, parse_network

if TYPE_CHECKING:
    from uoserver.console.cvars import CvarRegistry

log: Final = logging.getLogger("uoserver")

SETTINGS: Final = ("sv_queryBurst", "sv_queryRate", "sv_queryTotalRate", "sv_queryAllow")
MAX_ALLOWED: Final = 64
"""Words of ``sv_queryAllow`` that count: each query of a stranger is held against all of them."""
LOOPBACK: Final = IPv4Network("127.0.0.0/8")
MAX_CREDIT: Final = 1400
"""Bytes of short answers that an address can save up: a datagram's worth."""
BRIEF_BURST: Final = 50
BRIEF_PER_S: Final = 50
"""Short answers to all addresses together: a flood from everywhere must not cost the frames."""
_US: Final = 1_000_000


class QueryLimit(RateLimit):
    """One bucket an address and one for all; the addresses of a list have one of their own.

    A flood of strangers leaves who is on the list alone; a flood in the name of who is on it leaves
    strangers alone, and ends at the same total. Changes of the cvars count at once.
    """

    __slots__ = ("_allowed", "_briefs", "_credit", "_cvars", "_trusted")

    def __init__(self, cvars: CvarRegistry) -> None:
        super().__init__(1, 1, 1, 1)
        self._cvars: Final = cvars
        self._allowed: tuple[IPv4Network, ...] = ()
        self._trusted = Bucket(1, 1)
        self._credit: OrderedDict[str, int] = OrderedDict()
        self._briefs: Final = Bucket(BRIEF_BURST, _US // BRIEF_PER_S)
        for name in SETTINGS:
            cvars.on_change(name, lambda _: self._follow())
        self._follow()

    def _follow(self) -> None:
        """Take the settings over. Periods are in us: 300 a second is no whole number of ms."""
        burst, rate, total = map(self._cvars.get_int, SETTINGS[:3])
        total_burst = max(total, burst)
        self.configure(burst, _US // rate, total_burst, _US // total)
        self._trusted = Bucket(total_burst, _US // total)
        networks = [LOOPBACK]
        for word in self._cvars.get("sv_queryAllow").split()[:MAX_ALLOWED]:
            try:
                networks.append(parse_network(word))
            except BanError as error:
                log.warning("sv_queryAllow: %s", error)
        self._allowed = tuple(networks)

    def allow(self, host: str, now: int, cost: int = 1) -> bool:
        """Say whether a query may be answered in full, and count it; ``now`` is in ms."""
        if not self._is_allowed(host):
            return super().allow(host, now * 1000, cost)
        if self._trusted.take(now * 1000, cost):
            return True
        self.dropped += 1
        return False

    def _is_allowed(self, host: str) -> bool:
        try:
            address = IPv4Address(host)
        except AddressValueError:
            return False
        return any(address in network for network in self._allowed)

    def earn(self, host: str, size: int) -> int:
        """Count the bytes of a query that is refused; return how many its address may be sent."""
        credit = min(self._credit.pop(host, 0) + size, MAX_CREDIT)
        self._credit[host] = credit
        if len(self._credit) > MAX_BUCKETS:
            self._credit.popitem(last=False)
        return credit

    def spend(self, host: str, size: int, now: int) -> bool:
        """Say whether an address may be sent a short answer of so many bytes, and count it."""
        credit = self._credit.get(host, 0)
        if credit < size or not self._briefs.take(now * 1000):
            return False
        self._credit[host] = credit - size
        return True

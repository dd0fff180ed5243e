"""The servers that are listed: each has shown that it receives at its address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from uoproto.connection import Address
from uoproto.oob import ServerInfo

MAX_SERVERS: Final = 4096
"""Servers in the list: who owns a network cannot use up our memory, or make the list longer than
browsers take."""
MAX_PER_HOST: Final = 32
"""Servers of one address: who owns one can open 65,535 ports, and would drown the others."""
ASK_AGAIN_MS: Final = (1500, 3000)
LEAVE_MS: Final = 5000
"""A server that says it ends is asked at once and at these times; silent so long, it is gone."""


class Outcome(Enum):
    """What an answer led to."""

    LISTED = "listed"
    RENEWED = "renewed"
    REFUSED = "refused_full"


@dataclass(slots=True)
class Listed:
    """A server, and what it last said of itself; times in ms."""

    protocol: int
    clients: int
    max_clients: int
    seen: int
    leaving: int | None = None
    """When it, or somebody in its name, said that it ends."""
    asked: int = 0
    """How often it was asked again since."""

    @property
    def empty(self) -> bool:
        """Whether nobody plays."""
        return self.clients <= 0

    @property
    def full(self) -> bool:
        """Whether nobody can join; a server that tells no limit is never full."""
        return 0 < self.max_clients <= self.clients


class Servers:
    """All listed servers, in the order in which they came."""

    def __init__(self, expire_ms: int) -> None:
        self.expire_ms: Final = expire_ms
        self._servers: dict[Address, Listed] = {}
        self._hosts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._servers)

    def __contains__(self, address: object) -> bool:
        return address in self._servers

    def __iter__(self) -> Iterator[tuple[Address, Listed]]:
        return iter(self._servers.items())

    def answered(self, address: Address, info: ServerInfo, now: int) -> Outcome:
        """Take the answer of a server; its address is proven."""
        known = self._servers.get(address)
        listed = Listed(info.protocol, info.clients, info.max_clients, now)
        if known is None:
            if len(self) >= MAX_SERVERS or self._hosts[address[0]] >= MAX_PER_HOST:
                return Outcome.REFUSED
            self._hosts[address[0]] += 1
        self._servers[address] = listed
        return Outcome.RENEWED if known else Outcome.LISTED

    def leaves(self, address: Address, now: int) -> bool:
        """Take that a server ends; say whether it is to be asked. It stays until it is silent."""
        server = self._servers.get(address)
        if server is None or server.leaving is not None:
            return False
        server.leaving, server.asked = now, 0
        return True

    def to_ask(self, now: int) -> Iterable[Address]:
        """Return those who are leaving and are to be asked once more."""
        for address, server in self._servers.items():
            if server.leaving is None or server.asked >= len(ASK_AGAIN_MS):
                continue
            if now >= server.leaving + ASK_AGAIN_MS[server.asked]:
                server.asked += 1
                yield address

    def remove_silent(self, now: int) -> tuple[list[Address], list[Address]]:
        """Take away who left and who was not heard of for too long; return both."""
        gone: list[Address] = []
        expired: list[Address] = []
        for address, server in self._servers.items():
            if server.leaving is not None and now >= server.leaving + LEAVE_MS:
                gone.append(address)
            elif now >= server.seen + self.expire_ms:
                expired.append(address)
        for address in (*gone, *expired):
            del self._servers[address]
            self._hosts[address[0]] -= 1
            if not self._hosts[address[0]]:
                del self._hosts[address[0]]
        return gone, expired

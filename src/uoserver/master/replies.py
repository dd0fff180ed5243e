"""Answers to ``getservers``, made once a second at most however often they are asked for."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from uoproto.oob import GetServers, ServerAddress, server_list

from .servers import Listed, Servers

KEEP_MS: Final = 1000
"""How long an answer is kept: a flood of questions costs no walk through the list each."""
END_LIKE: Final = "69.79.84."
MAX_END_LIKE: Final = 8
"""Servers at addresses that read as the end of a list (``EOT``) and need a datagram each: who owns
that network cannot cut every list into pieces."""


class Replies:
    """The datagrams of every list that was asked for lately."""

    def __init__(self, servers: Servers) -> None:
        self._servers: Final = servers
        self._groups: dict[int, list[tuple[ServerAddress, Listed]]] = {}
        self._kept: dict[tuple[int | None, bool, bool], list[bytes]] = {}
        self._good_until: int | None = None

    def datagrams(self, request: GetServers, now: int) -> list[bytes]:
        """Return the whole answer, at least one datagram.

        With neither ``full`` nor ``empty`` among the keywords all servers of the protocol are in
        it. With one of them or both, servers that are full or empty are there only if named.
        """
        if self._good_until is None or now >= self._good_until:
            self._good_until = now + KEEP_MS
            self._group()
        words = {word.lower() for word in request.keywords}
        everything = not words & {"full", "empty"}
        full, empty = everything or "full" in words, everything or "empty" in words
        group = self._groups.get(request.protocol, [])
        key = (request.protocol if group else None, full, empty)
        if key not in self._kept:
            chosen = [
                address
                for address, server in group
                if (full or not server.full) and (empty or not server.empty)
            ]
            self._kept[key] = [packet.encode() for packet in server_list(chosen)]
        return self._kept[key]

    def _group(self) -> None:
        self._kept.clear()
        groups: dict[int, list[tuple[ServerAddress, Listed]]] = defaultdict(list)
        end_like = 0
        for (host, port), server in self._servers:
            if host.startswith(END_LIKE):
                end_like += 1
                if end_like > MAX_END_LIKE:
                    continue
            groups[server.protocol].append((ServerAddress(host, port), server))
        self._groups = dict(groups)

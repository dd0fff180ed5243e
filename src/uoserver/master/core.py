"""The master server without its socket (spec: Global master query, Master heartbeat).

UDP senders can be forged, so nothing is believed but an answer to a challenge that went to that
address: a heartbeat only makes us ask, and so does a flatline.
"""

from __future__ import annotations

from typing import Final

from uoproto.connection import Address
from uoproto.constants import MAX_DATAGRAM
from uoproto.errors import RemoteProtocolError
from uoproto.oob import (
    Flatline,
    GetInfo,
    GetServers,
    Heartbeat,
    InfoResponse,
    ServerInfo,
    parse_request,
    parse_response,
)
from uoproto.oob.requests import GAME_TAG
from uoserver.serving.buckets import RateLimit

from .challenge import Challenges
from .replies import Replies
from .servers import Outcome, Servers
from .service import MAX_REQUEST, Service, log, request_word

EXPIRE_MS: Final = 600_000
"""Servers beat every three minutes: three lost datagrams in a row take one off the list."""
SCAN_MS: Final = 500
"""How often the list is looked through for who is silent."""
_STATUSES: Final = {"statusresponse", "gamecompletestatus"}


class Master(Service):
    """Lists servers and answers browsers."""

    name = "master"
    counted = (
        *("heartbeats", "flatlines", "other_games", "refused_heartbeats"),
        *("listed", "renewed", "left", "expired"),
        *("unproven_answers", "refused_answers", "refused_full"),
        *("queries", "refused_queries", "statuses", "damaged", "ignored"),
    )

    def __init__(self, *, expire_ms: int = EXPIRE_MS, challenges: Challenges | None = None) -> None:
        super().__init__()
        self.servers: Final = Servers(expire_ms)
        self._challenges: Final = challenges or Challenges()
        self._replies: Final = Replies(self.servers)
        self._next_scan = 0
        # Heartbeats of strangers may be forged: in total they make no more than 1,000 small
        # questions a second.
        self._strangers: Final = RateLimit(64, 1000, 2000, 1)
        # Those in the list have a limit each, so that a flood of strangers takes nobody off it.
        self._listed: Final = RateLimit(64, 1000, 1, 0)
        self._answers: Final = RateLimit(64, 1000, 1, 0)
        # In datagrams of 1,400 bytes at most: who asks in another's name sends him the longest
        # list there can be, and then one datagram a second; all together 280 kB/s.
        self._queries: Final = RateLimit(40, 1000, 1000, 5)

    def receive(self, data: bytes, address: Address, now: int) -> None:
        """Take a datagram from anybody."""
        word = request_word(data) if address[1] else ""
        try:
            if word == "inforesponse":
                self._answer(data, address, now)
            elif word in _STATUSES:
                self.counts["statuses"] += 1  # it proves nothing, as nobody asked for it
            elif len(data) > MAX_REQUEST:
                self.counts["ignored"] += 1
            elif word == "heartbeat":
                self._heartbeat(data, address, now)
            elif word == "getservers":
                self._list(data, address, now)
            else:
                self.counts["ignored"] += 1
        except RemoteProtocolError as error:
            self.counts["damaged"] += 1
            log.debug("%s:%d: %s", *address, error)

    def frame(self, now: int) -> None:
        """Take silent servers off the list."""
        if now >= self._next_scan:
            self._next_scan = now + SCAN_MS
            for address in list(self.servers.to_ask(now)):
                self._ask(address, now)
            gone, expired = self.servers.remove_silent(now)
            self.counts["left"] += len(gone)
            self.counts["expired"] += len(expired)
            for address in (*gone, *expired):
                log.debug("%s:%d is gone", *address)
        super().frame(now)

    def status(self) -> dict[str, object]:
        """Return what ``--json`` prints: how many servers are listed, and the counts."""
        return {"servers": len(self.servers), **super().status()}

    def _heartbeat(self, data: bytes, address: Address, now: int) -> None:
        known = address in self.servers
        limit = self._listed if known else self._strangers
        if not limit.allow(address[0], now):
            self.counts["refused_heartbeats"] += 1
            return
        packet = parse_request(data)
        if isinstance(packet, Flatline):
            self.counts["flatlines"] += 1
            if self.servers.leaves(address, now):
                self._ask(address, now)
        elif isinstance(packet, Heartbeat) and packet.tag == GAME_TAG:
            self.counts["heartbeats"] += 1
            self._ask(address, now)
        else:
            self.counts["other_games"] += 1

    def _ask(self, address: Address, now: int) -> None:
        self.send(GetInfo(self._challenges.issue(address, now)).encode(), address)

    def _answer(self, data: bytes, address: Address, now: int) -> None:
        if not self._challenges.answered(data, address, now):
            self.counts["unproven_answers"] += 1
            return
        if not self._answers.allow(address[0], now):
            self.counts["refused_answers"] += 1
            return
        packet = parse_response(data[: 2 * MAX_DATAGRAM], lenient=True)
        if not isinstance(packet, InfoResponse):
            return
        outcome = self.servers.answered(address, ServerInfo.from_info(packet.info), now)
        self.counts[outcome.value] += 1
        if outcome is Outcome.LISTED:
            log.debug("%s:%d is listed", *address)

    def _list(self, data: bytes, address: Address, now: int) -> None:
        packet = parse_request(data)
        if not isinstance(packet, GetServers):
            return
        datagrams = self._replies.datagrams(packet, now)
        if not self._queries.allow(address[0], now, len(datagrams)):
            self.counts["refused_queries"] += 1
            return
        self.counts["queries"] += 1
        for datagram in datagrams:
            self.send(datagram, address)

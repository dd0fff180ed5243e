"""The retired authorization host, for a LAN: it accepts every player (spec: Legacy authorization).

A retail server asks it for each player who is not on its LAN and waits 5 s for the answer; this
one spares the wait. What clients send there holds their CD key: it is neither read nor logged, and
no answer is due (joining: needcdkey; clients ignore ``keyAuthorize``).
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address
from typing import Final

from uoproto.connection import Address
from uoproto.errors import RemoteProtocolError
from uoproto.oob import GetIpAuthorize, IpAuthorize, parse_request
from uoserver.serving.buckets import RateLimit

from .service import MAX_REQUEST, Service, log, request_word

ACCEPT: Final = "accept"


class Authorizer(Service):
    """Answers ``getIpAuthorize CHALLENGE ADDRESS ...`` with ``ipAuthorize CHALLENGE accept``."""

    name = "authorize"
    counted = ("accepted", "refused", "keys_unread", "damaged", "ignored")

    def __init__(self) -> None:
        super().__init__()
        # A server may ask for a whole party at once. The answer is shorter than the question, so
        # forged ones gain nothing.
        self._limit: Final = RateLimit(64, 100, 1000, 2)

    def receive(self, data: bytes, address: Address, now: int) -> None:
        """Take a datagram from anybody."""
        word = request_word(data) if address[1] else ""
        if word != "getipauthorize" or len(data) > MAX_REQUEST:
            self.counts["keys_unread" if word == "getkeyauthorize" else "ignored"] += 1
            return
        if not self._limit.allow(address[0], now):
            self.counts["refused"] += 1
            return
        try:
            packet = parse_request(data)
            if not isinstance(packet, GetIpAuthorize):
                return
            IPv4Address(packet.address)
        except (RemoteProtocolError, AddressValueError) as error:
            self.counts["damaged"] += 1
            log.debug("%s:%d: %s", *address, error)
            return
        self.counts["accepted"] += 1
        self.send(IpAuthorize(packet.challenge, ACCEPT).encode(), address)

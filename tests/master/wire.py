"""What the tests of the master share: datagrams, and servers that answer or do not."""

from __future__ import annotations

from uoproto.connection import Address
from uoproto.oob import (
    Flatline,
    GetInfo,
    GetServers,
    GetServersResponse,
    Heartbeat,
    InfoResponse,
    ServerInfo,
    parse_request,
    parse_response,
)
from uoserver.master.challenge import Challenges
from uoserver.master.core import Master

BEAT = Heartbeat().encode()
FLATLINE = Flatline().encode()
SERVER: Address = ("192.0.2.1", 28960)
BROWSER: Address = ("198.51.100.9", 40000)


def master(**settings: int) -> Master:
    return Master(challenges=Challenges(b"a key of the tests"), **settings)


def asked(master: Master) -> list[tuple[str, Address]]:
    """Return the challenges that went out since, and to whom."""
    found = []
    for data, address in master.take_outgoing():
        packet = parse_request(data)
        assert isinstance(packet, GetInfo)
        found.append((packet.challenge, address))
    return found


def answer(challenge: str, **info: int) -> bytes:
    return InfoResponse(ServerInfo(challenge=challenge, **info).to_info()).encode()  # type: ignore[arg-type]


def join(master: Master, address: Address = SERVER, now: int = 0, **info: int) -> None:
    """Have a server beat and answer."""
    master.receive(BEAT, address, now)
    ((challenge, to),) = asked(master)
    assert to == address
    master.receive(answer(challenge, **info), address, now)
    assert master.take_outgoing() == []


def listed(
    master: Master, *keywords: str, now: int = 0, protocol: int = 22, browser: Address = BROWSER
) -> list[Address]:
    """Ask for the list as a browser does; the answer has to be whole."""
    master.receive(GetServers(protocol, keywords).encode(), browser, now)
    packets = []
    for data, address in master.take_outgoing():
        assert address == browser
        assert len(data) <= 1400
        packet = parse_response(data)
        assert isinstance(packet, GetServersResponse)
        packets.append(packet)
    assert [packet.last for packet in packets] == [False] * (len(packets) - 1) + [True]
    return [(server.host, server.port) for packet in packets for server in packet.servers]

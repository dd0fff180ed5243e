"""Packet captures: UDP datagrams out of pcap and pcapng files, and the conversations in them."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from ..connection import Address
from ..constants import AUTHORIZE_PORT, DEFAULT_PORT, MASTER_PORT, MAX_CAPTURE_FLOWS, OOB_MARKER
from ..errors import RemoteProtocolError
from ..inspect import Decoded, Inspector
from ..oob import UnknownResponse, parse_response
from . import BAD_USAGE, CommandError

_MAGICS: Final = tuple(
    bytes.fromhex(text) for text in ("d4c3b2a1", "a1b2c3d4", "4d3cb2a1", "a1b23c4d", "0a0d0d0a")
)
_GAME_PORTS: Final = frozenset(range(DEFAULT_PORT, DEFAULT_PORT + 10))
_PORTS: Final = _GAME_PORTS | {MASTER_PORT, AUTHORIZE_PORT}
_UDP: Final = 17
_IPV4, _IPV6 = 0x0800, 0x86DD
_VLAN: Final = frozenset({0x8100, 0x88A8})
_LINKS: Final = {0: (4, None), 108: (4, None), 113: (16, 14), 276: (20, 0)}
"""Link type: header size and where its ethertype stands (loopback headers have none)."""
_RAW_LINKS: Final = frozenset({12, 14, 101, 228, 229})
_ETHERNET: Final = 1


class Datagram(NamedTuple):
    """One UDP datagram of a capture; ``time`` in seconds since 1970."""

    time: float
    source: Address
    target: Address
    data: bytes


def is_capture(head: bytes) -> bool:
    """Whether a file that begins so is a capture."""
    return head[:4] in _MAGICS


def read_capture(path: Path) -> Iterator[Datagram]:
    """Yield the UDP datagrams of a capture.

    Raises `CommandError` where dpkt is not installed and where the file is damaged.
    """
    try:
        import dpkt
    except ImportError:
        raise CommandError(
            "reading a capture needs dpkt: pip install 'uoproto[pcap]'", BAD_USAGE
        ) from None
    damage = (dpkt.dpkt.Error, ValueError, struct.error, OverflowError, LookupError)
    with path.open("rb") as stream:
        try:
            for time, frame in _packets(dpkt.pcap.UniversalReader, stream):
                if (datagram := _datagram(time, frame)) is not None:
                    yield datagram
        except damage as error:
            raise CommandError(f"{path}: damaged capture: {error}", BAD_USAGE) from error


def _packets(reader: Any, stream: BinaryIO) -> Iterator[tuple[float, bytes]]:
    """Yield (time, IP packet).

    A mapped file never gives more bytes than it has, whatever length a header asks for.
    """
    with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        capture = reader(mapped)
        link = capture.datalink()
        for time, frame in capture:
            yield float(time), _strip_link(link, frame)


def _strip_link(link: int, frame: bytes) -> bytes:
    """Return the IP packet of a frame, empty when it holds none."""
    if link in _RAW_LINKS:
        return frame
    if link == _ETHERNET:
        at = 12
        while int.from_bytes(frame[at : at + 2], "big") in _VLAN:
            at += 4
        return frame[at + 2 :] if _is_ip(frame, at) else b""
    size, ethertype_at = _LINKS.get(link, (0, None))
    if not size:
        raise ValueError(f"link type {link} is not supported")
    if ethertype_at is not None and not _is_ip(frame, ethertype_at):
        return b""
    return frame[size:]


def _is_ip(frame: bytes, at: int) -> bool:
    return int.from_bytes(frame[at : at + 2], "big") in {_IPV4, _IPV6}


def _datagram(time: float, packet: bytes) -> Datagram | None:
    """Return the UDP datagram of an IP packet; None for other packets and for IP fragments."""
    version = packet[0] >> 4 if packet else 0
    if version == 4:
        size = (packet[0] & 0xF) * 4
        addresses = packet[12:16], packet[16:20]
        fragment = int.from_bytes(packet[6:8], "big") & 0x3FFF
        is_udp = len(packet) >= 20 and packet[9] == _UDP and not fragment
    else:
        size = 40
        addresses = packet[8:24], packet[24:40]
        is_udp = version == 6 and len(packet) >= 40 and packet[6] == _UDP
    if not is_udp or size < 20 or len(packet) < size + 8:
        return None
    source_port, target_port, length = struct.unpack_from(">HHH", packet, size)
    source, target = (str(ip_address(raw)) for raw in addresses)
    data = packet[size + 8 : size + max(8, length)]
    return Datagram(time, (source, source_port), (target, target_port), data)


# -- conversations ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Flow:
    client: Address
    inspector: Inspector


class Conversations:
    """Sorts datagrams by conversation and decodes each with an `Inspector` of its own.

    A pair of addresses is a conversation of the game once one of them has a stock port or a
    connectionless datagram went between them; other datagrams are passed over.
    """

    def __init__(self, *, lenient: bool = False) -> None:
        self._lenient = lenient
        self._flows: dict[frozenset[Address], _Flow] = {}
        self.passed_over = 0

    def feed(self, datagram: Datagram) -> list[Decoded]:
        """Decode a datagram; empty for one that does not belong to the game."""
        pair = frozenset({datagram.source, datagram.target})
        flow = self._flows.get(pair)
        if flow is None:
            if not _is_game(datagram):
                self.passed_over += 1
                return []
            if len(self._flows) >= MAX_CAPTURE_FLOWS:
                del self._flows[next(iter(self._flows))]
            flow = self._flows[pair] = _Flow(_client(datagram), Inspector(lenient=self._lenient))
        return flow.inspector.feed(datagram.data, datagram.source == flow.client)


def _is_game(datagram: Datagram) -> bool:
    ports = {datagram.source[1], datagram.target[1]}
    return datagram.data[:4] == OOB_MARKER or not _PORTS.isdisjoint(ports)


def _client(datagram: Datagram) -> Address:
    """Return which end is the client: who sends a request, else who has no stock port."""
    if datagram.data[:4] == OOB_MARKER:
        try:
            response = parse_response(datagram.data, lenient=True)
        except RemoteProtocolError:
            return datagram.target  # only a response can be malformed here
        if not isinstance(response, UnknownResponse):
            return datagram.target
        return datagram.source
    return datagram.target if datagram.source[1] in _PORTS else datagram.source

"""LAN discovery: what to broadcast, and what answers during a scan (spec: LAN discovery)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from uoproto.constants import LAN_SCAN_PORTS, MAX_LAN_SERVERS, PROTOCOL_VERSION
from uoproto.errors import RemoteProtocolError

from .info import ServerInfo
from .parse import parse_response
from .requests import GetInfo
from .responses import InfoResponse

LAN_CHALLENGE: Final = "xxx"
_REPEATS: Final = 2

AddressT = TypeVar("AddressT", bound=Hashable)


def lan_scan_requests() -> list[tuple[int, bytes]]:
    """Return (UDP port, datagram) of each broadcast of one scan: every port once, then again."""
    request = GetInfo(LAN_CHALLENGE).encode()
    return [(port, request) for _ in range(_REPEATS) for port in LAN_SCAN_PORTS]


class LanScan(Generic[AddressT]):
    """Collects the servers that answer while a scan is active.

    Addresses are whatever the caller's socket gives. At most 128 servers are kept.
    """

    def __init__(self) -> None:
        self._active = False
        self._servers: dict[AddressT, ServerInfo] = {}

    @property
    def active(self) -> bool:
        """Whether answers are admitted."""
        return self._active

    @property
    def servers(self) -> Mapping[AddressT, ServerInfo]:
        """The servers found by the current or last scan."""
        return MappingProxyType(self._servers)

    def start(self) -> list[tuple[int, bytes]]:
        """Forget the last scan, admit answers, and return what to broadcast."""
        self._servers.clear()
        self._active = True
        return lan_scan_requests()

    def stop(self) -> None:
        """Admit no more answers; what was found stays."""
        self._active = False

    def receive_datagram(self, address: AddressT, datagram: bytes) -> bool:
        """Take a datagram and say whether it added or renewed a server.

        Only an ``infoResponse`` of protocol 22 while the scan is active does; anything else,
        malformed bytes included, is ignored.
        """
        if not self._active:
            return False
        if address not in self._servers and len(self._servers) >= MAX_LAN_SERVERS:
            return False
        try:
            packet = parse_response(datagram)
        except RemoteProtocolError:
            return False
        if not isinstance(packet, InfoResponse):
            return False
        info = ServerInfo.from_info(packet.info)
        if info.protocol != PROTOCOL_VERSION:
            return False
        self._servers[address] = info
        return True

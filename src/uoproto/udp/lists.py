"""Find servers: ask a master, or everybody on the LAN."""

from __future__ import annotations

import asyncio
from typing import Final

from ..connection.events import Address
from ..constants import MASTER_PORT, MAX_LISTED_SERVERS
from ..errors import RemoteProtocolError
from ..oob import (
    GetServers,
    GetServersResponse,
    LanScan,
    ServerAddress,
    ServerInfo,
    parse_response,
)
from .sockets import DEFAULT_TIMEOUT_MS, RESEND_MS, now_ms, opened_socket, resolve

DEFAULT_MASTER: Final = "coduomaster.activision.com"
"""The stock master, which its owner has retired."""
PAUSE_MS: Final = 600
"""A list without its end mark is over after this long without another datagram."""
LAN_SCAN_MS: Final = 1000


async def list_master(
    host: str = DEFAULT_MASTER,
    port: int = MASTER_PORT,
    *,
    request: GetServers | None = None,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> list[ServerAddress]:
    """Ask a master for its servers, 8,192 at most; `TimeoutError` when it does not answer."""
    master = await resolve(host, port)
    asked = (request or GetServers()).encode()
    servers: dict[ServerAddress, None] = {}
    answered = over = False
    news = asyncio.Event()

    def take(data: bytes, address: Address) -> None:
        nonlocal answered, over
        try:
            packet = parse_response(data)
        except RemoteProtocolError:
            return
        if address == master and isinstance(packet, GetServersResponse):
            servers.update(dict.fromkeys(packet.servers))
            answered = True
            over = packet.last or len(servers) >= MAX_LISTED_SERVERS
            news.set()

    end = now_ms() + timeout_ms
    async with opened_socket(take) as transport:
        while not over and (left := end - now_ms()) > 0:
            if not answered:
                transport.sendto(asked, master)
            news.clear()
            try:
                pause = PAUSE_MS if answered else RESEND_MS
                await asyncio.wait_for(news.wait(), min(left, pause) / 1000)
            except TimeoutError:
                over = answered
    if not answered:
        raise TimeoutError(f"no answer from the master {host}:{port}")
    return list(servers)[:MAX_LISTED_SERVERS]


async def scan_lan(
    *, broadcast: str = "255.255.255.255", duration_ms: int = LAN_SCAN_MS
) -> dict[Address, ServerInfo]:
    """Broadcast on the LAN and return the protocol-22 servers that answered in time."""
    host, _ = await resolve(broadcast, 0)
    scan: LanScan[Address] = LanScan()
    requests = scan.start()

    def take(data: bytes, address: Address) -> None:
        scan.receive_datagram(address, data)

    async with opened_socket(take, broadcast=True) as transport:
        for port, request in requests:
            transport.sendto(request, (host, port))
        await asyncio.sleep(duration_ms / 1000)
    return dict(scan.servers)

"""A UDP socket, a clock, a name lookup: what the adapters share."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from ..connection.events import Address

DEFAULT_TIMEOUT_MS: Final = 3000
RESEND_MS: Final = 800
"""UDP loses datagrams: an unanswered request is repeated after this time."""

ANY: Final[Address] = ("0.0.0.0", 0)  # noqa: S104 - answers may come in on any interface
"""A free port. Bound at once, because Windows cannot receive on an unbound socket."""

TakeDatagram = Callable[[bytes, Address], None]


async def resolve(host: str, port: int) -> Address:
    """Return the numeric IPv4 address of a host; `OSError` when there is none."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, family=socket.AF_INET, type=socket.SOCK_DGRAM)
    except UnicodeError as error:  # a name with an empty or overlong label
        raise OSError(f"{host!r} is no host name") from error
    numeric = found[0][4]
    return str(numeric[0]), int(numeric[1])


class _Receiver(asyncio.DatagramProtocol):
    """Hands datagrams on. ICMP errors are left alone: time limits and resends cover them."""

    def __init__(self, take: TakeDatagram) -> None:
        self._take = take

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._take(data, (addr[0], addr[1]))


async def open_socket(
    take: TakeDatagram, *, local: Address = ANY, broadcast: bool = False
) -> asyncio.DatagramTransport:
    """Open a socket, by default on a free port; ``take`` gets each datagram and its sender."""
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(
        lambda: _Receiver(take), local_addr=local, allow_broadcast=broadcast or None
    )
    return transport


@asynccontextmanager
async def opened_socket(
    take: TakeDatagram, *, broadcast: bool = False
) -> AsyncIterator[asyncio.DatagramTransport]:
    """Do as `open_socket` and close the socket at the end of the block."""
    transport = await open_socket(take, broadcast=broadcast)
    try:
        yield transport
    finally:
        transport.close()


def now_ms() -> int:
    """Return the loop's clock in milliseconds."""
    return int(asyncio.get_running_loop().time() * 1000)

"""The UDP socket: ``loop.add_reader`` with a capped drain, or a DatagramProtocol without it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from uoproto.connection import Address

DRAIN_LIMIT: Final = 256
"""Datagrams read in one go: a flood cannot keep the frame from running."""
RECEIVE_SIZE: Final = 65536
RECEIVE_BUFFER: Final = 1 << 20

Receiver = Callable[[bytes, Address], None]


class UdpError(Exception):
    """The socket cannot be opened; the text is one line for the host."""


class _Protocol(asyncio.DatagramProtocol):
    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        self._receiver(data, (addr[0], addr[1]))


class UdpSocket:
    """A bound, non-blocking IPv4 socket that hands every datagram to ``receiver``.

    ``after_drain`` is called after each batch.
    """

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        with suppress(OSError):
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        try:
            self._socket.bind((host, port))
        except (OSError, OverflowError, ValueError) as error:  # the last: no host name at all
            self._socket.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise UdpError(f"can't listen on udp {host or '*'}:{port}: {reason}") from error
        self._transport: asyncio.DatagramTransport | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def address(self) -> Address:
        """Host and port the socket is bound to."""
        host, port = self._socket.getsockname()[:2]
        return host, port

    async def start(self, receiver: Receiver, after_drain: Callable[[], None]) -> None:
        """Begin to receive on the running loop."""
        loop = self._loop = asyncio.get_running_loop()

        def drain() -> None:
            for _ in range(DRAIN_LIMIT):
                try:
                    data, address = self._socket.recvfrom(RECEIVE_SIZE)
                except (BlockingIOError, InterruptedError):
                    break
                except OSError:
                    continue  # an ICMP error of an earlier datagram
                receiver(data, (address[0], address[1]))
            after_drain()

        try:
            loop.add_reader(self._socket.fileno(), drain)
        except NotImplementedError:  # the proactor loop of Windows

            def received(data: bytes, address: Address) -> None:
                receiver(data, address)
                after_drain()

            self._transport, _ = await loop.create_datagram_endpoint(
                lambda: _Protocol(received), sock=self._socket
            )

    def send(self, data: bytes, address: Address) -> None:
        """Send a datagram; one that cannot go out now is lost, as any datagram may be."""
        if self._transport is not None:
            self._transport.sendto(data, address)
            return
        with suppress(OSError):
            self._socket.sendto(data, address)

    def close(self) -> None:
        """Stop receiving and close the socket."""
        if self._transport is not None:
            self._transport.close()
            return
        if self._loop is not None:
            self._loop.remove_reader(self._socket.fileno())
        self._socket.close()

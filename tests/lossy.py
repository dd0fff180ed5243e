"""A client on a real socket over a line that loses datagrams, each way, by a seed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

from uoproto.connection import Address, ClientConfig, ClientConnection
from uoproto.udp import AsyncClient, resolve

if TYPE_CHECKING:
    import asyncio


class LossySocket:
    """Stands before a transport; some of what is sent never gets there."""

    def __init__(self, transport: asyncio.DatagramTransport, loss: float, seed: int) -> None:
        self._transport = transport
        self._loss = loss
        self._random = Random(seed)

    def sendto(self, data: bytes, address: Address) -> None:
        if self._random.random() >= self._loss:
            self._transport.sendto(data, address)

    def close(self) -> None:
        self._transport.close()


class LossyClient(AsyncClient):
    """Loses a share (0 to 1) of the datagrams of both ways."""

    def __init__(self, connection: ClientConnection, loss: float, seed: int) -> None:
        super().__init__(connection)
        self._loss = loss
        self._seed = seed
        self._random = Random(seed + 1)
        self.lost = 0
        """Datagrams that did not arrive here."""

    async def start(self) -> None:
        await super().start()
        assert self._transport is not None
        socket = LossySocket(self._transport, self._loss, self._seed)
        self._transport = cast("asyncio.DatagramTransport", socket)

    def _receive(self, data: bytes, address: Address) -> None:
        if self._random.random() < self._loss:
            self.lost += 1
        else:
            super()._receive(data, address)


async def open_lossy(
    config: ClientConfig, host: str, port: int, *, loss: float, seed: int
) -> LossyClient:
    client = LossyClient(ClientConnection(config, await resolve(host, port)), loss, seed)
    await client.start()
    return client

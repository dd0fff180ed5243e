"""The UDP socket on both kinds of event loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from uoserver.serving.udp import DRAIN_LIMIT, UdpError, UdpSocket

Address = tuple[str, int]
Run = Callable[[Coroutine[Any, Any, None]], None]


class WithoutReaders(asyncio.SelectorEventLoop):
    """Refuses outside readers as the proactor loop of Windows does.

    The loop's own transports use `_add_reader`, which stays.
    """

    def add_reader(self, *_: Any) -> None:  # type: ignore[override]
        raise NotImplementedError


@pytest.fixture(params=[asyncio.SelectorEventLoop, WithoutReaders])
def run(request: pytest.FixtureRequest) -> Callable[[Coroutine[Any, Any, None]], None]:
    def runner(body: Coroutine[Any, Any, None]) -> None:
        with asyncio.Runner(loop_factory=request.param) as loop:
            loop.run(asyncio.wait_for(body, 5))

    return runner


class Peer:
    """A plain socket on the other side."""

    def __init__(self, server: UdpSocket) -> None:
        self.server = server.address
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(2)

    def send(self, data: bytes) -> None:
        self.socket.sendto(data, self.server)

    async def receive(self) -> bytes:
        data: bytes = await asyncio.get_running_loop().run_in_executor(None, self.socket.recv, 9000)
        return data


def test_there_and_back(run: Run) -> None:
    async def body() -> None:
        server = UdpSocket("127.0.0.1", 0)
        got: list[tuple[bytes, Address]] = []
        drains: list[int] = []
        await server.start(
            lambda data, address: got.append((data, address)), lambda: drains.append(len(got))
        )
        peer = Peer(server)
        for data in (b"one", b"", b"x" * 1400, b"y" * 9000):
            peer.send(data)
        while len(got) < 4:
            await asyncio.sleep(0.005)
        address = peer.socket.getsockname()
        assert got == [
            (b"one", address),
            (b"", address),
            (b"x" * 1400, address),
            (b"y" * 9000, address),
        ]
        assert drains[-1] == 4
        server.send(b"answer", address)
        assert await peer.receive() == b"answer"
        peer.socket.close()
        server.close()

    run(body())


def test_what_cannot_go_out_is_lost(run: Run) -> None:
    async def body() -> None:
        server = UdpSocket("127.0.0.1", 0)
        got: list[bytes] = []
        await server.start(lambda data, _: got.append(data), lambda: None)
        gone = Peer(server)
        address = gone.socket.getsockname()
        gone.socket.close()
        for _ in range(3):
            server.send(b"to nobody", address)  # comes back as an ICMP error
            server.send(b"to port 0", ("127.0.0.1", 0))
            server.send(b"x" * 70_000, address)
            await asyncio.sleep(0.01)
        peer = Peer(server)
        peer.send(b"still there")
        while not got:
            await asyncio.sleep(0.005)
        assert got == [b"still there"]
        peer.socket.close()
        server.close()

    run(body())


def test_a_flood_is_read_in_bounded_batches() -> None:
    async def body() -> None:
        server = UdpSocket("127.0.0.1", 0)
        peer = Peer(server)
        for _ in range(DRAIN_LIMIT + 100):
            peer.send(b"flood")
        batches: list[int] = []
        count = 0

        def receive(_data: bytes, _address: Address) -> None:
            nonlocal count
            count += 1

        await server.start(receive, lambda: batches.append(count))
        while count < DRAIN_LIMIT + 100:
            await asyncio.sleep(0)
        assert batches[0] == DRAIN_LIMIT
        assert len(batches) >= 2
        peer.socket.close()
        server.close()

    with asyncio.Runner() as loop:
        loop.run(asyncio.wait_for(body(), 5))


def test_a_closed_socket_gives_its_port_back(run: Run) -> None:
    async def body() -> None:
        server = UdpSocket("127.0.0.1", 0)
        port = server.address[1]
        await server.start(lambda *_: None, lambda: None)
        server.close()
        await asyncio.sleep(0.01)
        again = UdpSocket("127.0.0.1", port)
        assert again.address == ("127.0.0.1", port)
        again.close()

    run(body())


def test_a_busy_port() -> None:
    server = UdpSocket("127.0.0.1", 0)
    port = server.address[1]
    with pytest.raises(UdpError, match=rf"^can't listen on udp 127\.0\.0\.1:{port}: [^\n]+$"):
        UdpSocket("127.0.0.1", port)
    server.close()


@pytest.mark.parametrize("host", ["203.0.113.1", "::1", "a..b", "x" * 70])
def test_an_address_that_cannot_be_ours(host: str) -> None:
    with pytest.raises(UdpError, match=r"can't listen on udp"):
        UdpSocket(host, 0)


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_port_that_is_none(port: int) -> None:
    with pytest.raises(UdpError, match=r"can't listen on udp \*"):
        UdpSocket("", port)

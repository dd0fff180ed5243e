from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.fakeserver import HOSTNAME, FakeServer, start_server, stop_server
from uoproto import udp
from uoproto.connection import ClientConfig, ClientConnection, ConnState, Event, SlotState
from uoproto.connection.events import Disconnected, ServerCommandReceived, SnapshotReceived
from uoproto.constants import LAN_SCAN_PORTS, OOB_MARKER
from uoproto.errors import LocalProtocolError
from uoproto.oob import GetInfo, InfoResponse, OobPacket, ServerAddress, StatusPlayer
from uoproto.oob.master import GetServersResponse
from uoproto.states import UserCmd
from uoproto.udp.client import AsyncClient
from uoproto.udp.sockets import RESEND_MS, resolve

NOBODY = 9  # the discard port: nothing answers there


def with_server(test: Callable[[FakeServer], Awaitable[None]]) -> None:
    """Run a test in a loop of its own beside a server."""

    async def run() -> None:
        server = await start_server()
        try:
            await test(server)
        finally:
            stop_server(server)
            await asyncio.sleep(0)

    asyncio.run(run())


# -- queries ------------------------------------------------------------------------------------


def test_query() -> None:
    async def test(server: FakeServer) -> None:
        result = await udp.query(*server.address)
        assert result.address == server.address
        assert result.server.hostname == HOSTNAME
        assert result.server.max_clients == 8
        assert r"\g_gametype\ctf" in result.status
        assert result.players == (StatusPlayer(3, 48, "^2Ann O'Nym"),)
        assert 0 <= result.ping_ms < 1000

    with_server(test)


def test_a_lost_request_is_repeated() -> None:
    async def test(server: FakeServer) -> None:
        server.silent = True
        asyncio.get_running_loop().call_later(RESEND_MS / 2000, setattr, server, "silent", False)
        result = await udp.query(*server.address, status=False)
        assert result.server.hostname == HOSTNAME
        assert result.status == ""
        assert result.ping_ms < RESEND_MS

    with_server(test)


def test_no_answer() -> None:
    async def test(server: FakeServer) -> None:
        server.silent = True
        with pytest.raises(TimeoutError, match=r"no answer from 127\.0\.0\.1"):
            await udp.query(*server.address, timeout_ms=50)

    with_server(test)


def test_half_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: FakeServer) -> None:
        answers = server._answers
        monkeypatch.setattr(
            server,
            "_answers",
            lambda request, address: (
                answers(request, address) if isinstance(request, GetInfo) else []
            ),
        )
        result = await udp.query(*server.address, timeout_ms=100)
        assert result.server.hostname == HOSTNAME
        assert result.status == ""

    with_server(test)


@pytest.mark.parametrize(
    "forged",
    [
        InfoResponse(r"\hostname\forged"),
        InfoResponse(r"\challenge\0\hostname\forged"),
        InfoResponse("\\x" * 9000),
    ],
)
def test_forged_answers_are_passed_over(forged: OobPacket, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: FakeServer) -> None:
        answers = server._answers
        monkeypatch.setattr(
            server,
            "_answers",
            lambda request, address: [
                forged,
                *answers(request, address),
            ],
        )
        result = await udp.query(*server.address)
        assert result.server.hostname == HOSTNAME

    with_server(test)


def test_malformed_answers_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: FakeServer) -> None:
        receive = server.datagram_received

        def garbage_first(data: bytes, addr: tuple[str, int]) -> None:
            for bad in (b"", b"\0", OOB_MARKER + b"challengeResponse x", b"\xff" * 100):
                server._transport.sendto(bad, addr)
            receive(data, addr)

        monkeypatch.setattr(server, "datagram_received", garbage_first)
        assert (await udp.query(*server.address)).server.hostname == HOSTNAME

    with_server(test)


def test_an_unknown_name() -> None:
    for host in ("no-such-host.invalid", "a..b", "x" * 70):
        with pytest.raises(OSError, match=r".+"):
            asyncio.run(resolve(host, 1))


def test_many_servers() -> None:
    async def test(server: FakeServer) -> None:
        other = await start_server()
        addresses = [server.address, ("127.0.0.1", NOBODY), other.address, server.address]
        found = [
            result.address
            async for result in udp.query_many(addresses, concurrency=2, timeout_ms=300)
        ]
        assert sorted(found) == sorted([server.address, other.address])
        stop_server(other)

    with_server(test)


# -- lists --------------------------------------------------------------------------------------

LISTED = (ServerAddress("192.0.2.1", 28960), ServerAddress("198.51.100.7", 28961))


def test_master() -> None:
    async def test(server: FakeServer) -> None:
        server.listed = LISTED
        assert await udp.list_master(*server.address) == list(LISTED)

    with_server(test)


def test_a_list_in_two_datagrams_the_end_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: FakeServer) -> None:
        parts = [GetServersResponse(part, last=False) for part in (LISTED[:1], LISTED)]
        monkeypatch.setattr(server, "_answers", lambda *_: parts)
        assert await udp.list_master(*server.address) == list(LISTED)

    with_server(test)


def test_a_silent_master() -> None:
    async def test(server: FakeServer) -> None:
        server.silent = True
        with pytest.raises(TimeoutError, match="master"):
            await udp.list_master(*server.address, timeout_ms=50)

    with_server(test)


def test_lan_scan() -> None:
    async def run() -> None:
        host = "127.22.0.9"  # a loopback address of its own, so that the port is free
        try:
            server = await start_server(host, LAN_SCAN_PORTS[1])
        except OSError:
            pytest.skip("this system has one loopback address only")
        found = await udp.scan_lan(broadcast=host, duration_ms=200)
        assert {address: info.hostname for address, info in found.items()} == {
            server.address: HOSTNAME
        }
        stop_server(server)

    asyncio.run(run())


# -- clients ------------------------------------------------------------------------------------


async def active_client(server: FakeServer, **options: Any) -> AsyncClient:
    client = await udp.open_client(ClientConfig(qport=7, **options), *server.address)
    await client.wait_state(ConnState.ACTIVE)
    return client


def test_a_client_joins_moves_and_leaves() -> None:
    async def test(server: FakeServer) -> None:
        async with await active_client(server, strict=True) as client:
            client.connection.send_command("say hello")
            client.connection.usercmd = UserCmd(forwardmove=127, weapon=1)
            snapshots: list[SnapshotReceived] = []
            heard = ""
            async for event in client:
                assert not isinstance(event, Disconnected)
                if isinstance(event, SnapshotReceived):
                    snapshots.append(event)
                elif isinstance(event, ServerCommandReceived):
                    heard = event.text
                if len(snapshots) > 20:
                    break
            first, last = (event.snapshot.frame.player.origin for event in snapshots[::20])
            assert last[1] > first[1]
            assert heard == 'e "say hello"'
            assert server.commands == ["say hello"]
        assert client.reason == "disconnected"
        await asyncio.sleep(0.1)
        assert [slot.state for slot in server.slots] == [SlotState.ZOMBIE]

    with_server(test)


def test_the_events_end_with_the_connection() -> None:
    async def test(server: FakeServer) -> None:
        client = await active_client(server)
        server.slots[0].drop("EXE_PLAYERKICKED", server.now)
        events: list[Event] = [event async for event in client]
        assert events[-1] == Disconnected("EXE_PLAYERKICKED")
        assert client.reason == "EXE_PLAYERKICKED"
        with pytest.raises(ConnectionError, match="EXE_PLAYERKICKED"):
            await client.wait_state(ConnState.ACTIVE)
        client.close()
        client.close()

    with_server(test)


def test_waiting_for_a_state_has_a_limit() -> None:
    async def test(server: FakeServer) -> None:
        server.silent = True
        async with await udp.open_client(ClientConfig(), *server.address) as client:
            with pytest.raises(TimeoutError):
                await client.wait_state(ConnState.CONNECTED, timeout_ms=50)
            assert client.connection.state == ConnState.CONNECTING

    with_server(test)


def test_a_slow_reader_keeps_the_newest_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uoproto.udp.client.MAX_WAITING_EVENTS", 10)

    async def test(server: FakeServer) -> None:
        async with await active_client(server) as client:
            await asyncio.sleep(0.6)
            newest = client.connection.level.frames.newest_number
            assert newest > 12
            event = await anext(client)
            assert isinstance(event, SnapshotReceived)
            assert newest - 10 <= event.message_number <= newest

    with_server(test)


def test_closing_wakes_who_waits_for_events() -> None:
    async def test(server: FakeServer) -> None:
        client = await active_client(server)

        async def read() -> int:
            return len([event async for event in client])

        reader = asyncio.create_task(read())
        await asyncio.sleep(0.1)
        client.close()
        assert await asyncio.wait_for(reader, 1) > 0

    with_server(test)


# -- faults of the caller that only show inside the loop ----------------------------------------


def failing(*_: object) -> list[Event]:
    raise LocalProtocolError("no packet can carry this")


def broken(*_: object) -> list[Event]:
    raise ZeroDivisionError("a fault of ours")


@pytest.mark.parametrize("callback", ["receive_datagram", "handle_timeout"])
@pytest.mark.parametrize(
    ("fault", "raised"), [(failing, LocalProtocolError), (broken, ConnectionError)]
)
def test_a_fault_inside_the_loop_reaches_who_waits(
    callback: str, fault: Callable[..., list[Event]], raised: type[Exception]
) -> None:
    async def test(server: FakeServer) -> None:
        async with await active_client(server) as client:
            setattr(client.connection, callback, fault)
            with pytest.raises(raised, match=r"carry this|fault of ours"):
                async for _ in client:
                    pass
            with pytest.raises(raised):
                await anext(client)

    with_server(lambda server: asyncio.wait_for(test(server), 5))


def test_a_fault_inside_the_loop_ends_waiting_for_a_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(server: FakeServer) -> None:
        server.silent = True
        client = await udp.open_client(ClientConfig(), *server.address)
        monkeypatch.setattr(client.connection, "handle_timeout", failing)
        asyncio.get_running_loop().call_later(0.05, client._on_timer)
        with pytest.raises(LocalProtocolError):
            await client.wait_state(ConnState.ACTIVE)
        client.close()

    with_server(lambda server: asyncio.wait_for(test(server), 2))


def test_a_userinfo_that_cannot_be_sent_leaves_no_socket_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise LocalProtocolError("userinfo")

    async def run() -> None:
        monkeypatch.setattr("uoproto.connection.client.ClientConnection.connect", refuse)
        client = AsyncClient(ClientConnection(ClientConfig(), ("127.0.0.1", NOBODY)))
        with pytest.raises(LocalProtocolError):
            await client.start()
        assert client._transport is None

    asyncio.run(run())

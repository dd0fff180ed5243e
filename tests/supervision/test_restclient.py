from __future__ import annotations

import asyncio
import socket
import time

import pytest

from tests.supervision.standin import sidecar
from uoserver.supervision import restclient
from uoserver.supervision.restclient import MAX_ANSWER, Call, RestError, send

HEALTH = Call("POST", "/health", {})


async def _against(answer: bytes, *, hold: bool = False) -> int:
    """Send a call to a server that answers with these bytes, and then ends or does not."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        await reader.readuntil(b"{}")
        writer.write(answer)
        if not hold:
            writer.close()

    writers: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        async with server:
            return await send(HEALTH, server.sockets[0].getsockname()[1])
    finally:
        for writer in writers:
            writer.transport.abort()
        await asyncio.sleep(0)


def run(answer: bytes, *, hold: bool = False) -> int:
    return asyncio.run(_against(answer, hold=hold))


def test_a_call_arrives_and_its_status_comes_back() -> None:
    with sidecar() as standin:
        body: dict[str, object] = {"key": "map", "value": "mp_foy"}
        assert asyncio.run(send(Call("PUT", "/metadata/label", body), standin.port)) == 200
        standin.refuse["/health"] = 503
        assert asyncio.run(send(HEALTH, standin.port)) == 503
    assert [call[:3] for call in standin.calls] == [
        ("PUT", "/metadata/label", body),
        ("POST", "/health", {}),
    ]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", 200),
        (b"HTTP/1.0 404 Not Found\r\n\r\n", 404),
        (b"HTTP/1.1 204\r\n\r\n", 204),
    ],
)
def test_answers(answer: bytes, status: int) -> None:
    assert run(answer) == status
    assert run(answer, hold=True) == status


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1", b"HTTP/2 200\r\n", b"HTTP/1.1 20\r\n", b"\xff" * 2 * MAX_ANSWER]
)
def test_what_is_no_http(answer: bytes) -> None:
    with pytest.raises(RestError, match="the answer is not HTTP"):
        run(answer)


def test_a_service_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restclient, "SECONDS", 0.2)
    began = time.monotonic()
    with pytest.raises(RestError, match=r"no answer within 0\.2 s"):
        run(b"HTTP/1.1 20", hold=True)
    assert time.monotonic() - began < 2


def test_the_rest_of_an_answer_is_heard_out() -> None:
    async def go() -> bool:
        heard_out: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"{}")
            writer.write(b"HTTP/1.1 200 OK\r\n")
            await writer.drain()
            await asyncio.sleep(0.05)
            heard_out.set_result(not reader.at_eof() and reader.exception() is None)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            await send(HEALTH, server.sockets[0].getsockname()[1])
            return await heard_out

    assert asyncio.run(go())


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(RestError):
        asyncio.run(send(HEALTH, port))


def test_a_name_with_any_letters_is_carried() -> None:
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"]}"))
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        writer.close()

    async def go() -> int:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            call = Call("PATCH", "/x", {"values": ['0 J\xf6rg "\r\n']})
            return await send(call, server.sockets[0].getsockname()[1])

    assert asyncio.run(go()) == 200
    head, _, body = heard[0].partition(b"\r\n\r\n")
    assert body == rb'{"values": ["0 J\u00f6rg \"\r\n"]}'
    assert f"Content-Length: {len(body)}".encode() in head

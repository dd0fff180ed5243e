"""The HTTP server on a real socket: what it answers, and what it does not put up with."""

from __future__ import annotations

import random
import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest

from tests.server.host import Host
from uoserver.server.companion import CompanionError
from uoserver.supervision import http
from uoserver.supervision.board import Board
from uoserver.supervision.http import MAX_CONNECTIONS, HttpServer
from uoserver.supervision.pages import Response
from uoserver.supervision.request import MAX_HEADERS, MAX_LINE

PATIENCE_S = 10.0
GOOD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def board() -> Board:
    return Board(Host().server, lambda: 0.0)


@pytest.fixture
def server(board: Board) -> Iterator[HttpServer]:
    server = HttpServer("127.0.0.1", 0, board, "1.2.3")
    server.start()
    yield server
    server.stop()


def connect(server: HttpServer) -> socket.socket:
    return socket.create_connection(server.address, timeout=PATIENCE_S)


def rest(connection: socket.socket) -> bytes:
    """Return what comes until the other side ends; empty too if it slams the door."""
    answer = b""
    try:
        while chunk := connection.recv(65536):
            answer += chunk
    except ConnectionResetError:
        pass
    return answer


def ask(server: HttpServer, data: bytes) -> bytes:
    with connect(server) as connection:
        connection.sendall(data)
        return rest(connection)


def status(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer[:80]
    return int(answer[9:12])


def body(answer: bytes) -> bytes:
    return answer.partition(b"\r\n\r\n")[2]


def test_pages(server: HttpServer) -> None:
    answer = ask(server, GOOD)
    assert (status(answer), body(answer)) == (200, b"ok\n")
    assert b'version="1.2.3"' in ask(server, b"GET /metrics HTTP/1.0\r\n\r\n")
    assert b'"map": "mp_foy"' in ask(server, b"GET /status.json HTTP/1.1\nHost: x\n\n")


def test_a_head_has_no_body(server: HttpServer) -> None:
    answer = ask(server, GOOD.replace(b"GET", b"HEAD"))
    assert (status(answer), body(answer)) == (200, b"")
    assert b"\r\nContent-Length: 3\r\n" in answer
    answer = ask(server, b"HEAD /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (status(answer), body(answer)) == (404, b"")


@pytest.mark.parametrize(
    ("wanted", "data"),
    [
        (400, b"\r\n"),
        (400, b"\xff" * 40 + b"\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\n\r\n"),
        (404, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        (405, b"POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"),
        (414, b"GET /" + b"x" * MAX_LINE + b" HTTP/1.1\r\n"),
        (414, b"x" * (MAX_LINE + 10)),
        (431, b"GET / HTTP/1.1\r\nHost: " + b"x" * (MAX_LINE + 10)),
        (431, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * (MAX_HEADERS + 100)),
        (505, b"GET / HTTP/2.0\r\nHost: x\r\n\r\n"),
    ],
)
def test_what_is_refused(server: HttpServer, wanted: int, data: bytes) -> None:
    assert status(ask(server, data)) == wanted


def test_a_request_that_ends_within(server: HttpServer) -> None:
    with connect(server) as connection:
        connection.sendall(GOOD[:-6])
        connection.shutdown(socket.SHUT_WR)
        assert status(rest(connection)) == 400
    assert status(ask(server, GOOD)) == 200


def test_an_answer_arrives_whole_though_more_was_sent(server: HttpServer) -> None:
    answer = ask(server, b"POST /metrics HTTP/1.1\r\nHost: x\r\n\r\n" + b"x" * 200_000)
    assert (status(answer), body(answer)) == (405, b"405 Method Not Allowed\n")


def test_an_answer_survives_what_comes_behind_it(server: HttpServer) -> None:
    with connect(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
        time.sleep(0.3)  # by now it is answered
        connection.sendall(b"x" * 1000)
        time.sleep(0.1)
        connection.sendall(b"x" * 1000)
        assert status(rest(connection)) == 400


def test_who_is_slow_is_sent_away(server: HttpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUEST_SECONDS", 0.4)
    began = time.monotonic()
    with connect(server) as connection:
        connection.sendall(b"GET /healthz HT")
        assert status(rest(connection)) == 408
    assert 0.15 < time.monotonic() - began < PATIENCE_S / 2


def test_who_sends_a_byte_now_and_then_is_sent_away(
    server: HttpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "REQUEST_SECONDS", 0.6)
    with connect(server) as connection:
        answer = b""
        end = time.monotonic() + PATIENCE_S
        connection.settimeout(0.05)
        while not answer and time.monotonic() < end:
            connection.sendall(b"x")
            try:
                answer = connection.recv(4096)
            except TimeoutError:
                continue
        assert status(answer) == 408


def test_who_never_closes_is_closed(server: HttpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUEST_SECONDS", 0.4)
    with connect(server) as connection:
        connection.sendall(GOOD)
        assert status(rest(connection)) == 200
        end = time.monotonic() + PATIENCE_S
        while server._talks and time.monotonic() < end:
            time.sleep(0.01)
        assert not server._talks


def test_no_more_connections_than_allowed(server: HttpServer) -> None:
    held = [connect(server) for _ in range(MAX_CONNECTIONS)]
    try:
        end = time.monotonic() + PATIENCE_S
        while len(server._talks) < MAX_CONNECTIONS and time.monotonic() < end:
            time.sleep(0.01)
        with connect(server) as late:
            assert rest(late) == b""
        assert len(server._talks) == MAX_CONNECTIONS
    finally:
        for connection in held:
            connection.close()
    while server._talks and time.monotonic() < end:
        time.sleep(0.01)
    assert status(ask(server, GOOD)) == 200


def test_a_flood_is_taken_in_no_faster_than_allowed(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "PER_SECOND", 5)
    server = HttpServer("127.0.0.1", 0, board, "")
    server.start()
    try:
        began = time.monotonic()
        answers = [ask(server, GOOD) for _ in range(5)]
        at_once = time.monotonic() - began
        answers += [ask(server, GOOD) for _ in range(8)]
        assert {status(answer) for answer in answers} == {200}
        assert at_once < 1
        assert 1.3 < time.monotonic() - began < PATIENCE_S / 2
        time.sleep(0.5)  # two and a half more may come at once
        began = time.monotonic()
        ask(server, GOOD)
        assert time.monotonic() - began < 0.15
    finally:
        server.stop()


def test_connections_that_are_torn_down(server: HttpServer) -> None:
    for data in (b"", b"GET", GOOD):
        with connect(server) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(data)
    assert status(ask(server, GOOD)) == 200


def test_random_bytes(server: HttpServer, caplog: pytest.LogCaptureFixture) -> None:
    dice = random.Random(5)
    for _ in range(30):
        data = dice.randbytes(dice.randrange(1, 400))
        if dice.random() < 0.5:
            data = b"GET /metrics HTTP/1.1\r\nHost: x\r\n" + data
        with connect(server) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                continue
            answer = rest(connection)
        assert not answer or 400 <= status(answer) < 500
        time.sleep(0.02)
    assert caplog.records == []


def test_a_fault_of_ours_is_an_answer_too(
    server: HttpServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http, "answer", lambda *_: 1 / 0)
    assert status(ask(server, GOOD)) == 500
    assert [record.message for record in caplog.records] == ["http"]


def test_a_fault_of_ours_ends_one_connection_only(
    server: HttpServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Response, "encode", lambda *_, **__: 1 / 0)
        assert ask(server, GOOD) == b""
    assert [record.message for record in caplog.records] == ["http"]
    assert status(ask(server, GOOD)) == 200


def test_a_busy_port_is_one_clear_line(server: HttpServer, board: Board) -> None:
    port = server.address[1]
    with pytest.raises(CompanionError, match=rf"can't listen on tcp 127\.0\.0\.1:{port} \(http_p"):
        HttpServer("127.0.0.1", port, board, "")
    with pytest.raises(CompanionError, match="can't listen on tcp no such host:0"):
        HttpServer("no such host", 0, board, "")


def test_it_ends_with_requests_open_and_gives_the_port_back(board: Board) -> None:
    server = HttpServer("127.0.0.1", 0, board, "")
    server.start()
    address = server.address
    with connect(server) as connection:
        connection.sendall(b"GET /hea")
        began = time.monotonic()
        while not server._talks and time.monotonic() - began < PATIENCE_S:
            time.sleep(0.01)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 1.5
        assert rest(connection) == b""
    assert "http" not in {thread.name for thread in threading.enumerate()}
    socket.create_server(address).close()


def test_one_that_never_started_can_be_stopped(board: Board) -> None:
    server = HttpServer("127.0.0.1", 0, board, "")
    address = server.address
    server.stop()
    socket.create_server(address).close()

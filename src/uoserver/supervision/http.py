"""The HTTP server: a thread with an event loop of its own, so that it answers while frames stall.

What it tells it takes from a `Board`. One request a connection; every one is bounded in size and
time, and so is the number of connections.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from uoserver.server.companion import CompanionError

from .board import Board
from .pages import Response, answer, error
from .request import MAX_HEADERS, MAX_LINE, BadRequestError, parse_request

log: Final = logging.getLogger("uoserver")

MAX_CONNECTIONS: Final = 32
"""Open at a time; more are closed unanswered: idle ones would use up the file descriptors that
demos, logs and packs need."""
REQUEST_SECONDS: Final = 5.0
"""From the connection to its end: who sends a byte now and then does not hold his place."""
PER_SECOND: Final = 50
"""Connections taken in a second, as many at once; more wait in the operating system, or find no
place there. Each costs up to 0.5 ms of the processor that the frames need, too: taking more, if
only to close them, let a flood of 2,400 a second use four tenths of a core."""
RETRY_SECONDS: Final = 0.2
"""Pause when no connection can be taken, as when file descriptors have run out."""
STOP_SECONDS: Final = 2.0


class HttpServer:
    """Serves the pages of a board; binds at once, or raises `CompanionError`."""

    def __init__(self, host: str, port: int, board: Board, version: str) -> None:
        self._board: Final = board
        self._version: Final = version
        self._socket: Final = _bind(host, port)
        self._talks: Final[set[asyncio.Task[None]]] = set()
        self._tokens = float(PER_SECOND)
        self._filled = 0.0
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread: Final = threading.Thread(target=self._run, name="http", daemon=True)

    @property
    def address(self) -> tuple[str, int]:
        """Host and port that the server listens on."""
        host, port = self._socket.getsockname()[:2]
        return host, port

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def stop(self) -> None:
        """End: what is being answered is cut off."""
        if self._thread.is_alive():
            with suppress(RuntimeError):  # the loop ended meanwhile
                self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(STOP_SECONDS)
        elif not self._loop.is_closed():
            self._loop.close()
        self._socket.close()

    # -- in the thread --------------------------------------------------------------------------

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            listening = tasks.create_task(self._listen(tasks))
            await self._end.wait()
            listening.cancel()
            for talk in self._talks:
                talk.cancel()

    async def _listen(self, tasks: asyncio.TaskGroup) -> None:
        while True:
            await self._pace()
            try:
                connection, _ = await self._loop.sock_accept(self._socket)
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if len(self._talks) >= MAX_CONNECTIONS:
                connection.close()
                continue
            talk = tasks.create_task(self._talk(connection))
            self._talks.add(talk)
            talk.add_done_callback(self._talks.discard)

    async def _pace(self) -> None:
        """Wait until another connection may be taken."""
        now = self._loop.time()
        self._tokens = min(float(PER_SECOND), self._tokens + (now - self._filled) * PER_SECOND)
        self._filled = now
        self._tokens -= 1
        if self._tokens < 0:
            await asyncio.sleep(-self._tokens / PER_SECOND)

    async def _talk(self, connection: socket.socket) -> None:
        try:
            reader, writer = await asyncio.open_connection(sock=connection, limit=MAX_LINE)
        except OSError:
            connection.close()
            return
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await self._converse(reader, writer)
        except (OSError, TimeoutError):
            pass  # the other side is gone, or too slow
        except Exception:
            log.exception("http")  # one connection must not take the others with it
        finally:
            writer.transport.abort()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        response, body = await self._respond(reader)
        writer.write(response.encode(body=body))
        await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
        # What the other side still sends is taken in: closing over it would destroy the answer.
        while await reader.read(MAX_LINE):
            pass

    async def _respond(self, reader: asyncio.StreamReader) -> tuple[Response, bool]:
        """Return the answer to a request, and whether its body is wanted."""
        body = True
        try:
            async with asyncio.timeout(REQUEST_SECONDS / 2):
                request = parse_request(await _read_head(reader))
            body = request.method != "HEAD"
            return answer(request, self._board, self._version), body
        except BadRequestError as problem:
            return error(problem.status), body
        except TimeoutError:
            return error(HTTPStatus.REQUEST_TIMEOUT), body
        except OSError:
            raise
        except Exception:
            log.exception("http")
            return error(HTTPStatus.INTERNAL_SERVER_ERROR), body


def _bind(host: str, port: int) -> socket.socket:
    try:
        bound = socket.create_server((host, port))
    except (OSError, OverflowError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        text = f"can't listen on tcp {host or '*'}:{port} (http_port): {reason}"
        raise CompanionError(text) from problem
    bound.setblocking(False)
    return bound


async def _read_head(reader: asyncio.StreamReader) -> list[bytes]:
    """Return the lines before the empty one; raises `BadRequestError`."""
    lines: list[bytes] = []
    while len(lines) <= MAX_HEADERS + 1:
        try:
            line = await reader.readuntil(b"\n")
        except asyncio.IncompleteReadError as cut:
            raise BadRequestError(HTTPStatus.BAD_REQUEST) from cut
        except asyncio.LimitOverrunError as cut:
            status = (
                HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
                if lines
                else HTTPStatus.REQUEST_URI_TOO_LONG
            )
            raise BadRequestError(status) from cut
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        if not line:
            return lines
        lines.append(line)
    return lines

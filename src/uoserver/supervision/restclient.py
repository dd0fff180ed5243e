"""Asking a REST service on this machine, over asyncio streams."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import Final, NamedTuple

SECONDS: Final = 2.0
"""For a whole call: a service that hangs costs a task that waits, and nothing else."""
LINGER: Final = 0.2
"""For what stands behind the status, where the other side keeps the connection open."""
MAX_ANSWER: Final = 65_536
"""Bytes of an answer that are read; what is behind them is not needed."""
HOST: Final = "127.0.0.1"

_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([0-9]{3})(?: |\r|\n)")


class RestError(Exception):
    """A call was not answered, or not in HTTP."""


class Call(NamedTuple):
    """One request; ``body`` is made into JSON."""

    method: str
    path: str
    body: dict[str, object]


async def send(call: Call, port: int) -> int:
    """Send a request and return the status of the answer; raises `RestError`."""
    try:
        async with asyncio.timeout(SECONDS):
            return await _send(call, port)
    except TimeoutError as error:
        raise RestError(f"no answer within {SECONDS:g} s") from error
    except OSError as error:
        raise RestError(error.strerror or str(error)) from error


async def _take_in(reader: asyncio.StreamReader) -> None:
    """Read the rest of an answer: who hangs up within one is an error in the other side's log."""
    left = MAX_ANSWER
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            while left > 0 and (data := await reader.read(left)):
                left -= len(data)


async def _send(call: Call, port: int) -> int:
    reader, writer = await asyncio.open_connection(HOST, port, limit=MAX_ANSWER)
    try:
        body = json.dumps(call.body).encode("ascii")
        head = (
            f"{call.method} {call.path} HTTP/1.1\r\nHost: localhost:{port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        try:
            match = _STATUS.match(await reader.readuntil(b"\n"))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            match = None
        if match is None:
            raise RestError("the answer is not HTTP")
        await _take_in(reader)
        return int(match[1])
    finally:
        writer.transport.abort()

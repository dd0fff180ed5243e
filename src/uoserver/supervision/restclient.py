"""Asking a REST service on this machine, over asyncio streams."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Final, NamedTuple

SECONDS: Final = 2.0
"""For a whole call: a service that hangs costs a task that waits, and nothing else."""
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
        answer = await reader.read(MAX_ANSWER)
        while b"\n" not in answer and len(answer) < MAX_ANSWER:
            more = await reader.read(MAX_ANSWER)
            if not more:
                break
            answer += more
        match = _STATUS.match(answer)
        if match is None:
            raise RestError("the answer is not HTTP")
        return int(match[1])
    finally:
        writer.transport.abort()

"""Run a console command on a server from elsewhere."""

from __future__ import annotations

import asyncio
from typing import Final

from ..connection.events import Address
from ..constants import DEFAULT_PORT, RCON_CHUNK, RCON_OUTPUT_LIMIT
from ..errors import RemoteProtocolError
from ..oob import Print, Rcon, parse_response
from .sockets import DEFAULT_TIMEOUT_MS, opened_socket, resolve

SILENCE_MS: Final = 500
"""After a packet that is full: no end is marked, and the last one may be full or lost."""


class _Answer:
    def __init__(self, address: Address) -> None:
        self.address = address
        self.came = asyncio.Event()
        self.parts: list[str] = []
        self.ended = False

    def take(self, data: bytes, address: Address) -> None:
        if address != self.address or self.ended:
            return
        try:
            packet = parse_response(data, lenient=True)
        except RemoteProtocolError:
            return
        if not isinstance(packet, Print):
            return
        self.parts.append(packet.text)
        length = sum(map(len, self.parts))
        self.ended = len(packet.text) < RCON_CHUNK or length >= RCON_OUTPUT_LIMIT
        self.came.set()


async def rcon(
    host: str,
    port: int = DEFAULT_PORT,
    *,
    password: str,
    command: str,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> str:
    """Run a command and return what it printed (server: rcon).

    It is sent once, as it may be one that must not run twice. Answers come in packets of 1,300
    characters; where one of them is lost the text lacks it. Raises `TimeoutError` when nothing
    comes, `LocalProtocolError` for a command that is too long or holds what cannot travel.
    """
    request = Rcon(password, command).encode()
    answer = _Answer(await resolve(host, port))
    async with opened_socket(answer.take) as transport:
        transport.sendto(request, answer.address)
        wait_ms = timeout_ms
        while not answer.ended:
            answer.came.clear()
            try:
                await asyncio.wait_for(answer.came.wait(), wait_ms / 1000)
            except TimeoutError:
                break
            wait_ms = SILENCE_MS
    if not answer.parts:
        raise TimeoutError(f"no answer from {host}:{port}")
    return "".join(answer.parts)

"""Ask servers for their info and status."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from ..connection.events import Address
from ..constants import DEFAULT_PORT
from ..errors import RemoteProtocolError
from ..oob import (
    GetInfo,
    GetStatus,
    InfoResponse,
    ServerInfo,
    StatusPlayer,
    StatusResponse,
    parse_response,
)
from ..text import info_get
from .sockets import DEFAULT_TIMEOUT_MS, RESEND_MS, now_ms, opened_socket, resolve


@dataclass(frozen=True, slots=True)
class QueryResult:
    """What a server answered.

    ``info`` and ``status`` are info strings, empty when they did not come; ``ping_ms`` is the
    time to the first answer.
    """

    address: Address
    info: str
    status: str
    players: tuple[StatusPlayer, ...]
    ping_ms: int

    @property
    def server(self) -> ServerInfo:
        """The ``info`` string with types."""
        return ServerInfo.from_info(self.info)


class _Query:
    """One server's answers.

    Each attempt has a challenge of its own, so that a late answer still gives the right ping and
    a forged one is passed over.
    """

    def __init__(self, address: Address, *, status: bool) -> None:
        self.address = address
        self.done = asyncio.Event()
        self._sent: dict[str, int] = {}
        self._info: InfoResponse | None = None
        self._status = None if status else StatusResponse("")
        self._ping_ms: int | None = None

    def requests(self) -> list[bytes]:
        challenge = secrets.token_hex(4)
        self._sent[challenge] = now_ms()
        requests = []
        if self._info is None:
            requests.append(GetInfo(challenge).encode())
        if self._status is None:
            requests.append(GetStatus(challenge).encode())
        return requests

    def take(self, data: bytes, address: Address) -> None:
        try:
            packet = parse_response(data, lenient=True)
            if address != self.address or not isinstance(packet, InfoResponse | StatusResponse):
                return
            sent = self._sent.get(info_get(packet.info, "challenge"))
        except RemoteProtocolError:
            return
        if sent is None:
            return
        if self._ping_ms is None:
            self._ping_ms = now_ms() - sent
        if isinstance(packet, InfoResponse):
            self._info = packet
        else:
            self._status = packet
        if self._info and self._status:
            self.done.set()

    def result(self) -> QueryResult | None:
        if self._ping_ms is None:
            return None
        info = self._info.info if self._info else ""
        status = self._status or StatusResponse("")
        return QueryResult(self.address, info, status.info, status.players, self._ping_ms)


async def query(
    host: str,
    port: int = DEFAULT_PORT,
    *,
    status: bool = True,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> QueryResult:
    """Ask a server for its info and, unless told otherwise, its status.

    Returns what came when only one of them did; raises `TimeoutError` when nothing did.
    """
    question = _Query(await resolve(host, port), status=status)
    end = now_ms() + timeout_ms
    async with opened_socket(question.take) as transport:
        while not question.done.is_set() and (left := end - now_ms()) > 0:
            for request in question.requests():
                transport.sendto(request, question.address)
            try:
                await asyncio.wait_for(question.done.wait(), min(left, RESEND_MS) / 1000)
            except TimeoutError:
                continue
    result = question.result()
    if result is None:
        raise TimeoutError(f"no answer from {host}:{port}")
    return result


async def query_many(
    addresses: Iterable[Address],
    *,
    concurrency: int = 32,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> AsyncIterator[QueryResult]:
    """Ask many servers for their info, ``concurrency`` at a time; yield answers as they come."""
    gate = asyncio.Semaphore(concurrency)

    async def ask(address: Address) -> QueryResult | None:
        async with gate:
            try:
                return await query(*address, status=False, timeout_ms=timeout_ms)
            except OSError:
                return None

    tasks = [asyncio.create_task(ask(address)) for address in dict.fromkeys(addresses)]
    try:
        for answer in asyncio.as_completed(tasks):
            if (result := await answer) is not None:
                yield result
    finally:
        for task in tasks:
            task.cancel()

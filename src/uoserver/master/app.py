"""The process: sockets, signals and a clock around the services."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from uoproto.connection import Address
from uoserver.serving.signals import caught_signals
from uoserver.serving.udp import UdpSocket

from .service import Service

log: Final = logging.getLogger("uoserver.master")

TICK_S: Final = 0.5


@dataclass(slots=True)
class Port:
    """A service and where it listens."""

    service: Service
    address: Address
    socket: UdpSocket | None = field(default=None, init=False)


async def serve(
    ports: Sequence[Port],
    announce: Callable[[str], None],
    *,
    json_every: float | None = None,
) -> None:
    """Serve until a signal asks to stop.

    ``announce`` gets a line for each port and, with ``json_every`` (seconds), the status of all
    services as a JSON object that often and at the end. Raises `UdpError` for a port that cannot
    be had.
    """
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    reasons: list[str] = []

    def told(name: str) -> None:
        reasons.append(name)
        loop.call_soon_threadsafe(stop.set)

    with caught_signals(told):
        try:
            for port in ports:
                port.socket = UdpSocket(*port.address)
            for port in ports:
                await _listen(port, loop, announce)
            await _frames(ports, loop, stop, announce, json_every)
            log.info("stopping: %s", reasons[0])
        finally:
            for port in ports:
                if port.socket is not None:
                    port.socket.close()


async def _listen(
    port: Port, loop: asyncio.AbstractEventLoop, announce: Callable[[str], None]
) -> None:
    service, socket = port.service, port.socket
    if socket is None:
        return
    await socket.start(
        lambda data, address: service.receive(data, address, _now(loop)),
        lambda: _flush(service, socket),
    )
    announce("{} listening udp {}:{}".format(service.name, *socket.address))


async def _frames(
    ports: Sequence[Port],
    loop: asyncio.AbstractEventLoop,
    stop: asyncio.Event,
    announce: Callable[[str], None],
    json_every: float | None,
) -> None:
    next_json = loop.time() + (json_every or 0)
    while not stop.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), TICK_S)
        for port in ports:
            port.service.frame(_now(loop))
            if port.socket is not None:
                _flush(port.service, port.socket)
        if json_every is not None and (stop.is_set() or loop.time() >= next_json):
            next_json = loop.time() + json_every
            announce(json.dumps({port.service.name: port.service.status() for port in ports}))


def _flush(service: Service, socket: UdpSocket) -> None:
    for data, address in service.take_outgoing():
        socket.send(data, address)


def _now(loop: asyncio.AbstractEventLoop) -> int:
    return int(loop.time() * 1000)

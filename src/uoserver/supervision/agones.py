"""Telling an Agones sidecar of the server, beside the frames and never in their way."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from uoserver.server.companion import CompanionError
from uoserver.server.observer import Observer

from .fleet import Fleet, Topic, Wish
from .report import take_report
from .restclient import Call, RestError, send

if TYPE_CHECKING:
    from uoserver.server.core import Server

log: Final = logging.getLogger("uoserver")

PORT_VARIABLE: Final = "AGONES_SDK_HTTP_PORT"
DEFAULT_PORT: Final = 9358
HEALTH_S: Final = 2.0
"""Less than half of Agones' default period of 5 s (operators: Fleets)."""
LOOK_S: Final = 0.5
"""Time between two looks at what there is to tell."""
GOODBYE_S: Final = 1.0
"""For the last call: a sidecar that hangs must not keep a server from its end."""

_HEALTH: Final = Call("POST", "/health", {})
_SHUTDOWN: Final = Call("POST", Wish.SHUTDOWN.value, {})


def sidecar_port(environment: Mapping[str, str] = os.environ) -> int:
    """Return the port of the sidecar's REST service; raises `CompanionError` for nonsense."""
    text = environment.get(PORT_VARIABLE, "") or str(DEFAULT_PORT)
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65536):
        raise CompanionError(f"{PORT_VARIABLE} is no port: {text[:32]!r}")
    return int(text)


class Agones(Observer):
    """Keeps a sidecar up to date about one server.

    Both tasks run in the event loop of the frames, and health is sent only if a frame ran since
    the last one: a stuck frame, or a loop that turns without frames, fails it. ``transport`` makes
    a call and returns the status; the tests have one of their own.
    """

    def __init__(
        self,
        server: Server,
        port: int,
        transport: Callable[[Call, int], Awaitable[int]] = send,
    ) -> None:
        self._server: Final = server
        self._port: Final = port
        self._transport: Final = transport
        self._fleet: Final = Fleet()
        self._health: Final = Topic("health", lambda: _HEALTH)
        self._frames = 0
        self._ended = False
        """Whether the sidecar knows that the server ends."""
        self._answers = True
        """Whether it answered the last call, if only with an error."""
        self._tasks: list[asyncio.Task[None]] = []

    def frame(self, now: int) -> None:  # noqa: ARG002
        """Note that a frame ran."""
        self._frames += 1

    def start(self) -> None:
        """Begin to tell."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._tell_health()), loop.create_task(self._tell())]

    async def stop(self) -> None:
        """End; the sidecar is told unless it was."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        if not self._ended:
            with suppress(TimeoutError, RestError):
                async with asyncio.timeout(GOODBYE_S):
                    await self._transport(_SHUTDOWN, self._port)

    async def _tell_health(self) -> None:
        before = 0
        while True:
            if self._frames != before:
                before = self._frames
                await self._call(self._health, _HEALTH)
            await asyncio.sleep(HEALTH_S)

    async def _tell(self) -> None:
        loop, cvars = asyncio.get_running_loop(), self._server.cvars
        while True:
            report = take_report(self._server)
            when_empty = bool(cvars.get_int("agones_shutdownWhenEmpty"))
            self._fleet.see(report, loop.time(), shutdown_when_empty=when_empty)
            for topic in self._fleet.topics:
                if call := topic.due(loop.time()):
                    await self._call(topic, call)
            await asyncio.sleep(LOOK_S)

    async def _call(self, topic: Topic, call: Call) -> None:
        """Make a call; each trouble is one line when it begins and one when it is over."""
        now = asyncio.get_running_loop().time
        try:
            status = await self._transport(call, self._port)
        except RestError as error:
            topic.failed(now())
            if self._answers:
                log.warning("agones: no answer on port %d: %s", self._port, error)
            self._answers = False
            return
        if not self._answers:
            log.info("agones: answers come on port %d", self._port)
        elif topic.failing and status < 300:
            log.info("agones: %s is told again", topic.name)
        self._answers = True
        if not 200 <= status < 300:
            if topic.failed(now(), status):
                log.warning("agones: %s %s: %d", call.method, call.path, status)
            return
        topic.done(call)
        if call == _SHUTDOWN:
            log.info("agones: everybody has left, the server ends")
            self._ended = True
            self._server.running = False

"""Telling a service manager how the process is (sd_notify, datagrams on a Unix socket)."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from uoproto.connection import SlotState
from uoserver.server.observer import Observer

if TYPE_CHECKING:
    from uoserver.server.core import Server

log: Final = logging.getLogger("uoserver")

STATUS_S: Final = 10.0
"""Time between two looks at the line that ``systemctl status`` shows."""


class ServiceManager(Observer):
    """Tells that the server is ready, alive and stopping, where somebody wants to know.

    The watchdog is fed from the frames: a server whose frames stand still is started anew. Without
    NOTIFY_SOCKET in the environment nothing is told.
    """

    def __init__(
        self,
        server: Server,
        environment: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._server: Final = server
        self._clock: Final = clock
        self._path: Final = environment.get("NOTIFY_SOCKET", "")
        self._watchdog_s: Final = _watchdog_seconds(environment)
        self._next_watchdog = self._next_status = 0.0
        self._status = ""
        self._socket: socket.socket | None = None
        if self._path[:1] in ("/", "@") and hasattr(socket, "AF_UNIX"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)  # no frame waits for a service manager

    def ready(self) -> None:
        """Tell that the server can be reached."""
        self._tell("READY=1")

    def frame(self, now: int) -> None:  # noqa: ARG002
        """Feed the watchdog, and say what is played."""
        if self._socket is None:
            return
        moment = self._clock()
        if self._watchdog_s and moment >= self._next_watchdog:
            self._next_watchdog = moment + self._watchdog_s / 2
            self._tell("WATCHDOG=1")
        if moment >= self._next_status:
            self._next_status = moment + STATUS_S
            level = self._server.level
            count = len(self._server.clients(SlotState.CONNECTED))
            status = f"{count} players on {level.name if level else 'no map'}"
            if status != self._status:
                self._status = status
                self._tell(f"STATUS={status}")

    def stopped(self) -> None:
        """Tell that the server ends."""
        self._tell("STOPPING=1")

    def close(self) -> None:
        """Give the socket back."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _tell(self, text: str) -> None:
        if self._socket is None:
            return
        path = self._path
        # A name that begins with @ is in the abstract space, where it begins with a NUL.
        address = "\0" + path[1:] if path[0] == "@" else path
        try:
            self._socket.sendto(text.encode(), address)
        except OSError as error:
            log.debug("service manager: %s: %s", text, error)


def _watchdog_seconds(environment: Mapping[str, str]) -> float:
    """Return the time within which the watchdog wants to be fed; 0 where there is none."""
    if environment.get("WATCHDOG_PID", "") not in ("", str(os.getpid())):
        return 0.0
    text = environment.get("WATCHDOG_USEC", "")
    return int(text) / 1_000_000 if text.isascii() and text.isdigit() else 0.0

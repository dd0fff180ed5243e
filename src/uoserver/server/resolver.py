"""Looks names up in threads: a name server that does not answer holds nothing up, the end included.

The loop's own executor would be waited for when the process ends.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress
from typing import Final

from .masternames import Found

MAX_LOOKUPS: Final = 5
"""Lookups at one time: settings that change again and again make no more threads."""


def first_address(host: str) -> str | None:
    """Return the first IPv4 address of a name, or None; this may take its time."""
    try:
        answers = socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_DGRAM)
    except (OSError, UnicodeError):  # the latter: a label that is empty or too long
        return None
    return str(answers[0][4][0]) if answers else None


class Resolver:
    """Looks names up for the tasks of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop: Final = loop
        self._running = 0

    def lookup(self, host: str, found: Found) -> None:
        """Look a name up; ``found`` is called by the loop, with None for a failure."""
        if self._running >= MAX_LOOKUPS:
            found(None)
            return
        self._running += 1

        def run() -> None:
            address = first_address(host)
            with suppress(RuntimeError):  # the loop is closed: nobody wants to know any more
                self._loop.call_soon_threadsafe(self._tell, found, address)

        try:
            threading.Thread(target=run, name="lookup", daemon=True).start()
        except RuntimeError:  # the system has none left: that must not end a frame
            self._running -= 1
            found(None)

    def _tell(self, found: Found, address: str | None) -> None:
        self._running -= 1
        found(address)

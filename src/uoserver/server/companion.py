"""What stands beside a server in its process: pages for monitoring, fleets, service managers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .core import Server


class CompanionError(Exception):
    """A companion cannot do what the settings ask for; the text is one line for the host."""


class Companion:
    """Starts when the server can be reached and stops behind it; here it does nothing."""

    async def start(self, server: Server) -> None:
        """Begin: the UDP socket is bound, and a map that the command line names runs.

        Raises `CompanionError`, which ends the server.
        """

    async def stop(self) -> None:
        """End, also after a `start` that failed. Must not raise, nor take long."""

"""Commands about the server itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.console.commands import Invocation

if TYPE_CHECKING:
    from ..core import Server


class ProcessCommands:
    """Ends the server, and tells of it."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server
        register = server.commands.register
        register("heartbeat", self._heartbeat, "heartbeat: no master is told yet")
        register("killserver", self._quit, "killserver: end the server")
        register("quit", self._quit, "quit: end the server")

    @staticmethod
    def _heartbeat(call: Invocation) -> None:
        """Answer at all: a well-known rcon client logs in with this command."""
        call.print("heartbeats to master servers are not sent by this version")

    def _quit(self, call: Invocation) -> None:  # noqa: ARG002
        self._server.running = False

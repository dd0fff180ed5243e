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
        register("heartbeat", self._heartbeat, "heartbeat: tell the masters at once")
        register(
            "gameCompleteStatus",
            self._complete,
            "gameCompleteStatus: tell the masters how the match stands",
        )
        register("killserver", self._quit, "killserver: end the server")
        register("quit", self._quit, "quit: end the server")

    def _heartbeat(self, call: Invocation) -> None:
        """Answer in any case: a well-known rcon client logs in with this command."""
        call.print(self._server.heart.beat())

    def _complete(self, call: Invocation) -> None:
        call.print(self._server.heart.complete())

    def _quit(self, call: Invocation) -> None:  # noqa: ARG002
        self._server.running = False

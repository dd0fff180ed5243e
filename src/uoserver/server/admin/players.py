"""Commands to and about players: talk, kicks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoproto.text import strip_colors
from uoserver.console.commands import Invocation
from uoserver.console.errors import CommandError

if TYPE_CHECKING:
    from ..core import Server


class PlayerCommands:
    """Speaks to players and throws them out."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server
        register = server.commands.register
        register("say", self._say, "say TEXT: speak to all players")
        register("tell", self._tell, "tell NUM TEXT: speak to one player")
        register("kick", self._kick, "kick NAME|all: throw a player out")
        register("clientkick", self._clientkick, "clientkick NUM: throw a client out")

    def _client(self, call: Invocation) -> ServerConnection:
        return self._server.find_client(call.arg(1))

    def _say(self, call: Invocation) -> None:
        self._server.broadcast(f'h "\x15console: {_spoken(call.rest())}"', reliable=False)

    def _tell(self, call: Invocation) -> None:
        text = f'h "\x15console: {_spoken(call.rest(2))}"'
        self._client(call).send_command(text, reliable=False)

    def _clientkick(self, call: Invocation) -> None:
        self._client(call).drop("EXE_PLAYERKICKED", self._server.now)

    def _kick(self, call: Invocation) -> None:
        wanted = call.rest().lower()
        if not wanted:
            raise CommandError("usage: kick NAME|all")
        level = self._server.level
        kicked = 0
        for client in self._server.clients(SlotState.CONNECTED):
            player = level.game.players.get(client.client_num) if level else None
            names = {player.name.lower(), strip_colors(player.name).lower()} if player else set()
            if wanted == "all" or wanted in names:
                client.drop("EXE_PLAYERKICKED", self._server.now)
                kicked += 1
        if not kicked:
            raise CommandError(f"no player named {wanted[:32]!r}")


def _spoken(text: str) -> str:
    return text.replace('"', "'")[:149]

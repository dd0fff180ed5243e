"""Commands to and about players: talk, kicks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoserver.console.commands import Invocation
from uoserver.console.errors import CommandError

from .people import bots_named, clients_named, name_of

if TYPE_CHECKING:
    from ..core import Server

KICKED: Final = "EXE_PLAYERKICKED"


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
        if not call.rest():
            raise CommandError("usage: say TEXT")
        self._server.broadcast(f'h "\x15console: {_spoken(call.rest())}"', reliable=False)

    def _tell(self, call: Invocation) -> None:
        client = self._client(call)
        if not call.rest(2):
            raise CommandError("usage: tell NUM TEXT")
        client.send_command(f'h "\x15console: {_spoken(call.rest(2))}"', reliable=False)

    def _clientkick(self, call: Invocation) -> None:
        number = call.arg(1)
        if not self._kick_bot(number):
            self._client(call).drop(KICKED, self._server.now)

    def _kick(self, call: Invocation) -> None:
        wanted, server = call.rest(), self._server
        if not wanted:
            raise CommandError("usage: kick NAME|all")
        if wanted.lower() == "all":
            numbers = [client.client_num for client in server.clients(SlotState.CONNECTED)]
        else:
            numbers = clients_named(server, wanted)
        bots = [number for number in bots_named(server, wanted) if self._kick_bot(str(number))]
        for number in numbers:
            server.find_client(str(number)).drop(KICKED, server.now)
        if not numbers and not bots:
            if wanted.lower() == "all":
                raise CommandError("there are no players; bots stay, removebot takes them out")
            raise CommandError(f"no player named {wanted[:32]!r}")

    def _kick_bot(self, text: str) -> bool:
        """Take out the bot of a slot, if one plays there, and tell the others as of a player."""
        server = self._server
        bots = server.level.game.bots() if server.level else []
        number = next((bot for bot in bots if text == str(bot)), None)
        if number is None:
            return False
        name = name_of(server, number)
        server.bots.send_away(number)
        server.broadcast(f'e "\x15{name}^7 \x14{KICKED}"', reliable=False)
        return True


def _spoken(text: str) -> str:
    return text.replace('"', "'")[:149]

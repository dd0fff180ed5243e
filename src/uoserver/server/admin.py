"""The console commands of a running server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoproto.text import info_pairs, strip_colors
from uoserver.console.commands import Invocation
from uoserver.console.errors import CommandError

from .level import MapError
from .nextmap import rotate

if TYPE_CHECKING:
    from .core import Server

MAX_SHOWN_PING: Final = 9999
NAME_WIDTH: Final = 16
ADDRESS_WIDTH: Final = 22
STATUS_HEADER: Final = (
    "num score ping guid   name            lastmsg address               qport rate",
    "--- ----- ---- ------ --------------- ------- --------------------- ----- -----",
)


class AdminCommands:
    """Registers the commands of a server and runs them."""

    def __init__(self, server: Server) -> None:
        self._server = server
        register = server.commands.register
        register("map", self._map, "map NAME: change to a map")
        register("devmap", self._map, "devmap NAME: change to a map with cheats")
        register("map_rotate", self._map_rotate, "map_rotate: go on in sv_mapRotation")
        register("map_restart", self._map_restart, "map_restart: start the map over")
        register("status", self._status, "status: list the players")
        register("serverinfo", self._serverinfo, "serverinfo: show what browsers are told")
        register("systeminfo", self._systeminfo, "systeminfo: show what clients are told")
        register("dumpuser", self._dumpuser, "dumpuser NUM: show a client's userinfo")
        register("say", self._say, "say TEXT: speak to all players")
        register("tell", self._tell, "tell NUM TEXT: speak to one player")
        register("kick", self._kick, "kick NAME|all: throw a player out")
        register("clientkick", self._clientkick, "clientkick NUM: throw a client out")
        register("heartbeat", self._heartbeat, "heartbeat: no master is told yet")
        register("killserver", self._quit, "killserver: end the server")
        register("quit", self._quit, "quit: end the server")

    # -- maps -----------------------------------------------------------------------------------

    def _map(self, call: Invocation) -> None:
        if len(call.words) < 2:
            raise CommandError(f"usage: {call.words[0]} NAME")
        try:
            self._server.maps.load(call.words[1], cheats=call.words[0].lower() == "devmap")
        except MapError as error:
            raise CommandError(str(error)) from error

    def _map_restart(self, call: Invocation) -> None:  # noqa: ARG002
        if self._server.level is None:
            raise CommandError("no map is running")
        self._server.maps.restart()

    def _map_rotate(self, call: Invocation) -> None:
        if not rotate(self._server, self._server.maps, call.print):
            raise CommandError("no map of sv_mapRotation can be run")

    # -- showing --------------------------------------------------------------------------------

    def _status(self, call: Invocation) -> None:
        """Print the table that admin tools parse (operators: status reply)."""
        level = self._server.level
        call.print(f"map: {level.name if level else 'nomap'}")
        for line in STATUS_HEADER:
            call.print(line)
        for client in self._server.clients():
            call.print(self._status_row(client))
        for number in level.game.bots() if level else []:
            call.print(self._bot_row(number))
        call.print("")

    def _status_row(self, client: ServerConnection) -> str:
        level = self._server.level
        player = level.game.players.get(client.client_num) if level else None
        if client.state == SlotState.ZOMBIE:
            ping = "ZMBI"
        elif client.state == SlotState.CONNECTED:
            ping = "CNCT"
        else:
            ping = f"{min(client.ping, MAX_SHOWN_PING):4d}"
        name = player.name if player else ""
        padding = " " * max(0, NAME_WIDTH - len(strip_colors(name)))
        host, port = client.address
        return (
            f"{client.client_num:3d} {player.score if player else 0:5d} {ping} {0:6d} "
            f"{name}^7{padding}{max(0, self._server.now - client.last_packet_ms):7d} "
            f"{f'{host}:{port}':<{ADDRESS_WIDTH}}{client.netchan.qport:5d} {client.pacer.rate:5d}"
        )

    def _bot_row(self, number: int) -> str:
        """Return a row whose address is a word: tools that want players pass over it."""
        level = self._server.level
        player = level.game.players[number] if level else None
        name = player.name if player else ""
        padding = " " * max(0, NAME_WIDTH - len(strip_colors(name)))
        return (
            f"{number:3d} {player.score if player else 0:5d} {0:4d} {0:6d} {name}^7{padding}"
            f"{0:7d} {'bot':<{ADDRESS_WIDTH}}{0:5d} {0:5d}"
        )

    def _serverinfo(self, call: Invocation) -> None:
        self._show_info(call, "Server info settings:", self._server.cvars.serverinfo())

    def _systeminfo(self, call: Invocation) -> None:
        self._show_info(call, "System info settings:", self._server.cvars.systeminfo())

    def _dumpuser(self, call: Invocation) -> None:
        self._show_info(call, "userinfo", self._client(call).userinfo)

    @staticmethod
    def _show_info(call: Invocation, title: str, info: str) -> None:
        call.print(title)
        for key, value in info_pairs(info):
            call.print(f"{key:<20} {value}")

    # -- players --------------------------------------------------------------------------------

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

    # -- the server itself ----------------------------------------------------------------------

    @staticmethod
    def _heartbeat(call: Invocation) -> None:
        """Answer at all: a well-known rcon client logs in with this command."""
        call.print("heartbeats to master servers are not sent by this version")

    def _quit(self, call: Invocation) -> None:  # noqa: ARG002
        self._server.running = False


def _spoken(text: str) -> str:
    return text.replace('"', "'")[:149]

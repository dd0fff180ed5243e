"""Commands that show players and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoproto.text import info_pairs, strip_colors
from uoserver.console.commands import Invocation

if TYPE_CHECKING:
    from ..core import Server

MAX_SHOWN_PING: Final = 9999
NAME_WIDTH: Final = 16
ADDRESS_WIDTH: Final = 22
STATUS_HEADER: Final = (
    "num score ping guid   name            lastmsg address               qport rate",
    "--- ----- ---- ------ --------------- ------- --------------------- ----- -----",
)


class StatusCommands:
    """Lists players, and the infos of the server and its players."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server
        register = server.commands.register
        register("status", self._status, "status: list the players")
        register("serverinfo", self._serverinfo, "serverinfo: show what browsers are told")
        register("systeminfo", self._systeminfo, "systeminfo: show what clients are told")
        register("dumpuser", self._dumpuser, "dumpuser NUM: show a client's userinfo")

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
        self._show_info(call, "userinfo", self._server.find_client(call.arg(1)).userinfo)

    @staticmethod
    def _show_info(call: Invocation, title: str, info: str) -> None:
        call.print(title)
        for key, value in info_pairs(info):
            call.print(f"{key:<20} {value}")

"""Commands that change the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.console.commands import Invocation
from uoserver.console.errors import CommandError

from ..level import MapError
from ..nextmap import rotate

if TYPE_CHECKING:
    from ..core import Server


class MapCommands:
    """Starts maps, the next one, and the same one over."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server
        register = server.commands.register
        text = "NAME [noautoexec]: change to a map"
        register("map", self._map, f"map {text}")
        register("devmap", self._map, f"devmap {text} with cheats")
        register("map_rotate", self._map_rotate, "map_rotate: go on in sv_mapRotation")
        register("map_restart", self._map_restart, "map_restart: start the map over")

    def _map(self, call: Invocation) -> None:
        if len(call.words) < 2:
            raise CommandError(f"usage: {call.words[0]} NAME [noautoexec]")
        cheats = call.words[0].lower() == "devmap"
        autoexec = call.arg(2).lower() != "noautoexec"
        try:
            self._server.maps.load(call.words[1], cheats=cheats, autoexec=autoexec)
        except MapError as error:
            raise CommandError(str(error)) from error

    def _map_restart(self, call: Invocation) -> None:  # noqa: ARG002
        if self._server.level is None:
            raise CommandError("no map is running")
        self._server.maps.restart()

    def _map_rotate(self, call: Invocation) -> None:
        if not rotate(self._server, self._server.maps, call.print):
            raise CommandError("no map of sv_mapRotation can be run")

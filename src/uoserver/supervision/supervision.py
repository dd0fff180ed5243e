"""All of it together, as the companion of a server process."""

from __future__ import annotations

import logging
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from uoserver.server.companion import Companion

from .agones import Agones, sidecar_port
from .board import Board
from .http import HttpServer
from .systemd import ServiceManager

if TYPE_CHECKING:
    from uoserver.server.core import Server

log: Final = logging.getLogger("uoserver")


class Supervision(Companion):
    """Starts what the settings and the environment ask for."""

    def __init__(self) -> None:
        self._http: HttpServer | None = None
        self._agones: Agones | None = None
        self._manager: ServiceManager | None = None

    async def start(self, server: Server) -> None:
        """Begin, the service manager last: it starts what depends on the server."""
        cvars = server.cvars
        if port := cvars.get_int("http_port"):
            board = Board(server)
            self._http = HttpServer(cvars.get("http_ip"), port, board, _version())
            server.observers.append(board)
            self._http.start()
            log.info("http://%s:%d/metrics, /status.json, /healthz", *self._http.address)
        if cvars.get_int("agones"):
            self._agones = Agones(server, sidecar_port())
            server.observers.append(self._agones)
            self._agones.start()
        self._manager = ServiceManager(server)
        server.observers.append(self._manager)
        self._manager.ready()

    async def stop(self) -> None:
        """End all that was begun."""
        if self._agones is not None:
            await self._agones.stop()
        if self._http is not None:
            self._http.stop()
        if self._manager is not None:
            self._manager.close()


def _version() -> str:
    try:
        return version("uoproto")
    except PackageNotFoundError:
        return "unknown"

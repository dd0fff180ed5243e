"""The message of the day (cvar ``g_motd``), which clients find in a configstring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .observer import Observer

if TYPE_CHECKING:
    from .level import Level
    from .state import ServerState

CONFIGSTRING: Final = 15
"""Source: configstrings."""


class Motd(Observer):
    """Keeps the configstring as the cvar is."""

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._level: Level | None = None
        self._said = ""

    def level_began(self) -> None:
        """Give a new level its message, before anybody is sent the level."""
        self._follow()

    def frame(self, now: int) -> None:  # noqa: ARG002
        """Tell all when the host changed it, or started the map over."""
        self._follow()

    def _follow(self) -> None:
        level, wanted = self._server.level, self._server.cvars.get("g_motd")
        if level is not None and (level is not self._level or wanted != self._said):
            self._level, self._said = level, wanted
            self._server.set_configstring(CONFIGSTRING, wanted)

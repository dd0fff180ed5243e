"""The maps that a pilot's own game files hold, surveyed as a server does."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uoserver.server.arenas import Arenas
from uoserver.server.level import MapError, map_name, read_map

if TYPE_CHECKING:
    from uoserver.files.searchpath import SearchPath
    from uoserver.game.match.arena import Arena

log: Final = logging.getLogger("uoserver.pilot")
MOST_KEPT: Final = 4
"""Maps kept in memory: a server could change its map all the time."""


class Maps:
    """Finds what matches on a map are played on. Pilots who share one load each map once.

    ``folder`` is where surveys are kept; None: nowhere.
    """

    def __init__(self, files: SearchPath, folder: Path | None = None) -> None:
        self._files: Final = files
        self._folder: Final = folder
        self._known: dict[str, Arena | None] = {}
        self._one_at_a_time: Final = asyncio.Lock()

    def load(self, name: str) -> Arena | None:
        """Return the arena of a map by its short name; None, and a warning, if it cannot be had."""
        try:
            name = map_name(name)
            if name not in self._known:
                while len(self._known) >= MOST_KEPT:
                    del self._known[next(iter(self._known))]
                self._known[name] = Arenas().find(read_map(self._files, name), self._folder)
        except MapError as error:
            log.warning("%s", error)
            return None
        return self._known[name]

    async def find(self, name: str) -> Arena | None:
        """Do as `load`, in a thread: a survey may take half a minute."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(self.load, name)

"""One running map: its file, its game, its configstrings and its ids."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from uoserver.bsp import BspError, MapInfo, read
from uoserver.bsp.mapinfo import describe_map
from uoserver.collision import ClipModel, load_clip_model
from uoserver.files.errors import FileError
from uoserver.files.searchpath import PackFile, SearchPath
from uoserver.game.game import Game

from .configstrings import Configstrings

log: Final = logging.getLogger("uoserver")

WARMUP_FRAMES: Final = 3
WARMUP_MS: Final = 100
"""Game frames run before the first client sees a map (server: Map change)."""
FIRST_SERVER_ID: Final = 16
_NAME: Final = re.compile(r"[a-z0-9_][a-z0-9_.-]*(/[a-z0-9_][a-z0-9_.-]*)*")


class MapError(Exception):
    """A map cannot be run; the text is one line for the host."""


@dataclass(frozen=True, slots=True, eq=False)
class LoadedMap:
    """What a level needs of a map file; levels of the same map share it."""

    info: MapInfo
    clip: ClipModel
    data: bytes
    """The file."""


def map_name(text: str) -> str:
    """Return the short name of what a host typed: lower case, without ``mp/`` and ``.bsp``.

    Raises `MapError` for anything that is no plain file name.
    """
    name = text.lower().removeprefix("maps/").removeprefix("mp/").removesuffix(".bsp")
    if not _NAME.fullmatch(name) or len(name) > 48:
        raise MapError(f"not a map name: {text[:64]!r}")
    return name


@lru_cache(maxsize=1)
def _load(data: bytes) -> LoadedMap:
    """Return what a map file holds; raises BspError.

    The last map is kept, so that starting it anew takes no time. Nothing of it ever changes.
    """
    source = read(data)
    return LoadedMap(describe_map(source), load_clip_model(source), data)


def read_map(files: SearchPath, name: str) -> LoadedMap:
    """Find and read ``maps/mp/NAME.bsp``; raises `MapError`."""
    path = f"maps/mp/{name}.bsp"
    try:
        data = files.read(path)
    except FileError as error:
        raise MapError(f"can't load map {name}: {error}") from error
    if (place := files.find(path)) and place.builtin:
        log.info("%s is the stand-in map that comes with the server", name)
    try:
        return _load(data)
    except BspError as error:
        raise MapError(f"can't load map {name}: {path}: {error}") from error


def next_server_id(current: int, *, restart: bool = False) -> int:
    """Return the id after a map change, or after a map_restart (server: serverId).

    A change counts the high nibble up and never to 0, a restart the low nibble.
    """
    if restart:
        return current & 0xF0 | (current + 1) & 0x0F
    changed = (current & 0xF0) + 16 & 0xFF
    return changed or FIRST_SERVER_ID


@dataclass(slots=True)
class Level:
    """What runs now. ``count_flag`` toggles at each change and restart (snapFlags bit 4)."""

    name: str
    map: LoadedMap
    game: Game
    server_id: int
    checksum_feed: int
    count_flag: bool
    configstrings: Configstrings = field(default_factory=Configstrings)
    packs: dict[str, PackFile] = field(default_factory=dict)
    """Packs that clients are told of and may download, by `fold`ed name."""

    def warm_up(self, now: int) -> int:
        """Run the frames before anybody looks; return the server time after them."""
        for _ in range(WARMUP_FRAMES):
            now += WARMUP_MS
            self.game.run_frame(now)
        return now

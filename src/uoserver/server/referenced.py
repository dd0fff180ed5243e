"""Which packs clients of a level should have: they are told of them, and may download them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from uoproto.download import is_download_name
from uoserver.files.names import fold
from uoserver.files.searchpath import GAME_FOLDERS, PackFile, SearchPath
from uoserver.files.stockpacks import is_stock_pack

if TYPE_CHECKING:
    from uoserver.console.cvars import CvarRegistry

log: Final = logging.getLogger("uoserver")

MAX_LISTED: Final = 3000
"""Characters of both lists together: systeminfo holds 8,191, all configstrings together 20,480."""


def referenced_packs(files: SearchPath, map_name: str, fs_game: str) -> list[PackFile]:
    """Return the packs a level is played with: that of its map, and those of ``fs_game``.

    Never a pack of the game itself, nor two of one name, nor one whose name cannot be sent.
    """
    place = files.find(f"maps/mp/{map_name}.bsp")
    packs = files.packs()
    chosen = [pack for pack in packs if place and place.packed and str(pack.path) == place.source]
    game = fold(fs_game)
    if game and game not in GAME_FOLDERS:
        chosen += [pack for pack in packs if fold(pack.folder) == game]
    found: dict[str, PackFile] = {}
    for pack in chosen:
        if is_stock_pack(pack.full_name):
            continue
        if is_download_name(pack.full_name):
            found.setdefault(fold(pack.full_name), pack)
        else:
            log.warning("clients cannot be told of %s: its name cannot be sent", pack.path)
    return list(found.values())


def publish(packs: Iterable[PackFile], cvars: CvarRegistry) -> dict[str, PackFile]:
    """Put packs into the cvars that clients read; return those that found room, by folded name."""
    listed: dict[str, PackFile] = {}
    sums: list[str] = []
    names: list[str] = []
    room = MAX_LISTED
    for pack in packs:
        checksum, name = str(pack.pack.checksum), f"{pack.folder}/{pack.name}"
        room -= len(checksum) + len(name) + 2
        if room < 0:
            log.warning("clients are not told of %s and packs behind it: too many", name)
            break
        sums.append(checksum)
        names.append(name)
        listed[fold(pack.full_name)] = pack
    cvars.set("sv_referencedPaks", " ".join(sums), force=True)
    cvars.set("sv_referencedPakNames", " ".join(names), force=True)
    return listed

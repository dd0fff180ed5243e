"""Bans of a running server: both files, the cvar ``g_banIPs``, and who is refused for them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from ipaddress import IPv4Network
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uoserver.files.errors import FileError

from .banfile import BanFile
from .banlist import (
    MAX_BANS,
    MAX_NAME,
    MAX_REASON,
    MAX_SECONDS,
    Ban,
    BanError,
    BanList,
    GuidBan,
    parse_network,
    plain,
    same_name,
)
from .bantext import read_ban, read_guid_ban, write_bans, write_guid_bans
from .logfile import game_folder
from .observer import Observer
from .refusals import BANNED, BANNED_FOR_NOW

if TYPE_CHECKING:
    from uoserver.console.cvars import CvarRegistry

log: Final = logging.getLogger("uoserver")

FILE: Final = "bans.txt"
GUID_FILE: Final = "ban.txt"
"""Stock's own."""


class Bans(Observer):
    """Says who may not connect, and keeps that in files. What fails is told, the game goes on."""

    def __init__(
        self,
        cvars: CvarRegistry,
        write_path: Callable[[], Path | None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._cvars: Final = cvars
        self._write_path: Final = write_path
        self.clock = clock
        """The wall clock, in seconds."""
        self.addresses = BanList()
        self.guids: list[GuidBan] = []
        self._of_cvar = BanList()
        self._cvar = ""
        self._files: tuple[BanFile[Ban], BanFile[GuidBan]] | None = None
        self._told: set[str] = set()

    # -- asking ---------------------------------------------------------------------------------

    def refusal(self, host: str, guid: int = 0) -> str | None:
        """Return the text that refuses an address, or None. A GUID of 0 is nobody's."""
        self.refresh()
        if guid and any(ban.guid == guid for ban in self.guids):
            return BANNED
        now = self.clock()
        found = self._of_cvar.find(host, now) or self.addresses.find(host, now)
        if found is None:
            return None
        return BANNED if found.until is None else BANNED_FOR_NOW

    def of_cvar(self) -> BanList:
        """Return the bans of ``g_banIPs``."""
        self._read_cvar()
        return self._of_cvar

    def level_began(self) -> None:
        """Read the files with the first map, so that what is wrong with them is told early."""
        self.refresh()

    def refresh(self) -> None:
        """Take over what changed in the files and the cvar."""
        self._read_cvar()
        files = self._find_files()
        if files is None:
            return
        addresses, guids = files
        try:
            if (bans := addresses.load()) is not None:
                self.addresses = BanList(bans)
            if (known := guids.load()) is not None:
                self.guids = known
        except OSError as error:
            self._tell(f"bans cannot be read: {error}")

    def _read_cvar(self) -> None:
        """Read ``g_banIPs``: addresses, ranges and ``1.2.3.*``, parted by blanks."""
        value = self._cvars.get("g_banIPs")
        if value == self._cvar:
            return
        self._cvar = value
        networks = []
        for word in value.split()[:MAX_BANS]:
            try:
                networks.append(parse_network(word))
            except BanError as error:
                log.warning("g_banIPs: %s", error)
        self._of_cvar = BanList(map(Ban, networks))

    # -- changing -------------------------------------------------------------------------------

    def add(
        self, network: IPv4Network, *, seconds: int = 0, name: str = "", reason: str = ""
    ) -> Ban:
        """Ban a range of addresses for so long, 0: for good; return what holds for it.

        Raises `BanError` when there are too many.
        """
        self.refresh()
        now = self.clock()
        until = int(now) + min(seconds, MAX_SECONDS) if seconds else None
        ban = Ban(network, until, plain(name, MAX_NAME), plain(reason, MAX_REASON))
        ban = self.addresses.add(ban, now)
        self._save_addresses()
        return ban

    def add_guid(self, guid: int, name: str) -> None:
        """Ban a GUID for good; raises `BanError` when there are too many."""
        self.refresh()
        if any(ban.guid == guid for ban in self.guids):
            return
        if len(self.guids) >= MAX_BANS:
            raise BanError(f"{MAX_BANS} bans are kept at most: unban somebody first")
        self.guids.append(GuidBan(guid, plain(name, MAX_NAME)))
        self._save_guids()

    def lift(self, network: IPv4Network) -> bool:
        """Lift the ban of exactly this range; return whether there was one."""
        self.refresh()
        there = self.addresses.remove(network)
        if there:
            self._save_addresses()
        return there

    def lift_named(self, name: str) -> int:
        """Lift all bans of a name, whatever its case and colours; return how many."""
        self.refresh()
        lifted = len(self.addresses.remove_named(name))
        if lifted:
            self._save_addresses()
        kept = [ban for ban in self.guids if not same_name(ban.name, name)]
        if len(kept) < len(self.guids):
            lifted += len(self.guids) - len(kept)
            self.guids = kept
            self._save_guids()
        return lifted

    # -- files ----------------------------------------------------------------------------------

    def _save_addresses(self) -> None:
        self.addresses.purge(self.clock())
        if files := self._find_files():
            self._save(lambda: files[0].save(self.addresses))

    def _save_guids(self) -> None:
        if files := self._find_files():
            self._save(lambda: files[1].save(self.guids))

    def _save(self, save: Callable[[], None]) -> None:
        try:
            save()
        except OSError as error:
            log.warning("a ban is not written, so it may not outlast the server: %s", error)

    def _find_files(self) -> tuple[BanFile[Ban], BanFile[GuidBan]] | None:
        root = self._write_path()
        if self._files is None and root is not None:
            try:
                folder = game_folder(root, self._cvars.get("fs_game"))
                self._files = _files_in(folder)
            except (OSError, RuntimeError, FileError) as error:  # a circle of links
                self._tell(f"bans are not kept: {error}")
        return self._files

    def _tell(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            log.warning("%s", text)


def _files_in(folder: Path) -> tuple[BanFile[Ban], BanFile[GuidBan]]:
    return (
        BanFile(folder / FILE, read_ban, write_bans, "utf-8-sig"),
        BanFile(folder / GUID_FILE, read_guid_ban, write_guid_bans, "latin-1"),
    )

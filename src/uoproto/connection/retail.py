"""What a retail client checks beyond the grammar, as findings of a strict client.

Each rule stands in the client reference pages ("joining" by section, "parsing"). A fatal finding
is one at which a retail client leaves the server; the others show or count something wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..constants import (
    ETYPE_EVENTS,
    MAX_CLIENTS,
    MAX_EVENTS,
    MAX_GAMESTATE_CHARS,
    MAX_QPATH,
    MAX_WEAPONS,
    ConfigstringIndex,
    SnapFlags,
)
from ..gamestate import Gamestate, configstring_pool_size
from ..oob.packet import stock_int
from ..snapshot import Snapshot
from ..text import info_get

GAME_VERSION: Final = "cod"
WIND_INDEX: Final = 12
OBITUARY: Final = 209
MENUS: Final = range(ConfigstringIndex.MENUS, ConfigstringIndex.MENUS + 32)
KNOWN_LETTERS: Final = frozenset("abcdefghijklmnBopqrsStuvwxyzCDEF")
"""First letters of the server commands a client knows (server: Server command letters)."""

SHELLSHOCK_COUNT: Final = 16
CONTIGUOUS: Final = (
    ("joining 6.12", "models", ConfigstringIndex.MODELS, 256),
    ("joining 6.13", "effects", ConfigstringIndex.EFFECTS, 80),
    ("joining 6.13", "shellshocks", ConfigstringIndex.SHELLSHOCKS, SHELLSHOCK_COUNT),
)
"""Ranges registered from their second index up to the first empty text."""
SERVERINFO_SIZES: Final = {"sv_hostname": 255, "g_gametype": 31, "sv_maxclients": None}
"""Keys a client reads besides the map, with the longest value it keeps (joining 6.4)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule of a retail client that the server broke."""

    rule: str
    detail: str
    fatal: bool = True


@dataclass(frozen=True, slots=True)
class GameFiles:
    """What the client's own game files hold; None means unknown, and then unchecked."""

    weapons: frozenset[str] | None = None
    menus: frozenset[str] | None = None
    shellshocks: frozenset[str] | None = None


class RetailRules:
    """Checks one connection's gamestates, configstrings, commands and snapshots.

    A client that ``downloads`` is not troubled by being told of packs.
    """

    __slots__ = ("_downloads", "_files", "_last", "_played_flag", "_weapon_count")

    def __init__(self, files: GameFiles | None = None, *, downloads: bool = False) -> None:
        self._files = files or GameFiles()
        self._downloads = downloads
        self._weapon_count = 0
        self._last: Snapshot | None = None
        self._played_flag: int | None = None

    # -- gamestate ------------------------------------------------------------------------------

    def gamestate(self, gamestate: Gamestate) -> Iterator[Finding]:
        """Check all that loading a level looks at."""
        self._last = None
        self._played_flag = None
        strings = gamestate.configstrings
        pool = configstring_pool_size(strings)
        if pool > MAX_GAMESTATE_CHARS:
            yield Finding("joining 3.3", f"MAX_GAMESTATE_CHARS exceeded: {pool}")
        yield from self._systeminfo(strings.get(ConfigstringIndex.SYSTEMINFO, ""))
        yield from self._serverinfo(strings.get(ConfigstringIndex.SERVERINFO, ""))
        version = strings.get(ConfigstringIndex.GAME_VERSION, "")
        if version != GAME_VERSION:
            yield Finding("joining 6.2", f"game version {version!r}, not {GAME_VERSION!r}")
        yield from self._weapons(strings.get(ConfigstringIndex.WEAPONS, ""))
        items = strings.get(ConfigstringIndex.ITEMS, "")
        if set(items) - set("0123456789abcdef"):
            yield Finding("joining 6.10", "items are not lower-case hex digits", fatal=False)
        yield from self._contiguous(strings)
        yield from self._shellshocks(strings)
        yield from self._menus(strings)
        if wind := strings.get(WIND_INDEX, ""):
            yield from self._wind(wind)

    def _systeminfo(self, info: str) -> Iterator[Finding]:
        if not stock_int(info_get(info, "sv_serverid")):
            yield Finding("joining 4", "systeminfo lacks sv_serverid")
        if info_get(info, "sv_pure") != "0":
            yield Finding("joining 4", "systeminfo does not set sv_pure 0", fatal=False)
        if info_get(info, "sv_paks"):
            yield Finding("joining 4", "sv_paks limits the packs a client reads", fatal=False)
        sums, names = (
            info_get(info, key).split() for key in ("sv_referencedPaks", "sv_referencedPakNames")
        )
        if len(sums) != len(names):
            detail = f"{len(sums)} checksums of downloads for {len(names)} names"
            yield Finding("joining 5", detail, fatal=False)
        elif sums and not self._downloads:
            yield Finding("joining 5", "sv_referencedPaks asks for downloads", fatal=False)

    def _serverinfo(self, info: str) -> Iterator[Finding]:
        name = info_get(info, "mapname")
        if not name:
            yield Finding("joining 6.1", "serverinfo lacks mapname")
        if len(f"maps/mp/{name}.bsp") >= MAX_QPATH:
            yield Finding("joining 6.4", f"the map's path is too long: {name!r}")
        for key, size in SERVERINFO_SIZES.items():
            value = info_get(info, key)
            if not value:
                yield Finding("joining 6.4", f"serverinfo lacks {key}", fatal=False)
            if size and len(value) > size:
                yield Finding("joining 6.4", f"{key} is cut to {size} characters", fatal=False)

    def _weapons(self, text: str) -> Iterator[Finding]:
        """Check and take over the list of a gamestate; a later change of it has no effect."""
        names = text.split(" ")
        self._weapon_count = len(names)
        if not 1 <= len(names) < MAX_WEAPONS or "" in names:
            yield Finding("joining 6.6", "the weapon list needs 1 to 127 names, single spaces")
        known = self._files.weapons
        if known is not None and (unknown := sorted(set(names) - known)):
            yield Finding("joining 6.6", f"unknown weapons: {' '.join(unknown)}")

    def _contiguous(self, strings: Mapping[int, str]) -> Iterator[Finding]:
        for rule, name, base, count in CONTIGUOUS:
            used = [index for index in range(base + 1, base + count) if strings.get(index)]
            if used and used[-1] - base != len(used):
                yield Finding(rule, f"{name} have a gap before {used[-1]}", fatal=False)

    def _shellshocks(self, strings: Mapping[int, str]) -> Iterator[Finding]:
        known = self._files.shellshocks
        base = ConfigstringIndex.SHELLSHOCKS
        for index in range(base + 1, base + SHELLSHOCK_COUNT):
            name = strings.get(index, "")
            if not name or known is None:
                return  # those behind a gap are not registered
            if name not in known:
                yield Finding("joining 6.13", f"unknown shell shock {name!r}")

    def _menus(self, strings: Mapping[int, str]) -> Iterator[Finding]:
        for index in MENUS:
            name = strings.get(index, "")
            if name and self._files.menus is not None and name not in self._files.menus:
                yield Finding("joining 6.14", f"unknown menu {name!r}")

    def _wind(self, value: str) -> Iterator[Finding]:
        try:
            numbers = [float(word) for word in value.split()]
        except ValueError:
            numbers = []
        if len(numbers) != 4:
            yield Finding("configstrings 12", f"wind needs four numbers, not {value!r}")

    # -- during play ----------------------------------------------------------------------------

    def configstring(self, index: int, value: str, strings: Mapping[int, str]) -> Iterator[Finding]:
        """Check a change by ``d``; ``strings`` already holds it."""
        if (pool := configstring_pool_size(strings)) > MAX_GAMESTATE_CHARS:
            yield Finding("parsing d", f"MAX_GAMESTATE_CHARS exceeded: {pool}")
        if index == WIND_INDEX:
            yield from self._wind(value)
        elif index == ConfigstringIndex.SERVERINFO:
            yield from self._serverinfo(value)
        elif index == ConfigstringIndex.SYSTEMINFO:
            yield from self._systeminfo(value)
        elif index == ConfigstringIndex.WEAPONS:
            yield Finding("configstrings 7", "the weapon list changes during a level", fatal=False)
        elif index in MENUS:
            yield from self._menus({index: value})

    def command(self, text: str) -> Iterator[Finding]:
        """Check a server command that runs with the snapshot checked last."""
        if text[0] not in KNOWN_LETTERS:
            yield Finding("server letters", f"unknown game command {text[:20]!r}", fatal=False)
        if text[0] in "xyz":
            _, _, rest = text.partition(" ")
            chunk = rest.partition(" ")[2]
            if not chunk or chunk[0] in ' "':
                detail = "a long configstring is cut at a blank or quote"
                yield Finding("parsing x", detail, fatal=False)
        if text[0] in "nB" and self._played_flag == self._count_flag:
            detail = "a map_restart without a toggled snapshot flag 4"
            yield Finding("joining 10", detail, fatal=False)

    def played(self) -> None:
        """Note that cgame has taken over the snapshot checked last, and run its commands."""
        self._played_flag = self._count_flag

    @property
    def _count_flag(self) -> int | None:
        return self._last.snap_flags & SnapFlags.SERVER_COUNT if self._last else None

    def snapshot(self, snapshot: Snapshot) -> Iterator[Finding]:
        """Check an accepted snapshot."""
        last, self._last = self._last, snapshot
        if last is not None and snapshot.server_time < last.server_time:
            yield Finding("joining 8", f"time {snapshot.server_time} after {last.server_time}")
        before = last.frame.entities if last is not None else {}
        player = snapshot.frame.player
        yield from self._weapon(int(player["weapon"]), "player")
        for index in range(4):
            yield from self._event(int(player[f"events[{index}]"]), "player")
        for number, entity in snapshot.frame.entities.items():
            if before.get(number) is entity:
                continue  # looked at already: what it breaks is fatal
            where = f"entity {number}"
            yield from self._weapon(int(entity["weapon"]), where)
            for index in range(4):
                yield from self._event(int(entity[f"events[{index}]"]), where)
            event = int(entity["eType"]) - ETYPE_EVENTS
            yield from self._event(event, where)
            if event == OBITUARY and int(entity["otherEntityNum"]) >= MAX_CLIENTS:
                yield Finding("weapons obituary", f"{where}: the victim is no client")

    def _weapon(self, weapon: int, where: str) -> Iterator[Finding]:
        if weapon > self._weapon_count:
            yield Finding("joining 10", f"{where}: weapon {weapon} of {self._weapon_count}")

    def _event(self, event: int, where: str) -> Iterator[Finding]:
        if event >= MAX_EVENTS:
            yield Finding("joining 10", f"{where}: event {event}, last is {MAX_EVENTS - 1}")

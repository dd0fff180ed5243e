"""Map changes and restarts: clients go along (server: Map change)."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoproto.constants import ConfigstringIndex
from uoproto.oob import LoadingNewMap
from uoserver.collision import World
from uoserver.game.game import Game
from uoserver.game.gamelog import RESTART, SHUTDOWN
from uoserver.game.match.arena import Arena
from uoserver.game.match.roundrules import gametype_of
from uoserver.game.publish.names import STOCK_NAMES

from .arenas import Arenas
from .configstrings import update_commands
from .level import (
    FIRST_SERVER_ID,
    Level,
    LoadedMap,
    map_name,
    next_server_id,
    read_map,
)
from .logfile import GAME_FOLDER
from .moverules import config_values, move_rules
from .naming import find_names
from .referenced import publish, referenced_packs
from .roundrules import round_rules, round_values

if TYPE_CHECKING:
    from .state import ServerState

log: Final = logging.getLogger("uoserver")

_WORD: Final = re.compile(r"[a-z0-9_-]{1,32}")
"""A gametype that can be part of a file name."""
MAP_COMMANDS: Final = frozenset({"map", "devmap", "map_rotate", "map_restart"})
"""Commands that begin a level."""


class MapRunner:
    """Starts and restarts levels of one server."""

    def __init__(
        self, server: ServerState, random: Random, announce: Callable[[str], None]
    ) -> None:
        self._server = server
        self._random = random
        self.announce = announce
        self.before_load: Callable[[], object] = lambda: None
        """Called before a map's file is read, which takes a while; may raise to end the server."""
        self._restarted_in = -1
        self._arenas = Arenas()
        self._names = STOCK_NAMES

    def load(self, text: str, *, cheats: bool = False, autoexec: bool = True) -> None:
        """Change to a map. Raises `MapError`, and then nothing has changed.

        With ``autoexec`` the map's config file runs before (server: Map change); what it latches
        counts for the map.
        """
        name, files = map_name(text), self._server.files
        self.before_load()
        loaded = read_map(files, name)
        if autoexec:
            self._configure(name)
        self._names = find_names(files)
        self._change(name, loaded, cheats=cheats)

    def _configure(self, name: str) -> None:
        """Run ``MAP_GAMETYPE.cfg`` if there is one; maps that it asks for are passed over.

        Also behind a ``wait``, when the map has long begun: such files would start each other.
        """
        server = self._server
        cvar = server.cvars.find("g_gametype")
        gametype = (cvar.latched or cvar.value).lower() if cvar else ""
        file = f"{name}_{gametype}.cfg"
        if not _WORD.fullmatch(gametype) or server.files.find(file) is None:
            return
        note = "is passed over in the config file of a map"
        server.commands.execute(f"exec {file}", without=MAP_COMMANDS, note=note)

    def reload(self) -> None:
        """Load the running map anew, from what was read of it: this cannot fail."""
        if old := self._server.level:
            cheats = bool(self._server.cvars.get_int("sv_cheats"))
            self._change(old.name, old.map, cheats=cheats)

    def _change(self, name: str, loaded: LoadedMap, *, cheats: bool) -> None:
        server = self._server
        for observer in server.observers if server.level else ():
            observer.level_ends()
        server.end_log(SHUTDOWN)
        server.cvars.apply_latched()
        self._keep_slots()
        notice = LoadingNewMap(name, server.cvars.get("g_gametype")).encode()
        for client in server.clients(SlotState.PRIMED):
            server.send(notice, client.address)
        server.cvars.set("sv_cheats", "1" if cheats else "0", force=True)
        old = server.level
        self._start(
            name,
            loaded,
            server_id=next_server_id(old.server_id) if old else FIRST_SERVER_ID,
            feed=self._random.getrandbits(31),
            count_flag=not old.count_flag if old else False,
        )
        for client in server.clients(SlotState.CONNECTED):
            if self._admit(client):
                client.map_change()
        for observer in server.observers:
            observer.level_began()
        self.announce(f"map {name} ready")

    def _keep_slots(self) -> None:
        """Keep sv_maxclients above the slots in use: nobody is thrown out by a smaller number."""
        server = self._server
        used = max((client.client_num + 1 for client in server.clients()), default=0)
        if used > server.cvars.get_int("sv_maxclients"):
            log.warning("sv_maxclients is %d while slot %d is in use", used, used - 1)
            server.cvars.set("sv_maxclients", str(used), force=True)

    def restart(self) -> None:
        """Start the running map over: clients keep their gamestate and stay in the world.

        A second restart in the same frame is passed over (server: Map change).
        """
        server, old = self._server, self._server.level
        if old is None or self._restarted_in == server.frame_count:
            return
        self._restarted_in = server.frame_count
        latched = server.cvars.apply_latched()
        if any(cvar.name in {"g_gametype", "sv_maxclients"} for cvar in latched):
            self.reload()
            return
        for observer in server.observers:
            observer.level_ends()
        server.end_log(RESTART)
        self._start(
            old.name,
            old.map,
            server_id=next_server_id(old.server_id, restart=True),
            feed=old.checksum_feed,
            count_flag=not old.count_flag,
        )
        level = server.level
        for client in server.clients(SlotState.CONNECTED):
            if not self._admit(client):
                continue
            client.restart()
            if client.state >= SlotState.PRIMED and level is not None:
                self._tell_changes(client, old, level)
                client.send_command("B")
            if client.state == SlotState.ACTIVE and level is not None:
                level.game.client_begin(client.client_num, client.last_usercmd)
        self.announce(f"map {old.name} ready")

    @staticmethod
    def _tell_changes(client: ServerConnection, old: Level, new: Level) -> None:
        """Bring a client that keeps its gamestate up to the new level's configstrings."""
        before, after = old.configstrings.values, new.configstrings.values
        for index in sorted(before.keys() | after.keys()):
            value = after.get(index, "")
            if value != before.get(index, ""):
                for command in update_commands(index, value):
                    client.send_command(command)

    def _admit(self, client: ServerConnection) -> bool:
        """Let the new game take a client in; one that it refuses is dropped."""
        server = self._server
        if server.level is None or client.state < SlotState.CONNECTED:
            return False
        password = server.cvars.get("g_password")
        refusal = server.level.game.client_connect(client.client_num, client.userinfo, password)
        if refusal is not None:
            client.drop(refusal, server.now)
        return refusal is None

    def _arena(self, loaded: LoadedMap) -> Arena | None:
        """Return what matches on a map are played on; None where there are to be none."""
        server, cvars = self._server, self._server.cvars
        if not cvars.get_int("scr_match"):
            return None
        folder = cvars.get("fs_game") or GAME_FOLDER
        surveys = server.write_path / folder / "surveys" if server.write_path else None
        return self._arenas.find(loaded, surveys)

    def _start(
        self, name: str, loaded: LoadedMap, *, server_id: int, feed: int, count_flag: bool
    ) -> None:
        server = self._server
        cvars = server.cvars
        cvars.set("mapname", name, force=True)
        cvars.set("sv_mapname", name, force=True)
        cvars.set("sv_serverid", str(server_id), force=True)
        server.begin_log()
        game = Game(
            loaded.info,
            World(loaded.clip),
            cvars.get("g_gametype"),
            seed=self._random.getrandbits(32),
            rules=move_rules(cvars),
            cheats=bool(cvars.get_int("sv_cheats")),
            arena=self._arena(loaded),
            rounds=round_rules(cvars),
            server_id=server_id,
            names=self._names,
            now=server.time,
        )
        level = Level(name, loaded, game, server_id, feed, count_flag)
        server.time = level.warm_up(server.time)
        for index, value in game.configstrings().items():
            level.configstrings.set(index, value)
        packs = referenced_packs(server.files, name, cvars.get("fs_game"))
        level.packs = publish(packs, cvars)
        level.configstrings.set(ConfigstringIndex.SERVERINFO, cvars.serverinfo())
        level.configstrings.set(ConfigstringIndex.SYSTEMINFO, cvars.systeminfo())
        for index, value in (*config_values(cvars), *round_values(cvars)):
            try:
                level.configstrings.set(index, value)
            except ValueError as error:  # a host's long text; what is needed has its place by now
                log.warning("%s", error)
        server.config.server_id = server_id
        server.config.checksum_feed = feed
        server.config.weapon_count = game.weapon_count
        server.level = level
        gametype = cvars.get("g_gametype")
        if gametype.lower() != gametype_of(gametype):
            log.warning("gametype %s is not known here; it is played as ctf", gametype)
        if game.unusable_spawns:
            log.warning("%d spawn points of %s are in solids", game.unusable_spawns, name)
        if not loaded.info.spawns(cvars.get("g_gametype")).family:
            log.warning("%s has no spawn points: players appear on open floor", name)
        for line in cvars.left_out():
            log.warning("%s does not fit into its info string", line)

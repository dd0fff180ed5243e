"""What every part of the server works on: settings, slots, the level, and what is to be sent."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from uoproto.connection import Address, ServerConfig, ServerConnection, SlotState
from uoproto.text import clean_command
from uoserver.console.commands import CommandRegistry
from uoserver.console.cvars import CvarRegistry
from uoserver.console.errors import CommandError
from uoserver.files.searchpath import SearchPath
from uoserver.game.game import refusal
from uoserver.game.gamelog import HYPHENS, init_game, stamp

from .addresses import is_lan
from .bans import Bans
from .challenge import Challenges
from .counters import Counters
from .guesses import Guesses
from .level import Level
from .limits import Limits
from .logfile import LogFile
from .noise import Noise
from .observer import Observer
from .refusals import NO_MAP

log: Final = logging.getLogger("uoserver")

MAX_SLOTS: Final = 64


class ServerState:
    """The base of `Server`, which its connectionless side and its map changes work on."""

    def __init__(
        self,
        cvars: CvarRegistry,
        commands: CommandRegistry,
        files: SearchPath,
        challenges: Challenges,
        log_file: LogFile | None = None,
    ) -> None:
        self.cvars = cvars
        self.commands = commands
        self.files = files
        self.challenges = challenges
        self.limits = Limits(cvars)
        self.noise = Noise()
        self.counters = Counters()
        self.guesses = Guesses()
        self.bans = Bans(cvars, lambda: self.write_path)
        self.config = ServerConfig(server_id=0)
        self.slots: list[ServerConnection | None] = [None] * MAX_SLOTS
        self.routes: dict[tuple[str, int], ServerConnection] = {}
        """Clients by host and qport: how a sequenced datagram finds its connection."""
        self.level: Level | None = None
        self.time = 0
        """Server time in milliseconds; goes on over map changes."""
        self.now = 0
        """Real time of the last datagram or frame: dates what console commands do."""
        self.frame_count = 0
        self.outgoing: list[tuple[bytes, Address]] = []
        self.log_file = log_file
        self.write_path: Path | None = None
        """Folder in whose game folders the server writes; None: it writes nothing."""
        self.observers: list[Observer] = [self.counters]
        """Who is told what happens, in this order."""
        self.running = True

    def send(self, data: bytes, address: Address) -> None:
        """Queue a datagram."""
        self.outgoing.append((data, address))

    def take_outgoing(self) -> list[tuple[bytes, Address]]:
        """Return the datagrams to send, and forget them."""
        outgoing, self.outgoing = self.outgoing, []
        self.counters.packets_out += len(outgoing)
        self.counters.bytes_out += sum(len(data) for data, _ in outgoing)
        return outgoing

    def clients(self, at_least: SlotState = SlotState.ZOMBIE) -> list[ServerConnection]:
        """Return the clients in this state or a higher one, by slot."""
        return [slot for slot in self.slots if slot is not None and slot.state >= at_least]

    def find_client(self, text: str) -> ServerConnection:
        """Return the client of a slot number that a host typed; raises `CommandError`."""
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1
        client = self.slots[number] if 0 <= number < len(self.slots) else None
        if client is None or client.state < SlotState.CONNECTED:
            raise CommandError(f"no client {text[:16]!r}")
        return client

    def broadcast(self, text: str, *, reliable: bool = True) -> None:
        """Send a server command to every client that holds a gamestate."""
        for client in self.clients(SlotState.PRIMED):
            client.send_command(text, reliable=reliable)

    def set_configstring(self, index: int, value: str) -> None:
        """Change a configstring and tell the clients."""
        if self.level is None:
            return
        try:
            commands = self.level.configstrings.set(index, value)
        except ValueError as error:
            log.warning("%s", error)
            return
        for command in commands:
            self.broadcast(command)

    # -- the game log -----------------------------------------------------------------------------

    def log_lines(self, lines: Iterable[str]) -> None:
        """Write lines of the game log, with their stamps."""
        written = [*lines]
        if self.log_file:
            self.log_file.write(written, sync=bool(self.cvars.get_int("g_logSync")))
        for observer in self.observers:
            observer.game_said(written)

    def begin_log(self) -> None:
        """Open the log of a level that begins."""
        self.reopen_log()
        texts = (HYPHENS, init_game(self.cvars.serverinfo()))
        self.log_lines(stamp(self.time, text) for text in texts)

    def reopen_log(self) -> None:
        """Open the file of the game log, anew if it is open: it may have been moved away."""
        if self.log_file:
            self.log_file.open(self.cvars.get("fs_game"), self.cvars.get("g_log"))

    def end_log(self, word: str) -> None:
        """Write what is left of a level's log and the word for its end; close it."""
        if self.level is None:
            return
        self.log_lines(self.level.game.log.take())
        self.log_lines(stamp(self.time, text) for text in (word, HYPHENS))
        if self.log_file:
            self.log_file.close()

    def add_client(
        self, number: int, address: Address, userinfo: str, qport: int, challenge: int, now: int
    ) -> str | None:
        """Take a client into a slot; return the game's refusal, or None.

        A client that was in the slot before makes room; the others are told that he left.
        """
        if self.level is None:
            return NO_MAP
        userinfo, password = clean_command(userinfo), self.cvars.get("g_password")
        refused = refusal(userinfo, password)
        if refused is not None:
            return refused  # neither a bot nor a client of before makes room for who does not come
        if old := self.slots[number]:
            self._replace(old, address)
        for observer in self.observers:
            observer.client_comes(number)
        self.level.game.client_connect(number, userinfo, password)
        if other := self.routes.get((address[0], qport)):
            # found by its UDP port was one client, this qport is another's
            self._replace(other, address)
        client = ServerConnection(
            self.config,
            address,
            client_num=number,
            qport=qport,
            challenge=challenge,
            userinfo=userinfo,
            now=now,
            lan=is_lan(address[0]) and bool(self.cvars.get_int("sv_lanForceRate")),
        )
        self.slots[number] = client
        self.routes[address[0], qport] = client
        log.info("client %d connected: %s:%d", number, *address)
        for observer in self.observers:
            observer.client_came(client)
        return None

    def _replace(self, client: ServerConnection, address: Address) -> None:
        """Free a client's slot for a new connection of the same peer (stock says nothing)."""
        number = client.client_num
        log.info("client %d replaced by a new connection from %s:%d", number, *address)
        player = self.level.game.players.get(number) if self.level is not None else None
        self.free(client)
        if player is not None and player.in_world:
            self.broadcast(f'e "\x15{player.name}^7 left"', reliable=False)

    def free(self, client: ServerConnection) -> None:
        """Empty a client's slot."""
        if self.level is not None:
            self.level.game.client_disconnect(client.client_num)
        self.routes.pop((client.address[0], client.netchan.qport), None)
        for observer in self.observers:
            observer.client_left(client.client_num)
        self.slots[client.client_num] = None

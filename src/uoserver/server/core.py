"""The server without its sockets: datagrams, times and console text in, datagrams out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Final

from uoproto.connection import Address, ServerConnection, SlotState
from uoproto.connection.events import (
    AddressChanged,
    ClientCommand,
    DownloadRequested,
    Dropped,
    EnteredWorld,
    Event,
    GamestateNeeded,
    PacketIgnored,
    RedirectAnswered,
    SequenceExhausted,
    SlotStateChanged,
    UserCommands,
    UserinfoChanged,
)
from uoproto.constants import OOB_MARKER, ConfigstringIndex
from uoproto.errors import RemoteProtocolError
from uoproto.netchan import Side, parse_packet
from uoproto.oob import Disconnect
from uoproto.sharedrecords import SharedRecords
from uoproto.text import info_get
from uoserver.console.commands import CommandRegistry
from uoserver.console.cvars import CvarFlag, CvarRegistry
from uoserver.files.searchpath import SearchPath
from uoserver.game.game import Game, clean_name
from uoserver.game.gamelog import EXIT, SHUTDOWN, stamp

from .bots import BotManager
from .challenge import Challenges
from .clock import frame_length
from .configfile import ConfigFiles
from .connectionless import Connectionless
from .demos import Demos
from .downloads import Downloads
from .eventlog import EventLog
from .heartbeat import Heart
from .idle import Idle
from .level import Level
from .logfile import LogFile
from .maprunner import MapRunner
from .mirrors import mirror_settings
from .motd import Motd
from .moverules import config_values, move_rules
from .netwatch import NetWatch
from .nextmap import next_map
from .roundrules import round_rules, round_values
from .state import ServerState
from .userinfos import Userinfos
from .votes import Votes

log: Final = logging.getLogger("uoserver")

WRAP_TIME: Final = 0x70000000
"""Server time at which the map is loaded anew, before 32 bits overflow (server: Frame loop)."""


class Server(ServerState):
    """One dedicated server.

    ``now`` is real time in milliseconds of a monotonic clock. What is to be sent collects in
    `take_outgoing`.
    """

    def __init__(
        self,
        cvars: CvarRegistry,
        commands: CommandRegistry,
        files: SearchPath,
        *,
        announce: Callable[[str], None] = lambda _line: None,
        challenges: Challenges | None = None,
        seed: int | None = None,
        log_file: LogFile | None = None,
        write_path: Path | None = None,
    ) -> None:
        super().__init__(cvars, commands, files, challenges or Challenges(), log_file)
        self.write_path = write_path
        self.maps = MapRunner(self, Random(seed if seed is not None else randbits(64)), announce)
        self.bots = BotManager(self)
        self.demos = Demos(self)
        self.votes = Votes(self, self.maps)
        self.observers += [self.bots, self.demos, self.bans, self.votes, Idle(self), Motd(self)]
        self.downloads = Downloads(self)
        self._userinfos = Userinfos(self)
        self._netwatch = NetWatch(self)
        mirror_settings(cvars)
        self.observers += [self._userinfos, self._netwatch, self.downloads]
        self.observers.append(ConfigFiles(self))
        if write_path is not None:
            self.observers.append(EventLog(self, write_path))
        self._connectionless = Connectionless(self)
        self.rcon = self._connectionless.rcon
        self.heart = Heart(self, self._connectionless.answers.status_now)
        self.observers.append(self.heart)
        self._time_rest = 0.0
        self._records = SharedRecords()

    # -- input and output -----------------------------------------------------------------------

    def receive(self, data: bytes, address: Address, now: int) -> None:
        """Take a datagram from anybody."""
        self.now = now
        self.counters.packets_in += 1
        self.counters.bytes_in += len(data)
        if data[:4] == OOB_MARKER:
            self._connectionless.receive(data, address, now)
            return
        try:
            packet = parse_packet(data, Side.CLIENT)
        except RemoteProtocolError:
            self.counters.ignored += 1
            return
        client = self.routes.get((address[0], packet.qport or 0))
        if client is None:
            if self.limits.reject.allow(address[0], now):
                self.send(Disconnect().encode(), address)
            return
        self._handle(client, client.receive_datagram(data, address, now), now)

    # -- frames ---------------------------------------------------------------------------------

    @property
    def frame_ms(self) -> int:
        """Length of a frame in real milliseconds."""
        return frame_length(self.cvars.get_int("sv_fps"))

    def frame(self, now: int, frames: int = 1) -> None:
        """Run ``frames`` frames of game time, then send what is due."""
        self.now = now
        for left in reversed(range(frames)):
            self.frame_count += 1
            self.commands.frame()
            self.refresh_settings()
            self._run_game_frame(now, shown=not left)
        for observer in self.observers:
            observer.frame(now)
        for client in self.clients():
            self._handle(client, client.handle_timeout(now), now)
        self._send_snapshots(now)
        for line in self.limits.reports(now) + self.noise.reports(now):
            log.info("%s", line)
        if self.cvars.get_int("sv_killserver"):  # menus and scripts end a server by it
            self.cvars.set("sv_killserver", "0", force=True)
            self.running = False

    def _run_game_frame(self, now: int, *, shown: bool) -> None:
        step = self.frame_ms * self.cvars.get_float("timescale") + self._time_rest
        self.time += int(step)
        self._time_rest = step - int(step)
        if self.level is None:
            return
        if self.time > WRAP_TIME:
            log.warning("server time is used up, the map starts anew")
            self.dismiss("EXE_SERVERRESTARTTIMEWRAP", now)
            self.time = 0
            self.maps.reload()
        self.bots.game_frame(self.now)
        game = self.level.game
        for client in self.clients():
            if player := game.players.get(client.client_num):
                player.ping = client.ping
        game.run_frame(self.time, shown=shown)
        self._tell(game)
        if game.over and self.running:
            self.log_lines([*game.log.take(), stamp(self.time, EXIT)])
            next_map(self, self.maps, self.votes.settle)

    def _tell(self, game: Game) -> None:
        """Pass on what a game says: configstrings, server commands, lines of the log."""
        strings, game.changed_configstrings = game.changed_configstrings, {}
        for index, value in strings.items():
            self.set_configstring(index, value)
        self.log_lines(game.log.take())
        messages, game.messages = game.messages, []
        for message in messages:
            if message.to is None:
                self.broadcast(message.text, reliable=message.reliable)
            elif client_to := self.slots[message.to]:
                client_to.send_command(message.text, reliable=message.reliable)

    def _send_snapshots(self, now: int) -> None:
        self._records.clear()
        for client in self.clients():
            if self.level is not None and client.wants_snapshot(now):
                self._send_snapshot(client, self.level, now)
            self._collect(client, now)

    def _send_snapshot(self, client: ServerConnection, level: Level, now: int) -> None:
        game = level.game
        frame = game.frame_for(client.client_num)
        flag, records = level.count_flag, self._records
        client.send_snapshot(self.time, frame, game.baselines, now, restarted=flag, records=records)

    def _collect(self, client: ServerConnection, now: int) -> None:
        self.outgoing += client.datagrams_to_send(now)

    def refresh_settings(self) -> None:
        """Take over cvars that changed: both info configstrings and what connections use."""
        modified = self.cvars.take_modified()
        if modified & CvarFlag.SYSTEMINFO:
            self.set_configstring(ConfigstringIndex.SYSTEMINFO, self.cvars.systeminfo())
        if modified & CvarFlag.SERVERINFO:
            self.set_configstring(ConfigstringIndex.SERVERINFO, self.cvars.serverinfo())
        if self.level is not None and self.level.game.rules != (rules := move_rules(self.cvars)):
            self.level.game.obey(rules)
            for index, value in config_values(self.cvars):
                self.set_configstring(index, value)
        if self.level is not None and self.level.game.round_rules != (
            rounds := round_rules(self.cvars)
        ):
            self.level.game.obey_rounds(rounds)
            for index, value in round_values(self.cvars):
                self.set_configstring(index, value)
        config = self.config
        config.timeout_ms = self.cvars.get_int("sv_timeout") * 1000
        config.zombie_ms = self.cvars.get_int("sv_zombietime") * 1000
        max_rate = self.cvars.get_int("sv_maxRate")
        if max_rate != config.max_rate:
            config.max_rate = max_rate
            for client in self.clients():
                client.set_userinfo(client.userinfo)  # reckons its pace anew
        config.flood_protect = bool(self.cvars.get_int("sv_floodProtect"))
        config.pad_packets = self.cvars.get_int("sv_padPackets")

    # -- what clients did -----------------------------------------------------------------------

    def _handle(self, client: ServerConnection, events: list[Event], now: int) -> None:
        for event in events:
            self._handle_one(client, event, now)
        if events:
            # answers to what came (a gamestate) need not wait for the frame
            self._collect(client, now)

    def _handle_one(self, client: ServerConnection, event: Event, now: int) -> None:  # noqa: C901
        level, number = self.level, client.client_num
        if level is None:
            return
        match event:
            case UserCommands():
                for command in event.commands:
                    level.game.client_think(number, command)
            case ClientCommand():
                self._netwatch.command(number, event.text)
                if not (event.flooding or self.votes.command(client, event.text)):
                    level.game.client_command(number, event.text)
            case GamestateNeeded() if client.state >= SlotState.CONNECTED:
                # a "disconnect" may stand behind the "donedl" in the same packet
                log.debug("client %d: sending a gamestate", number)
                client.send_gamestate(level.configstrings.values, level.game.baselines, now)
            case EnteredWorld():
                level.game.client_begin(number, event.usercmd)
                name = level.game.players[number].name
                log.info("client %d entered the game: %s", number, name)
                for observer in self.observers:
                    observer.client_entered(client, name)
            case UserinfoChanged():
                self._userinfos.change(client, event.userinfo)
            case DownloadRequested() if client.state >= SlotState.CONNECTED:
                self.downloads.request(client, event.name)
            case RedirectAnswered() if client.state >= SlotState.CONNECTED:
                self.downloads.redirect_answer(client, event.answer, now)
            case Dropped():
                self._dropped(client, event.reason)
            case SlotStateChanged(new=SlotState.FREE):
                self.free(client)
            case AddressChanged():
                level_of = self.noise.level(logging.INFO, event.new[0], now)
                ports = event.old[1], event.new[1]
                log.log(level_of, "client %d: port %d is now %d", number, *ports)
            case SequenceExhausted():
                client.drop("EXE_SERVERRESTARTMISC", now)
            case PacketIgnored():
                self.counters.ignored += 1
                log.debug("client %d: %s", number, event.reason)
            case _:
                pass

    def _dropped(self, client: ServerConnection, reason: str) -> None:
        game = self.level.game if self.level is not None else None
        player = game.players.get(client.client_num) if game else None
        name = player.name if player else clean_name(info_get(client.userinfo, "name"))
        if game:
            game.client_disconnect(client.client_num)
        if reason != "EXE_DISCONNECTED":
            self.broadcast(f'e "\x15{name}^7 \x14{reason}"', reliable=False)
        log.info("client %d dropped: %s (%s)", client.client_num, name, reason)
        for observer in self.observers:
            observer.client_dropped(client, name, reason)

    # -- end ------------------------------------------------------------------------------------

    def shutdown(self, reason: str, now: int) -> None:
        """Tell every client in plain words why, and stop."""
        self.running = False
        self.end_log(SHUTDOWN)  # first: those who are sent away have not left, in stock
        self.dismiss(f"\x15{reason}", now)
        for observer in self.observers:
            observer.stopped()

    def dismiss(self, reason: str, now: int) -> None:
        """Send every client away: each gets the reason in a message at once, twice over."""
        for client in self.clients(SlotState.CONNECTED):
            client.send_command(f'e "{reason}"', reliable=False)
            client.send_command(f'w "{reason}"')
        for _ in range(2):
            for client in self.clients(SlotState.CONNECTED):
                self.outgoing += client.flush()  # a gamestate may be on its way in fragments
                if self.level is not None:
                    self._send_snapshot(client, self.level, now)
                self.outgoing += client.flush()
        for client in self.clients():
            self.send(Disconnect().encode(), client.address)
            self.free(client)

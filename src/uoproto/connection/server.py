"""The server's end of one client: from connectResponse to the freed slot.

Sans-IO like `ClientConnection`. The handshake before it (challenge, connect and its checks) needs
no state per peer and lives with the server; one `ServerConnection` stands for one accepted client.
The server's frame does

    events = connection.receive_datagram(data, address, now)      for each of its datagrams
    events = connection.handle_timeout(now)                       once a frame
    if connection.wants_snapshot(now): connection.send_snapshot(...)
    for data, address in connection.datagrams_to_send(now): send them
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from ..clientmessage import (
    ClientHeader,
    Move,
    MoveBase,
    ReliableCommand,
    iter_client_ops,
    read_client_header,
)
from ..constants import (
    FLOOD_PROTECT_MS,
    MAX_RELIABLE_COMMANDS,
    MAX_SEQUENCE_JUMP,
    PACKET_BACKUP,
    TIMEOUT_CHECKS,
)
from ..errors import BadValueError, OutOfSequenceError, RemoteProtocolError
from ..states import PlayerState, UserCmd
from ..text import tokenize
from ..usercmd import default_usercmd
from .events import (
    Address,
    AddressChanged,
    ClientCommand,
    Dropped,
    EnteredWorld,
    Event,
    GamestateNeeded,
    PacketIgnored,
    PureAnswer,
    RedirectAnswered,
    SequenceExhausted,
    UserCommands,
    UserinfoChanged,
)
from .slot import ServerSlot
from .states import SlotInput, SlotState

FLOOD_EXEMPT: Final = ("team ", "score ", "mr ")
"""Commands that flood protection lets pass (server: clientCommand)."""
GAMESTATE_INTERVAL_MS: Final = 1000
"""Least time between two gamestates of one level: a client that asks with every packet would
otherwise draw tens of kilobytes for each."""


class _ForeignMoveError(Exception):
    """Ends the reading of a message before a move that cannot be read."""


def _no_move() -> MoveBase:
    raise _ForeignMoveError


class ServerConnection(ServerSlot):
    """One client of a server: what comes in, and what time brings.

    ``userinfo`` and ``challenge`` are those of its accepted connect, ``lan`` sends every frame.
    The object begins in CONNECTED with the connectResponse already accounted for by the caller.
    """

    # -- input ----------------------------------------------------------------------------------

    def receive_datagram(self, data: bytes, address: Address, now: int) -> list[Event]:
        """Take a sequenced datagram of this client (same host and qport) and return what it caused.

        Never raises for what the client sends.
        """
        self._now = now
        try:
            self._receive(data, address, now)
        except OutOfSequenceError:
            self.drop("EXE_LOSTRELIABLECOMMANDS", now)
        except RemoteProtocolError as error:
            self._events.append(PacketIgnored(str(error), malformed=True))
        return self.take_events()

    def handle_timeout(self, now: int) -> list[Event]:
        """Do what is due by time: the silence scan and the end of the zombie time."""
        self._now = now
        if self.state == SlotState.ZOMBIE:
            if now - self._dropped_ms > self.config.zombie_ms:
                self._take(SlotInput.ZOMBIE_EXPIRED)
        elif self.state != SlotState.FREE:
            silent = now - self.last_packet_ms > self.config.timeout_ms
            self._silent_scans = self._silent_scans + 1 if silent else 0
            if self._silent_scans >= TIMEOUT_CHECKS:
                self.download.close()
                self._events.append(Dropped("EXE_TIMEDOUT"))
                self._take(SlotInput.TIME_OUT)
            elif self._gamestate_wanted:
                self._want_gamestate(now)
        return self.take_events()

    def next_timeout(self) -> int | None:
        """Return when the next message or fragment is due; None when free.

        Messages go out at least once a second, so a driver that calls `handle_timeout` then keeps
        every time limit to the second.
        """
        if self.state == SlotState.FREE:
            return None
        return self.pacer.next_ms

    # -- incoming messages ----------------------------------------------------------------------

    def _receive(self, data: bytes, address: Address, now: int) -> None:
        opened = self.netchan.open(data)
        if opened is None:
            return
        sequence, payload = opened
        header = read_client_header(payload)
        self._check_header(sequence, header)
        foreign = header.server_id != self.config.server_id & 0xFF and not self.download.active
        operations = self._decode(payload, header, foreign=foreign)
        # Only a message that makes sense with this client's keys counts: a forged datagram must
        # neither age the client's own, nor move it to another port, nor keep it alive.
        self.netchan.accept(sequence)
        self.message_acknowledge = header.message_acknowledge
        self.holds_level = self.holds_level or header.server_id != 0
        self.commands.acknowledge(header.reliable_acknowledge)
        if address != self.address:
            self._events.append(AddressChanged(self.address, address))
            self.address = address
        if self.netchan.exhausted:
            self._events.append(SequenceExhausted())
        if self.state <= SlotState.ZOMBIE:
            return
        self.last_packet_ms = now
        if foreign:
            self._foreign(operations, header, now)
            return
        for operation in operations:
            if isinstance(operation, ReliableCommand):
                self._reliable_command(operation, now)
            else:
                self._move(operation, header, now)
            if self.state <= SlotState.ZOMBIE:
                return

    def _check_header(self, sequence: int, header: ClientHeader) -> None:
        """Raise `BadValueError` for a header this client cannot have sent.

        Acknowledgements only ever rise and name what was sent, which a stranger would have to
        guess; with the key of the body they stand between a forged datagram and the client.
        """
        if sequence - self.netchan.incoming_sequence > MAX_SEQUENCE_JUMP:
            raise BadValueError(f"message {sequence} after {self.netchan.incoming_sequence}")
        newest = self.netchan.outgoing_sequence - 1
        if not self.message_acknowledge <= header.message_acknowledge <= newest:
            raise BadValueError(f"acknowledges message {header.message_acknowledge}")
        if header.reliable_acknowledge < self.commands.acknowledged:
            raise BadValueError(f"acknowledges command {header.reliable_acknowledge}")
        self.commands.check(header.reliable_acknowledge)
        known = (self.config.server_id & 0xFF, *self.level_ids)
        if header.server_id not in known and (header.server_id or self.holds_level):
            raise BadValueError(f"server id {header.server_id} of no level this client was sent")

    def _decode(
        self, payload: bytes, header: ClientHeader, *, foreign: bool
    ) -> list[ReliableCommand | Move]:
        """Return the operations of a message, all of them read before any takes effect.

        Of a ``foreign`` message, made for another level, the move is left out: it is keyed with
        that level's checksum feed.
        """
        operations: list[ReliableCommand | Move] = []
        reading = iter_client_ops(
            payload,
            challenge=self.challenge,
            server_command=self.commands.text(header.reliable_acknowledge),
            move_base=_no_move if foreign else lambda: self._move_base(header),
        )
        with suppress(_ForeignMoveError):
            operations.extend(reading)  # keeps what came before the move
        newest = self.client_commands.last_sequence + MAX_RELIABLE_COMMANDS
        for operation in operations:
            if isinstance(operation, ReliableCommand) and operation.sequence > newest:
                raise BadValueError(f"reliable command {operation.sequence}, at most {newest}")
        return operations

    def _foreign(
        self, operations: list[ReliableCommand | Move], header: ClientHeader, now: int
    ) -> None:
        """Handle a packet made for another level than the current one (server: step 2).

        Stock ignores what is in it. A client that leaves just now says so here for the last time:
        to hear it keeps no empty slot until the time-out.
        """
        for operation in operations:
            if isinstance(operation, ReliableCommand) and operation.text == "disconnect":
                self.drop("EXE_DISCONNECTED", now)
                return
        if header.server_id & 0xF0 != self.config.server_id & 0xF0:
            if header.message_acknowledge > self.gamestate_message:
                self._want_gamestate(now)
        elif self.state == SlotState.PRIMED:
            self._enter_world(self.last_usercmd, now)

    def _want_gamestate(self, now: int) -> None:
        """Ask for a gamestate now, or when the last one is old enough."""
        self._gamestate_wanted = now < self._next_gamestate_ms
        if not self._gamestate_wanted:
            self._next_gamestate_ms = now + GAMESTATE_INTERVAL_MS
            self._events.append(GamestateNeeded())

    def _reliable_command(self, command: ReliableCommand, now: int) -> None:
        if not self.client_commands.is_new(command.sequence):
            return
        flooding = False
        if not command.text.startswith(FLOOD_EXEMPT):
            flooding = (
                self.config.flood_protect
                and self.state == SlotState.ACTIVE
                and now < self._next_command_ms
            )
            self._next_command_ms = now + FLOOD_PROTECT_MS
        self._dispatch(command.text, now, flooding=flooding)
        self.client_commands.store(command.sequence, command.text)

    def _dispatch(self, text: str, now: int, *, flooding: bool) -> None:
        words = tokenize(text)
        match words[0] if words else "":
            case "userinfo":
                self._events.append(UserinfoChanged(words[1] if len(words) > 1 else ""))
            case "disconnect":
                self.drop("EXE_DISCONNECTED", now)
            case "cp":
                self._events.append(PureAnswer(tuple(words[1:])))
            case "vdr":
                self._events.append(PureAnswer(()))
            case "donedl":
                self._want_gamestate(now)
            case "download" | "nextdl" | "stopdl" | "retransdl" | "wwwdl":
                try:
                    events = self.download.command(words, now)
                except OutOfSequenceError:
                    self.drop("broken download", now)
                    return
                self._events += events
                if any(isinstance(event, RedirectAnswered) and event.failed for event in events):
                    self._want_gamestate(now)  # the client looks anew at what it has to fetch
            case _:
                self._events.append(ClientCommand(text, flooding))

    def _move_base(self, header: ClientHeader) -> MoveBase:
        """Return what the client coded its usercmds against.

        A client takes the player state of its newest snapshot: that of the message it
        acknowledges or, where this carried none, of the one before; zero before the first of a
        level. The newest one sent is the best guess when that is no longer held.
        """
        frame = self.frames.shown(header.message_acknowledge)
        if frame is not None:
            player = frame.player
        elif self.netchan.outgoing_sequence - self.gamestate_message <= PACKET_BACKUP:
            player = PlayerState.ZERO
        else:
            player = self.player
        base = default_usercmd(player)
        return MoveBase(self.config.checksum_feed, base, self.config.weapon_count)

    def _move(self, move: Move, header: ClientHeader, now: int) -> None:
        self.delta_message = -1 if move.no_delta else header.message_acknowledge
        self.frames.acknowledge(header.message_acknowledge, now)
        if self.state == SlotState.PRIMED:
            self._enter_world(move.commands[0], now)
        if self.state != SlotState.ACTIVE:
            self.delta_message = -1
            return
        newest = move.commands[-1].command_time
        fresh = []
        for command in move.commands:
            if self.last_usercmd.command_time < command.command_time <= newest:
                self.last_usercmd = command
                fresh.append(command)
        if fresh:
            self._events.append(UserCommands(tuple(fresh)))

    def _enter_world(self, command: UserCmd, now: int) -> None:
        self._take(SlotInput.FIRST_MOVE)
        self.delta_message = -1
        self.pacer.next_ms = now
        self.last_usercmd = command
        self._events.append(EnteredWorld(command))

"""A client's slot: its state, and all that goes out to the client."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from ..commands import ClientCommandReceiver, CommandOverflowError, ServerCommandSender
from ..constants import (
    MAX_MSGLEN,
    ServiceOp,
    SnapFlags,
)
from ..gamestate import Gamestate, write_gamestate
from ..message import MessageWriter
from ..netchan import Netchan, Side
from ..oob import Disconnect
from ..servermessage import (
    FixedContext,
    ServerCommand,
    mask_server_message,
    pack_server_message,
    write_server_op,
)
from ..sharedrecords import SharedRecords
from ..snapshot import Snapshot, write_snapshot
from ..states import EntityState, Frame, PlayerState, UserCmd
from .config import ServerConfig
from .events import (
    Address,
    Dropped,
    Event,
    SequenceExhausted,
    SlotStateChanged,
)
from .frames import NO_PING, SentFrames
from .pacing import Pacer
from .serverdownload import ServerDownload
from .states import SlotInput, SlotState, next_slot_state

KNOWN_LEVELS: Final = 16
"""Levels a client may lag behind: as many as restarts of one map have ids."""
_NO_SNAPSHOTS: Final = FixedContext()


class ServerSlot:
    """The base of `ServerConnection`: everything a server does with a client."""

    def __init__(
        self,
        config: ServerConfig,
        address: Address,
        *,
        client_num: int,
        qport: int,
        challenge: int,
        userinfo: str,
        now: int,
        lan: bool = False,
    ) -> None:
        self.config = config
        self.address = address
        self.client_num = client_num
        self.challenge = challenge
        self.userinfo = userinfo
        self.lan = lan
        self.state = next_slot_state(SlotState.FREE, SlotInput.CONNECT)
        self.netchan = Netchan(Side.SERVER, qport)
        self.commands = ServerCommandSender()
        self.client_commands = ClientCommandReceiver()
        self.frames = SentFrames()
        self.pacer = Pacer(next_ms=now)
        self.download = ServerDownload()
        self.message_acknowledge = 0
        """Newest message the client has said it has."""
        self.holds_level = False
        """Whether the client has named a level; before that its packets carry server id 0."""
        self.level_ids: deque[int] = deque(maxlen=KNOWN_LEVELS)
        """Server ids of the levels it was sent, any of which it may still believe in."""
        self.gamestate_message = -1
        """Sequence of the message that carried the last gamestate."""
        self.delta_message = -1
        """Message whose snapshot the client asked to delta from; -1 for none."""
        self.last_usercmd = UserCmd()
        self.player = PlayerState.ZERO
        """The player state of the last snapshot built: it gives usercmds their default base."""
        self.message_tap: Callable[[int, bytes], None] | None = None
        """Called with the sequence and the unmasked payload of each message that goes out."""
        self._first_base = 0
        """Message from which on snapshots may be delta bases."""
        self.connected_ms = self.last_packet_ms = self._now = now
        self._next_command_ms = now
        self._next_gamestate_ms = now
        self._gamestate_wanted = False
        self._silent_scans = 0
        self._dropped_ms = 0
        self._outbox: list[bytes] = []
        self._events: list[Event] = []
        self.set_userinfo(userinfo)

    # -- what the server does -------------------------------------------------------------------

    def set_userinfo(self, userinfo: str) -> None:
        """Take over a userinfo the server accepted: rate and snaps follow it."""
        self.userinfo = userinfo
        self.pacer.max_rate = self.config.max_rate
        self.pacer.configure(userinfo, lan=self.lan)

    def send_command(self, text: str, *, reliable: bool = True) -> None:
        """Queue a server command; see `ServerCommandSender` for what may be left out.

        A client that lets 64 commands pile up is dropped (EXE_SERVERCOMMANDOVERFLOW) and told by
        a connectionless disconnect.
        """
        if self.state < SlotState.CONNECTED:
            return
        active = self.state == SlotState.ACTIVE
        try:
            self.commands.add(text, reliable=reliable, client_active=active)
        except CommandOverflowError:
            self._outbox.append(Disconnect().encode())
            self.drop("EXE_SERVERCOMMANDOVERFLOW", self._now)

    def send_gamestate(
        self, configstrings: Mapping[int, str], baselines: Mapping[int, EntityState], now: int
    ) -> None:
        """Send a gamestate; the client is PRIMED until its first move.

        Nothing is sent to a client that was dropped since it asked. One that a gamestate is too
        large for is dropped (EXE_SERVERMESSAGEOVERFLOW).
        """
        self._now = now
        if self.state < SlotState.CONNECTED:
            return
        self._flush()
        self._take(SlotInput.GAMESTATE_SENT)
        self._gamestate_wanted = False
        self.frames.forget()
        self.player = PlayerState.ZERO  # what a client begins a level with
        self.delta_message = -1
        self.gamestate_message = self.netchan.outgoing_sequence
        self._note_level()
        gamestate = Gamestate(
            self.commands.sequence,
            configstrings,
            baselines,
            self.client_num,
            self.config.checksum_feed,
        )
        writer = self._begin_message()
        writer.write_byte(ServiceOp.GAMESTATE)
        write_gamestate(writer, gamestate)
        if not self._send(writer, now):
            self._overflow(now)

    def map_change(self) -> None:
        """Wait for a packet with the old server id; it asks for the new map's gamestate."""
        self._take(SlotInput.MAP_CHANGE)
        self.delta_message = -1
        self._next_gamestate_ms = 0
        self.download.close()

    def restart(self) -> None:
        """Note a map_restart: the client stays in the world, its next snapshot is full."""
        self.delta_message = -1
        self._note_level()

    def full_snapshot_next(self) -> None:
        """Let the next snapshot be full, and later ones refer to none before it.

        Snapshots stay full until the client acknowledges one of them: what it still asks for
        lies behind.
        """
        # the number of a message counts up with its last fragment
        under_way = bool(self.netchan.unsent_fragments)
        self._first_base = self.netchan.outgoing_sequence + under_way

    def _note_level(self) -> None:
        """Remember the level once, however often a lost gamestate is sent again."""
        server_id = self.config.server_id & 0xFF
        if server_id not in self.level_ids:
            self.level_ids.append(server_id)

    def wants_snapshot(self, now: int) -> bool:
        """Whether the next message is due and no fragment of the last one waits."""
        return (
            self.state != SlotState.FREE
            and self.pacer.due(now)
            and not self.netchan.unsent_fragments
        )

    def send_snapshot(
        self,
        server_time: int,
        frame: Frame,
        baselines: Mapping[int, EntityState],
        now: int,
        *,
        restarted: bool = False,
        records: SharedRecords | None = None,
    ) -> None:
        """Send the next message: pending commands, a snapshot, download blocks.

        ``restarted`` is the server-count flag, toggled at each spawn and restart. ``records`` are
        those of this frame, shared by all clients (`SharedRecords`). ``frame`` is
        kept as a delta base and must not change any more. A client that has no gamestate yet gets
        commands and blocks only. A snapshot with which the message would pass 32,768 bytes is left
        out; a client that the commands alone are too much for is dropped. Fragments that still
        wait go out before the message, whatever the pace.
        """
        self._now = now
        if self.state == SlotState.FREE:
            return
        self._flush()
        number = self.netchan.outgoing_sequence
        with_snapshot = self.state != SlotState.CONNECTED
        writer = self._begin_message()
        if with_snapshot:
            self._write_snapshot(writer, server_time, frame, baselines, restarted, records)
        if self.state >= SlotState.CONNECTED:
            self.download.write(writer, self.pacer.rate, self.pacer.snapshot_ms, now)
        sent = self._send(writer, now)
        if sent and with_snapshot:
            self.player = frame.player
            self.frames.store(number, frame, now)
        elif not sent and not self._send(self._begin_message(), now):
            self._overflow(now)

    def drop(self, reason: str, now: int) -> None:
        """Drop the client: it stays a zombie for a while, to be told why."""
        self._now = now
        if self.state < SlotState.CONNECTED:
            return
        self.download.close()
        with suppress(CommandOverflowError):  # such a client was sent a connectionless disconnect
            self.commands.add(f'w "{reason}"')
        self._dropped_ms = self.pacer.next_ms = now
        self._take(SlotInput.DROP)
        self._events.append(Dropped(reason))

    def out_of_band(self, data: bytes) -> None:
        """Queue a connectionless datagram to this client."""
        self._outbox.append(data)

    def datagrams_to_send(self, now: int) -> list[tuple[bytes, Address]]:
        """Return (datagram, address) to send now: at most one waiting fragment each time."""
        if self.netchan.unsent_fragments and self.pacer.due(now):
            self.pacer.fragment_sent(self.netchan.unsent_bytes, now)
            self._outbox.append(self.netchan.next_fragment())
        outbox, self._outbox = self._outbox, []
        return [(data, self.address) for data in outbox]

    def flush(self) -> list[tuple[bytes, Address]]:
        """Return every datagram that waits, fragments too, whatever the pace: the end is near."""
        self._flush()
        outbox, self._outbox = self._outbox, []
        return [(data, self.address) for data in outbox]

    @property
    def ping(self) -> int:
        """Milliseconds from snapshot to acknowledgement; 999 unless active."""
        return self.frames.ping() if self.state == SlotState.ACTIVE else NO_PING

    # -- outgoing messages ----------------------------------------------------------------------

    def _begin_message(self) -> MessageWriter:
        writer = MessageWriter(MAX_MSGLEN)
        for sequence, text in self.commands.unacknowledged():
            write_server_op(writer, ServerCommand(sequence, text), _NO_SNAPSHOTS)
        return writer

    def _write_snapshot(
        self,
        writer: MessageWriter,
        server_time: int,
        frame: Frame,
        baselines: Mapping[int, EntityState],
        restarted: bool,
        records: SharedRecords | None,
    ) -> None:
        number = self.netchan.outgoing_sequence
        base = None
        if self.state == SlotState.ACTIVE and self.delta_message >= self._first_base:
            base = self.frames.base(self.delta_message, number)
        flags = SnapFlags.SERVER_COUNT if restarted else SnapFlags(0)
        if self.pacer.rate_delayed:
            flags |= SnapFlags.RATE_DELAYED
        if self.state != SlotState.ACTIVE:
            flags |= SnapFlags.NOT_ACTIVE
        distance = base[0] if base else 0
        writer.write_byte(ServiceOp.SNAPSHOT)
        write_snapshot(
            writer,
            Snapshot(server_time, distance, int(flags), frame),
            base[1] if base else None,
            baselines,
            records,
        )
        writer.write_data(bytes([ServiceOp.NOP]) * min(self.config.pad_packets, MAX_MSGLEN))

    def _send(self, writer: MessageWriter, now: int) -> bool:
        """End and send a message; return False, with nothing sent, when it is too large."""
        writer.write_byte(ServiceOp.EOF)
        if writer.overflowed:
            return False
        if self.netchan.exhausted:
            self._events.append(SequenceExhausted())
            return True
        sequence = self.netchan.outgoing_sequence
        unmasked = pack_server_message(self.client_commands.last_sequence, writer.to_bytes())
        if len(unmasked) > MAX_MSGLEN:  # text of rare characters grows when it is packed
            return False
        payload = mask_server_message(
            unmasked,
            sequence=sequence,
            challenge=self.challenge,
            client_command=self.client_commands.last_text,
        )
        if self.message_tap is not None:
            self.message_tap(sequence, unmasked)
        self._outbox.append(self.netchan.send(payload))
        self.commands.mark_sent()
        # a gamestate's fragments follow at the client's rate: only whole messages need to wait
        waiting = (
            self.state != SlotState.ACTIVE
            and not self.download.active
            and not self.netchan.unsent_fragments
        )
        self.pacer.max_rate = self.config.max_rate
        self.pacer.message_sent(len(payload), now, waiting=waiting)
        return True

    def _overflow(self, now: int) -> None:
        """Give up a client whose commands alone do not fit a message."""
        self.pacer.message_sent(MAX_MSGLEN, now)
        if self.state >= SlotState.CONNECTED:
            self._outbox.append(Disconnect().encode())
            self.drop("EXE_SERVERMESSAGEOVERFLOW", now)

    def _flush(self) -> None:
        self._outbox += self.netchan.flush()

    # -- state and events -----------------------------------------------------------------------

    def _take(self, happened: SlotInput) -> None:
        old, self.state = self.state, next_slot_state(self.state, happened)
        if old != self.state:
            self._events.append(SlotStateChanged(old, self.state))

    def take_events(self) -> list[Event]:
        """Return what the calls of the server itself (`drop`, `send_command`) caused."""
        events, self._events = self._events, []
        return events

"""The client's end: from the first getchallenge to snapshots and back to the menu.

Sans-IO: datagrams and times come in as arguments, events and datagrams come out. A driver does

    client.connect(now)
    loop: for each datagram received: events = client.receive_datagram(data, address, now)
          when client.next_timeout() has passed: events = client.handle_timeout(now)
          for data, address in client.datagrams_to_send(now): send them

with ``now`` in milliseconds of any monotonic clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Final

from ..clientmessage import ClientMessage, Move, encode_client_message
from ..commands import CommandOverflowError, CommandSender, ServerCommandReceiver
from ..constants import (
    DEFAULT_PORT,
    DISCONNECT_GUARD_MS,
    DOWNLOAD_PACKET_MS,
    HANDSHAKE_RESEND_MS,
    IDLE_PACKET_MS,
    MAX_LEVEL_OPS,
    MAX_MSGLEN,
    MAX_SEQUENCE_JUMP,
    OOB_MARKER,
    TIMEOUT_CHECKS,
)
from ..errors import (
    BadValueError,
    LimitExceededError,
    MessageOverflowError,
    RemoteProtocolError,
)
from ..gamestate import Gamestate
from ..netchan import Netchan, Side
from ..oob import (
    ChallengeResponse,
    ConnectResponse,
    Disconnect,
    Echo,
    Error,
    GetChallenge,
    Print,
    parse_response,
)
from ..oob import (
    LoadingNewMap as LoadingNewMapPacket,
)
from ..servermessage import ServerOp, iter_server_ops, unmask_server_message, unpack_server_message
from ..snapshot import Snapshot
from ..states import UserCmd
from ..text import info_build
from .config import ClientConfig
from .downloads import ClientDownloads
from .events import (
    Address,
    Event,
    LoadingNewMap,
    PacketIgnored,
    SequenceExhausted,
    TextPrinted,
)
from .level import ClientLevel
from .session import ClientSession
from .states import ConnInput, ConnState
from .usercmds import UserCmdLog

MAX_PACKET_DUP: Final = 5
"""Most older packets whose usercmds a packet repeats (spec: Client packet duplication)."""
FAREWELL_PACKETS: Final = 3
"""Packets that carry the client's ``disconnect`` (joining: Leaving)."""
TIMEOUT_CHECK_MS: Final = 50
"""Time between two of the checks that must find the server silent."""


class ClientConnection(ClientSession):
    """A protocol-22 client.

    ``server`` is the address to connect to; the answers' address takes its place, as stock does.
    ``usercmd`` is what the player's hands do: set it whenever they change, the connection makes a
    command of it for each packet and fills in the time.
    """

    def __init__(self, config: ClientConfig, server: Address) -> None:
        super().__init__(config)
        self._target: Address = (server[0], server[1] or DEFAULT_PORT)
        self.server = self._target
        self.usercmd = UserCmd()
        self.challenge = 0
        self.netchan = Netchan(Side.CLIENT, config.qport)
        self.downloads = ClientDownloads(self)
        self.level = ClientLevel(self, self.downloads)
        self.message_tap: Callable[[int, bytes], None] | None = None
        """Called after each server message with its sequence and its unmasked payload."""
        self.want_full_snapshot = False
        """Whether the packets ask for a full snapshot, as while a recording waits for one."""
        self._outbox: list[tuple[bytes, Address]] = []
        self._userinfo_changed = False
        self._next_packet_ms = 0
        self._sent_ms = 0
        self._last_packet_ms = 0
        self._silent_checks = 0
        self._next_check_ms = 0

    # -- what the application does --------------------------------------------------------------

    def connect(self, now: int) -> None:
        """Start connecting.

        Raises `LocalProtocolError` unless disconnected, and for a userinfo or qport that no
        connect can carry.
        """
        self.config.connect_request()
        if self.farewell_due:  # to the server before, by its channel
            self._write_farewell(now)
        self.take(ConnInput.CONNECT)
        self.server = self._target
        self._next_packet_ms = now
        self._heard(now)

    def loaded(self, now: int) -> None:
        """Say that the level of the last gamestate is loaded; usercmds start to flow."""
        self.take(ConnInput.LOADED)
        self.send_command("cp @")  # a retail client sends its pack checksums, pure server or not
        self._next_packet_ms = now

    def set_userinfo(self, **keys: str) -> None:
        """Change userinfo keys and tell the server when connected.

        Raises `LocalProtocolError`, with nothing changed, for what an info string cannot hold.
        """
        userinfo = self.config.userinfo | keys
        replace(self.config, userinfo=userinfo).connect_request()
        self.config.userinfo = userinfo
        self._userinfo_changed = True
        self._tell_userinfo()

    def disconnect(self) -> None:
        """Leave: the next `datagrams_to_send` tells the server in three packets."""
        self.fault("disconnected")

    # -- input ----------------------------------------------------------------------------------

    def receive_datagram(self, data: bytes, address: Address, now: int) -> list[Event]:
        """Take a datagram and return what it caused. Never raises for what a peer sends."""
        try:
            if data[:4] == OOB_MARKER:
                self._receive_oob(data, address, now)
            elif self.state >= ConnState.CONNECTED and address == self.server:
                self._heard(now)
                self._receive_sequenced(data, now)
            else:
                self.emit(PacketIgnored("a sequenced datagram of no connection"))
        except RemoteProtocolError as error:
            self.emit(PacketIgnored(str(error), malformed=True))
        return self.take_events()

    def handle_timeout(self, now: int) -> list[Event]:
        """Do what is due by time alone; call it when `next_timeout` has passed, or any time."""
        if self.state != ConnState.DISCONNECTED and now >= self._next_check_ms:
            self._next_check_ms = now + TIMEOUT_CHECK_MS
            silent = self.state >= ConnState.CONNECTED and (
                now - self._last_packet_ms > self.config.timeout_ms
            )
            self._silent_checks = self._silent_checks + 1 if silent else 0
            if self._silent_checks >= TIMEOUT_CHECKS:
                self.fault("EXE_ERR_SERVER_TIMEOUT")
        return self.take_events()

    def next_timeout(self) -> int | None:
        """Return when a packet is due or silence must be looked at; None when all is over."""
        if self.state == ConnState.DISCONNECTED:
            return self._sent_ms if self.farewell_due else None
        if self.state < ConnState.CONNECTED:
            return self._next_packet_ms
        silent_ms = self._last_packet_ms + self.config.timeout_ms + 1
        return min(self._packet_due_ms(), max(silent_ms, self._next_check_ms))

    def datagrams_to_send(self, now: int) -> list[tuple[bytes, Address]]:
        """Return (datagram, address) to send now."""
        if self.state == ConnState.LOADING and self.config.auto_load:
            self.loaded(now)
        self.downloads.remind(now)
        if self.state != ConnState.DISCONNECTED and now >= self._packet_due_ms():
            if self.state == ConnState.CONNECTING:
                self._send_oob(GetChallenge().encode())
                self._next_packet_ms = now + HANDSHAKE_RESEND_MS
            elif self.state == ConnState.CHALLENGING:
                self._userinfo_changed = False
                self._send_oob(self.config.connect_request(self.challenge))
                self._next_packet_ms = now + HANDSHAKE_RESEND_MS
            else:
                self._write_packet(now)
                self._sent_ms = now
                self._next_packet_ms = now + self._packet_interval()
        if self.farewell_due:
            self._write_farewell(now)
        outbox, self._outbox = self._outbox, []
        return outbox

    # -- connectionless -------------------------------------------------------------------------

    def _tell_userinfo(self) -> None:
        """Send the userinfo if it changed since the server got it, once there is a channel."""
        if self._userinfo_changed and self.state >= ConnState.CONNECTED:
            self._userinfo_changed = False
            info = info_build(self.config.userinfo.items())
            self.send_command(f'userinfo "{info}"')

    def _send_oob(self, data: bytes) -> None:
        self._outbox.append((data, self.server))

    def _receive_oob(self, data: bytes, address: Address, now: int) -> None:
        packet = parse_response(data, lenient=self.config.lenient)
        same_host = address[0] == self.server[0]
        match packet:
            case ChallengeResponse() if self.state == ConnState.CONNECTING:
                self.challenge = packet.challenge
                self.server = address
                self.take(ConnInput.CHALLENGE_RESPONSE)
                self._next_packet_ms = now
            case ConnectResponse() if self.state == ConnState.CHALLENGING and same_host:
                self._open_channel(address, now)
            case Error() if self.state != ConnState.DISCONNECTED and same_host:
                self.fault(packet.text)
            case Print():
                self.emit(TextPrinted(packet.text))
            case Echo() if same_host and self.state != ConnState.DISCONNECTED:
                self._outbox.append((packet.answer(), address))
            case LoadingNewMapPacket() if same_host:
                self.emit(LoadingNewMap(packet.map_name, packet.gametype))
            case Disconnect() if self.state >= ConnState.CONNECTED and address == self.server:
                if now - self._last_packet_ms >= DISCONNECT_GUARD_MS:
                    self.level.dismissed(now)
                    self.fault("EXE_SERVER_DISCONNECTED")
                else:
                    self.emit(PacketIgnored("a disconnect while sequenced packets come"))
            case _:
                self.emit(PacketIgnored(f"a {type(packet).__name__} that does not matter now"))

    def _open_channel(self, address: Address, now: int) -> None:
        self.server = address
        self.netchan = Netchan(Side.CLIENT, self.config.qport)
        self.commands = CommandSender()
        self.server_commands = ServerCommandReceiver()
        self.message_acknowledge = 0
        self.usercmds = UserCmdLog()
        self.downloads = ClientDownloads(self)
        self.level = ClientLevel(self, self.downloads)
        self.take(ConnInput.CONNECT_RESPONSE)
        self._heard(now)
        self._next_packet_ms = now
        self._tell_userinfo()

    # -- sequenced ------------------------------------------------------------------------------

    def _receive_sequenced(self, data: bytes, now: int) -> None:
        opened = self.netchan.open(data)
        if opened is None:
            return
        sequence, payload = opened
        if sequence - self.netchan.incoming_sequence > MAX_SEQUENCE_JUMP:
            raise BadValueError(f"message {sequence} after {self.netchan.incoming_sequence}")
        unmasked = unmask_server_message(
            payload,
            sequence=sequence,
            challenge=self.challenge,
            client_command=self.commands.text,
        )
        acknowledge, body = unpack_server_message(unmasked)
        self.commands.check(acknowledge)
        self.level.message_number = sequence
        operations = iter_server_ops(body, self.level)
        try:
            # A message whose keys do not fit is noise from its first operation on: only one that
            # begins to make sense counts, so that a forged datagram does not age the true ones.
            first = next(operations, None)
            self.netchan.accept(sequence)
            self.message_acknowledge = sequence
            self.commands.acknowledge(acknowledge)
            if first is not None:
                self._run_message(chain((first,), operations), now)
        except RemoteProtocolError as error:
            if not self.config.strict:
                raise
            self.fault(f"parsing: {error}")
            return
        if self.message_tap is not None:
            self.message_tap(self.message_acknowledge, unmasked)
        if self.netchan.exhausted:
            self.emit(SequenceExhausted())

    def _run_message(self, operations: Iterable[ServerOp], now: int) -> None:
        level_ops = 0
        for operation in operations:
            level_ops += isinstance(operation, (Gamestate, Snapshot))
            if level_ops > MAX_LEVEL_OPS:
                raise LimitExceededError(f"more than {MAX_LEVEL_OPS} gamestates and snapshots")
            self.level.take(operation, now)
            if self.state == ConnState.DISCONNECTED:
                return

    def _packet_interval(self) -> int:
        interval = IDLE_PACKET_MS
        if self.state >= ConnState.PRIMED:
            interval = 1000 // min(100, max(15, self.config.max_packets))
        return min(interval, DOWNLOAD_PACKET_MS) if self.downloads.active else interval

    def _packet_due_ms(self) -> int:
        """Return when to send next; a change of pace counts from the last packet."""
        if self.state < ConnState.CONNECTED:
            return self._next_packet_ms
        return min(self._next_packet_ms, self._sent_ms + self._packet_interval())

    def _write_packet(self, now: int) -> None:
        if self.netchan.exhausted:
            self.emit(SequenceExhausted())
            self.fault("the netchan's sequence space is used up")
            return
        try:
            payload = self._encode_message(now)
            datagrams = self.netchan.send_all(payload)
        except MessageOverflowError:
            self.fault("EXE_ERR_CLIENT_CMD_OVERFLOW")
            return
        self._outbox += [(data, self.server) for data in datagrams]

    def _encode_message(self, now: int) -> bytes:
        move: Move | None = None
        if self.state >= ConnState.PRIMED:
            self.usercmds.add(replace(self.usercmd, command_time=self.level.clock.now(now)))
            packet_dup = min(MAX_PACKET_DUP, max(0, self.config.packet_dup))
            commands = self.usercmds.to_send(self.netchan.outgoing_sequence, packet_dup)
            move = Move(no_delta=not self._may_delta(), commands=commands)
        message = ClientMessage(
            server_id=self.level.server_id & 0xFF,
            message_acknowledge=self.message_acknowledge,
            reliable_acknowledge=self.server_commands.sequence,
            reliable_commands=self.commands.unacknowledged(),
            move=move,
        )
        payload = encode_client_message(
            message,
            challenge=self.challenge,
            checksum_feed=self.level.checksum_feed,
            server_command=self.server_commands.text(self.server_commands.sequence),
            base=self.level.default_usercmd(),
        )
        if len(payload) > MAX_MSGLEN:  # text of rare characters grows when it is packed
            raise MessageOverflowError(f"client message of {len(payload)} bytes")
        self.usercmds.sent(self.netchan.outgoing_sequence, now)
        return payload

    def _may_delta(self) -> bool:
        return not (self.config.no_delta or self.want_full_snapshot) and (
            0 < self.level.frames.newest_number == self.message_acknowledge
        )

    def _write_farewell(self, now: int) -> None:
        self.farewell_due = False
        if self.netchan.exhausted:
            return
        with suppress(CommandOverflowError):
            self.commands.add("disconnect")
        for _ in range(FAREWELL_PACKETS):
            self._write_packet(now)

    def _heard(self, now: int) -> None:
        self._last_packet_ms = now
        self._silent_checks = 0

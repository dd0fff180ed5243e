"""Watch a connection from between its peers and decode both directions.

A proxy or a capture gives every datagram to an `Inspector`. From a ``connect`` on it knows the
challenge and follows the reliable commands, gamestates and snapshots, and with them has every key
that bodies and usercmds are packed with. Before that it reads connectionless packets and headers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .clientmessage import (
    ClientHeader,
    Move,
    MoveBase,
    ReliableCommand,
    iter_client_ops,
    read_client_header,
)
from .connection.frames import ReceivedFrames
from .constants import MAX_RELIABLE_COMMANDS, PACKET_BACKUP
from .errors import BadValueError, RemoteProtocolError, TruncatedError
from .follow import ServerStream, StreamOp
from .gamestate import Gamestate
from .netchan import Netchan, Packet, Side, parse_packet
from .oob import Connect, ConnectResponse, OobPacket, is_oob, parse_request, parse_response
from .servermessage import ServerCommand, open_server_message
from .states import UserCmd
from .usercmd import default_usercmd

_MASK: Final = MAX_RELIABLE_COMMANDS - 1
_SERVER_HEADER_SIZE: Final = 4
NO_KEY: Final = "body not decoded: the connect of this connection was not seen"


@dataclass(frozen=True, slots=True)
class ServerHeader:
    """The clear long of a server message: the last client command the server has run."""

    acknowledge: int


Item = OobPacket | ClientHeader | ServerHeader | ReliableCommand | Move | StreamOp
"""What a datagram can hold."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """One datagram.

    ``packet`` is the sequenced header and its data, None for a connectionless one. ``items`` is
    what was read, in wire order; ``note`` says why there is no more, empty when all is well.
    """

    from_client: bool
    packet: Packet | None
    items: tuple[Item, ...] = ()
    note: str = ""


def read_server_header(payload: bytes) -> ServerHeader:
    """Return the clear header of a server's payload; `TruncatedError` when it is not whole."""
    if len(payload) < _SERVER_HEADER_SIZE:
        raise TruncatedError(f"server message of {len(payload)} bytes")
    return ServerHeader(int.from_bytes(payload[:_SERVER_HEADER_SIZE], "little", signed=True))


class _Texts:
    """The newest 64 reliable commands seen of one side."""

    def __init__(self) -> None:
        self._slots: list[tuple[int, str]] = [(0, "")] * MAX_RELIABLE_COMMANDS

    def store(self, sequence: int, text: str) -> None:
        self._slots[sequence & _MASK] = (sequence, text)

    def text(self, sequence: int) -> str:
        """Return the text of a command, which is part of the key; `BadValueError` if not seen."""
        stored, text = self._slots[sequence & _MASK]
        if stored != sequence:
            raise BadValueError(f"reliable command {sequence}, which the key needs, was not seen")
        return text


class Inspector:
    """Follows one client and its server; feed it every datagram in the order they travelled."""

    def __init__(self, *, lenient: bool = False) -> None:
        self._lenient = lenient
        self._connecting: Connect | None = None
        self._begin(None)

    def _begin(self, challenge: int | None) -> None:
        self.challenge = challenge
        """The connection's challenge; None as long as it is not known."""
        self.server = ServerStream(lenient=self._lenient)
        """The level and the frames the server has sent."""
        self._level_message = 0
        self._last_level: tuple[int, ReceivedFrames] = (0, ReceivedFrames())
        self._channels = {True: Netchan(Side.SERVER), False: Netchan(Side.CLIENT)}
        self._client_texts = _Texts()
        self._server_texts = _Texts()

    def feed(self, data: bytes, from_client: bool) -> list[Decoded]:
        """Take a datagram and return what it is. Never raises, whatever the bytes."""
        packet: Packet | None = None
        items: list[Item] = []
        note = ""
        try:
            if is_oob(data):
                items.append(self._connectionless(data, from_client))
            else:
                packet = parse_packet(data, Side.CLIENT if from_client else Side.SERVER)
                note = self._sequenced(data, packet, from_client, items)
        except RemoteProtocolError as error:
            note = str(error)
        return [Decoded(from_client, packet, tuple(items), note)]

    def _connectionless(self, data: bytes, from_client: bool) -> OobPacket:
        packet = parse_request(data) if from_client else parse_response(data, lenient=True)
        if isinstance(packet, Connect):
            self._connecting = packet
        elif isinstance(packet, ConnectResponse) and self._connecting:
            self._begin(self._connecting.challenge)
            self._connecting = None
        return packet

    def _sequenced(self, data: bytes, packet: Packet, from_client: bool, items: list[Item]) -> str:
        channel = self._channels[from_client]
        if packet.sequence <= channel.incoming_sequence:
            return "stale or duplicate"
        payload = channel.receive(data)
        if payload is None:
            return "fragment of a message that is not complete"
        header = read_client_header(payload) if from_client else read_server_header(payload)
        items.append(header)
        if self.challenge is None:
            return NO_KEY
        if isinstance(header, ClientHeader):
            items.extend(self._client_ops(payload, header, self.challenge))
        else:
            items.extend(self._server_ops(payload, packet.sequence, self.challenge))
        return f"{channel.dropped} messages before it are missing" if channel.dropped else ""

    def _client_ops(
        self, payload: bytes, header: ClientHeader, challenge: int
    ) -> Iterator[ReliableCommand | Move]:
        operations = iter_client_ops(
            payload,
            challenge=challenge,
            server_command=self._server_texts.text(header.reliable_acknowledge),
            move_base=lambda: self._move_base(header.message_acknowledge),
            lenient=self._lenient,
        )
        for op in operations:
            if isinstance(op, ReliableCommand):
                self._client_texts.store(op.sequence, op.text)
            yield op

    def _move_base(self, acknowledge: int) -> MoveBase:
        """Return what a client that has seen messages up to ``acknowledge`` codes its move with."""
        feed, frames = self.server.checksum_feed, self.server.frames
        if acknowledge < self._level_message:  # it has not seen the newest gamestate yet
            feed, frames = self._last_level
        for number in range(acknowledge, max(0, acknowledge - PACKET_BACKUP), -1):
            frame = frames.content(number) if frames.usable(number) else None
            if frame is not None:
                return MoveBase(feed, default_usercmd(frame.player))
        return MoveBase(feed, UserCmd())

    def _server_ops(self, payload: bytes, sequence: int, challenge: int) -> Iterator[StreamOp]:
        _, body = open_server_message(
            payload,
            sequence=sequence,
            challenge=challenge,
            client_command=self._client_texts.text,
        )
        level = self.server.checksum_feed, self.server.frames
        for op in self.server.read(sequence, body):
            if isinstance(op, ServerCommand):
                self._server_texts.store(op.sequence, op.text)
            elif isinstance(op, Gamestate):
                self._last_level, self._level_message = level, sequence
            yield op

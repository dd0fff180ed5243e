"""Demo files, ``.dm_3``: recordings of what a server sent (parsing: Demo files).

A file is records and nothing else: two little-endian 32-bit integers, the netchan sequence of a
message and the length of its payload, then the payload: the clear acknowledgement and the packed
body with the XOR undone. Two integers of -1 end it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, Protocol

from .connection.states import ConnState, SlotState
from .constants import MAX_MSGLEN
from .errors import DemoError, LocalProtocolError, RemoteProtocolError
from .follow import ServerStream, StreamOp
from .gamestate import Gamestate
from .huffman.fixed import compress
from .servermessage import FixedContext, build_server_body, unpack_server_message

if TYPE_CHECKING:
    from .connection.client import ClientConnection
    from .connection.server import ServerConnection
    from .states import EntityState

_RECORD: Final = Struct("<ii")
_ACKNOWLEDGE: Final = Struct("<i")
_END: Final = -1
_CONTINUATIONS: Final = ("y", "z")
"""Server commands that go on with a configstring which ``x`` began."""


class ByteSink(Protocol):
    """What a demo is written to: a file, or anything that takes bytes."""

    def write(self, data: bytes, /) -> object:
        """Take bytes; raises `OSError` when it cannot."""


class DemoRecord(NamedTuple):
    """One message: its netchan sequence and its unmasked payload."""

    sequence: int
    payload: bytes


# -- records ------------------------------------------------------------------------------------


class DemoReader:
    """Iterates over the records of a stream.

    A file that simply ends is accepted, as the game does. After the iteration `complete` says
    whether the end marker was there and `truncated` whether the file ended inside a record.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.complete = False
        self.truncated = False

    def __iter__(self) -> Iterator[DemoRecord]:
        """Yield records; `DemoError` for a sequence or a length outside its domain."""
        number = 0
        while len(head := self._stream.read(_RECORD.size)) == _RECORD.size:
            sequence, length = _RECORD.unpack(head)
            if sequence == length == _END:
                self.complete = True
                return
            if sequence < 0 or not _ACKNOWLEDGE.size <= length <= MAX_MSGLEN:
                raise DemoError(f"record {number}: sequence {sequence}, length {length}")
            payload = self._stream.read(length)
            if len(payload) < length:
                self.truncated = True
                return
            yield DemoRecord(sequence, payload)
            number += 1
        self.truncated = bool(head)


class DemoWriter:
    """Writes records to a stream; `close` writes the end marker and leaves the stream open."""

    def __init__(self, stream: ByteSink) -> None:
        self._stream = stream

    def write(self, record: DemoRecord) -> None:
        """Append a record.

        Raises `LocalProtocolError` for a negative sequence and for a payload that is shorter than
        its acknowledgement or over 32,768 bytes.
        """
        length = len(record.payload)
        if record.sequence < 0 or not _ACKNOWLEDGE.size <= length <= MAX_MSGLEN:
            raise LocalProtocolError(f"demo record {record.sequence} of {length} bytes")
        self._stream.write(_RECORD.pack(record.sequence, length) + record.payload)

    def close(self) -> None:
        """End the recording."""
        self._stream.write(_RECORD.pack(_END, _END))


def gamestate_record(sequence: int, acknowledge: int, gamestate: Gamestate) -> DemoRecord:
    """Return the record a recording starts with: the level as it is now, made by the recorder.

    Raises `LocalProtocolError` when it does not fit a message.
    """
    body = build_server_body([gamestate], FixedContext())
    return DemoRecord(sequence, _ACKNOWLEDGE.pack(acknowledge) + compress(body))


# -- recording ----------------------------------------------------------------------------------


class DemoRecorder:
    """Records a client's connection from now on.

    It taps the connection and has it ask for a full snapshot. Nothing is written until one
    arrives; then come the record of the level as it stood before, that message, and every later
    one. A stream that fails to take them, or a level too large for a record, ends the recording
    with the reason in `failure`.

    Raises `LocalProtocolError` unless the client is ACTIVE.
    """

    def __init__(self, connection: ClientConnection, stream: BinaryIO) -> None:
        if connection.state != ConnState.ACTIVE:
            raise LocalProtocolError(f"cannot record while {connection.state.name}")
        self._connection = connection
        self._writer = DemoWriter(stream)
        self._before = self._level()
        self.waiting = True
        """Whether the full snapshot is still to come."""
        self.failure: OSError | LocalProtocolError | None = None
        connection.message_tap = self._tap
        connection.want_full_snapshot = True

    def close(self) -> None:
        """Write the end marker and leave the connection alone."""
        if self._connection.message_tap == self._tap:
            self._release()
            if not self.waiting:
                try:
                    self._writer.close()
                except OSError as error:
                    self.failure = error

    def _release(self) -> None:
        self._connection.message_tap = None
        self._connection.want_full_snapshot = False

    def _level(self) -> DemoRecord:
        connection, level = self._connection, self._connection.level
        gamestate = Gamestate(
            connection.server_commands.sequence,
            level.configstrings,
            level.baselines,
            level.client_num,
            level.checksum_feed,
        )
        sequence = connection.message_acknowledge
        return gamestate_record(sequence, connection.commands.sequence, gamestate)

    def _tap(self, sequence: int, unmasked: bytes) -> None:
        try:
            self._take(DemoRecord(sequence, unmasked))
        except (OSError, LocalProtocolError) as error:
            self.failure = error
            self._release()

    def _take(self, record: DemoRecord) -> None:
        if self.waiting:
            frames = self._connection.level.frames
            full = frames.newest is not None and not frames.newest.delta_distance
            if not full or frames.newest_number != record.sequence:
                # commands in a message that is not kept may have changed configstrings
                self._before = self._level()
                return
            self.waiting = False
            self._connection.want_full_snapshot = False
            self._writer.write(self._before)
        self._writer.write(record)


LevelSource = Callable[[], tuple["Mapping[int, str]", "Mapping[int, EntityState]"]]
"""Returns the configstrings and the baselines of the level that a client was sent."""


class ServerRecorder:
    """Records all that a server sends to one client, from its next message on.

    The file begins with the gamestate where that message is one, else with a record of the level
    as it stands, for which ``level`` is asked, and a full snapshot (parsing: Demo files). Nothing
    is written while the client waits for a gamestate. Later gamestates are messages like any
    other. A stream that fails to take a record, or a level too large for one, ends the recording
    with the reason in `failure`; the connection goes on.

    Raises `LocalProtocolError` unless the client is connected.
    """

    def __init__(self, connection: ServerConnection, stream: ByteSink, level: LevelSource) -> None:
        if connection.state < SlotState.CONNECTED:
            raise LocalProtocolError(f"cannot record a client that is {connection.state.name}")
        self._connection = connection
        self._writer = DemoWriter(stream)
        self._level = level
        self.waiting = True
        """Whether nothing is written yet."""
        self.failure: OSError | LocalProtocolError | None = None
        connection.message_tap = self._tap
        connection.full_snapshot_next()

    def close(self) -> None:
        """Write the end marker and leave the connection alone."""
        if self._connection.message_tap != self._tap:
            return
        self._connection.message_tap = None
        if not self.waiting:
            try:
                self._writer.close()
            except OSError as error:
                self.failure = error

    def _tap(self, sequence: int, unmasked: bytes) -> None:
        try:
            self._take(DemoRecord(sequence, unmasked))
        except (OSError, LocalProtocolError) as error:
            self.failure = error
            self._connection.message_tap = None

    def _take(self, record: DemoRecord) -> None:
        connection = self._connection
        if self.waiting:
            if record.sequence != connection.gamestate_message:
                if connection.state < SlotState.PRIMED:
                    return
                self._writer.write(self._level_record(record.sequence - 1))
            self.waiting = False
        self._writer.write(record)

    def _level_record(self, sequence: int) -> DemoRecord:
        """Return the level with the commands run that the client is known to have.

        The others follow in the next message; setting a configstring twice does no harm, but the
        rest of one that began before would be run as a command of its own.
        """
        connection, commands = self._connection, self._connection.commands
        newest = commands.acknowledged
        while newest < commands.sequence and commands.text(newest + 1).startswith(_CONTINUATIONS):
            newest += 1
        configstrings, baselines = self._level()
        gamestate = Gamestate(
            newest,
            configstrings,
            baselines,
            connection.client_num,
            connection.config.checksum_feed,
        )
        return gamestate_record(sequence, connection.client_commands.last_sequence, gamestate)


# -- playback -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DemoMessage:
    """One record decoded. ``acknowledge`` is the last client command the server had run."""

    sequence: int
    acknowledge: int
    operations: tuple[StreamOp, ...]


class DemoPlayer:
    """Iterates over the decoded messages of a stream.

    ``reader`` says afterwards how the file ended, ``server`` holds the level and the frames.
    """

    def __init__(self, stream: BinaryIO, *, lenient: bool = False) -> None:
        self.reader = DemoReader(stream)
        self.server = ServerStream(lenient=lenient)

    def __iter__(self) -> Iterator[DemoMessage]:
        """Yield messages; `DemoError` for a damaged record, with its number in the text."""
        for number, (sequence, payload) in enumerate(self.reader):
            try:
                acknowledge, body = unpack_server_message(payload)
                operations = tuple(self.server.read(sequence, body))
            except RemoteProtocolError as error:
                raise DemoError(f"record {number}, message {sequence}: {error}") from error
            yield DemoMessage(sequence, acknowledge, operations)

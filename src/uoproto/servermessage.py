"""Server messages: the clear acknowledgement and the stream of service operations.

Writing and reading a snapshot needs what the peer remembers, so both take a context; the reader
is lazy, so that a gamestate or snapshot may change the context before the next operation is read
(spec: Server-to-client messages).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from struct import Struct
from typing import TYPE_CHECKING, Final, Protocol

from .constants import ServiceOp
from .download import (
    DownloadBlock,
    DownloadFailure,
    DownloadRedirect,
    read_download,
    write_download,
)
from .errors import BadValueError, MessageOverflowError, TruncatedError, check_long
from .gamestate import Gamestate, read_gamestate, write_gamestate
from .huffman.fixed import compress, decompress
from .message import MessageReader, MessageWriter
from .obfuscation import server_key, xor_body
from .snapshot import Snapshot, read_snapshot, write_snapshot
from .text import clean_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from .states import EntityState, Frame

_CLEAR: Final = Struct("<i")


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A reliable server command and its sequence."""

    sequence: int
    text: str


@dataclass(frozen=True, slots=True)
class Nop:
    """Padding."""


ServerOp = (
    ServerCommand | Nop | Gamestate | Snapshot | DownloadBlock | DownloadFailure | DownloadRedirect
)


class SnapshotContext(Protocol):
    """What a peer must remember for snapshots."""

    @property
    def baselines(self) -> Mapping[int, EntityState]:
        """Baselines of the latest gamestate."""

    @property
    def lenient(self) -> bool:
        """Whether to read by the stock rules (see `uoproto.message.MessageReader`)."""

    def base_frame(self, delta_distance: int) -> Frame | None:
        """Return the frame that many messages back; asked only for a distance above 0."""


@dataclass(frozen=True, slots=True)
class FixedContext:
    """A `SnapshotContext` that knows one base frame, for tools and tests."""

    base: Frame | None = None
    baselines: Mapping[int, EntityState] = field(default_factory=dict)
    lenient: bool = False

    def base_frame(self, delta_distance: int) -> Frame | None:  # noqa: ARG002
        """Return the one frame."""
        return self.base


# -- writing ------------------------------------------------------------------------------------


def write_server_op(writer: MessageWriter, op: ServerOp, context: SnapshotContext) -> None:
    """Write one operation with its opcode; ``context`` matters to snapshots only.

    Raises `LocalProtocolError` for what the operation cannot carry. `MessageWriter.overflowed`
    is left to the caller.
    """
    if isinstance(op, ServerCommand):
        check_long("server command sequence", op.sequence)
        writer.write_byte(ServiceOp.SERVER_COMMAND)
        writer.write_long(op.sequence)
        writer.write_string(clean_command(op.text))
    elif isinstance(op, Snapshot):
        base = context.base_frame(op.delta_distance) if op.delta_distance else None
        writer.write_byte(ServiceOp.SNAPSHOT)
        write_snapshot(writer, op, base, context.baselines)
    elif isinstance(op, Gamestate):
        writer.write_byte(ServiceOp.GAMESTATE)
        write_gamestate(writer, op)
    elif isinstance(op, Nop):
        writer.write_byte(ServiceOp.NOP)
    else:
        writer.write_byte(ServiceOp.DOWNLOAD)
        write_download(writer, op)


def build_server_body(ops: Iterable[ServerOp], context: SnapshotContext) -> bytes:
    """Return the body of a server message, its EOF included.

    Raises `MessageOverflowError` for more than 32,768 bytes, and as `write_server_op`.
    """
    writer = MessageWriter()
    for op in ops:
        write_server_op(writer, op, context)
    writer.write_byte(ServiceOp.EOF)
    if writer.overflowed:
        raise MessageOverflowError("server message of more than 32,768 bytes")
    return writer.to_bytes()


def encode_server_message(
    last_client_command: int, body: bytes, *, sequence: int, challenge: int, client_command: str
) -> bytes:
    """Return the netchan payload: the clear acknowledgement, then the body packed and XORed.

    ``sequence`` is the netchan sequence the message will have, ``client_command`` the text of
    command ``last_client_command``; it keys as the client stored it (`text.clean_command`).

    Raises `LocalProtocolError` for a command number that is no 32-bit integer and for text with
    a character above 0xff.
    """
    unmasked = pack_server_message(last_client_command, body)
    return mask_server_message(
        unmasked, sequence=sequence, challenge=challenge, client_command=client_command
    )


def pack_server_message(last_client_command: int, body: bytes) -> bytes:
    """Return the clear acknowledgement and the body packed, as demo files keep a message.

    Raises `LocalProtocolError` for a command number that is no 32-bit integer.
    """
    check_long("last client command", last_client_command)
    return _CLEAR.pack(last_client_command) + compress(body)


def mask_server_message(
    unmasked: bytes, *, sequence: int, challenge: int, client_command: str
) -> bytes:
    """Return the netchan payload of a packed message; see `encode_server_message`."""
    key = server_key(sequence, challenge)
    body = xor_body(unmasked[_CLEAR.size :], key, clean_command(client_command))
    return unmasked[: _CLEAR.size] + body


# -- reading ------------------------------------------------------------------------------------


def unmask_server_message(
    payload: bytes, *, sequence: int, challenge: int, client_command: Callable[[int], str]
) -> bytes:
    """Return a payload with the XOR of its body undone, as demo files keep it.

    ``client_command`` is asked for the text of the command the clear header acknowledges, which
    keys as the client stored it (`text.clean_command`). Raises `TruncatedError` for a payload
    without a clear header.
    """
    command = clean_command(client_command(_acknowledged(payload)))
    body = xor_body(payload[_CLEAR.size :], server_key(sequence, challenge), command)
    return payload[: _CLEAR.size] + body


def unpack_server_message(unmasked: bytes) -> tuple[int, bytes]:
    """Return the last client command an unmasked payload acknowledges, and its body.

    Raises `TruncatedError` for a payload without a clear header and `LimitExceededError` for a
    body that unpacks too large.
    """
    return _acknowledged(unmasked), decompress(unmasked[_CLEAR.size :])


def open_server_message(
    payload: bytes, *, sequence: int, challenge: int, client_command: Callable[[int], str]
) -> tuple[int, bytes]:
    """Unmask and unpack a payload: the last client command it acknowledges, and its body."""
    return unpack_server_message(
        unmask_server_message(
            payload, sequence=sequence, challenge=challenge, client_command=client_command
        )
    )


def _acknowledged(payload: bytes) -> int:
    if len(payload) < _CLEAR.size:
        raise TruncatedError(f"server message of {len(payload)} bytes")
    number: int = _CLEAR.unpack_from(payload)[0]
    return number


def iter_server_ops(body: bytes, context: SnapshotContext) -> Iterator[ServerOp]:
    """Read the operations of a body one at a time, up to its EOF; what follows is ignored.

    Raises `BadValueError` for an unknown opcode, `TruncatedError` for a body without EOF, and as
    the operations do.
    """
    reader = MessageReader(body, lenient=context.lenient)
    while reader.remaining:
        opcode = reader.read_byte()
        if opcode == ServiceOp.EOF:
            return
        yield _read_op(reader, opcode, context)
    raise TruncatedError("server message without an EOF")


def _read_op(reader: MessageReader, opcode: int, context: SnapshotContext) -> ServerOp:
    if opcode == ServiceOp.SERVER_COMMAND:
        return ServerCommand(reader.read_long(), reader.read_string())
    if opcode == ServiceOp.SNAPSHOT:
        return read_snapshot(reader, context.base_frame, context.baselines)
    if opcode == ServiceOp.GAMESTATE:
        return read_gamestate(reader)
    if opcode == ServiceOp.DOWNLOAD:
        return read_download(reader)
    if opcode == ServiceOp.NOP:
        return Nop()
    raise BadValueError(f"operation {opcode} in a server message")

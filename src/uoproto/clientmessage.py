"""Client messages: the clear header, reliable commands and one bundle of usercmds.

The grammar is ``clientCommand* (move | moveNoDelta)? EOF`` behind two-bit selectors (spec:
Client-to-server messages).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from struct import Struct
from typing import TYPE_CHECKING, Final

from .constants import MAX_RELIABLE_COMMANDS, MAX_USERCMDS, MAX_WEAPONS, ClientOp
from .errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    MessageOverflowError,
    TruncatedError,
    check_integer,
    check_long,
)
from .huffman.fixed import compress, decompress
from .message import MessageReader, MessageWriter
from .obfuscation import client_key, usercmd_key, xor_body
from .text import clean_command
from .usercmd import read_usercmd, write_usercmd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .states import UserCmd

_CLEAR: Final = Struct("<Bii")
SELECTOR_BITS: Final = 2


@dataclass(frozen=True, slots=True)
class ClientHeader:
    """The nine clear bytes."""

    server_id: int
    message_acknowledge: int
    reliable_acknowledge: int


@dataclass(frozen=True, slots=True)
class ReliableCommand:
    """A reliable client command and its sequence."""

    sequence: int
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """1 to 32 usercmds, oldest first; ``no_delta`` asks for a full snapshot."""

    no_delta: bool
    commands: tuple[UserCmd, ...]


@dataclass(frozen=True, slots=True)
class ClientMessage:
    """One whole client message; reliable commands are pairs of sequence and text."""

    server_id: int
    message_acknowledge: int
    reliable_acknowledge: int
    reliable_commands: tuple[tuple[int, str], ...] = ()
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class MoveBase:
    """What a bundle's key and deltas depend on besides the header.

    A weapon above ``last_weapon`` is replaced by that of ``base``, the player's current one,
    before its usercmd becomes the base of the next (msg: Further facts).
    """

    checksum_feed: int
    base: UserCmd
    last_weapon: int = MAX_WEAPONS - 1


# -- writing ------------------------------------------------------------------------------------


def encode_client_message(
    message: ClientMessage,
    *,
    challenge: int,
    checksum_feed: int,
    server_command: str,
    base: UserCmd,
) -> bytes:
    """Return the netchan payload: the clear header, then the body packed and XORed.

    ``server_command`` is the text of the server command that ``reliable_acknowledge`` names,
    ``base`` the usercmd the first one is coded against. Raises `LocalProtocolError` for a header
    value outside its field, more than 64 commands, a bundle of none or more than 32, and what a
    usercmd cannot carry; `MessageOverflowError` for more than 32,768 bytes.
    """
    if len(message.reliable_commands) > MAX_RELIABLE_COMMANDS:
        raise LocalProtocolError(f"{len(message.reliable_commands)} reliable commands at once")
    server_command = clean_command(server_command)
    writer = MessageWriter()
    for sequence, text in message.reliable_commands:
        check_long("reliable command sequence", sequence)
        writer.write_bits(ClientOp.CLIENT_COMMAND, SELECTOR_BITS)
        writer.write_long(sequence)
        writer.write_string(clean_command(text))
    if message.move is not None:
        key = usercmd_key(message.message_acknowledge, checksum_feed, server_command)
        _write_move(writer, message.move, key, base)
    writer.write_bits(ClientOp.EOF, SELECTOR_BITS)
    if writer.overflowed:
        raise MessageOverflowError("client message of more than 32,768 bytes")
    header = (message.server_id, message.message_acknowledge, message.reliable_acknowledge)
    for value, most in zip(header, (0xFF, 0x7FFFFFFF, 0x7FFFFFFF), strict=True):
        check_integer("client header field", value, 0, most)
    key = client_key(header[0], challenge, header[1])
    return _CLEAR.pack(*header) + xor_body(compress(writer.to_bytes()), key, server_command)


def _write_move(writer: MessageWriter, move: Move, key: int, base: UserCmd) -> None:
    if not 1 <= len(move.commands) <= MAX_USERCMDS:
        raise LocalProtocolError(f"bundle of {len(move.commands)} usercmds")
    writer.write_bits(ClientOp.MOVE_NO_DELTA if move.no_delta else ClientOp.MOVE, SELECTOR_BITS)
    writer.write_byte(len(move.commands))
    for command in move.commands:
        write_usercmd(writer, key, base, command)
        base = command


# -- reading ------------------------------------------------------------------------------------


def read_client_header(payload: bytes) -> ClientHeader:
    """Return the clear header of a payload.

    Raises `TruncatedError` for fewer than nine bytes and `BadValueError` for a negative
    messageAcknowledge, which a server drops (server: Datagram entry).
    """
    if len(payload) < _CLEAR.size:
        raise TruncatedError(f"client message of {len(payload)} bytes")
    header = ClientHeader(*_CLEAR.unpack_from(payload))
    if header.message_acknowledge < 0:
        raise BadValueError(f"messageAcknowledge {header.message_acknowledge}")
    return header


def iter_client_ops(
    payload: bytes,
    *,
    challenge: int,
    server_command: str,
    move_base: Callable[[], MoveBase],
    lenient: bool = False,
) -> Iterator[ReliableCommand | Move]:
    """Read the operations of a message one at a time: reliable commands, then perhaps a move.

    ``move_base`` is asked when the move is reached, because the commands before it may change
    what it depends on. Raises `BadValueError` for a bundle that does not hold 1 to 32 usercmds
    and for a second bundle or a command behind one, `LimitExceededError` for more than 64
    commands, `TruncatedError` for a message that ends early. A lenient reader does not look
    behind the move, as the stock server.
    """
    header = read_client_header(payload)
    server_command = clean_command(server_command)
    key = client_key(header.server_id, challenge, header.message_acknowledge)
    body = decompress(xor_body(payload[_CLEAR.size :], key, server_command))
    reader = MessageReader(body, lenient=lenient)
    commands = 0
    while (selector := reader.read_bits(SELECTOR_BITS)) == ClientOp.CLIENT_COMMAND:
        commands += 1
        if commands > MAX_RELIABLE_COMMANDS:
            raise LimitExceededError(f"client message of more than {commands - 1} commands")
        yield ReliableCommand(reader.read_long(), reader.read_string())
    if selector == ClientOp.EOF:
        _check_end(reader)
        return
    feed = move_base()
    key = usercmd_key(header.message_acknowledge, feed.checksum_feed, server_command)
    move = Move(selector == ClientOp.MOVE_NO_DELTA, _read_move(reader, key, feed))
    if not lenient and reader.read_bits(SELECTOR_BITS) != ClientOp.EOF:
        raise BadValueError("client message goes on behind its move")
    _check_end(reader)
    yield move


def _check_end(reader: MessageReader) -> None:
    """Refuse more than the one byte that padding can unpack to: noise often begins with an EOF."""
    if not reader.lenient and reader.remaining > 1:
        raise BadValueError(f"{reader.remaining} bytes behind the EOF of a client message")


def _read_move(reader: MessageReader, key: int, feed: MoveBase) -> tuple[UserCmd, ...]:
    count = reader.read_byte()
    if not 1 <= count <= MAX_USERCMDS:
        raise BadValueError(f"bundle of {count} usercmds")
    commands = []
    base = feed.base
    for _ in range(count):
        base = read_usercmd(reader, key, base)
        if base.weapon > feed.last_weapon:
            base = replace(base, weapon=feed.base.weapon)
        commands.append(base)
    return tuple(commands)


def decode_client_message(
    payload: bytes,
    *,
    challenge: int,
    checksum_feed: int,
    server_command: str,
    base: UserCmd,
    lenient: bool = False,
) -> ClientMessage:
    """Return a whole client message; raises as `iter_client_ops`."""
    header = read_client_header(payload)
    commands: list[tuple[int, str]] = []
    move: Move | None = None
    for op in iter_client_ops(
        payload,
        challenge=challenge,
        server_command=server_command,
        move_base=lambda: MoveBase(checksum_feed, base),
        lenient=lenient,
    ):
        if isinstance(op, Move):
            move = op
        else:
            commands.append((op.sequence, op.text))
    return ClientMessage(
        header.server_id,
        header.message_acknowledge,
        header.reliable_acknowledge,
        tuple(commands),
        move,
    )

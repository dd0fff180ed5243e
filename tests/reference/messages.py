"""Whole client and server messages and demo records, bytes on one side and values on the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .bits import MAX_MESSAGE, Malformed, Reader, Writer, clean_command
from .huffman import compress, decompress
from .netchan import Packet, xor
from .ops import Op, SnapshotContext, read_ops, write_ops
from .usercmd import UserCmd, hash_key, read_usercmd, write_usercmd

MOVE, MOVE_NO_DELTA, CLIENT_COMMAND, CLIENT_EOF = range(4)
KEY_CHARS: Final = 32
MAX_USERCMDS: Final = 32


def _open(data: bytes) -> Reader:
    body = decompress(data)
    if len(body) > MAX_MESSAGE:
        raise Malformed("body decompresses to too much")
    return Reader(body)


# -- client messages ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ClientContext:
    """What both ends know besides the datagram."""

    challenge: int
    checksum_feed: int
    server_command: str
    base: UserCmd


@dataclass(frozen=True)
class ClientMessage:
    server_id: int
    message_acknowledge: int
    reliable_acknowledge: int
    reliable_commands: Sequence[tuple[int, str]]
    move: tuple[bool, Sequence[UserCmd]] | None
    """(no delta, usercmds)"""

    def xor_key(self, context: ClientContext) -> int:
        return self.server_id ^ context.challenge ^ self.message_acknowledge


def usercmd_key(message_acknowledge: int, context: ClientContext) -> int:
    key = message_acknowledge ^ context.checksum_feed
    return (key ^ hash_key(context.server_command, KEY_CHARS)) & 0xFFFFFFFF


def write_client_message(message: ClientMessage, context: ClientContext) -> bytes:
    """Return the netchan payload: nine clear bytes, then the obfuscated compressed body."""
    w = Writer()
    for sequence, text in message.reliable_commands:
        w.bits(CLIENT_COMMAND, 2)
        w.long(sequence)
        w.string(clean_command(text))
    if message.move is not None:
        no_delta, commands = message.move
        w.bits(MOVE_NO_DELTA if no_delta else MOVE, 2)
        w.byte(len(commands))
        key = usercmd_key(message.message_acknowledge, context)
        old = context.base
        for command in commands:
            write_usercmd(w, key, old, command)
            old = command
    w.bits(CLIENT_EOF, 2)
    head = Writer()
    head.byte(message.server_id)
    head.long(message.message_acknowledge)
    head.long(message.reliable_acknowledge)
    body = xor(compress(w.finished()), message.xor_key(context), context.server_command)
    return bytes(head.data) + body


def read_client_message(payload: bytes, context: ClientContext) -> ClientMessage:
    head = Reader(payload)
    header = ClientMessage(head.byte(), head.long(), head.long(), (), None)
    body = payload[head.readcount :]
    r = _open(xor(body, header.xor_key(context), context.server_command))
    commands = []
    while (selector := r.bits(2)) == CLIENT_COMMAND:
        commands.append((r.long(), r.string()))
    move = None
    if selector != CLIENT_EOF:
        count = r.byte()
        if not 1 <= count <= MAX_USERCMDS:
            raise Malformed("usercmd count")
        key = usercmd_key(header.message_acknowledge, context)
        usercmds = [context.base]
        for _ in range(count):
            usercmds.append(read_usercmd(r, key, usercmds[-1]))
        move = selector == MOVE_NO_DELTA, usercmds[1:]
        if r.bits(2) != CLIENT_EOF:
            raise Malformed("no end of commands")
    return ClientMessage(
        header.server_id, header.message_acknowledge, header.reliable_acknowledge, commands, move
    )


# -- server messages and demo records ------------------------------------------------------------


def write_server_message(
    sequence: int, challenge: int, last_client_command: int, client_command: str, ops: Sequence[Op]
) -> Packet:
    body = xor(compress(write_ops(ops)), sequence ^ challenge, client_command)
    return Packet(sequence, None, (last_client_command & 0xFFFFFFFF).to_bytes(4, "little") + body)


def read_server_message(
    packet: Packet, challenge: int, client_command: str, contexts: Iterator[SnapshotContext]
) -> tuple[int, list[Op]]:
    """Return the last client command and the operations."""
    head = Reader(packet.payload)
    acknowledge = head.long()
    body = xor(packet.payload[4:], packet.sequence ^ challenge, client_command)
    return acknowledge, read_ops(_open(body), contexts)


def write_demo_record(sequence: int, last_client_command: int, ops: Sequence[Op]) -> bytes:
    """Return a demo record: sequence, length, then the message without its XOR."""
    payload = Writer()
    payload.long(last_client_command)
    payload.raw(compress(write_ops(ops)))
    w = Writer()
    w.long(sequence)
    w.long(len(payload.data))
    return bytes(w.data + payload.data)


def read_demo_record(
    record: bytes, contexts: Iterator[SnapshotContext]
) -> tuple[int, int, list[Op]]:
    r = Reader(record)
    sequence, length, acknowledge = r.long(), r.long(), r.long()
    if length + 8 != len(record):
        raise Malformed("demo record length")
    return sequence, acknowledge, read_ops(_open(record[12:]), contexts)

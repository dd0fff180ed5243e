"""Whole client and server messages and demo records, bytes on one side and values on the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from .bits import MAX_MESSAGE, Malformed, Reader, Writer, clean_command
from .delta import (
    State,
    read_clients,
    read_entities,
    read_entity,
    write_clients,
    write_entities,
    write_entity,
)
from .huffman import compress, decompress
from .netchan import Packet, xor
from .player import Player, read_player, write_player
from .usercmd import UserCmd, hash_key, read_usercmd, write_usercmd

MOVE, MOVE_NO_DELTA, CLIENT_COMMAND, CLIENT_EOF = range(4)
NOP, GAMESTATE, CONFIGSTRING, BASELINE, SERVER_COMMAND, DOWNLOAD, SNAPSHOT, EOF = range(1, 9)
KEY_CHARS: Final = 32
MAX_USERCMDS: Final = 32
MAX_CONFIGSTRINGS: Final = 2048
MAX_BLOCK: Final = 2048


def _body(w: Writer) -> bytes:
    if w.overflowed:
        raise ValueError("message longer than the protocol allows")
    return bytes(w.data)


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
    body = xor(compress(_body(w)), message.xor_key(context), context.server_command)
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


# -- server operations --------------------------------------------------------------------------


@dataclass(frozen=True)
class Nop:
    pass


@dataclass(frozen=True)
class ServerCommand:
    sequence: int
    text: str


@dataclass(frozen=True)
class Gamestate:
    server_command_sequence: int
    configstrings: Mapping[int, str]
    baselines: Mapping[int, State]
    client_num: int
    checksum_feed: int


@dataclass(frozen=True)
class Frame:
    player: Player = field(default_factory=Player)
    entities: Mapping[int, State] = field(default_factory=dict)
    clients: Mapping[int, State] = field(default_factory=dict)


@dataclass(frozen=True)
class SnapshotContext:
    """The delta base and the baselines, which no snapshot carries."""

    base: Frame = field(default_factory=Frame)
    baselines: Mapping[int, State] = field(default_factory=dict)


@dataclass(frozen=True)
class Snapshot:
    server_time: int
    delta_distance: int
    snap_flags: int
    frame: Frame
    context: SnapshotContext = field(default_factory=SnapshotContext, compare=False)


@dataclass(frozen=True)
class DownloadBlock:
    block: int
    total_size: int | None
    """Travels with block 0 only."""
    data: bytes


@dataclass(frozen=True)
class DownloadFailure:
    message: str


@dataclass(frozen=True)
class DownloadRedirect:
    url: str
    size: int
    flags: int


Op = Nop | ServerCommand | Gamestate | Snapshot | DownloadBlock | DownloadFailure | DownloadRedirect


def write_op(w: Writer, op: Op) -> None:
    match op:
        case Nop():
            w.byte(NOP)
        case ServerCommand():
            w.byte(SERVER_COMMAND)
            w.long(op.sequence)
            w.string(clean_command(op.text))
        case Gamestate():
            _write_gamestate(w, op)
        case Snapshot():
            w.byte(SNAPSHOT)
            w.long(op.server_time)
            w.byte(op.delta_distance)
            w.byte(op.snap_flags)
            base = op.context.base
            write_player(w, base.player, op.frame.player)
            write_entities(w, base.entities, op.frame.entities, op.context.baselines)
            write_clients(w, base.clients, op.frame.clients)
        case DownloadBlock():
            w.byte(DOWNLOAD)
            w.short(op.block)
            if op.block == 0:
                w.long(op.total_size or 0)
            w.short(len(op.data))
            w.raw(op.data)
        case DownloadFailure():
            w.byte(DOWNLOAD)
            w.short(0)
            w.long(-1)
            w.string(op.message)
        case DownloadRedirect():
            w.byte(DOWNLOAD)
            w.short(-1)
            w.string(op.url)
            w.long(op.size)
            w.long(op.flags)


def _write_gamestate(w: Writer, op: Gamestate) -> None:
    w.byte(GAMESTATE)
    w.long(op.server_command_sequence)
    for index, text in sorted(op.configstrings.items()):
        if text:
            w.byte(CONFIGSTRING)
            w.short(index)
            w.big_string(text)
    for number, state in sorted(op.baselines.items()):
        if number:
            w.byte(BASELINE)
            write_entity(w, number, {}, state, force=True)
    w.byte(EOF)
    w.long(op.client_num)
    w.long(op.checksum_feed)


def _read_gamestate(r: Reader) -> Gamestate:
    sequence = r.long()
    configstrings: dict[int, str] = {}
    baselines: dict[int, State] = {}
    while (opcode := r.byte()) != EOF:
        if opcode == CONFIGSTRING:
            index = r.short()
            if not 0 <= index < MAX_CONFIGSTRINGS:
                raise Malformed("configstring index")
            configstrings[index] = r.big_string()
        elif opcode == BASELINE:
            number = r.bits(10)
            state = read_entity(r, {})
            if state is None:
                raise Malformed("removed baseline")
            baselines[number] = state
        else:
            raise Malformed(f"opcode {opcode} in a gamestate")
    return Gamestate(sequence, configstrings, baselines, r.long(), r.long())


def _read_snapshot(r: Reader, context: SnapshotContext) -> Snapshot:
    time, distance, flags = r.long(), r.byte(), r.byte()
    player = read_player(r, context.base.player)
    entities = read_entities(r, context.base.entities, context.baselines)
    clients = read_clients(r, context.base.clients)
    return Snapshot(time, distance, flags, Frame(player, entities, clients), context)


def _read_download(r: Reader) -> Op:
    block = r.short()
    if block == -1:
        return DownloadRedirect(r.string(), r.long(), r.long())
    total_size = r.long() if block == 0 else None
    if total_size is not None and total_size < 0:
        return DownloadFailure(r.string())
    length = r.short()
    if not 0 <= length <= MAX_BLOCK:
        raise Malformed("download block length")
    return DownloadBlock(block, total_size, r.raw(length))


def read_ops(r: Reader, contexts: Iterator[SnapshotContext]) -> list[Op]:
    """Read to the EOF opcode; each snapshot takes its context from ``contexts``."""
    ops: list[Op] = []
    while (opcode := r.byte()) != EOF:
        if opcode == NOP:
            ops.append(Nop())
        elif opcode == GAMESTATE:
            ops.append(_read_gamestate(r))
        elif opcode == SERVER_COMMAND:
            ops.append(ServerCommand(r.long(), r.string()))
        elif opcode == DOWNLOAD:
            ops.append(_read_download(r))
        elif opcode == SNAPSHOT:
            ops.append(_read_snapshot(r, next(contexts)))
        else:
            raise Malformed(f"opcode {opcode}")
    return ops


def write_ops(ops: Sequence[Op]) -> bytes:
    w = Writer()
    for op in ops:
        write_op(w, op)
    w.byte(EOF)
    return _body(w)


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

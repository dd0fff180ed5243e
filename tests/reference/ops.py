"""The operations of a server message, each written and read behind its opcode byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from .bits import Malformed, Reader, Writer, clean_command
from .delta import (
    State,
    read_clients,
    read_entities,
    read_entity,
    write_clients,
    write_entities,
    write_entity,
)
from .player import Player, read_player, write_player

NOP, GAMESTATE, CONFIGSTRING, BASELINE, SERVER_COMMAND, DOWNLOAD, SNAPSHOT, EOF = range(1, 9)
MAX_CONFIGSTRINGS: Final = 2048
MAX_BLOCK: Final = 2048


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
    """Return the body of a server message, its EOF included."""
    w = Writer()
    for op in ops:
        write_op(w, op)
    w.byte(EOF)
    return w.finished()

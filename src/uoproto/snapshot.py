"""Snapshots: the header, the player state, and the merged entity and client lists.

Old and new lists are sorted by number and merged: an unchanged record is left out, a new one
deltas from its baseline (a client from zero), a removed one is a number and a bit (spec: Snapshot
entity and client merge streams).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from .constants import ENTITYNUM_NONE, MAX_CLIENTS, MAX_ENTITIES
from .delta import (
    CLIENT_BITS,
    ENTITY_BITS,
    read_client,
    read_entity,
    write_client,
    write_entity,
)
from .errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    TruncatedError,
    check_integer,
    check_long,
)
from .player import read_player, write_player
from .states import EMPTY_FRAME, ClientState, EntityState, Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .message import MessageReader, MessageWriter
    from .sharedrecords import SharedRecords

MAX_BYTE: Final = 0xFF
_S = TypeVar("_S", EntityState, ClientState)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One snapshot.

    ``server_time`` is in milliseconds; ``delta_distance`` is 0 for a full snapshot, else how many
    messages back its base was sent; ``snap_flags`` are `constants.SnapFlags`.
    """

    server_time: int
    delta_distance: int
    snap_flags: int
    frame: Frame


def write_snapshot(
    writer: MessageWriter,
    snapshot: Snapshot,
    base: Frame | None,
    baselines: Mapping[int, EntityState],
    records: SharedRecords | None = None,
) -> None:
    """Write a snapshot behind its opcode, as the difference from ``base`` (None: full).

    ``records``, if given, are shared with the snapshots of other clients in the same frame.
    Raises `LocalProtocolError` for a time that is no 32-bit integer, a distance or flags outside
    a byte, a distance that does not say whether there is a base, and all that the records refuse.
    """
    distance, flags = snapshot.delta_distance, snapshot.snap_flags
    check_integer("delta distance", distance, 0, MAX_BYTE)
    check_integer("snapFlags", flags, 0, MAX_BYTE)
    check_long("server time", snapshot.server_time)
    if (base is None) != (distance == 0):
        raise LocalProtocolError(f"delta distance {distance} does not fit the base")
    old = base or EMPTY_FRAME
    writer.write_long(snapshot.server_time)
    writer.write_byte(distance)
    writer.write_byte(flags)
    write_player(writer, old.player, snapshot.frame.player)
    _write_entities(writer, old.entities, snapshot.frame.entities, baselines, records)
    _write_clients(writer, old.clients, snapshot.frame.clients)


def read_snapshot(
    reader: MessageReader,
    base_for: Callable[[int], Frame | None],
    baselines: Mapping[int, EntityState],
) -> Snapshot:
    """Read a snapshot behind its opcode.

    ``base_for`` is asked for the frame of a delta distance, unless that is 0; None stands for the
    empty frame. Raises `BadValueError` for entity or client numbers that do not rise and for what
    the records refuse. A lenient reader takes a lower number as new from its baseline and raises
    `TruncatedError` or `LimitExceededError` for a list without an end.
    """
    server_time = reader.read_long()
    distance = reader.read_byte()
    flags = reader.read_byte()
    base = (base_for(distance) if distance > 0 else None) or EMPTY_FRAME
    player = read_player(reader, base.player)
    entities = _read_entities(reader, base.entities, baselines)
    clients = _read_clients(reader, base.clients)
    return Snapshot(
        server_time, max(distance, 0), flags & MAX_BYTE, Frame(player, entities, clients)
    )


# -- entities -----------------------------------------------------------------------------------


def _write_entities(
    writer: MessageWriter,
    old: Mapping[int, EntityState],
    new: Mapping[int, EntityState],
    baselines: Mapping[int, EntityState],
    records: SharedRecords | None,
) -> None:
    write = records.write if records else write_entity
    # most entities are the very objects of the old frame: what is left is short
    changed = [number for number, state in new.items() if old.get(number) is not state]
    for number in sorted({*changed, *(old.keys() - new.keys())}):
        before = old.get(number)
        after = new.get(number)
        if after is None:
            write_entity(writer, number, EntityState.ZERO, None)
        elif before is None:
            base = baselines.get(number, EntityState.ZERO)
            write(writer, number, base, after, force=True)
        else:
            write(writer, number, before, after)
    writer.write_bits(ENTITYNUM_NONE, ENTITY_BITS)


def _read_entities(
    reader: MessageReader,
    old: Mapping[int, EntityState],
    baselines: Mapping[int, EntityState],
) -> dict[int, EntityState]:
    entities = dict(old)
    last = -1
    for _ in range(MAX_ENTITIES):
        number = reader.read_bits(ENTITY_BITS)
        if reader.overflowed:
            raise TruncatedError("message ends inside the entity list")
        if number == ENTITYNUM_NONE:
            return _by_number(entities, old)
        if not reader.lenient:
            _check_number("entity", number, last, ENTITYNUM_NONE)
        base = old.get(number) if number > last else None
        if base is None:
            base = baselines.get(number, EntityState.ZERO)
        _put(entities, number, read_entity(reader, number, base))
        last = max(last, number)
    raise LimitExceededError(f"entity list of more than {MAX_ENTITIES} records")


# -- clients ------------------------------------------------------------------------------------


def _write_clients(
    writer: MessageWriter, old: Mapping[int, ClientState], new: Mapping[int, ClientState]
) -> None:
    for number in sorted(old.keys() | new.keys()) if old is not new else ():
        before = old.get(number)
        after = new.get(number)
        if before is None:
            write_client(writer, number, ClientState.ZERO, after, force=True)
        elif before is not after:
            write_client(writer, number, before, after)
    writer.write_bit(0)


def _read_clients(reader: MessageReader, old: Mapping[int, ClientState]) -> dict[int, ClientState]:
    clients = dict(old)
    last = -1
    for _ in range(MAX_ENTITIES):
        if not reader.read_bit():
            return _by_number(clients, old)
        number = reader.read_bits(CLIENT_BITS)
        if not reader.lenient:
            _check_number("client", number, last, MAX_CLIENTS)
        base = old.get(number) if number > last else None
        _put(clients, number, read_client(reader, number, base or ClientState.ZERO))
        last = max(last, number)
    raise LimitExceededError(f"client list of more than {MAX_ENTITIES} records")


# -- both ---------------------------------------------------------------------------------------


def _check_number(what: str, number: int, last: int, limit: int) -> None:
    if number >= limit:
        raise BadValueError(f"{what} number {number} outside 0..{limit - 1}")
    if number <= last:
        raise BadValueError(f"{what} number {number} follows {last}")


def _put(states: dict[int, _S], number: int, state: _S | None) -> None:
    if state is None:
        states.pop(number, None)
    else:
        states[number] = state


def _by_number(states: dict[int, _S], old: Mapping[int, _S]) -> dict[int, _S]:
    """Return states by rising number: a frame keeps them as the wire lists them.

    Only new numbers, put behind those of the old frame, can be out of order.
    """
    return states if states.keys() <= old.keys() else dict(sorted(states.items()))

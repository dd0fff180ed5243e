"""Framing of the delta records: entities, clients, HUD elements, objectives (msg: Record framing).

Every writer tells the difference between an old and a new state, every reader applies it to the
same old state. Equal states are compared whole first, since most do not change.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final, TypeVar

from .constants import (
    ENTITYNUM_NONE,
    ENTITYNUM_WORLD,
    ETYPE_VEHICLE,
    MAX_CLIENTS,
    EntityType,
)
from .errors import BadValueError, LocalProtocolError
from .fields import changed_places, read_fields, write_fields
from .states import ArchivedEntityState, ClientState, EntityState, HudElement, Objective
from .tables import ARCHIVED_ENTITY, CLIENT, ENTITY, HUD_ELEMENT, OBJECTIVE, VEHICLE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .message import MessageReader, MessageWriter
    from .tables import Table

ENTITY_BITS: Final = 10
CLIENT_BITS: Final = 6
HUD_INDEX_BITS: Final = 5
OBJECTIVE_STATE_BITS: Final = 3

_Words = tuple[int, ...]
# The words of an entity in the order of the vehicle table, and back.
_to_vehicle: Final[Callable[[Sequence[int]], _Words]] = itemgetter(
    *(ENTITY.index[name] for name in VEHICLE.names)
)
_from_vehicle: Final[Callable[[Sequence[int]], _Words]] = itemgetter(
    *(VEHICLE.index[name] for name in ENTITY.names)
)
_ENTITY_WORDS: Final = len(ENTITY)
_E_TYPE: Final = ENTITY.index["eType"]
_CLIENT_NUM: Final = ENTITY.index["clientNum"]
_TIED_TO_CLIENT: Final = frozenset({EntityType.PLAYER, EntityType.CORPSE})
_R = TypeVar("_R", EntityState, ArchivedEntityState, ClientState)


# -- entities -----------------------------------------------------------------------------------


def write_entity(
    writer: MessageWriter,
    number: int,
    old: EntityState,
    new: EntityState | None,
    *,
    force: bool = False,
) -> None:
    """Write an entity's record: nothing for an unchanged one, unless ``force``.

    ``new`` None is the removal. Raises `LocalProtocolError` for a number outside 0..1022, a value
    its field cannot hold, or a state with the wrong number of words.
    """
    if new is not None and not force and old.words == new.words:
        return
    if not 0 <= number < ENTITYNUM_NONE:
        raise LocalProtocolError(f"entity number {number} outside 0..{ENTITYNUM_WORLD}")
    if new is None:
        writer.write_bits(number | 2 << ENTITY_BITS, ENTITY_BITS + 2)
        return
    if not len(old.words) == len(new.words) == _ENTITY_WORDS:
        raise LocalProtocolError("an entity state has the wrong number of words")
    vehicle = new.words[_E_TYPE] == ETYPE_VEHICLE
    if vehicle:
        table, before, after = VEHICLE, _to_vehicle(old.words), _to_vehicle(new.words)
    else:
        table, before, after = ENTITY, old.words, new.words
    head = number | vehicle << ENTITY_BITS
    _write_record(writer, table, before, after, head, ENTITY_BITS + 2)


def read_entity(reader: MessageReader, number: int, old: EntityState) -> EntityState | None:
    """Read the rest of an entity's record behind its number; None when it is removed.

    Raises `BadValueError` for a lastChanged beyond the table and for a player or corpse whose
    clientNum is no client's (msg: Further facts).
    """
    flags = reader.read_bits(2)
    if flags & 2:
        return None
    if not reader.read_bit():
        return old
    if flags & 1:
        vehicle = _read_record(reader, VEHICLE, _to_vehicle(old.words))
        words = _from_vehicle(vehicle)
    else:
        words = tuple(_read_record(reader, ENTITY, old.words))
    if (
        words[_CLIENT_NUM] >= MAX_CLIENTS
        and words[_E_TYPE] in _TIED_TO_CLIENT
        and not reader.lenient
    ):
        raise BadValueError(f"entity {number} belongs to client {words[_CLIENT_NUM]}")
    return EntityState(words)


def write_archived_entity(
    writer: MessageWriter,
    number: int,
    old: ArchivedEntityState,
    new: ArchivedEntityState | None,
    *,
    force: bool = False,
) -> None:
    """Write a record of the killcam store, as `write_entity` but without the table bit."""
    if not 0 <= number < ENTITYNUM_NONE:
        raise LocalProtocolError(f"entity number {number} outside 0..{ENTITYNUM_WORLD}")
    _write_plain(writer, ARCHIVED_ENTITY, number, ENTITY_BITS, old, new, force=force)


def read_archived_entity(
    reader: MessageReader,
    number: int,  # noqa: ARG001  one shape for all readers
    old: ArchivedEntityState,
) -> ArchivedEntityState | None:
    """Read the rest of a record of the killcam store behind its number."""
    return _read_plain(reader, ARCHIVED_ENTITY, old)


# -- clients ------------------------------------------------------------------------------------


def write_client(
    writer: MessageWriter,
    number: int,
    old: ClientState,
    new: ClientState | None,
    *,
    force: bool = False,
) -> None:
    """Write a client's record behind a leading one bit; nothing for an unchanged one.

    Raises `LocalProtocolError` for a number outside 0..63 or a value its field cannot hold.
    """
    if not 0 <= number < MAX_CLIENTS:
        raise LocalProtocolError(f"client number {number} outside 0..{MAX_CLIENTS - 1}")
    _write_plain(writer, CLIENT, 1 | number << 1, CLIENT_BITS + 1, old, new, force=force)


def read_client(
    reader: MessageReader,
    number: int,  # noqa: ARG001  one shape for all readers
    old: ClientState,
) -> ClientState | None:
    """Read the rest of a client's record behind its number; None when it is removed."""
    return _read_plain(reader, CLIENT, old)


# -- HUD elements and objectives ----------------------------------------------------------------


def write_hud_element(writer: MessageWriter, old: HudElement, new: HudElement) -> None:
    """Write one element of a HUD list: the index of its last changed field, then the fields."""
    changed = changed_places(old.words, new.words)
    if changed:
        writer.write_bits(changed[-1], HUD_INDEX_BITS)
        write_fields(writer, HUD_ELEMENT, new.words, changed)
    else:
        writer.write_bits(0, HUD_INDEX_BITS + 1)


def read_hud_element(reader: MessageReader, old: HudElement) -> HudElement:
    """Read one element of a HUD list; `BadValueError` for a field index of 30 or more."""
    count = _clamp(reader, HUD_ELEMENT, reader.read_bits(HUD_INDEX_BITS) + 1)
    words = list(old.words)
    read_fields(reader, HUD_ELEMENT, words, count)
    return HudElement(tuple(words))


def write_objective(writer: MessageWriter, old: Objective, new: Objective) -> None:
    """Write one objective: its state, then one zero bit or all six fields with changed bits."""
    changed = changed_places(old.words, new.words)
    writer.write_bits(new.state | bool(changed) << OBJECTIVE_STATE_BITS, OBJECTIVE_STATE_BITS + 1)
    if changed:
        write_fields(writer, OBJECTIVE, new.words, changed)
        writer.write_zero_bits(len(OBJECTIVE) - 1 - changed[-1])


def read_objective(reader: MessageReader, old: Objective) -> Objective:
    """Read one objective."""
    state = reader.read_bits(OBJECTIVE_STATE_BITS)
    if not reader.read_bit():
        return old if state == old.state else Objective(old.words, state)
    words = list(old.words)
    read_fields(reader, OBJECTIVE, words, len(OBJECTIVE))
    return Objective(tuple(words), state)


# -- framing ------------------------------------------------------------------------------------


def _write_record(
    writer: MessageWriter, table: Table, old: _Words, new: _Words, head: int, head_bits: int
) -> None:
    """Write a record, changed or not, whose ``head`` ends in the bit that says "not removed"."""
    changed = changed_places(old, new)
    if changed:
        writer.write_bits(head | 1 << head_bits, head_bits + 1)
        writer.write_byte(changed[-1] + 1)
        write_fields(writer, table, new, changed)
    else:
        writer.write_bits(head, head_bits + 1)


def _write_plain(
    writer: MessageWriter,
    table: Table,
    head: int,
    head_bits: int,
    old: _R,
    new: _R | None,
    *,
    force: bool,
) -> None:
    if new is None:
        writer.write_bits(head | 1 << head_bits, head_bits + 1)
    elif force or old.words != new.words:
        if not len(old.words) == len(new.words) == len(table):
            raise LocalProtocolError(f"a {table.name} state has the wrong number of words")
        _write_record(writer, table, old.words, new.words, head, head_bits + 1)


def _read_plain(reader: MessageReader, table: Table, old: _R) -> _R | None:
    if reader.read_bit():
        return None
    if not reader.read_bit():
        return old
    return type(old)(tuple(_read_record(reader, table, old.words)))


def _read_record(reader: MessageReader, table: Table, old: _Words) -> list[int]:
    count = _clamp(reader, table, reader.read_byte())
    words = list(old)
    read_fields(reader, table, words, count)
    return words


def _clamp(reader: MessageReader, table: Table, count: int) -> int:
    if count > len(table):
        if not reader.lenient:
            raise BadValueError(f"{table.name} record of {count} fields, at most {len(table)}")
        return len(table)
    return count

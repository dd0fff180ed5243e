"""Delta records: generic fields, entities, clients, merge streams, HUD and objective elements.

A state is a dict of field name to raw 32-bit word; a name not in it stands for zero. Source: msg,
sections Generic field delta and Record framing.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from .bits import Malformed, Reader, Writer, angle16
from .data import ANGLE16, ARCHIVED_ENTITY, CLIENT, ENTITY, FLOAT, VEHICLE, Field

State = Mapping[str, int]
Table = Sequence[Field]

ENTITY_END: Final = 1023
ETYPE_VEHICLE: Final = 12


def to_float(word: int) -> float:
    value: float = struct.unpack("<f", word.to_bytes(4, "little"))[0]
    return value


def to_word(value: float) -> int:
    return int.from_bytes(struct.pack("<f", value), "little")


def entity_table(state: State) -> Table:
    """Return the table of the state being described: the vehicle one iff its eType is 12."""
    return VEHICLE if state.get("eType", 0) == ETYPE_VEHICLE else ENTITY


# -- one value ----------------------------------------------------------------------------------


def write_float(w: Writer, word: int) -> None:
    """Write a float: a small integer as 5 bits and a byte, or else the raw word."""
    value = to_float(word)
    if -4096 <= value < 4096 and int(value) == value:
        biased = int(value) + 4096
        w.flag(0)
        w.bits(biased & 31, 5)
        w.byte(biased >> 5)
    else:
        w.flag(1)
        w.long(word)


def read_float(r: Reader) -> int:
    if r.flag():
        return r.long() & 0xFFFFFFFF
    low = r.bits(5)
    return to_word(float(low + (r.byte() - 128) * 32))


def write_integer(w: Writer, mode: int, word: int) -> None:
    """Write ``abs(mode)`` bits: the odd ones with the bit cursor, then whole bytes."""
    odd = abs(mode) % 8
    if odd:
        w.bits(word, odd)
    for i in range(abs(mode) // 8):
        w.byte(word >> (odd + 8 * i))


def read_integer(r: Reader, mode: int) -> int:
    odd = abs(mode) % 8
    word = r.bits(odd) if odd else 0
    for i in range(abs(mode) // 8):
        word |= r.byte() << (odd + 8 * i)
    return word


def write_angle16(w: Writer, word: int) -> None:
    """Write the zero bit, which looks at the raw word, and the 16-bit angle."""
    w.flag(word != 0)
    if word != 0:
        w.short(angle16(to_float(word)))


def read_angle16(r: Reader) -> int:
    return to_word(r.angle16()) if r.flag() else 0


# -- generic fields -----------------------------------------------------------------------------


def changed(old: State, new: State, name: str) -> bool:
    return old.get(name, 0) != new.get(name, 0)


def last_changed(table: Table, old: State, new: State) -> int:
    """Return one more than the index of the last differing field, 0 when all are equal."""
    last = 0
    for i, field in enumerate(table):
        if changed(old, new, field.name):
            last = i + 1
    return last


def write_fields(w: Writer, table: Table, old: State, new: State) -> None:
    for name, mode in table:
        word = new.get(name, 0)
        w.flag(changed(old, new, name))
        if not changed(old, new, name):
            continue
        if mode == FLOAT:
            nonzero = to_float(word) != 0.0
            w.flag(nonzero)
            if nonzero:
                write_float(w, word)
        elif mode == ANGLE16:
            write_angle16(w, word)
        else:
            w.flag(word != 0)
            if word != 0:
                write_integer(w, mode, word)


def read_fields(r: Reader, table: Table, old: State) -> dict[str, int]:
    """Read the fields of ``table`` over a copy of ``old``."""
    new = dict(old)
    for name, mode in table:
        if not r.flag():
            continue
        if mode == ANGLE16:
            new[name] = read_angle16(r)
        elif not r.flag():
            new[name] = 0
        elif mode == FLOAT:
            new[name] = read_float(r)
        else:
            new[name] = read_integer(r, mode)
    return new


# -- records ------------------------------------------------------------------------------------


def _write_record(
    w: Writer, head: Callable[[], None], table: Table, old: State, new: State, force: bool
) -> None:
    last = last_changed(table, old, new)
    if last == 0 and not force:
        return
    head()
    w.flag(0)  # not removed
    w.flag(last != 0)
    if last:
        w.byte(last)
        write_fields(w, table[:last], old, new)


def _read_record(r: Reader, table: Table, old: State) -> dict[str, int]:
    if not r.flag():
        return dict(old)
    return read_fields(r, table[: min(r.byte(), len(table))], old)


def write_entity(
    w: Writer, number: int, old: State, new: State | None, *, force: bool = False
) -> None:
    """Write an entity record: nothing when it is unchanged and not forced."""
    if new is None:
        w.bits(number, 10)
        w.flag(0)
        w.flag(1)
        return
    table = entity_table(new)

    def head() -> None:
        w.bits(number, 10)
        w.flag(table is VEHICLE)

    _write_record(w, head, table, old, new, force)


def read_entity(r: Reader, old: State) -> dict[str, int] | None:
    """Read an entity record behind its number; None is a removal."""
    table = VEHICLE if r.flag() else ENTITY
    if r.flag():
        return None
    return _read_record(r, table, old)


def write_archived_entity(
    w: Writer, number: int, old: State, new: State | None, *, force: bool = False
) -> None:
    """Write an archived entity: an entity record without the table bit."""
    if new is None:
        w.bits(number, 10)
        w.flag(1)
        return
    _write_record(w, lambda: w.bits(number, 10), ARCHIVED_ENTITY, old, new, force)


def read_archived_entity(r: Reader, old: State) -> dict[str, int] | None:
    if r.flag():
        return None
    return _read_record(r, ARCHIVED_ENTITY, old)


def write_client(
    w: Writer, number: int, old: State, new: State | None, *, force: bool = False
) -> None:
    """Write a client record with its leading one bit."""

    def head() -> None:
        w.flag(1)
        w.bits(number, 6)

    if new is None:
        head()
        w.flag(1)
        return
    _write_record(w, head, CLIENT, old, new, force)


def read_client(r: Reader, old: State) -> dict[str, int] | None:
    if r.flag():
        return None
    return _read_record(r, CLIENT, old)


# -- merge streams ------------------------------------------------------------------------------


def write_entities(
    w: Writer, old: Mapping[int, State], new: Mapping[int, State], baselines: Mapping[int, State]
) -> None:
    """Write the entity list: new ones forced from their baseline, closed by 1023."""
    for number in sorted(old.keys() | new.keys()):
        if number not in new:
            write_entity(w, number, old[number], None)
        elif number in old:
            write_entity(w, number, old[number], new[number])
        else:
            write_entity(w, number, baselines.get(number, {}), new[number], force=True)
    w.bits(ENTITY_END, 10)


def read_entities(
    r: Reader, old: Mapping[int, State], baselines: Mapping[int, State]
) -> dict[int, State]:
    new: dict[int, State] = dict(old)
    while (number := r.bits(10)) != ENTITY_END:
        base = old[number] if number in old else baselines.get(number, {})
        _merge(new, number, read_entity(r, base))
    return new


def write_clients(w: Writer, old: Mapping[int, State], new: Mapping[int, State]) -> None:
    """Write the client list: new ones forced from zero, closed by a zero bit."""
    for number in sorted(old.keys() | new.keys()):
        if number not in new:
            write_client(w, number, old[number], None)
        elif number in old:
            write_client(w, number, old[number], new[number])
        else:
            write_client(w, number, {}, new[number], force=True)
    w.flag(0)


def read_clients(r: Reader, old: Mapping[int, State]) -> dict[int, State]:
    new: dict[int, State] = dict(old)
    while r.flag():
        number = r.bits(6)
        _merge(new, number, read_client(r, old.get(number, {})))
    return new


def _merge(states: dict[int, State], number: int, state: State | None) -> None:
    if state is not None:
        states[number] = state
    elif states.pop(number, None) is None:
        raise Malformed(f"number {number} removed but not there")

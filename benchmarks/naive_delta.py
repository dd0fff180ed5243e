"""The plain loops that the delta codecs are compared with.

Bits go one at a time through the two message cursors and fields one after the other through the
records, as the specification tells it. They take and give the library's states, so that both
sides do the same work.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from uoproto.states import ClientState, EntityState
from uoproto.tables import (
    ANGLE16,
    CLIENT,
    ENTITY,
    FLOAT,
    HUD_ELEMENT,
    OBJECTIVE,
    PLAYER,
    VEHICLE,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


# -- message cursors ----------------------------------------------------------------------------


class Message:
    """Both cursors, writing and reading, one bit at a time."""

    __slots__ = ("bit", "data", "readcount")

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.bit = 0
        self.readcount = 0

    def write_bits(self, value: int, count: int) -> None:
        """Write the low bits of value at the bit cursor."""
        data = self.data
        for _ in range(count):
            if self.bit & 7 == 0:
                self.bit = len(data) * 8
                data.append(0)
            if value & 1:
                data[self.bit >> 3] |= 1 << (self.bit & 7)
            self.bit += 1
            value >>= 1

    def write_bytes(self, value: int, count: int) -> None:
        """Write the low bytes of value at the byte cursor."""
        for _ in range(count):
            self.data.append(value & 0xFF)
            value >>= 8

    def read_bits(self, count: int) -> int:
        """Read bits at the bit cursor."""
        value = 0
        for place in range(count):
            if self.bit & 7 == 0:
                self.bit = self.readcount * 8
                self.readcount += 1
            value |= (self.data[self.bit >> 3] >> (self.bit & 7) & 1) << place
            self.bit += 1
        return value

    def read_bytes(self, count: int) -> int:
        """Read bytes at the byte cursor."""
        value = 0
        for place in range(count):
            value |= self.data[self.readcount] << 8 * place
            self.readcount += 1
        return value


# -- delta records ------------------------------------------------------------------------------


def _to_float(word: int) -> float:
    value: float = struct.unpack("<f", struct.pack("<I", word))[0]
    return value


def _to_word(value: float) -> int:
    word: int = struct.unpack("<I", struct.pack("<f", value))[0]
    return word


def _write_field(msg: Message, bits: int, old: int, new: int, zero_flag: bool) -> None:
    if old == new:
        msg.write_bits(0, 1)
        return
    msg.write_bits(1, 1)
    value = _to_float(new) if bits == FLOAT else 0.0
    if zero_flag or bits == ANGLE16:
        nonzero = value != 0.0 if bits == FLOAT else new != 0
        msg.write_bits(nonzero, 1)
        if not nonzero:
            return
    if bits == FLOAT:
        whole = int(value) if -4096 <= value < 4096 else 4096
        if whole == value and whole != 4096:
            msg.write_bits(0, 1)
            msg.write_bits(whole + 4096, 5)
            msg.write_bytes(whole + 4096 >> 5, 1)
        else:
            msg.write_bits(1, 1)
            msg.write_bytes(new, 4)
    elif bits == ANGLE16:
        msg.write_bytes(int(_to_float(new) * 182.04444885253906), 2)
    else:
        low = abs(bits) & 7
        msg.write_bits(new, low)
        msg.write_bytes(new >> low, abs(bits) >> 3)


def _read_field(msg: Message, bits: int, old: int, zero_flag: bool) -> int:
    if not msg.read_bits(1):
        return old
    if (zero_flag or bits == ANGLE16) and not msg.read_bits(1):
        return 0
    if bits == FLOAT:
        if msg.read_bits(1):
            return msg.read_bytes(4)
        low = msg.read_bits(5)
        return _to_word(low + msg.read_bytes(1) * 32 - 4096)
    if bits == ANGLE16:
        return _to_word(((msg.read_bytes(2) ^ 0x8000) - 0x8000) * 0.0054931640625)
    low = abs(bits) & 7
    value = msg.read_bits(low)
    return value | msg.read_bytes(abs(bits) >> 3) << low


_Rows = tuple[tuple[int, int], ...]  # place in a state's words and bits, in wire order


def _rows(table: Table, order: Table) -> _Rows:
    return tuple((order.index[field.name], field.bits) for field in table.fields)


ENTITY_ROWS = _rows(ENTITY, ENTITY)
VEHICLE_ROWS = _rows(VEHICLE, ENTITY)
CLIENT_ROWS = _rows(CLIENT, CLIENT)
HUD_ROWS = _rows(HUD_ELEMENT, HUD_ELEMENT)
OBJECTIVE_ROWS = _rows(OBJECTIVE, OBJECTIVE)
PLAYER_ROWS = _rows(PLAYER, PLAYER)


def last_changed(rows: _Rows, old: Sequence[int], new: Sequence[int]) -> int:
    last = 0
    for number, (place, _) in enumerate(rows):
        if old[place] != new[place]:
            last = number + 1
    return last


def write_record(
    msg: Message, rows: _Rows, old: Sequence[int], new: Sequence[int], last: int, zero_flag: bool
) -> None:
    for place, bits in rows[:last]:
        _write_field(msg, bits, old[place], new[place], zero_flag)


def read_record(
    msg: Message, rows: _Rows, old: Sequence[int], last: int, zero_flag: bool
) -> tuple[int, ...]:
    words = list(old)
    for place, bits in rows[:last]:
        words[place] = _read_field(msg, bits, words[place], zero_flag)
    return tuple(words)


def write_entity(
    msg: Message, number: int, old: EntityState, new: EntityState | None, force: bool
) -> None:
    if new is None:
        msg.write_bits(number, 10)
        msg.write_bits(0, 1)
        msg.write_bits(1, 1)
        return
    rows = VEHICLE_ROWS if new.table is VEHICLE else ENTITY_ROWS
    last = last_changed(rows, old.words, new.words)
    if last == 0 and not force:
        return
    msg.write_bits(number, 10)
    msg.write_bits(rows is VEHICLE_ROWS, 1)
    msg.write_bits(0, 1)
    msg.write_bits(last != 0, 1)
    if last:
        msg.write_bytes(last, 1)
        write_record(msg, rows, old.words, new.words, last, zero_flag=True)


def read_entity(msg: Message, old: EntityState) -> EntityState | None:
    rows = VEHICLE_ROWS if msg.read_bits(1) else ENTITY_ROWS
    if msg.read_bits(1):
        return None
    if not msg.read_bits(1):
        return old
    return EntityState(read_record(msg, rows, old.words, msg.read_bytes(1), zero_flag=True))


def write_client(
    msg: Message, number: int, old: ClientState, new: ClientState | None, force: bool
) -> None:
    last = 0 if new is None else last_changed(CLIENT_ROWS, old.words, new.words)
    if new is not None and last == 0 and not force:
        return
    msg.write_bits(1, 1)
    msg.write_bits(number, 6)
    msg.write_bits(new is None, 1)
    if new is not None:
        msg.write_bits(last != 0, 1)
        if last:
            msg.write_bytes(last, 1)
            write_record(msg, CLIENT_ROWS, old.words, new.words, last, zero_flag=True)


def read_client(msg: Message, old: ClientState) -> ClientState | None:
    if msg.read_bits(1):
        return None
    if not msg.read_bits(1):
        return old
    return ClientState(read_record(msg, CLIENT_ROWS, old.words, msg.read_bytes(1), zero_flag=True))

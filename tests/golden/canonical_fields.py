"""What travel does to single values: strings, angles, fields, usercmds."""

from __future__ import annotations

import struct
from typing import Any

from tests.reference.data import ANGLE16, ENTITY, FLOAT, VEHICLE, Field

Json = dict[str, Any]
Words = dict[str, int]
Table = tuple[Field, ...]

# -- strings and numbers -------------------------------------------------------------------------


def clean(text: str) -> str:
    return "".join("'" if char == "\x92" else "." if ord(char) > 0x7F else char for char in text)


def clean_command(text: str) -> str:
    return clean(text)[:1023].replace("%", ".")


def sign(value: int, bits: int) -> int:
    value %= 1 << bits
    return value - (1 << bits) if value >= 1 << (bits - 1) else value


def travelled_primitive(op: str, value: Any, count: int = 0) -> list[Any]:
    match op:
        case "bits":
            return [op, value % (1 << count), count]
        case "bit":
            return [op, value & 1]
        case "byte":
            return [op, value & 0xFF]
        case "short":
            return [op, sign(value, 16)]
        case "long":
            return [op, sign(value, 32)]
        case "string" | "big_string":
            return [op, clean(value)]
        case "angle":
            return [op, int(value * 256 / 360) & 0xFF]
        case "angle16":
            return [op, angle16(value)]
    return [op, value]


def travelled_usercmd(command: Json) -> Json:
    def move(value: int) -> int:
        return 127 if value > 10 else -127 if value < -10 else 0

    return {
        "commandTime": command["commandTime"],
        "buttons": command["buttons"] & 0x7F,
        "wbuttons": command["wbuttons"] & 0xFF,
        "weapon": command["weapon"] & 0x7F,
        "angles": [angle & 0xFFFF for angle in command["angles"]],
        **{name: move(command[name]) for name in ("forwardmove", "rightmove", "upmove")},
    }


# -- fields ------------------------------------------------------------------------------------


def word_of(value: float) -> int:
    return int.from_bytes(struct.pack("<f", value), "little")


def float_of(word: int) -> float:
    value: float = struct.unpack("<f", word.to_bytes(4, "little"))[0]
    return value


def angle16(degrees: float) -> float:
    """Return the angle after its 16 bits: 270 is -90."""
    return sign(int(degrees * 182.04444885253906), 16) * 360 / 65536


def words(table: Table, fields: Json) -> Words:
    """Return the non-zero raw words of plain field values."""
    modes = dict(table)
    result = {}
    for name, value in fields.items():
        if isinstance(value, str):
            result[name] = int(value, 16)
        elif modes[name] in (FLOAT, ANGLE16):
            result[name] = word_of(value)
        else:
            result[name] = value % (1 << 32)
    return {name: word for name, word in result.items() if word}


def travelled(table: Table, old_fields: Json, new_fields: Json, old_table: Table = ()) -> Words:
    """Return ``new_fields`` after a delta from ``old_fields``: equal words are not sent."""
    old = words(old_table or table, old_fields)
    new = words(table, new_fields)
    result = {}
    for name, mode in table:
        word = new.get(name, 0)
        if word != old.get(name, 0):
            if mode == ANGLE16:
                word = word_of(angle16(float_of(word))) if word else 0
            elif mode != FLOAT:
                word %= 1 << abs(mode)
            elif float_of(word) == 0:
                word = 0
        if word:
            result[name] = word
    return result


def entity_table(fields: Json) -> Table:
    return VEHICLE if fields.get("eType") == 12 else ENTITY


def entity_words(fields: Json) -> Words:
    return words(entity_table(fields), fields)


def travelled_entity(old: Json, new: Json) -> Words:
    return travelled(entity_table(new), old, new, entity_table(old))

"""The canonical form of a case: what parsing its datagrams must give back.

`expected` works on the inputs of a case alone, value by value, and knows nothing of bits; `normal`
only brings a parse result to the same shape. Both turn field values into raw 32-bit words, so that
319, 319.0 and -0.0 compare as the wire compares them, and leave zero fields out.
"""

from __future__ import annotations

import struct
from typing import Any

from tests.reference.data import (
    ANGLE16,
    ARCHIVED_ENTITY,
    CLIENT,
    ENTITY,
    FLOAT,
    HUD_ELEMENT,
    OBJECTIVE,
    PLAYER,
    VEHICLE,
    Field,
)

Json = dict[str, Any]
Words = dict[str, int]
Table = tuple[Field, ...]

CONTEXT = {
    "connect": (),
    "oob": (),
    "client_message": ("challenge", "checksum_feed", "server_command"),
    "server_message": ("challenge", "client_command"),
    "demo": (),
    "usercmd": ("key", "base", "player"),
    "hash_key": ("text", "limit"),
    "xor": ("key", "command"),
    "huffman": ("data",),
    "archived_entity": ("old", "force"),
    "message": ("maxsize", "refused"),
}
"""Inputs no datagram carries, by kind; a parse does not give them back."""


def inputs(case: Json) -> Json:
    """Return the inputs a parse must give back, before any rule of travel."""
    return {
        name: value
        for name, value in case.items()
        if name
        not in (
            "kind",
            "why",
            "parse_only",
            "datagrams",
            "message" if case["kind"] == "oob" else "",
        )
        and name not in CONTEXT[case["kind"]]
    }


def expected(case: Json) -> Json:
    """Return the canonical form of the case's inputs."""
    given = inputs(case)
    match case["kind"]:
        case "client_message":
            given["reliable_commands"] = [
                [sequence, clean_command(text)] for sequence, text in case["reliable_commands"]
            ]
            if case["move"] is not None:
                move = case["move"]
                commands = [travelled_usercmd(command) for command in move["commands"]]
                given["move"] = {"no_delta": move["no_delta"], "commands": commands}
        case "server_message":
            given["ops"] = [travelled_op(op) for op in case["ops"]]
        case "demo":
            given["records"] = [
                {**record, "ops": [travelled_op(op) for op in record["ops"]]}
                for record in case["records"]
            ]
        case "usercmd":
            given["command"] = travelled_usercmd(case["command"])
        case "archived_entity":
            if case["new"] is not None:
                given["new"] = travelled(ARCHIVED_ENTITY, case["old"], case["new"])
        case "message":
            ops = case["ops"][: len(case["ops"]) - case["refused"]]
            given["ops"] = [travelled_primitive(*op) for op in ops]
    return given


def normal(kind: str, parsed: Json) -> Json:
    """Bring a parse result to the shape of `expected`."""
    result = dict(parsed)
    match kind:
        case "server_message":
            result["ops"] = [normal_op(op) for op in parsed["ops"]]
        case "demo":
            result["records"] = [
                {**record, "ops": [normal_op(op) for op in record["ops"]]}
                for record in parsed["records"]
            ]
        case "archived_entity":
            if parsed["new"] is not None:
                result["new"] = words(ARCHIVED_ENTITY, parsed["new"])
    return result


def canonical_base(command: Json) -> Json:
    """Return a usercmd as a delta base that has itself travelled."""
    return travelled_usercmd(command)


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


# -- server operations -----------------------------------------------------------------------------


def travelled_op(op: Json) -> Json:
    match op["op"]:
        case "server_command":
            return {**op, "text": clean_command(op["text"])}
        case "gamestate":
            return {
                **op,
                "configstrings": {i: clean(t) for i, t in op["configstrings"].items() if t},
                "baselines": {
                    number: travelled_entity({}, fields)
                    for number, fields in op["baselines"].items()
                    if number != "0"
                },
            }
        case "snapshot":
            old = op["from"] or {}
            header = {k: v for k, v in op.items() if k not in ("from", "baselines", "to")}
            return {**header, "to": travelled_frame(old, op["to"], op["baselines"])}
        case "download_failure":
            return {**op, "message": clean(op["message"])}
        case "download_redirect":
            return {**op, "url": clean(op["url"])}
    return op


def normal_op(op: Json) -> Json:
    match op["op"]:
        case "gamestate":
            baselines = {n: entity_words(fields) for n, fields in op["baselines"].items()}
            return {**op, "baselines": baselines}
        case "snapshot":
            to = op["to"]
            frame = {
                "player": normal_player(to["player"]),
                "entities": {n: entity_words(fields) for n, fields in to["entities"].items()},
                "clients": {n: words(CLIENT, fields) for n, fields in to["clients"].items()},
            }
            return {**op, "to": frame}
    return op


def travelled_frame(old: Json, new: Json, baselines: Json) -> Json:
    old_entities, old_clients = old.get("entities", {}), old.get("clients", {})
    return {
        "player": travelled_player(old.get("player", {}), new.get("player", {})),
        "entities": {
            number: travelled_entity(old_entities.get(number, baselines.get(number, {})), fields)
            for number, fields in new.get("entities", {}).items()
        },
        "clients": {
            number: travelled(CLIENT, old_clients.get(number, {}), fields)
            for number, fields in new.get("clients", {}).items()
        },
    }


# -- players -----------------------------------------------------------------------------------


def travelled_player(old: Json, new: Json) -> Json:
    def array(name: str, size: int, bits: dict[int, int]) -> list[int]:
        result = []
        for i in range(size):
            one, two = (state.get(name, [0] * size)[i] for state in (old, new))
            if one % (1 << 32) != two % (1 << 32):
                two = two % (1 << bits[i]) if i in bits else sign(two, 16)
            result.append(two)
        return result

    old_objectives, new_objectives = old.get("objectives", {}), new.get("objectives", {})
    objectives = {}
    for index, entry in new_objectives.items():
        one, two = (
            {k: v for k, v in objective.items() if k != "state"}
            for objective in (old_objectives.get(index, {}), entry)
        )
        objectives[index] = {"state": entry.get("state", 0) % 8, **travelled(OBJECTIVE, one, two)}
    return {
        "fields": travelled(PLAYER, old.get("fields", {}), new.get("fields", {})),
        "stats": array("stats", 6, {3: 6, 5: 8}),
        "ammo": array("ammo", 64, {}),
        "clips": array("clips", 64, {}),
        "objectives": {i: entry for i, entry in objectives.items() if any(entry.values())},
        "hud_archival": travelled_hud(old.get("hud_archival", []), new.get("hud_archival", [])),
        "hud_current": travelled_hud(old.get("hud_current", []), new.get("hud_current", [])),
    }


def travelled_hud(old: list[Json], new: list[Json]) -> list[Words]:
    """Return the leading elements with a type; the others do not travel."""
    result = []
    for slot, element in enumerate(new[:63]):
        if not element.get("type"):
            break
        base = old[slot] if slot < len(old) else {}
        result.append(travelled(HUD_ELEMENT, base, element))
    return result


def normal_player(player: Json) -> Json:
    return {
        **player,
        "fields": words(PLAYER, player["fields"]),
        "objectives": {
            index: {
                "state": entry["state"],
                **words(OBJECTIVE, {k: v for k, v in entry.items() if k != "state"}),
            }
            for index, entry in player["objectives"].items()
        },
        "hud_archival": [words(HUD_ELEMENT, element) for element in player["hud_archival"]],
        "hud_current": [words(HUD_ELEMENT, element) for element in player["hud_current"]],
    }

"""Plain JSON values of the case files on one side, raw words and states on the other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from .data import ANGLE16, FLOAT, HUD_ELEMENT, OBJECTIVE, PLAYER
from .delta import State, Table, entity_table, to_float, to_word
from .player import Player
from .usercmd import UserCmd

Json = dict[str, Any]


def word(mode: int, value: float | str) -> int:
    """Return the raw word of a field's value; a text is the word itself in hexadecimal."""
    if isinstance(value, str):
        return int(value, 16)
    if mode in (FLOAT, ANGLE16):
        return to_word(value)
    return int(value) & 0xFFFFFFFF


def value(mode: int, raw: int) -> float | str:
    """Return the plain value of a raw word: a number, or text where JSON has no number."""
    if mode not in (FLOAT, ANGLE16):
        return raw
    number = to_float(raw)
    return number if math.isfinite(number) else f"0x{raw:08x}"


def state(table: Table, fields: Json) -> State:
    """Return the state of ``fields``; every name must be one of the table's."""
    modes = {field.name: field.mode for field in table}
    return {name: word(modes[name], plain) for name, plain in fields.items()}


def plain(table: Table, words: State) -> Json:
    """Return the non-zero fields as plain values."""
    return {name: value(mode, words[name]) for name, mode in table if words.get(name, 0) != 0}


def entity(fields: Json) -> State:
    # eType has the same integer mode in both tables.
    return state(entity_table({"eType": int(fields.get("eType", 0))}), fields)


def plain_entity(words: State) -> Json:
    return plain(entity_table(words), words)


def numbered(make: Any, entries: Mapping[str, Json]) -> dict[int, Any]:
    return {int(number): make(fields) for number, fields in entries.items()}


def player(given: Json) -> Player:
    """Return a player state; absent parts are zero."""
    new = Player(fields=state(PLAYER, given.get("fields", {})))
    for name in ("stats", "ammo", "clips"):
        setattr(new, name, given.get(name, getattr(new, name)))
    states, objectives = [0] * 16, [dict[str, int]() for _ in range(16)]
    for index, entry in given.get("objectives", {}).items():
        fields = {name: plain for name, plain in entry.items() if name != "state"}
        states[int(index)] = entry.get("state", 0)
        objectives[int(index)] = dict(state(OBJECTIVE, fields))
    new.objective_states, new.objectives = states, objectives
    for name in ("hud_archival", "hud_current"):
        setattr(new, name, [state(HUD_ELEMENT, element) for element in given.get(name, [])])
    return new


def plain_player(given: Player) -> Json:
    objectives = {}
    for index, (number, words) in enumerate(
        zip(given.objective_states, given.objectives, strict=True)
    ):
        fields = plain(OBJECTIVE, words)
        if number or fields:
            objectives[str(index)] = {"state": number, **fields}
    return {
        "fields": plain(PLAYER, given.fields),
        "stats": list(given.stats),
        "ammo": list(given.ammo),
        "clips": list(given.clips),
        "objectives": objectives,
        "hud_archival": [plain(HUD_ELEMENT, element) for element in given.hud_archival],
        "hud_current": [plain(HUD_ELEMENT, element) for element in given.hud_current],
    }


def usercmd(given: Json) -> UserCmd:
    return UserCmd(**{**given, "angles": tuple(given["angles"])})


def plain_usercmd(command: UserCmd) -> Json:
    return {**vars(command), "angles": list(command.angles)}


def hexes(datagrams: Sequence[bytes]) -> list[str]:
    return [datagram.hex() for datagram in datagrams]

"""The canonical form of a case: what parsing its datagrams must give back.

`expected` works on the inputs of a case alone, value by value, and knows nothing of bits; `normal`
only brings a parse result to the same shape. Both turn field values into raw 32-bit words, so that
319, 319.0 and -0.0 compare as the wire compares them, and leave zero fields out.
"""

from __future__ import annotations

from tests.golden.canonical_fields import (
    Json,
    Words,
    clean,
    clean_command,
    entity_words,
    sign,
    travelled,
    travelled_entity,
    travelled_primitive,
    travelled_usercmd,
    words,
)
from tests.reference.data import ARCHIVED_ENTITY, CLIENT, HUD_ELEMENT, OBJECTIVE, PLAYER

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

"""Constructors that fill in what a case does not care about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.reference import netchan
from tests.reference.cases import build

Json = dict[str, Any]


def usercmd(time: int = 0, **fields: Any) -> Json:
    """Return a usercmd; what is not named is zero."""
    zero = {
        "buttons": 0,
        "wbuttons": 0,
        "weapon": 0,
        "angles": [0, 0, 0],
        "forwardmove": 0,
        "rightmove": 0,
        "upmove": 0,
    }
    return {"commandTime": time, **zero, **fields}


def move(commands: list[Json], base: Json | None = None, *, no_delta: bool = False) -> Json:
    return {"no_delta": no_delta, "base": base or usercmd(), "commands": commands}


def client(why: str, **fields: Any) -> Json:
    """Return a client message with small, distinct header values."""
    return {
        "why": why,
        "kind": "client_message",
        "sequence": 5,
        "qport": 4660,
        "server_id": 16,
        "message_acknowledge": 300,
        "reliable_acknowledge": 7,
        "challenge": 123456789,
        "checksum_feed": 305419896,
        "server_command": "",
        "reliable_commands": [],
        "move": None,
        **fields,
    }


def server(why: str, *ops: Json, **fields: Any) -> Json:
    """Return a server message with small, distinct header values."""
    return {
        "why": why,
        "kind": "server_message",
        "sequence": 9,
        "challenge": 123456789,
        "last_client_command": 3,
        "client_command": "",
        "ops": list(ops),
        **fields,
    }


def command(sequence: int, text: str) -> Json:
    return {"op": "server_command", "sequence": sequence, "text": text}


NOP: Json = {"op": "nop"}


def gamestate(**fields: Any) -> Json:
    return {
        "op": "gamestate",
        "server_command_sequence": 0,
        "configstrings": {},
        "baselines": {},
        "client_num": 0,
        "checksum_feed": 0,
        **fields,
    }


def frame(
    player: Json | None = None, entities: Json | None = None, clients: Json | None = None
) -> Json:
    return {"player": player or {}, "entities": entities or {}, "clients": clients or {}}


def snapshot(to: Json, base: Json | None = None, **fields: Any) -> Json:
    """Return a snapshot: a full one without ``base``, else a delta from the message before."""
    return {
        "op": "snapshot",
        "server_time": 5000,
        "delta_distance": 0 if base is None else 1,
        "snap_flags": 0,
        "baselines": {},
        "from": base,
        "to": to,
        **fields,
    }


def player_delta(why: str, old: Json, new: Json) -> Json:
    return server(why, snapshot(frame(player=new), frame(player=old)))


def player_full(why: str, new: Json) -> Json:
    return server(why, snapshot(frame(player=new)))


def entity_delta(why: str, old: Json, new: Json) -> Json:
    return server(why, snapshot(frame(entities={"100": new}), frame(entities={"100": old})))


def download_block(block: int, data: bytes, total_size: int | None = None) -> Json:
    size = {} if total_size is None else {"total_size": total_size}
    return {"op": "download_block", "block": block, **size, "data": data.hex()}


def noise(count: int, seed: int = 1) -> bytes:
    """Return bytes without pattern (a linear congruential sequence)."""
    out = bytearray()
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        out.append(seed >> 16 & 0xFF)
    return bytes(out)


def text_noise(count: int) -> str:
    """Return text that compresses badly."""
    return "".join(chr(35 + byte % 90) for byte in noise(count)).replace("%", "&")


def sized(make: Callable[[int, int], Json], payload: int) -> Json:
    """Return the case ``make(hard, soft)`` whose netchan payload has ``payload`` bytes.

    ``hard`` units of the filler grow the message fast, ``soft`` ones by less than a byte each.
    """

    def size(case: Json) -> int:
        from_client = case["kind"] == "client_message"
        return len(netchan.join(build(case), from_client=from_client).payload)

    hard = soft = 0
    while (missing := payload - size(make(hard, 0))) > 40:
        hard += max(1, missing // 2)
    while size(make(hard, soft)) < payload:
        soft += 1
    return make(hard, soft)

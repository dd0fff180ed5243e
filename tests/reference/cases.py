"""Build and parse the case files of a golden set (format: tests/golden/README.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import messages, netchan, oob, ops, primitive_cases, values
from .bits import clean_command
from .data import CLIENT
from .usercmd import UserCmd, travelled
from .values import Json


def load(path: Path) -> Json:
    case: Json = json.loads(path.read_text(encoding="utf-8"))
    return case


def build(case: Json) -> list[bytes]:
    """Return the datagrams of the case's inputs."""
    build_kind, _ = KINDS[case["kind"]]
    datagrams: list[bytes] = build_kind(case)
    return datagrams


def parse(case: Json) -> Json:
    """Return what the case's datagrams say, in plain values.

    From the inputs only what no datagram carries is used: keys, texts of acknowledged commands,
    delta bases and baselines.
    """
    _, parse_kind = KINDS[case["kind"]]
    parsed: Json = parse_kind(case, [bytes.fromhex(datagram) for datagram in case["datagrams"]])
    return parsed


# -- connectionless ----------------------------------------------------------------------------


def _build_connect(case: Json) -> list[bytes]:
    return [oob.build_connect(case["userinfo"])]


def _parse_connect(case: Json, datagrams: list[bytes]) -> Json:
    (datagram,) = datagrams
    return {"userinfo": oob.parse_connect(datagram)}


def _build_oob(case: Json) -> list[bytes]:
    return oob.build(case["message"], case["fields"])


def _parse_oob(case: Json, datagrams: list[bytes]) -> Json:
    return {"fields": oob.parse(case["message"], datagrams)}


# -- client messages -----------------------------------------------------------------------------


def _client_context(case: Json, base: UserCmd) -> messages.ClientContext:
    # Both ends store reliable commands cleaned, and key with what they have stored.
    text = clean_command(case["server_command"])
    return messages.ClientContext(case["challenge"], case["checksum_feed"], text, base)


def _build_client(case: Json) -> list[bytes]:
    base, move = UserCmd(), None
    if case["move"] is not None:
        base = values.usercmd(case["move"]["base"])
        move = case["move"]["no_delta"], list(map(values.usercmd, case["move"]["commands"]))
    message = messages.ClientMessage(
        case["server_id"],
        case["message_acknowledge"],
        case["reliable_acknowledge"],
        [(sequence, text) for sequence, text in case["reliable_commands"]],
        move,
    )
    payload = messages.write_client_message(message, _client_context(case, base))
    return netchan.split(netchan.Packet(case["sequence"], case["qport"], payload))


def _parse_client(case: Json, datagrams: list[bytes]) -> Json:
    packet = netchan.join(datagrams, from_client=True)
    base = UserCmd()
    if case["move"] is not None:
        base = travelled(values.usercmd(case["move"]["base"]))
    message = messages.read_client_message(packet.payload, _client_context(case, base))
    move = None
    if message.move is not None:
        no_delta, commands = message.move
        move = {"no_delta": no_delta, "commands": list(map(values.plain_usercmd, commands))}
    return {
        "sequence": packet.sequence,
        "qport": packet.qport,
        "server_id": message.server_id,
        "message_acknowledge": message.message_acknowledge,
        "reliable_acknowledge": message.reliable_acknowledge,
        "reliable_commands": [list(command) for command in message.reliable_commands],
        "move": move,
    }


# -- server messages and demos -------------------------------------------------------------------


def _frame(given: Json | None) -> ops.Frame:
    if given is None:
        return ops.Frame()
    return ops.Frame(
        values.player(given.get("player", {})),
        values.numbered(values.entity, given.get("entities", {})),
        values.numbered(lambda fields: values.state(CLIENT, fields), given.get("clients", {})),
    )


def _plain_frame(frame: ops.Frame) -> Json:
    return {
        "player": values.plain_player(frame.player),
        "entities": {str(n): values.plain_entity(words) for n, words in frame.entities.items()},
        "clients": {str(n): values.plain(CLIENT, words) for n, words in frame.clients.items()},
    }


def _contexts(given_ops: list[Json]) -> Iterator[ops.SnapshotContext]:
    for op in given_ops:
        if op["op"] == "snapshot":
            baselines = values.numbered(values.entity, op["baselines"])
            yield ops.SnapshotContext(_frame(op["from"]), baselines)


def _op(op: Json) -> ops.Op:
    given = {name: plain for name, plain in op.items() if name != "op"}
    match op["op"]:
        case "nop":
            return ops.Nop()
        case "server_command":
            return ops.ServerCommand(**given)
        case "gamestate":
            given["configstrings"] = {int(i): text for i, text in op["configstrings"].items()}
            given["baselines"] = values.numbered(values.entity, op["baselines"])
            return ops.Gamestate(**given)
        case "snapshot":
            (context,) = _contexts([op])
            return ops.Snapshot(
                op["server_time"],
                op["delta_distance"],
                op["snap_flags"],
                _frame(op["to"]),
                context,
            )
        case "download_block":
            data = bytes.fromhex(op["data"])
            return ops.DownloadBlock(op["block"], op.get("total_size"), data)
        case "download_failure":
            return ops.DownloadFailure(**given)
        case "download_redirect":
            return ops.DownloadRedirect(**given)
    raise ValueError(f"unknown op {op['op']}")


def _plain_op(op: ops.Op) -> Json:
    match op:
        case ops.Nop():
            return {"op": "nop"}
        case ops.ServerCommand():
            return {"op": "server_command", **vars(op)}
        case ops.Gamestate():
            return {
                "op": "gamestate",
                "server_command_sequence": op.server_command_sequence,
                "configstrings": {str(i): text for i, text in op.configstrings.items()},
                "baselines": {str(n): values.plain_entity(s) for n, s in op.baselines.items()},
                "client_num": op.client_num,
                "checksum_feed": op.checksum_feed,
            }
        case ops.Snapshot():
            return {
                "op": "snapshot",
                "server_time": op.server_time,
                "delta_distance": op.delta_distance,
                "snap_flags": op.snap_flags,
                "to": _plain_frame(op.frame),
            }
        case ops.DownloadBlock():
            size = {} if op.total_size is None else {"total_size": op.total_size}
            return {"op": "download_block", "block": op.block, **size, "data": op.data.hex()}
        case ops.DownloadFailure():
            return {"op": "download_failure", **vars(op)}
        case ops.DownloadRedirect():
            return {"op": "download_redirect", **vars(op)}


def _build_server(case: Json) -> list[bytes]:
    packet = messages.write_server_message(
        case["sequence"],
        case["challenge"],
        case["last_client_command"],
        clean_command(case["client_command"]),
        [_op(op) for op in case["ops"]],
    )
    return netchan.split(packet)


def _parse_server(case: Json, datagrams: list[bytes]) -> Json:
    packet = netchan.join(datagrams, from_client=False)
    command = clean_command(case["client_command"])
    acknowledge, read = messages.read_server_message(
        packet, case["challenge"], command, _contexts(case["ops"])
    )
    return {
        "sequence": packet.sequence,
        "last_client_command": acknowledge,
        "ops": [_plain_op(op) for op in read],
    }


DEMO_END = b"\xff" * 8


def _build_demo(case: Json) -> list[bytes]:
    records = [
        messages.write_demo_record(
            record["sequence"],
            record["last_client_command"],
            [_op(op) for op in record["ops"]],
        )
        for record in case["records"]
    ]
    return [*records, DEMO_END]


def _parse_demo(case: Json, datagrams: list[bytes]) -> Json:
    *records, end = datagrams
    if end != DEMO_END:
        raise ValueError("no end record")
    parsed = []
    for record, given in zip(records, case["records"], strict=True):
        sequence, acknowledge, read = messages.read_demo_record(record, _contexts(given["ops"]))
        parsed.append(
            {
                "sequence": sequence,
                "last_client_command": acknowledge,
                "ops": [_plain_op(op) for op in read],
            }
        )
    return {"records": parsed}


KINDS: dict[str, tuple[Any, Any]] = {
    "connect": (_build_connect, _parse_connect),
    "oob": (_build_oob, _parse_oob),
    "client_message": (_build_client, _parse_client),
    "server_message": (_build_server, _parse_server),
    "demo": (_build_demo, _parse_demo),
    "usercmd": (primitive_cases.build_usercmd, primitive_cases.parse_usercmd),
    "hash_key": (primitive_cases.build_hash_key, primitive_cases.parse_hash_key),
    "xor": (primitive_cases.build_xor, primitive_cases.parse_xor),
    "huffman": (primitive_cases.build_huffman, primitive_cases.parse_huffman),
    "archived_entity": (primitive_cases.build_archived, primitive_cases.parse_archived),
    "message": (primitive_cases.build_message, primitive_cases.parse_message),
}

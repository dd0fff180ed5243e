"""The library's cursors, keys, codes, usercmds and archived entities, each by itself."""

from __future__ import annotations

from typing import Any

from tests.golden.library_states import Json, plain, plain_usercmd, player, state, usercmd
from uoproto.delta import read_archived_entity, write_archived_entity
from uoproto.huffman.fixed import compress, decompress
from uoproto.message import MessageReader, MessageWriter
from uoproto.obfuscation import hash_key, xor_body
from uoproto.states import ArchivedEntityState, UserCmd
from uoproto.usercmd import default_usercmd, quantize, read_usercmd, write_usercmd

ENTITY_BITS = 10


def _base(case: Json) -> UserCmd:
    if "player" in case:
        return default_usercmd(player({"fields": case["player"]}))
    return usercmd(case["base"])


def build_usercmd(case: Json) -> list[bytes]:
    w = MessageWriter()
    write_usercmd(w, case["key"], _base(case), usercmd(case["command"]))
    return [w.to_bytes()]


def parse_usercmd(case: Json, datagrams: list[bytes]) -> Json:
    command = read_usercmd(MessageReader(datagrams[0]), case["key"], quantize(_base(case)))
    return {"command": plain_usercmd(command)}


def build_archived(case: Json) -> list[bytes]:
    w = MessageWriter()
    old = state(ArchivedEntityState, case["old"])
    new = None if case["new"] is None else state(ArchivedEntityState, case["new"])
    write_archived_entity(w, case["number"], old, new, force=case["force"])
    return [w.to_bytes()]


def parse_archived(case: Json, datagrams: list[bytes]) -> Json:
    r = MessageReader(datagrams[0])
    number = r.read_bits(ENTITY_BITS)
    new = read_archived_entity(r, number, state(ArchivedEntityState, case["old"]))
    return {"number": number, "new": None if new is None else plain(new)}


def build_hash_key(case: Json) -> list[bytes]:
    return [hash_key(case["text"], case["limit"]).to_bytes(4, "little")]


def parse_hash_key(case: Json, datagrams: list[bytes]) -> Json:
    return {}  # one-way


def build_xor(case: Json) -> list[bytes]:
    return [xor_body(bytes.fromhex(case["data"]), case["key"], case["command"])]


def parse_xor(case: Json, datagrams: list[bytes]) -> Json:
    return {"data": xor_body(datagrams[0], case["key"], case["command"]).hex()}


def build_huffman(case: Json) -> list[bytes]:
    return [compress(bytes.fromhex(case["data"]))]


def parse_huffman(case: Json, datagrams: list[bytes]) -> Json:
    return {"decoded": decompress(datagrams[0]).hex()}


def build_message(case: Json) -> list[bytes]:
    w = MessageWriter(case["maxsize"])
    for op, *arguments in case["ops"]:
        if op == "data":
            w.write_data(bytes.fromhex(arguments[0]))
        else:
            getattr(w, f"write_{op}")(*arguments)
    assert w.overflowed == (case["refused"] != 0)
    return [w.to_bytes()]


def parse_message(case: Json, datagrams: list[bytes]) -> Json:
    r = MessageReader(datagrams[0])
    read: list[list[Any]] = []
    for op, *arguments in case["ops"][: len(case["ops"]) - case["refused"]]:
        match op:
            case "bits":
                read.append([op, r.read_bits(arguments[1]), arguments[1]])
            case "data":
                read.append([op, r.read_data(len(arguments[0]) // 2).hex()])
            case "angle":
                read.append([op, r.read_byte()])
            case _:
                read.append([op, getattr(r, f"read_{op}")()])
    return {"ops": read}

"""Build and parse cases of single primitives: cursors, keys, codes, usercmds, archived entities."""

from __future__ import annotations

from typing import Any

from . import netchan, values
from .bits import Reader, Writer
from .data import ARCHIVED_ENTITY, PLAYER
from .delta import read_archived_entity, write_archived_entity
from .huffman import compress, decompress
from .usercmd import UserCmd, default_usercmd, hash_key, read_usercmd, travelled, write_usercmd
from .values import Json


def _base_usercmd(case: Json) -> UserCmd:
    if "player" in case:
        return default_usercmd(values.state(PLAYER, case["player"]))
    return values.usercmd(case["base"])


def build_usercmd(case: Json) -> list[bytes]:
    w = Writer()
    write_usercmd(w, case["key"], _base_usercmd(case), values.usercmd(case["command"]))
    return [bytes(w.data)]


def parse_usercmd(case: Json, datagrams: list[bytes]) -> Json:
    base = travelled(_base_usercmd(case))
    command = read_usercmd(Reader(datagrams[0]), case["key"], base)
    return {"command": values.plain_usercmd(command)}


def build_hash_key(case: Json) -> list[bytes]:
    return [hash_key(case["text"], case["limit"]).to_bytes(4, "little")]


def parse_hash_key(case: Json, datagrams: list[bytes]) -> Json:
    return {}  # one-way


def build_xor(case: Json) -> list[bytes]:
    return [netchan.xor(bytes.fromhex(case["data"]), case["key"], case["command"])]


def parse_xor(case: Json, datagrams: list[bytes]) -> Json:
    return {"data": netchan.xor(datagrams[0], case["key"], case["command"]).hex()}


def build_huffman(case: Json) -> list[bytes]:
    return [compress(bytes.fromhex(case["data"]))]


def parse_huffman(case: Json, datagrams: list[bytes]) -> Json:
    return {"decoded": decompress(datagrams[0]).hex()}


def build_archived(case: Json) -> list[bytes]:
    w = Writer()
    new = None if case["new"] is None else values.state(ARCHIVED_ENTITY, case["new"])
    old = values.state(ARCHIVED_ENTITY, case["old"])
    write_archived_entity(w, case["number"], old, new, force=case["force"])
    return [bytes(w.data)]


def parse_archived(case: Json, datagrams: list[bytes]) -> Json:
    r = Reader(datagrams[0])
    number = r.bits(10)
    words = read_archived_entity(r, values.state(ARCHIVED_ENTITY, case["old"]))
    return {
        "number": number,
        "new": None if words is None else values.plain(ARCHIVED_ENTITY, words),
    }


def build_message(case: Json) -> list[bytes]:
    w = Writer(case["maxsize"])
    for op, *arguments in case["ops"]:
        if op == "data":
            w.raw(bytes.fromhex(arguments[0]))
        else:
            getattr(w, {"bit": "flag"}.get(op, op))(*arguments)
    return [bytes(w.data)]


def parse_message(case: Json, datagrams: list[bytes]) -> Json:
    r = Reader(datagrams[0])
    read: list[list[Any]] = []
    for op, *arguments in case["ops"][: len(case["ops"]) - case["refused"]]:
        result: Any
        match op:
            case "bits":
                result = r.bits(arguments[1])
                read.append([op, result, arguments[1]])
                continue
            case "bit":
                result = r.flag()
            case "data":
                result = r.raw(len(arguments[0]) // 2).hex()
            case "angle":
                result = r.byte()
            case _:
                result = getattr(r, op)()
        read.append([op, result])
    return {"ops": read}

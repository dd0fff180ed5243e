"""Plain case values on one side, the library's states and operations on the other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from uoproto.download import DownloadBlock, DownloadFailure, DownloadRedirect
from uoproto.gamestate import Gamestate
from uoproto.record import Record
from uoproto.servermessage import Nop, ServerCommand, ServerOp
from uoproto.snapshot import Snapshot
from uoproto.states import (
    ArchivedEntityState,
    ClientState,
    EntityState,
    Frame,
    HudElement,
    Objective,
    PlayerState,
    UserCmd,
)

Json = dict[str, Any]
_State = TypeVar(
    "_State", EntityState, ArchivedEntityState, ClientState, HudElement, Objective, PlayerState
)


def state(kind: type[_State], fields: Json) -> _State:
    """Return a state; a text value is the raw word itself, in hexadecimal."""
    numbers = {name: value for name, value in fields.items() if not isinstance(value, str)}
    made = kind.from_fields(numbers)
    words = list(made.words)
    for name in fields.keys() - numbers.keys():
        words[kind.ORDER.index[name]] = int(fields[name], 16)
    return replace(made, words=tuple(words))


def plain(given: Record | PlayerState) -> Json:
    """Return the non-zero fields; what is no finite number as its raw word."""

    def value(name: str, number: float) -> float | str:
        if math.isfinite(number):
            return number
        return f"0x{given.words[given.ORDER.index[name]]:08x}"

    return {name: value(name, number) for name, number in given.fields().items()}


def states(kind: type[_State], entries: Mapping[str, Json]) -> dict[int, _State]:
    return {int(number): state(kind, fields) for number, fields in entries.items()}


def plains(entries: Mapping[int, Record]) -> Json:
    return {str(number): plain(given) for number, given in entries.items()}


def usercmd(given: Json) -> UserCmd:
    rest = {name: value for name, value in given.items() if name != "commandTime"}
    rest["angles"] = tuple(given["angles"])
    return UserCmd(command_time=given["commandTime"], **rest)


def plain_usercmd(command: UserCmd) -> Json:
    return {
        "commandTime": command.command_time,
        "buttons": command.buttons,
        "wbuttons": command.wbuttons,
        "weapon": command.weapon,
        "angles": list(command.angles),
        "forwardmove": command.forwardmove,
        "rightmove": command.rightmove,
        "upmove": command.upmove,
    }


def player(given: Json) -> PlayerState:
    objectives = list(PlayerState.ZERO.objectives)
    for index, fields in given.get("objectives", {}).items():
        objectives[int(index)] = state(Objective, fields)
    made = state(PlayerState, given.get("fields", {}))
    return made.replace(
        objectives=tuple(objectives),
        hud_archival=tuple(state(HudElement, fields) for fields in given.get("hud_archival", [])),
        hud_current=tuple(state(HudElement, fields) for fields in given.get("hud_current", [])),
        **{name: tuple(given[name]) for name in ("stats", "ammo", "clips") if name in given},
    )


def plain_player(given: PlayerState) -> Json:
    objectives = {
        str(index): {"state": objective.state, **plain(objective)}
        for index, objective in enumerate(given.objectives)
        if objective != Objective.ZERO
    }
    return {
        "fields": plain(given),
        "stats": list(given.stats),
        "ammo": list(given.ammo),
        "clips": list(given.clips),
        "objectives": objectives,
        "hud_archival": [plain(element) for element in given.hud_archival],
        "hud_current": [plain(element) for element in given.hud_current],
    }


def frame(given: Json) -> Frame:
    return Frame(
        player(given.get("player", {})),
        states(EntityState, given.get("entities", {})),
        states(ClientState, given.get("clients", {})),
    )


def server_op(op: Json) -> ServerOp:
    """Return an operation; the base and baselines of a snapshot are its context's."""
    match op["op"]:
        case "nop":
            return Nop()
        case "server_command":
            return ServerCommand(op["sequence"], op["text"])
        case "gamestate":
            return Gamestate(
                op["server_command_sequence"],
                {int(index): text for index, text in op["configstrings"].items()},
                states(EntityState, op["baselines"]),
                op["client_num"],
                op["checksum_feed"],
            )
        case "snapshot":
            header = op["server_time"], op["delta_distance"], op["snap_flags"]
            return Snapshot(*header, frame(op["to"]))
        case "download_block":
            return DownloadBlock(op["block"], bytes.fromhex(op["data"]), op.get("total_size"))
        case "download_failure":
            return DownloadFailure(op["message"])
        case "download_redirect":
            return DownloadRedirect(op["url"], op["size"], op["flags"])
    raise NotImplementedError(op["op"])


def plain_op(op: ServerOp) -> Json:
    match op:
        case Nop():
            return {"op": "nop"}
        case ServerCommand():
            return {"op": "server_command", "sequence": op.sequence, "text": op.text}
        case Gamestate():
            return {
                "op": "gamestate",
                "server_command_sequence": op.command_sequence,
                "configstrings": {str(i): text for i, text in op.configstrings.items()},
                "baselines": plains(op.baselines),
                "client_num": op.client_num,
                "checksum_feed": op.checksum_feed,
            }
        case Snapshot():
            return {
                "op": "snapshot",
                "server_time": op.server_time,
                "delta_distance": op.delta_distance,
                "snap_flags": op.snap_flags,
                "to": {
                    "player": plain_player(op.frame.player),
                    "entities": plains(op.frame.entities),
                    "clients": plains(op.frame.clients),
                },
            }
        case DownloadBlock():
            size = {} if op.total_size is None else {"total_size": op.total_size}
            return {"op": "download_block", "block": op.block, **size, "data": op.data.hex()}
        case DownloadFailure():
            return {"op": "download_failure", "message": op.message}
        case DownloadRedirect():
            return {"op": "download_redirect", "url": op.url, "size": op.size, "flags": op.flags}

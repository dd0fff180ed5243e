"""Decoded packets and operations as one line of text, or as plain values for JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from typing import Final

from .clientmessage import ClientHeader, Move, ReliableCommand
from .download import DownloadBlock, DownloadFailure, DownloadRedirect
from .follow import UnusableSnapshot
from .gamestate import Gamestate
from .inspect import Decoded, Item, ServerHeader
from .netchan import Packet
from .oob import OobPacket
from .record import Record
from .servermessage import Nop, ServerCommand
from .snapshot import Snapshot
from .states import Objective, PlayerState

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""What `plain` makes: lists and dictionaries, typed for reading."""

_WORD_START: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


# -- text ---------------------------------------------------------------------------------------


def describe(item: Item) -> str:
    """Return one line that says what an item is; text of a peer stands in it as a repr."""
    match item:
        case ClientHeader():
            return (
                f"server id {item.server_id}, acknowledges message {item.message_acknowledge} "
                f"and server command {item.reliable_acknowledge}"
            )
        case ServerHeader():
            return f"acknowledges client command {item.acknowledge}"
        case ReliableCommand():
            return f"client command {item.sequence} {item.text!r}"
        case ServerCommand():
            return f"server command {item.sequence} {item.text!r}"
        case Move():
            return _describe_move(item)
        case Gamestate():
            return (
                f"gamestate: {len(item.configstrings)} configstrings, "
                f"{len(item.baselines)} baselines, client {item.client_num}, checksum feed "
                f"{item.checksum_feed}, server commands from {item.command_sequence}"
            )
        case Snapshot():
            return _describe_snapshot(item)
        case UnusableSnapshot():
            return (
                f"snapshot at {item.server_time} ms, delta from {item.delta_distance} messages "
                "back, which is not held"
            )
        case DownloadBlock():
            total = "" if item.total_size is None else f" of a file of {item.total_size}"
            return f"download block {item.block}, {len(item.data)} bytes{total}"
        case DownloadFailure():
            return f"download failed: {item.message!r}"
        case DownloadRedirect():
            return f"download from {item.url!r}, {item.size} bytes, flags {item.flags}"
        case Nop():
            return "nop"
        case OobPacket():
            return _describe_oob(item)


def _describe_move(move: Move) -> str:
    newest = move.commands[-1]
    kind = "moveNoDelta" if move.no_delta else "move"
    return (
        f"{kind}: {len(move.commands)} usercmds up to {newest.command_time} ms: forward "
        f"{newest.forwardmove} right {newest.rightmove} up {newest.upmove}, angles "
        f"{' '.join(map(str, newest.angles))}, buttons {newest.buttons:#04x} "
        f"{newest.wbuttons:#04x}, weapon {newest.weapon}"
    )


def _describe_snapshot(snapshot: Snapshot) -> str:
    frame = snapshot.frame
    base = f"delta {snapshot.delta_distance}" if snapshot.delta_distance else "full"
    origin = " ".join(f"{axis:.1f}" for axis in frame.player.origin)
    return (
        f"snapshot at {snapshot.server_time} ms, {base}, flags {snapshot.snap_flags}: player at "
        f"{origin}, {len(frame.entities)} entities, {len(frame.clients)} clients"
    )


def _describe_oob(packet: OobPacket) -> str:
    values = ", ".join(f"{name} {value!r}" for name, value in _public_fields(packet).items())
    name = type(packet).__name__
    return f"{name}: {values}" if values else name


def describe_packet(packet: Packet) -> str:
    """Return one line for a sequenced header."""
    qport = "" if packet.qport is None else f", qport {packet.qport}"
    start = packet.fragment_start
    fragment = "" if start is None else f", fragment at {start}"
    return f"sequence {packet.sequence}{qport}{fragment}, {len(packet.data)} bytes"


# -- plain values -------------------------------------------------------------------------------


def decoded_to_json(decoded: Decoded, *, full: bool) -> dict[str, Json]:
    """Return a datagram's values; ``full`` as in `item_to_json`."""
    result: dict[str, Json] = {"from": "client" if decoded.from_client else "server"}
    if packet := decoded.packet:
        result |= {
            "sequence": packet.sequence,
            "qport": packet.qport,
            "fragment_start": packet.fragment_start,
            "length": len(packet.data),
        }
    result["items"] = [item_to_json(item, full=full) for item in decoded.items]
    if decoded.note:
        result["note"] = decoded.note
    return result


def item_to_json(item: Item, *, full: bool) -> dict[str, Json]:
    """Return an item's values with its ``type``.

    Unless ``full``, a gamestate and a snapshot are counts and positions instead of states.
    """
    kind = _WORD_START.sub("_", type(item).__name__).lower()
    if isinstance(item, Snapshot) and not full:
        return {
            "type": kind,
            "server_time": item.server_time,
            "delta_distance": item.delta_distance,
            "snap_flags": item.snap_flags,
            "origin": plain(item.frame.player.origin),
            "entities": len(item.frame.entities),
            "clients": len(item.frame.clients),
        }
    if isinstance(item, Gamestate) and not full:
        return {
            "type": kind,
            "command_sequence": item.command_sequence,
            "configstrings": len(item.configstrings),
            "baselines": len(item.baselines),
            "client_num": item.client_num,
            "checksum_feed": item.checksum_feed,
        }
    values = _public_fields(item)
    return {"type": kind, **{name: plain(value) for name, value in values.items()}}


def plain(value: object) -> Json:
    """Return a value of the library as JSON holds it.

    States become objects of their non-zero fields, bytes hex text, numbers that JSON lacks (NaN
    and the infinities) text.
    """
    match value:
        case None | bool() | str():
            return value
        case Enum():
            return plain(value.value)
        case int():
            return int(value)
        case float():
            return value if isfinite(value) else str(value)
        case bytes():
            return value.hex()
        case PlayerState():
            return _plain_player(value)
        case Record():
            return plain(value.fields())
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case tuple() | list():
            return [plain(item) for item in value]
    if is_dataclass(value):
        return {name: plain(item) for name, item in _public_fields(value).items()}
    return repr(value)


def _plain_player(player: PlayerState) -> dict[str, Json]:
    """Return a player state's parts, those that are all zero left out."""
    result: dict[str, Json] = {"fields": plain(player.fields())}
    for name in ("stats", "ammo", "clips"):
        if any(values := getattr(player, name)):
            result[name] = plain(values)
    objectives = {
        number: objective
        for number, objective in enumerate(player.objectives)
        if objective != Objective.ZERO
    }
    if objectives:
        result["objectives"] = plain(objectives)
    for name in ("hud_archival", "hud_current"):
        if elements := getattr(player, name):
            result[name] = plain(elements)
    return result


def _public_fields(value: object) -> dict[str, object]:
    """Return a dataclass's fields, without those kept out of its repr: an rcon password."""
    if not is_dataclass(value):
        return {}
    return {field.name: getattr(value, field.name) for field in fields(value) if field.repr}

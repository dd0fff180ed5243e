"""Whole golden datagrams, both ways, where the material with them is at hand."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from uoproto.clientmessage import (
    ClientMessage,
    Move,
    decode_client_message,
    encode_client_message,
)
from uoproto.download import DownloadBlock, DownloadFailure, DownloadRedirect
from uoproto.gamestate import Gamestate
from uoproto.message import short_to_angle
from uoproto.netchan import Netchan, Side, build_datagrams
from uoproto.record import float_to_word, word_to_float
from uoproto.servermessage import (
    FixedContext,
    Nop,
    ServerCommand,
    ServerOp,
    build_server_body,
    encode_server_message,
    iter_server_ops,
    open_server_message,
)
from uoproto.snapshot import Snapshot
from uoproto.states import (
    ClientState,
    EntityState,
    Frame,
    HudElement,
    Objective,
    PlayerState,
    UserCmd,
)
from uoproto.tables import PLAYER, Table
from uoproto.text import clean, clean_command
from uoproto.usercmd import quantize

SHARED = os.environ.get("UO_TEST_SHARED")


def cases(kind: str) -> list[Any]:
    if not SHARED:
        return []
    paths = sorted(Path(SHARED, "golden").glob(f"*-{kind}.json"))
    assert paths
    return [pytest.param(json.loads(path.read_text()), id=path.stem) for path in paths]


# -- from plain values --------------------------------------------------------------------------


def usercmd(value: dict[str, Any]) -> UserCmd:
    rest = {name: value[name] for name in value if name not in ("commandTime", "angles")}
    return UserCmd(command_time=value["commandTime"], angles=tuple(value["angles"]), **rest)


def entities(value: dict[str, Any]) -> dict[int, EntityState]:
    return {int(number): EntityState.from_fields(fields) for number, fields in value.items()}


def player(value: dict[str, Any]) -> PlayerState:
    objectives = [Objective.ZERO] * 16
    for place, fields in value.get("objectives", {}).items():
        objectives[int(place)] = Objective.from_fields(fields)
    state = PlayerState.from_fields(value.get("fields", {}))
    return state.replace(
        **{name: tuple(value[name]) for name in ("stats", "ammo", "clips") if name in value},
        objectives=tuple(objectives),
        hud_archival=tuple(map(HudElement.from_fields, value.get("hud_archival", []))),
        hud_current=tuple(map(HudElement.from_fields, value.get("hud_current", []))),
    )


def frame(value: dict[str, Any]) -> Frame:
    clients = value.get("clients", {}).items()
    return Frame(
        player(value.get("player", {})),
        entities(value.get("entities", {})),
        {int(number): ClientState.from_fields(fields) for number, fields in clients},
    )


def operation(value: dict[str, Any]) -> ServerOp:
    match value["op"]:
        case "server_command":
            return ServerCommand(value["sequence"], value["text"])
        case "nop":
            return Nop()
        case "gamestate":
            return Gamestate(
                value["server_command_sequence"],
                {int(index): text for index, text in value["configstrings"].items()},
                entities(value["baselines"]),
                value["client_num"],
                value["checksum_feed"],
            )
        case "snapshot":
            return Snapshot(
                value["server_time"],
                value["delta_distance"],
                value["snap_flags"],
                frame(value["to"]),
            )
        case "download_block":
            data = bytes.fromhex(value["data"])
            return DownloadBlock(value["block"], data, value.get("total_size"))
        case "download_failure":
            return DownloadFailure(value["message"])
        case "download_redirect":
            return DownloadRedirect(value["url"], value["size"], value["flags"])
        case other:
            raise AssertionError(other)


def context(ops: list[dict[str, Any]]) -> FixedContext:
    for op in ops:
        if op["op"] == "snapshot":
            base = None if op["from"] is None else frame(op["from"])
            return FixedContext(base, entities(op["baselines"]))
    return FixedContext()


# -- canonical form -----------------------------------------------------------------------------


def same_word(sent: int, got: int, bits: int) -> bool:
    """Whether a word came back as the canonical form of the one sent, or untouched."""
    if sent == got:
        return True
    if bits == 0:
        return word_to_float(sent) == word_to_float(got) == 0.0
    if bits == -100:
        short = int(word_to_float(sent) * 65536 / 360) & 0xFFFF
        return float_to_word(short_to_angle(short)) == got
    return sent & ((1 << abs(bits)) - 1) == got


def same_words(table: Table, order: Table, sent: tuple[int, ...], got: tuple[int, ...]) -> bool:
    return all(
        same_word(sent[order.index[field.name]], got[order.index[field.name]], field.bits)
        for field in table.fields
    )


def same_records(sent: Any, got: Any) -> bool:
    return list(sent) == list(got) and all(
        same_words(state.table, state.ORDER, state.words, got[number].words)
        for number, state in sent.items()
    )


def same_player(sent: PlayerState, got: PlayerState) -> bool:
    groups = [
        (sent.objectives, got.objectives),
        (sent.hud_archival, got.hud_archival),
        (sent.hud_current, got.hud_current),
    ]
    return (
        same_words(PLAYER, PLAYER, sent.words, got.words)
        and (sent.stats, sent.ammo, sent.clips) == (got.stats, got.ammo, got.clips)
        and [objective.state for objective in sent.objectives]
        == [objective.state for objective in got.objectives]
        and all(same_records(dict(enumerate(one)), dict(enumerate(other))) for one, other in groups)
    )


def assert_same(sent: ServerOp, got: ServerOp) -> None:
    if isinstance(sent, ServerCommand):
        assert got == ServerCommand(sent.sequence, clean_command(sent.text))
    elif isinstance(sent, Gamestate):
        assert isinstance(got, Gamestate)
        assert got.command_sequence == sent.command_sequence
        assert (got.client_num, got.checksum_feed) == (sent.client_num, sent.checksum_feed)
        assert got.configstrings == {
            index: clean(text) for index, text in sent.configstrings.items()
        }
        assert same_records(dict(sorted(sent.baselines.items())), got.baselines)
    elif isinstance(sent, Snapshot):
        assert isinstance(got, Snapshot)
        assert got.server_time == sent.server_time
        assert (got.delta_distance, got.snap_flags) == (sent.delta_distance, sent.snap_flags)
        assert same_player(sent.frame.player, got.frame.player)
        assert same_records(dict(sorted(sent.frame.entities.items())), got.frame.entities)
        assert same_records(dict(sorted(sent.frame.clients.items())), got.frame.clients)
    else:
        assert got == sent


# -- the cases ----------------------------------------------------------------------------------


def reassemble(case: Any, side: Side) -> bytes:
    channel = Netchan(side)
    payloads = [channel.receive(bytes.fromhex(text)) for text in case["datagrams"]]
    assert payloads[:-1] == [None] * (len(payloads) - 1)
    assert payloads[-1] is not None
    return payloads[-1]


@pytest.mark.parametrize("case", cases("client-message"))
def test_client_message(case: Any) -> None:
    move, base = None, UserCmd()
    if case["move"] is not None:
        base = usercmd(case["move"]["base"])
        commands = tuple(map(usercmd, case["move"]["commands"]))
        move = Move(case["move"]["no_delta"], commands)
    message = ClientMessage(
        case["server_id"],
        case["message_acknowledge"],
        case["reliable_acknowledge"],
        tuple((sequence, text) for sequence, text in case["reliable_commands"]),
        move,
    )
    keys = {
        "challenge": case["challenge"],
        "checksum_feed": case["checksum_feed"],
        "server_command": case["server_command"],
        "base": base,
    }
    payload = encode_client_message(message, **keys)
    datagrams = build_datagrams(payload, case["sequence"], case["qport"])
    assert [datagram.hex() for datagram in datagrams] == case["datagrams"]

    got = decode_client_message(reassemble(case, Side.SERVER), **keys)
    assert got.reliable_commands == tuple(
        (sequence, clean_command(text)) for sequence, text in message.reliable_commands
    )
    expected = move and Move(move.no_delta, tuple(map(quantize, move.commands)))
    assert got.move == expected
    assert (got.server_id, got.message_acknowledge, got.reliable_acknowledge) == (
        case["server_id"],
        case["message_acknowledge"],
        case["reliable_acknowledge"],
    )


@pytest.mark.parametrize("case", cases("server-message"))
def test_server_message(case: Any) -> None:
    ops = [operation(value) for value in case["ops"]]
    around = context(case["ops"])
    payload = encode_server_message(
        case["last_client_command"],
        build_server_body(ops, around),
        sequence=case["sequence"],
        challenge=case["challenge"],
        client_command=case["client_command"],
    )
    datagrams = build_datagrams(payload, case["sequence"])
    assert [datagram.hex() for datagram in datagrams] == case["datagrams"]

    acknowledged, body = open_server_message(
        reassemble(case, Side.CLIENT),
        sequence=case["sequence"],
        challenge=case["challenge"],
        client_command=lambda _: case["client_command"],
    )
    assert acknowledged == case["last_client_command"]
    got = list(iter_server_ops(body, around))
    assert len(got) == len(ops)
    for sent, received in zip(ops, got, strict=True):
        assert_same(sent, received)

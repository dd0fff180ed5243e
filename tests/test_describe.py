from __future__ import annotations

import json
from math import inf, nan

import pytest

from uoproto.clientmessage import ClientHeader, Move, ReliableCommand
from uoproto.describe import (
    decoded_to_json,
    describe,
    describe_packet,
    item_to_json,
    plain,
)
from uoproto.download import DownloadBlock, DownloadFailure, DownloadRedirect
from uoproto.follow import UnusableSnapshot
from uoproto.gamestate import Gamestate
from uoproto.inspect import Decoded, Item, ServerHeader
from uoproto.netchan import Packet, Side
from uoproto.oob import GetInfo, NeedCdKey, Rcon, StatusPlayer, StatusResponse
from uoproto.servermessage import Nop, ServerCommand
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

PLAYER = PlayerState.from_fields({"origin[0]": 1.5, "weapon": 3}).replace(
    stats=(100, 0, 100, 0, 0, 0),
    objectives=(Objective.ZERO, Objective(Objective.ZERO.words, 4)) + (Objective.ZERO,) * 14,
    hud_current=(HudElement.from_fields({"type": 1}),),
)
FRAME = Frame(
    PLAYER,
    {7: EntityState.from_fields({"eType": 8})},
    {2: ClientState.from_fields({"team": 1})},
)
SNAPSHOT = Snapshot(5000, 2, 1, FRAME)
GAMESTATE = Gamestate(9, {2: "cod"}, {7: EntityState.from_fields({"eType": 8})}, 5, -3)
MOVE = Move(True, (UserCmd(), UserCmd(70, 0x41, 0x80, 2, (1, 2, 3), 127, -127, 0)))


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (GetInfo("ab"), "GetInfo: challenge 'ab'"),
        (NeedCdKey(), "NeedCdKey"),
        (Rcon("secret", "status"), "Rcon: command 'status'"),
        (ClientHeader(16, 5, 2), "server id 16, acknowledges message 5 and server command 2"),
        (ServerHeader(4), "acknowledges client command 4"),
        (ReliableCommand(3, "say \x1b[2J"), "client command 3 'say \\x1b[2J'"),
        (ServerCommand(3, "d 5 x"), "server command 3 'd 5 x'"),
        (
            MOVE,
            (
                "moveNoDelta: 2 usercmds up to 70 ms: forward 127 right -127 up 0, angles 1 2 3, "
                "buttons 0x41 0x80, weapon 2"
            ),
        ),
        (
            GAMESTATE,
            (
                "gamestate: 1 configstrings, 1 baselines, client 5, checksum feed -3, server "
                "commands from 9"
            ),
        ),
        (
            SNAPSHOT,
            "snapshot at 5000 ms, delta 2, flags 1: player at 1.5 0.0 0.0, 1 entities, 1 clients",
        ),
        (
            UnusableSnapshot(5000, 2, 0),
            "snapshot at 5000 ms, delta from 2 messages back, which is not held",
        ),
        (DownloadBlock(0, b"ab", 2), "download block 0, 2 bytes of a file of 2"),
        (DownloadBlock(3, b""), "download block 3, 0 bytes"),
        (DownloadFailure("no"), "download failed: 'no'"),
        (
            DownloadRedirect("http://a.invalid/x", 9, 1),
            "download from 'http://a.invalid/x', 9 bytes, flags 1",
        ),
        (Nop(), "nop"),
    ],
)
def test_one_line_for_each_item(item: Item, text: str) -> None:
    assert describe(item) == text


@pytest.mark.parametrize(
    ("packet", "text"),
    [
        (Packet(5, None, None, b"abc"), "sequence 5, 3 bytes"),
        (Packet(5, 77, 1300, b"abc"), "sequence 5, qport 77, fragment at 1300, 3 bytes"),
    ],
)
def test_a_header_in_words(packet: Packet, text: str) -> None:
    assert describe_packet(packet) == text


def test_a_snapshot_as_values() -> None:
    assert item_to_json(SNAPSHOT, full=False) == {
        "type": "snapshot",
        "server_time": 5000,
        "delta_distance": 2,
        "snap_flags": 1,
        "origin": [1.5, 0.0, 0.0],
        "entities": 1,
        "clients": 1,
    }
    full = item_to_json(SNAPSHOT, full=True)
    assert full["frame"] == {
        "player": {
            "fields": {"origin[0]": 1.5, "weapon": 3},
            "stats": [100, 0, 100, 0, 0, 0],
            "objectives": {"1": {"state": 4}},
            "hud_current": [{"type": 1}],
        },
        "entities": {"7": {"eType": 8}},
        "clients": {"2": {"team": 1}},
    }


def test_a_gamestate_as_values() -> None:
    assert item_to_json(GAMESTATE, full=True) == {
        "type": "gamestate",
        "command_sequence": 9,
        "configstrings": {"2": "cod"},
        "baselines": {"7": {"eType": 8}},
        "client_num": 5,
        "checksum_feed": -3,
    }
    assert item_to_json(GAMESTATE, full=False)["configstrings"] == 1


def test_a_password_is_not_told() -> None:
    assert item_to_json(Rcon("secret", "map x"), full=True) == {"type": "rcon", "command": "map x"}


def test_a_datagram_as_values() -> None:
    decoded = Decoded(True, Packet(5, 77, None, b"abc"), (ClientHeader(1, 2, 3),), "why")
    assert decoded_to_json(decoded, full=False) == {
        "from": "client",
        "sequence": 5,
        "qport": 77,
        "fragment_start": None,
        "length": 3,
        "items": [
            {
                "type": "client_header",
                "server_id": 1,
                "message_acknowledge": 2,
                "reliable_acknowledge": 3,
            }
        ],
        "note": "why",
    }
    status = StatusResponse("\\a\\b", (StatusPlayer(1, 2, "x"),))
    assert decoded_to_json(Decoded(False, None, (status,)), full=False) == {
        "from": "server",
        "items": [
            {
                "type": "status_response",
                "info": "\\a\\b",
                "players": [{"score": 1, "ping": 2, "name": "x"}],
            }
        ],
    }


def test_every_value_is_json() -> None:
    values = [nan, inf, -inf, b"\x00\xff", Side.CLIENT, (1, None, True), MOVE, object]
    text = json.dumps(plain(values), allow_nan=False)
    assert json.loads(text)[:6] == ["nan", "inf", "-inf", "00ff", "client", [1, None, True]]

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.captures import ethernet, pcap, udp_packet
from tests.level import BASELINES, CHALLENGE, CLIENT, CONFIGSTRINGS, SERVER, Session
from uoproto.__main__ import main
from uoproto.clientmessage import ClientMessage, Move, encode_client_message
from uoproto.demo import DemoRecord, DemoWriter, gamestate_record
from uoproto.gamestate import Gamestate
from uoproto.huffman.fixed import compress
from uoproto.netchan import build_datagrams
from uoproto.oob import GetInfo, StatusPlayer, StatusResponse
from uoproto.servermessage import (
    FixedContext,
    ServerCommand,
    ServerOp,
    build_server_body,
    encode_server_message,
)
from uoproto.snapshot import Snapshot
from uoproto.states import Frame, PlayerState, UserCmd

SERVER_OPS: list[ServerOp] = [
    ServerCommand(9, 'e "hello"'),
    Snapshot(5000, 0, 0, Frame(PlayerState.from_fields({"origin[2]": 12.5}))),
]
SERVER_DATAGRAM = build_datagrams(
    encode_server_message(
        4,
        build_server_body(SERVER_OPS, FixedContext()),
        sequence=70,
        challenge=CHALLENGE,
        client_command="say x",
    ),
    70,
)[0]
CLIENT_DATAGRAM = build_datagrams(
    encode_client_message(
        ClientMessage(16, 69, 9, ((5, "say y"),), Move(False, (UserCmd(5000, forwardmove=127),))),
        challenge=CHALLENGE,
        checksum_feed=-5,
        server_command='e "hello"',
        base=UserCmd(),
    ),
    31,
    77,
)[0]


class Decode:
    """Writes files and runs the command on them."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, content: bytes, *options: str, code: int = 0) -> tuple[str, str]:
        file = self.folder / "file"
        file.write_bytes(content)
        assert main(["decode", str(file), *options]) == code
        captured = self.capsys.readouterr()
        return captured.out, captured.err

    def json(self, content: bytes, *options: str, code: int = 0) -> dict[str, Any]:
        out, _ = self(content, "--json", *options, code=code)
        report: dict[str, Any] = json.loads(out.splitlines()[-1])
        return report


@pytest.fixture
def decode(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Decode:
    return Decode(tmp_path, capsys)


# -- datagrams ----------------------------------------------------------------------------------


def test_a_connectionless_datagram(decode: Decode) -> None:
    packet = StatusResponse(r"\mapname\mp_foy", (StatusPlayer(1, 2, "^1x"),))
    out, _ = decode(packet.encode())
    assert out == (
        "  StatusResponse: info '\\\\mapname\\\\mp_foy', "
        "players (StatusPlayer(score=1, ping=2, name='^1x'),)\n"
    )
    assert decode.json(packet.encode()) == {
        "kind": "datagram",
        "packets": [
            {
                "items": [
                    {
                        "type": "status_response",
                        "info": "\\mapname\\mp_foy",
                        "players": [{"score": 1, "ping": 2, "name": "^1x"}],
                    }
                ]
            }
        ],
        "errors": [],
    }


@pytest.mark.parametrize(
    "text",
    ["{}", "0x{}\n", "  {}\r\n"],
)
def test_hex_text(text: str, decode: Decode) -> None:
    datagram = GetInfo("abc").encode()
    assert "GetInfo: challenge 'abc'" in decode(text.format(datagram.hex()).encode())[0]
    assert "GetInfo: challenge 'abc'" in decode(datagram.hex(" ").upper().encode())[0]


def test_headers_without_keys_are_read_both_ways(decode: Decode) -> None:
    report = decode.json(CLIENT_DATAGRAM)
    server, client = report["packets"]
    assert (server["from"], server["sequence"], server["qport"]) == ("server", 31, None)
    assert (client["from"], client["sequence"], client["qport"]) == ("client", 31, 77)
    assert client["items"] == [
        {
            "type": "client_header",
            "server_id": 16,
            "message_acknowledge": 69,
            "reliable_acknowledge": 9,
        }
    ]
    assert client["note"] == "body not decoded: its key needs --challenge and --command"


def test_a_server_message_with_its_keys(decode: Decode) -> None:
    keys = ("--challenge", str(CHALLENGE), "--command", "say x")
    out, _ = decode(SERVER_DATAGRAM, *keys)
    assert out.splitlines() == [
        f"  from server: sequence 70, {len(SERVER_DATAGRAM) - 4} bytes",
        "  acknowledges client command 4",
        "  server command 9 'e \"hello\"'",
        "  snapshot at 5000 ms, full, flags 0: player at 0.0 0.0 12.5, 0 entities, 0 clients",
        "    frame.player.fields.origin[2] = 12.5",
    ]
    report = decode.json(SERVER_DATAGRAM, *keys, "--from", "server")
    assert report["errors"] == []
    assert report["packets"][0]["items"][1] == {
        "type": "server_command",
        "sequence": 9,
        "text": 'e "hello"',
    }


def test_a_client_message_with_its_keys(decode: Decode) -> None:
    report = decode.json(
        CLIENT_DATAGRAM,
        *("--from", "client", "--challenge", str(CHALLENGE), "--feed", "-5"),
        *("--command", 'e "hello"'),
    )
    _, command, move = report["packets"][0]["items"]
    assert command == {"type": "reliable_command", "sequence": 5, "text": "say y"}
    assert move["commands"][0]["command_time"] == 5000
    assert move["commands"][0]["forwardmove"] == 127


def test_wrong_keys_exit_2(decode: Decode) -> None:
    keys = ("--from", "server", "--challenge", str(CHALLENGE + 1), "--command", "say x")
    out, err = decode(SERVER_DATAGRAM, *keys, code=2)
    assert "sequence 70" in out
    assert len(err.splitlines()) == 1


def test_a_fragment(decode: Decode) -> None:
    fragment = build_datagrams(bytes(2000), 5)[0]
    report = decode.json(fragment, "--from", "server")
    assert report["packets"][0]["fragment_start"] == 0
    assert report["packets"][0]["note"].startswith("a fragment")


@pytest.mark.parametrize(
    "content", [b"", b"abc", bytes(1401), bytes(300_000), b"\xff\xff\xff\xffchallengeResponse x"]
)
def test_what_cannot_be_read_exits_2(content: bytes, decode: Decode) -> None:
    _, err = decode(content, code=2)
    (line,) = err.splitlines()
    assert line.startswith("decode: ")


def test_a_missing_file_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decode", str(tmp_path / "none")]) == 2
    assert main(["decode", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


# -- demos --------------------------------------------------------------------------------------


def demo(*records: DemoRecord) -> bytes:
    stream = BytesIO()
    writer = DemoWriter(stream)
    writer.write(gamestate_record(1, 0, Gamestate(0, CONFIGSTRINGS, BASELINES, 3, 9)))
    for record in records:
        writer.write(record)
    writer.close()
    return stream.getvalue()


def message(sequence: int) -> DemoRecord:
    return DemoRecord(sequence, bytes(4) + compress(build_server_body(SERVER_OPS, FixedContext())))


def test_a_demo(decode: Decode) -> None:
    out, _ = decode(demo(message(5)))
    assert out.splitlines() == [
        "message 1",
        (
            "  gamestate: 4 configstrings, 1 baselines, client 3, checksum feed 9, server commands "
            "from 0"
        ),
        "message 5",
        "  server command 9 'e \"hello\"'",
        "  snapshot at 5000 ms, full, flags 0: player at 0.0 0.0 12.5, 0 entities, 0 clients",
    ]
    report = decode.json(demo(message(5)))
    assert report["kind"] == "demo"
    assert report["complete"]
    assert not report["truncated"]
    assert [entry["sequence"] for entry in report["messages"]] == [1, 5]
    assert report["messages"][0]["items"][0]["configstrings"] == 4
    full = decode.json(demo(message(5)), "--full")
    assert full["messages"][0]["items"][0]["configstrings"]["2"] == "cod"


def test_a_cut_demo_is_read_as_far_as_it_goes(decode: Decode) -> None:
    whole = demo(message(5), message(6))
    out, _ = decode(whole[:-20])
    assert out.splitlines()[-1] == "the file ends inside a record"
    report = decode.json(whole[:-20])
    assert report["truncated"]
    assert [entry["sequence"] for entry in report["messages"]] == [1, 5]


def test_a_damaged_demo_exits_2(decode: Decode) -> None:
    bad = demo(message(5), DemoRecord(6, bytes(8)))
    report = decode.json(bad, code=2)
    assert len(report["messages"]) == 2
    assert "record 2, message 6" in report["errors"][0]
    _, err = decode(bad, code=2)
    assert len(err.splitlines()) == 1


# -- captures -----------------------------------------------------------------------------------


def capture() -> bytes:
    frames: list[bytes] = []

    def wire(data: bytes, from_client: bool) -> None:
        ends = (CLIENT, SERVER) if from_client else (SERVER, CLIENT)
        frames.append(ethernet(udp_packet(*ends, data)))

    Session(wire).run(10)
    frames.append(ethernet(udp_packet(("192.0.2.1", 53), ("192.0.2.2", 5353), b"other")))
    return pcap(frames)


def test_a_capture(decode: Decode) -> None:
    out, err = decode(capture())
    lines = out.splitlines()
    assert lines[:2] == [
        "0.500000 192.0.2.7:4321 > 198.51.100.1:28960",
        "  GetChallenge",
    ]
    assert any(line.startswith("  gamestate: 4 configstrings") for line in lines)
    assert any(line.startswith("  move: ") for line in lines)
    assert not any("not decoded" in line for line in lines)
    assert err == "1 other datagrams passed over\n"


def test_a_capture_as_json(decode: Decode) -> None:
    report = decode.json(capture())
    assert report["kind"] == "capture"
    first = report["packets"][0]
    assert first == {
        "time": 0.5,
        "source": "192.0.2.7:4321",
        "target": "198.51.100.1:28960",
        "from": "client",
        "items": [{"type": "get_challenge"}],
    }
    kinds = {item["type"] for packet in report["packets"] for item in packet["items"]}
    assert {"connect", "gamestate", "snapshot", "move", "reliable_command"} <= kinds
    assert not any("note" in packet for packet in report["packets"])


def test_a_damaged_capture_exits_2(decode: Decode) -> None:
    report = decode.json(capture()[:-55], code=2)  # inside the last packet's header
    assert len(report["packets"]) > 10
    assert "damaged capture" in report["errors"][0]


# -- anything -----------------------------------------------------------------------------------

SEEDS = st.sampled_from(
    [SERVER_DATAGRAM, CLIENT_DATAGRAM, demo(message(5)), capture()[:3000], GetInfo("x").encode()]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(data=st.data())
def test_any_file_ends_with_a_code_and_at_most_one_line(
    data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(data.draw(st.one_of(SEEDS, st.binary(max_size=200))))
    for _ in range(data.draw(st.integers(0, 4))):
        if content:
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    file = tmp_path / "file"
    file.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    options = data.draw(
        st.sampled_from([(), ("--json",), ("--full",), ("--challenge", "5"), ("--lenient",)])
    )
    code = main(["decode", str(file), *options])
    captured = capsys.readouterr()
    assert code in (0, 2)
    errors = [line for line in captured.err.splitlines() if "passed over" not in line]
    assert len(errors) == (code == 2)
    if options == ("--json",):
        json.loads(captured.out or "{}")

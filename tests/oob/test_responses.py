from __future__ import annotations

import pytest

from uoproto.errors import LocalProtocolError
from uoproto.oob import (
    ChallengeResponse,
    ConnectResponse,
    Disconnect,
    Echo,
    Error,
    InfoResponse,
    KeyAuthorize,
    LoadingNewMap,
    Motd,
    NeedCdKey,
    OobPacket,
    Print,
    UnknownResponse,
    UpdateResponse,
    parse_response,
)

MARKER = b"\xff\xff\xff\xff"


@pytest.mark.parametrize(
    ("packet", "payload"),
    [
        (ChallengeResponse(-1876441903), b"challengeResponse -1876441903"),
        (ChallengeResponse(5, 1), b"challengeResponse 5 1"),
        (ConnectResponse(), b"connectResponse"),
        (InfoResponse(r"\protocol\22"), b"infoResponse\n\\protocol\\22"),
        (Print("map: mp_foy\n\nend\n"), b"print\nmap: mp_foy\n\nend\n"),
        (Print(""), b"print\n"),
        (Error("EXE_SERVERISFULL"), b"error\nEXE_SERVERISFULL"),
        (Error("\x15You are banned"), b"error\n\x15You are banned"),
        (Echo("a b"), b'echo "a b"'),
        (Disconnect(), b"disconnect"),
        (Motd(r"\challenge\5\motd\hello all"), b'motd "\\challenge\\5\\motd\\hello all"'),
        (NeedCdKey(), b"needcdkey"),
        (LoadingNewMap("mp_foy", "ctf"), b"loadingnewmap\nmp_foy\nctf"),
        (
            UpdateResponse(1, "http://example.invalid/x", "1.51"),
            b'updateResponse 1 "http://example.invalid/x" 1.51',
        ),
        (KeyAuthorize(("1", "x y")), b'keyAuthorize 1 "x y"'),
        (UnknownResponse("other", b"other\x00\xff"), b"other\x00\xff"),
    ],
)
def test_both_ways(packet: OobPacket, payload: bytes) -> None:
    assert packet.encode() == MARKER + payload
    assert parse_response(MARKER + payload) == packet


def test_echo_answer() -> None:
    assert Echo("pong me").answer() == MARKER + b"pong me"


@pytest.mark.parametrize(
    "packet",
    [
        InfoResponse("\\a\\b\n"),
        Print("a\0b"),
        Print("x" * 32763),
        Echo('"'),
        Motd('"'),
        LoadingNewMap("a\nb", "dm"),
        LoadingNewMap("a", "dm\n"),
        UpdateResponse(1, '"', "1"),
        Error("\u20ac"),
    ],
)
def test_what_no_response_carries(packet: OobPacket) -> None:
    with pytest.raises(LocalProtocolError):
        packet.encode()


@pytest.mark.parametrize("number", [1 << 31, -(1 << 31) - 1])
def test_challenges_are_longs(number: int) -> None:
    for response in (ChallengeResponse(number), ChallengeResponse(1, number)):
        with pytest.raises(LocalProtocolError):
            response.encode()
    assert ChallengeResponse(-0x80000000).encode().endswith(b" -2147483648")

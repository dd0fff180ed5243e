from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.errors import BadValueError, LimitExceededError, RemoteProtocolError
from uoproto.oob import (
    ChallengeResponse,
    Connect,
    Disconnect,
    GetInfo,
    GetServersResponse,
    InfoResponse,
    LoadingNewMap,
    OobPacket,
    Print,
    PunkBuster,
    UnknownRequest,
    UnknownResponse,
    parse_oob,
    parse_request,
    parse_response,
)

MARKER = b"\xff\xff\xff\xff"

COMMANDS = [
    b"getinfo", b"getstatus", b"getchallenge", b"connect ", b"CONNECT ", b"rcon", b"disconnect",
    b"ipAuthorize", b"getIpAuthorize", b"pb_", b"heartbeat", b"getservers", b"challengeResponse",
    b"connectResponse", b"infoResponse\n", b"statusResponse\n", b"gameCompleteStatus\n", b"echo",
    b"print\n", b"error\n", b"motd", b"getserversResponse", b"needcdkey", b"loadingnewmap\n",
    b"updateResponse", b"keyAuthorize",
]  # fmt: skip


@pytest.mark.parametrize("parse", [parse_request, parse_response, parse_oob])
@given(
    command=st.sampled_from([b"", *COMMANDS]),
    rest=st.one_of(st.binary(max_size=200), st.text('\\a1" \n\0/*%', max_size=60).map(str.encode)),
    marker=st.sampled_from([MARKER, MARKER, MARKER, b"", b"\xff"]),
)
def test_any_bytes_give_a_packet_or_a_remote_error(
    parse: Callable[[bytes], OobPacket], command: bytes, rest: bytes, marker: bytes
) -> None:
    try:
        packet = parse(marker + command + rest)
    except RemoteProtocolError:
        return
    assert isinstance(packet, OobPacket)
    hash(packet)


@given(st.sampled_from(COMMANDS), st.binary(max_size=200))
def test_lenient_parsing_fails_on_no_connectionless_datagram(command: bytes, rest: bytes) -> None:
    assert isinstance(parse_response(MARKER + command + rest, lenient=True), OobPacket)


def test_direction_decides() -> None:
    info = MARKER + b"getinfo xxx"
    assert parse_request(info) == GetInfo("xxx")
    assert parse_response(info) == UnknownResponse("getinfo", b"getinfo xxx")
    output = MARKER + b"print\nx"
    assert parse_request(output) == UnknownRequest("print", b"print\nx")
    assert parse_response(output) == Print("x")
    for parse in (parse_request, parse_response, parse_oob):
        assert parse(MARKER + b"disconnect") == Disconnect()
        assert parse(MARKER + b"pb_x") == PunkBuster(b"pb_x")


def test_either_direction() -> None:
    for packet in (GetInfo("x"), Print("x"), Connect(r"\a\b"), GetServersResponse(())):
        assert parse_oob(packet.encode()) == packet
    assert parse_oob(MARKER + b"what is this") == UnknownRequest("what", b"what is this")


def test_responses_match_in_any_case() -> None:
    assert parse_response(MARKER + b"INFORESPONSE\n\\a\\b") == InfoResponse(r"\a\b")
    assert parse_response(MARKER + b"GETSERVERSRESPONSE\\EOT") == GetServersResponse(())


def test_text_is_given_as_sent_up_to_a_nul() -> None:
    assert parse_response(MARKER + b"print\n100%\xe4\0x") == Print("100%\xe4")
    assert parse_response(MARKER + b"infoResponse\n\\a\\b%\nmore") == InfoResponse(r"\a\b%")
    assert parse_response(MARKER + b"infoResponse") == InfoResponse("")


@pytest.mark.parametrize("text", ["", " ", " x", " 1x", " 2147483648", " 1 x"])
def test_challenge_must_be_a_number(text: str) -> None:
    with pytest.raises(BadValueError):
        parse_response(MARKER + b"challengeResponse" + text.encode())


def test_lenient_numbers() -> None:
    datagram = MARKER + b"challengeResponse 12x y"
    assert parse_response(datagram, lenient=True) == ChallengeResponse(12, 0)


def test_loading_new_map_needs_both_lines() -> None:
    datagram = MARKER + b"loadingnewmap\nmp_foy"
    with pytest.raises(BadValueError):
        parse_response(datagram)
    assert parse_response(datagram, lenient=True) == LoadingNewMap("mp_foy", "")


def test_oversized_datagram() -> None:
    for parse in (parse_request, parse_response, parse_oob):
        with pytest.raises(LimitExceededError):
            parse(MARKER + b"x" * 32764)

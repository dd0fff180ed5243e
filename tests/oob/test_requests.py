from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    RemoteProtocolError,
)
from uoproto.oob import (
    Disconnect,
    Flatline,
    GetChallenge,
    GetInfo,
    GetIpAuthorize,
    GetServers,
    GetStatus,
    Heartbeat,
    IpAuthorize,
    OobPacket,
    PunkBuster,
    Rcon,
    UnknownRequest,
    parse_request,
    peek_request,
)

MARKER = b"\xff\xff\xff\xff"


@pytest.mark.parametrize(
    ("packet", "payload"),
    [
        (GetInfo(), b"getinfo"),
        (GetInfo("xxx"), b"getinfo xxx"),
        (GetStatus(), b"getstatus"),
        (GetStatus("a b"), b'getstatus "a b"'),
        (GetChallenge(), b"getchallenge"),
        (Rcon("secret", "map mp_foy"), b"rcon secret map mp_foy\0"),
        (Rcon("two words", "status"), b'rcon "two words" status\0'),
        (Rcon("", "status"), b'rcon "" status\0'),
        (Disconnect(), b"disconnect"),
        (IpAuthorize(-7, "accept"), b"ipAuthorize -7 accept"),
        (IpAuthorize(7, "deny", ("BAD KEY",)), b'ipAuthorize 7 deny "BAD KEY"'),
        (GetIpAuthorize(7, "192.0.2.1", ("", "0")), b'getIpAuthorize 7 192.0.2.1 "" 0'),
        (PunkBuster(b"PB_anything\x00\xff"), b"PB_anything\x00\xff"),
        (Heartbeat(), b"heartbeat COD-1\n"),
        (Flatline(), b"heartbeat flatline\n"),
        (GetServers(), b"getservers 22"),
        (GetServers(22, ("full", "demo")), b"getservers 22 full demo"),
        (UnknownRequest("getmotd", b"getmotd \0\xff"), b"getmotd \0\xff"),
    ],
)
def test_both_ways(packet: OobPacket, payload: bytes) -> None:
    assert packet.encode() == MARKER + payload
    assert parse_request(MARKER + payload) == packet


@pytest.mark.parametrize("end", [b"", b"\n", b"\0", b"\n\0", b"\0\n", b" \n"])
def test_every_terminator_of_query_tools(end: bytes) -> None:
    assert parse_request(MARKER + b"getstatus" + end) == GetStatus()
    assert parse_request(MARKER + b"getinfo xxx" + end) == GetInfo("xxx")
    assert parse_request(MARKER + b'rcon "pw" status' + end) == Rcon("pw", "status")


def test_commands_match_in_any_case() -> None:
    assert parse_request(MARKER + b"GetInfo x") == GetInfo("x")
    assert parse_request(MARKER + b"IPAUTHORIZE 1 demo") == IpAuthorize(1, "demo")
    assert parse_request(MARKER + b"Pb_x") == PunkBuster(b"Pb_x")


def test_only_the_first_line_counts() -> None:
    assert parse_request(MARKER + b"getinfo\nxxx") == GetInfo()
    assert parse_request(MARKER + b"\ngetinfo") == UnknownRequest("", b"\ngetinfo")


def test_lines_are_cleaned_as_by_the_stock_reader() -> None:
    assert parse_request(MARKER + b"getinfo 1%d\xe4\x92") == GetInfo("1.d.'")


def test_challenge_to_echo_is_limited() -> None:
    assert parse_request(MARKER + b"getinfo " + b"x" * 128) == GetInfo("x" * 128)
    for command in (b"getinfo ", b"getstatus "):
        with pytest.raises(LimitExceededError):
            parse_request(MARKER + command + b"x" * 129)


def test_rcon_command_is_joined_by_single_blanks() -> None:
    request = parse_request(MARKER + b'rcon pw  say   "hello  there" x')
    assert request == Rcon("pw", "say hello  there x")
    assert parse_request(MARKER + b"rcon") == Rcon("", "")
    assert parse_request(MARKER + b"rcon pw") == Rcon("pw", "")


def test_rcon_line_is_limited() -> None:
    assert len(Rcon("pw", "x" * 1015).encode()) == 4 + 1023 + 1
    with pytest.raises(LocalProtocolError):
        Rcon("pw", "x" * 1016).encode()
    parsed = parse_request(MARKER + b"rcon pw " + b"y" * 5000)
    assert parsed == Rcon("pw", "y" * 1015)


def test_password_stays_out_of_logs() -> None:
    assert "secret" not in repr(Rcon("secret", "status"))


@pytest.mark.parametrize(
    "packet",
    [Rcon('a"b', "x"), Rcon("pw", "x\ny"), GetInfo("a\n"), GetInfo('"'), Heartbeat("\u0100")],
)
def test_what_no_request_carries(packet: OobPacket) -> None:
    with pytest.raises(LocalProtocolError):
        packet.encode()


@pytest.mark.parametrize("payload", [b"ipAuthorize", b"ipAuthorize x accept", b"getservers demo"])
def test_missing_numbers(payload: bytes) -> None:
    with pytest.raises(BadValueError):
        parse_request(MARKER + payload)


@pytest.mark.parametrize(
    ("payload", "name"),
    [
        (b"getinfo xxx", "getinfo"),
        (b"connect \x00\x05\x44", "connect"),
        (b"GETSTATUS\n", "getstatus"),
        (b"/* " + b"x" * 200 + b" */ getinfo", "getinfo"),
        (b" " * 200 + b'"rcon"', "rcon"),
        (b"\ngetinfo", ""),
        (b"", ""),
        (b"x" * 2000, "x" * 1023),
    ],
)
def test_peek(payload: bytes, name: str) -> None:
    assert peek_request(MARKER + payload) == name


@given(st.sampled_from([b"getinfo", b"rcon", b"x"]), st.binary(max_size=30), st.binary(max_size=9))
def test_peek_sees_what_parsing_sees(command: bytes, before: bytes, after: bytes) -> None:
    datagram = MARKER + before + command + after
    try:
        packet = parse_request(datagram)
    except RemoteProtocolError:
        return
    if isinstance(packet, (GetInfo, Rcon)):
        assert peek_request(datagram) == type(packet).__name__.lower()
    elif isinstance(packet, UnknownRequest):
        assert peek_request(datagram) == packet.name.lower()


TOKENS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters='"%'))


@given(TOKENS, st.lists(TOKENS, max_size=5), st.integers(-(2**31), 2**31 - 1))
def test_round_trip_of_words(text: str, words: list[str], number: int) -> None:
    packets = [
        GetInfo(text[:128]),
        IpAuthorize(number, text, tuple(words)),
        GetIpAuthorize(number, text, tuple(words)),
        GetServers(number, tuple(words)),
    ]
    for packet in packets:
        if len(packet.encode()) <= 1000:
            assert parse_request(packet.encode()) == packet

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.errors import LocalProtocolError, RemoteProtocolError
from uoproto.huffman import adaptive
from uoproto.oob import Connect, parse_request

PREFIX = b"\xff\xff\xff\xffconnect "
USERINFO = r"\name\Gunner\rate\25000\snaps\20\password\let me in"


def compressed(text: bytes) -> bytes:
    return PREFIX + adaptive.compress(text)


def test_handshake_keys_come_last_in_stock_order() -> None:
    request = Connect.build(USERINFO, qport=40000, challenge=-5)
    assert request.userinfo == USERINFO + r"\protocol\22\qport\40000\challenge\-5"
    assert (request.protocol, request.qport, request.challenge) == (22, 40000, -5)


def test_build_replaces_stale_handshake_keys() -> None:
    request = Connect.build(r"\challenge\1\protocol\21\a\b", qport=1, challenge=2)
    assert request.userinfo == r"\a\b\protocol\22\qport\1\challenge\2"


def test_whole_datagram() -> None:
    # Length 0x0016 in network order; then the quote, still unknown, as eight bits from the
    # high one down, which lie bit-reversed in the byte.
    datagram = Connect(r"\protocol\22\qport\1").encode()
    assert datagram.startswith(PREFIX + b"\x00\x16" + b"\x44")
    assert adaptive.decompress(datagram[12:], 100) == rb'"\protocol\22\qport\1"'
    assert parse_request(datagram) == Connect(r"\protocol\22\qport\1")


def test_damaged_numbers_are_zero() -> None:
    assert (Connect("").protocol, Connect("").qport, Connect("").challenge) == (0, 0, 0)
    assert Connect(r"\qport\65537").qport == 1
    assert Connect(r"\challenge\abc").challenge == 0


@given(
    st.text(
        st.characters(min_codepoint=1, max_codepoint=0xFF, exclude_characters='"\n'), max_size=200
    )
)
def test_round_trip(userinfo: str) -> None:
    assert parse_request(Connect(userinfo).encode()) == Connect(userinfo)


def test_longest_userinfo() -> None:
    longest = Connect("x" * 1023)
    assert parse_request(longest.encode()) == longest
    with pytest.raises(LocalProtocolError):
        Connect("x" * 1024).encode()
    with pytest.raises(LocalProtocolError):
        Connect.build("\\a\\" + "x" * 1015, qport=1, challenge=1)


def test_longer_userinfo_is_cut() -> None:
    assert parse_request(compressed(b'"' + b"y" * 5000 + b'"')) == Connect("y" * 1023)


def test_unpacking_stops_where_the_longest_userinfo_ends() -> None:
    datagram = Connect("y" * 1023).encode()
    announced = datagram[:12] + b"\xff\xff" + datagram[14:]
    assert parse_request(announced) == Connect("y" * 1023)


@pytest.mark.parametrize("userinfo", ['a"b', "a\nb", "a\0b", "\u0100"])
def test_userinfo_that_would_break_the_request(userinfo: str) -> None:
    with pytest.raises(LocalProtocolError):
        Connect(userinfo).encode()


@pytest.mark.parametrize(
    ("text", "userinfo"),
    [
        (rb'"\a\b" more', r"\a\b"),
        (rb"\a\b more", r"\a\b"),
        (rb'"\a\b', r"\a\b"),
        (b'"\\a\\b\n\\c\\d"', r"\a\b"),
        (b'"\\a\\b\0\\c\\d"', r"\a\b"),
        (b"   ", ""),
    ],
)
def test_first_word_of_the_tail_counts(text: bytes, userinfo: str) -> None:
    assert parse_request(compressed(text)) == Connect(userinfo)


def test_empty_tail_is_a_request_without_userinfo() -> None:
    assert parse_request(PREFIX) == Connect("")
    assert parse_request(PREFIX[:-1]) == Connect("")


@pytest.mark.parametrize("tail", [b"\x00", b"\x00\x05", b"\x00\x05\x44", b"\xff\xff"])
def test_damaged_tail(tail: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        parse_request(PREFIX + tail)


def test_only_lower_case_is_compressed() -> None:
    assert parse_request(b'\xff\xff\xff\xffCONNECT "\\a\\b c"') == Connect(r"\a\b c")


@given(st.binary(max_size=300))
def test_any_tail_gives_a_packet_or_a_remote_error(tail: bytes) -> None:
    try:
        packet = parse_request(PREFIX + tail)
    except RemoteProtocolError:
        return
    assert isinstance(packet, Connect)
    assert len(packet.userinfo) <= 1023


@pytest.mark.parametrize(
    ("qport", "challenge"), [(-1, 0), (65536, 0), (0, 1 << 31), (0, -(1 << 31) - 1)]
)
def test_numbers_a_server_would_misread(qport: int, challenge: int) -> None:
    with pytest.raises(LocalProtocolError):
        Connect.build("", qport=qport, challenge=challenge)


def test_the_last_numbers() -> None:
    request = Connect.build("", qport=65535, challenge=-0x80000000)
    assert (request.qport, request.challenge) == (65535, -0x80000000)

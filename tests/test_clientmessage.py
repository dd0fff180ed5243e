from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import INTS, attempt, mutated, texts, usercmds
from uoproto.clientmessage import (
    ClientHeader,
    ClientMessage,
    Move,
    MoveBase,
    ReliableCommand,
    decode_client_message,
    encode_client_message,
    iter_client_ops,
    read_client_header,
)
from uoproto.errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    TruncatedError,
)
from uoproto.huffman.fixed import compress, decompress
from uoproto.message import MessageWriter
from uoproto.obfuscation import client_key, usercmd_key, xor_body
from uoproto.states import UserCmd
from uoproto.text import clean_command
from uoproto.usercmd import quantize

KEYS: dict[str, Any] = {
    "challenge": 99,
    "checksum_feed": -7,
    "server_command": "d 12 x",
    "base": UserCmd(weapon=3),
}
POSITIVE = st.integers(0, 2**31 - 1)
CHALLENGE = 99


@st.composite
def messages(draw: st.DrawFn) -> ClientMessage:
    move = st.builds(Move, st.booleans(), st.lists(usercmds(), min_size=1, max_size=5).map(tuple))
    commands = st.lists(st.tuples(INTS, texts()), max_size=4).map(tuple)
    return ClientMessage(
        draw(st.integers(0, 255)),
        draw(POSITIVE),
        draw(POSITIVE),
        draw(commands),
        draw(st.none() | move),
    )


def canonical(message: ClientMessage) -> ClientMessage:
    move = message.move
    return ClientMessage(
        message.server_id,
        message.message_acknowledge,
        message.reliable_acknowledge,
        tuple((sequence, clean_command(text)) for sequence, text in message.reliable_commands),
        move and Move(move.no_delta, tuple(map(quantize, move.commands))),
    )


def wrapped(body: bytes) -> bytes:
    """Return a payload with any bytes as its body."""
    header = bytes.fromhex("100500000006000000")
    packed = xor_body(compress(body), client_key(16, CHALLENGE, 5), KEYS["server_command"])
    return header + packed


@given(messages())
def test_round_trip(message: ClientMessage) -> None:
    payload = encode_client_message(message, **KEYS)
    header = ClientHeader(
        message.server_id, message.message_acknowledge, message.reliable_acknowledge
    )
    assert read_client_header(payload) == header
    for lenient in (False, True):
        got = decode_client_message(payload, **KEYS, lenient=lenient)
        assert got == canonical(message)


def test_body_by_hand() -> None:
    message = ClientMessage(16, 5, 6, ((7, "hi"),))
    payload = encode_client_message(message, **KEYS)
    assert payload[:9].hex() == "100500000006000000"
    body = decompress(xor_body(payload[9:], client_key(16, CHALLENGE, 5), "d 12 x"))
    # Selector 2; sequence and text behind the bit byte; selector 3 in its next two bits.
    assert body[:8].hex() == "0e07000000686900"


def test_the_keys_matter() -> None:
    message = ClientMessage(16, 5, 6, (), Move(False, (UserCmd(angles=(1, 2, 3)),)))
    payload = encode_client_message(message, **KEYS)
    for change in ({"challenge": 98}, {"checksum_feed": 5}, {"server_command": "d 12 y"}):
        got = attempt(partial(decode_client_message, payload, **{**KEYS, **change}))
        assert got != message


def test_the_base_is_asked_for_at_the_move() -> None:
    message = ClientMessage(16, 5, 6, ((1, "one"), (2, "two")), Move(True, (UserCmd(5),)))
    payload = encode_client_message(message, **KEYS)
    seen: list[object] = []

    def move_base() -> MoveBase:
        seen.append("asked")
        return MoveBase(KEYS["checksum_feed"], KEYS["base"])

    ops = iter_client_ops(
        payload, challenge=CHALLENGE, server_command="d 12 x", move_base=move_base
    )
    seen.extend(ops)
    assert seen == [
        ReliableCommand(1, "one"),
        ReliableCommand(2, "two"),
        "asked",
        Move(True, (UserCmd(5),)),
    ]


@pytest.mark.parametrize(
    "message",
    [
        ClientMessage(256, 0, 0),
        ClientMessage(-1, 0, 0),
        ClientMessage(0, -1, 0),
        ClientMessage(0, 0, 2**31),
        ClientMessage(0, 0, 0, ((1, "x"),) * 65),
        ClientMessage(0, 0, 0, (), Move(False, ())),
        ClientMessage(0, 0, 0, (), Move(False, (UserCmd(),) * 33)),
        ClientMessage(0, 0, 0, (), Move(False, (UserCmd(weapon=128),))),
        ClientMessage(0, 0, 0, ((1, "\u0416"),)),
    ],
)
def test_what_cannot_be_sent(message: ClientMessage) -> None:
    with pytest.raises(LocalProtocolError):
        encode_client_message(message, **KEYS)


def test_too_much_for_one_message() -> None:
    message = ClientMessage(0, 0, 0, ((1, "x" * 1023),) * 32)
    with pytest.raises(LocalProtocolError, match="32,768"):
        encode_client_message(message, **KEYS)


def test_headers_that_are_refused() -> None:
    for size in range(9):
        with pytest.raises(TruncatedError):
            read_client_header(bytes(size))
    with pytest.raises(BadValueError):
        read_client_header(bytes.fromhex("01ffffffff00000000"))


def commands(count: int) -> bytes:
    writer = MessageWriter()
    for sequence in range(count):
        writer.write_bits(2, 2)
        writer.write_long(sequence)
        writer.write_string("x")
    writer.write_bits(3, 2)
    return writer.to_bytes()


def test_most_commands() -> None:
    got = decode_client_message(wrapped(commands(64)), **KEYS)
    assert len(got.reliable_commands) == 64
    for lenient in (False, True):
        with pytest.raises(LimitExceededError):
            decode_client_message(wrapped(commands(65)), **KEYS, lenient=lenient)


@pytest.mark.parametrize("count", [0, 33, 255])
def test_impossible_bundles(count: int) -> None:
    for selector in (0, 1):
        with pytest.raises(BadValueError, match="bundle"):
            decode_client_message(wrapped(bytes([selector, count]) + bytes(99)), **KEYS)


def test_what_follows_a_move() -> None:
    for following, fine in ((3, True), (2, False), (0, False)):
        writer = MessageWriter()
        writer.write_bits(0, 2)
        writer.write_byte(1)
        writer.write_bit(1)
        writer.write_byte(0)  # the time, and then the unchanged form under an even key
        writer.write_bit(0)
        writer.write_bits(following, 2)
        body = writer.to_bytes()
        keys = {**KEYS, "checksum_feed": even_key()}
        if fine:
            assert decode_client_message(wrapped(body), **keys).move is not None
        else:
            with pytest.raises(BadValueError):
                decode_client_message(wrapped(body), **keys)
        assert decode_client_message(wrapped(body), **keys, lenient=True).move is not None


def even_key() -> int:
    """Return a checksum feed that makes the usercmd key of `wrapped` even."""
    return next(feed for feed in range(2) if not usercmd_key(5, feed, "d 12 x") & 1)


def test_truncation() -> None:
    with pytest.raises(TruncatedError):
        decode_client_message(wrapped(b""), **KEYS)
    for lenient in (False, True):  # zeros read as a move of no usercmds
        with pytest.raises((TruncatedError, BadValueError)):
            decode_client_message(wrapped(b"\x02"), **KEYS, lenient=lenient)


@given(mutated(messages().map(lambda message: encode_client_message(message, **KEYS))))
def test_any_payload(payload: bytes) -> None:
    for lenient in (False, True):
        attempt(partial(decode_client_message, payload, **KEYS, lenient=lenient))


@given(st.binary(max_size=200), st.booleans())
def test_any_body(body: bytes, lenient: bool) -> None:
    attempt(lambda: decode_client_message(wrapped(body), **KEYS, lenient=lenient))


def test_a_command_number_that_is_no_long() -> None:
    message = ClientMessage(0, 0, 0, ((1 << 31, "say a"),))
    with pytest.raises(LocalProtocolError):
        encode_client_message(
            message, challenge=0, checksum_feed=0, server_command="", base=UserCmd()
        )

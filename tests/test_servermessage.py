from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factory import Factory
from tests.strategies import INTS, ascii_texts, attempt, frames, gamestates, mutated, texts
from uoproto.constants import MAX_MSGLEN
from uoproto.download import DownloadBlock, DownloadFailure, DownloadRedirect
from uoproto.errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    MessageOverflowError,
    TruncatedError,
)
from uoproto.gamestate import Gamestate
from uoproto.huffman.fixed import compress
from uoproto.message import MessageWriter
from uoproto.netchan import Netchan, Side
from uoproto.servermessage import (
    FixedContext,
    Nop,
    ServerCommand,
    ServerOp,
    build_server_body,
    encode_server_message,
    iter_server_ops,
    mask_server_message,
    open_server_message,
    pack_server_message,
    unmask_server_message,
    write_server_op,
)
from uoproto.snapshot import Snapshot
from uoproto.states import EntityState, Frame
from uoproto.text import clean_command

ITEM = EntityState.from_fields({"eType": 3})
BASE = Frame(entities={4: ITEM})

OPS: st.SearchStrategy[ServerOp] = st.one_of(
    st.builds(ServerCommand, INTS, ascii_texts()),
    st.just(Nop()),
    gamestates(),
    st.builds(Snapshot, INTS, st.just(0), st.integers(0, 255), frames()),
    st.builds(Snapshot, INTS, st.integers(1, 28), st.just(0), frames(BASE)),
    st.builds(DownloadBlock, st.integers(1, 32767), st.binary(max_size=2048)),
    st.builds(DownloadBlock, st.just(0), st.binary(max_size=50), st.integers(0, 2**31 - 1)),
    st.builds(DownloadFailure, ascii_texts()),
    st.builds(DownloadRedirect, ascii_texts(), INTS, INTS),
)
CONTEXT = FixedContext(BASE)


@given(st.lists(OPS, max_size=4), INTS, INTS, texts())
def test_round_trip(ops: list[ServerOp], acknowledged: int, challenge: int, command: str) -> None:
    payload = encode_server_message(
        acknowledged,
        build_server_body(ops, CONTEXT),
        sequence=77,
        challenge=challenge,
        client_command=command,
    )
    asked: list[int] = []

    def client_command(sequence: int) -> str:
        asked.append(sequence)
        return command

    got, body = open_server_message(
        payload, sequence=77, challenge=challenge, client_command=client_command
    )
    assert got == acknowledged
    assert asked == [acknowledged]
    assert list(iter_server_ops(body, CONTEXT)) == ops


def test_by_hand() -> None:
    ops: list[ServerOp] = [
        Nop(),
        ServerCommand(9, 'h "\x92x" 100%'),
        DownloadBlock(0, b"ab", 2),
        DownloadBlock(1, b""),
        DownloadFailure("no"),
        DownloadRedirect("u", 5, 3),
    ]
    assert build_server_body(ops, CONTEXT).hex() == (
        "01"
        "0509000000682022277822203130302e00"
        "0600000200000002006162"
        "0601000000"
        "060000ffffffff6e6f00"
        "06ffff75000500000003000000"
        "08"
    )  # fmt: skip


@given(texts(2000))
def test_command_text_is_sent_as_it_is_stored(text: str) -> None:
    body = build_server_body([ServerCommand(1, text)], CONTEXT)
    assert list(iter_server_ops(body, CONTEXT)) == [ServerCommand(1, clean_command(text))]


def test_bytes_behind_the_eof_are_ignored() -> None:
    body = build_server_body([Nop()], CONTEXT)
    assert list(iter_server_ops(body + b"\xd0", CONTEXT)) == [Nop()]


class Follower:
    """A peer that remembers what it reads, as `iter_server_ops` expects of one."""

    lenient = False

    def __init__(self) -> None:
        self.baselines: Mapping[int, EntityState] = {}
        self.frame = Frame()

    def base_frame(self, delta_distance: int) -> Frame | None:
        return self.frame if delta_distance == 1 else None

    def follow(self, op: ServerOp) -> None:
        if isinstance(op, Gamestate):
            self.baselines = op.baselines
        elif isinstance(op, Snapshot):
            self.frame = op.frame


def test_an_operation_sees_what_the_ones_before_it_changed() -> None:
    gamestate = Gamestate(0, {}, {4: ITEM}, 0, 0)
    first, second = Frame(entities={4: ITEM}), Frame(entities={4: ITEM, 9: ITEM})
    sent: list[ServerOp] = [gamestate, Snapshot(1, 0, 0, first), Snapshot(2, 1, 0, second)]
    sender, receiver = Follower(), Follower()
    writer = MessageWriter()
    for op in sent:
        write_server_op(writer, op, sender)
        sender.follow(op)
    writer.write_byte(8)
    seen = []
    for op in iter_server_ops(writer.to_bytes(), receiver):
        receiver.follow(op)
        seen.append(op)
    assert seen == sent
    # With what it knew before the message it would have read other entities.
    assert list(iter_server_ops(writer.to_bytes(), Follower())) != sent


@pytest.mark.parametrize("opcode", [0, 3, 4, 9, 255])
def test_unknown_operations(opcode: int) -> None:
    for lenient in (False, True):
        with pytest.raises(BadValueError):
            list(iter_server_ops(bytes([opcode, 8]), FixedContext(lenient=lenient)))


def test_an_eof_is_needed() -> None:
    for body in (b"", b"\x01", b"\x05\x01"):
        for lenient in (False, True):
            with pytest.raises(TruncatedError):
                list(iter_server_ops(body, FixedContext(lenient=lenient)))


def test_overflow() -> None:
    most = [Nop()] * (MAX_MSGLEN - 1)
    assert len(build_server_body(most, CONTEXT)) == MAX_MSGLEN
    with pytest.raises(MessageOverflowError):
        build_server_body([*most, Nop()], CONTEXT)


def test_what_cannot_be_sent() -> None:
    for op in (
        ServerCommand(1, "\u0416"),
        DownloadBlock(0, b""),
        DownloadBlock(1, b"", 5),
        DownloadBlock(0, b"", -1),
        DownloadBlock(-1, b""),
        DownloadBlock(32768, b""),
        DownloadBlock(1, bytes(2049)),
        DownloadFailure("x" * 1024),
    ):
        with pytest.raises(LocalProtocolError):
            build_server_body([op], CONTEXT)


def test_payloads_that_are_refused() -> None:
    for size in range(4):
        with pytest.raises(TruncatedError):
            open_server_message(bytes(size), sequence=1, challenge=2, client_command=lambda _: "")
    bomb = bytes(4) + compress(bytes(MAX_MSGLEN + 1))
    assert len(bomb) < MAX_MSGLEN / 2
    with pytest.raises(LimitExceededError):
        open_server_message(bomb, sequence=0, challenge=0, client_command=lambda _: "")


@given(
    mutated(st.lists(OPS, max_size=3).map(lambda ops: build_server_body(ops, CONTEXT))),
    st.booleans(),
)
def test_any_body(body: bytes, lenient: bool) -> None:
    attempt(lambda: list(iter_server_ops(body, FixedContext(BASE, {4: ITEM}, lenient))))


@given(st.binary(max_size=300), INTS, INTS, texts())
def test_any_payload(payload: bytes, sequence: int, challenge: int, command: str) -> None:
    opened = attempt(
        lambda: open_server_message(
            payload, sequence=sequence, challenge=challenge, client_command=lambda _: command
        )
    )
    if opened is not None:
        attempt(lambda: list(iter_server_ops(opened[1], CONTEXT)))


def test_the_factory_makes_whole_datagrams() -> None:
    factory, channel = Factory(), Netchan(Side.CLIENT)
    gamestate = factory.gamestate(dict.fromkeys(range(20), "x" * 999))
    assert len(gamestate) > 1
    snapshot = factory.snapshot(BASE, time=50)
    for datagrams, expected in ((gamestate, Gamestate), (snapshot, Snapshot)):
        payload = [channel.receive(datagram) for datagram in datagrams][-1]
        assert payload is not None
        _, body = open_server_message(
            payload,
            sequence=channel.incoming_sequence,
            challenge=factory.challenge,
            client_command=lambda _: "",
        )
        (op,) = iter_server_ops(body, CONTEXT)
        assert isinstance(op, expected)


@pytest.mark.parametrize("number", [1 << 31, -(1 << 31) - 1, 0.5])
def test_numbers_that_are_no_longs(number: int) -> None:
    with pytest.raises(LocalProtocolError):
        encode_server_message(number, b"", sequence=1, challenge=0, client_command="")
    with pytest.raises(LocalProtocolError):
        build_server_body([ServerCommand(number, "a")], FixedContext())
    with pytest.raises(LocalProtocolError):
        build_server_body([Snapshot(number, 0, 0, Frame())], FixedContext())


def test_the_last_longs() -> None:
    for number in (0x7FFFFFFF, -0x80000000):
        payload = encode_server_message(number, b"\x08", sequence=1, challenge=0, client_command="")
        assert int.from_bytes(payload[:4], "little", signed=True) == number


@given(INTS, st.binary(max_size=60), st.integers(1, 2**31 - 1), INTS, ascii_texts())
def test_a_packed_message_is_what_demos_keep_and_masking_sends_it(
    number: int, body: bytes, sequence: int, challenge: int, command: str
) -> None:
    packed = pack_server_message(number, body)
    assert packed == number.to_bytes(4, "little", signed=True) + compress(body)
    sent = mask_server_message(
        packed, sequence=sequence, challenge=challenge, client_command=command
    )
    whole = encode_server_message(
        number, body, sequence=sequence, challenge=challenge, client_command=command
    )
    assert sent == whole
    assert packed == unmask_server_message(
        sent, sequence=sequence, challenge=challenge, client_command=lambda _number: command
    )

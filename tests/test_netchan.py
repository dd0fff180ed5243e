"""Sequences and fragments, whole datagrams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.constants import FRAGMENT_SIZE, MAX_MSGLEN
from uoproto.errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    RemoteProtocolError,
    TruncatedError,
)
from uoproto.netchan import (
    LAST_SEQUENCE,
    Netchan,
    Packet,
    SequenceExhaustedError,
    Side,
    build_datagrams,
    build_packet,
    parse_packet,
)


def pair(qport: int = 0x1234) -> tuple[Netchan, Netchan]:
    return Netchan(Side.CLIENT, qport), Netchan(Side.SERVER, qport)


def test_whole_datagrams() -> None:
    client, server = pair()
    assert client.send(b"abc") == bytes.fromhex("01000000 3412") + b"abc"
    assert server.send(b"abc") == bytes.fromhex("01000000") + b"abc"
    assert client.send(b"") == bytes.fromhex("02000000 3412")


def test_fragment_datagrams() -> None:
    client, server = pair()
    first, last = client.send_all(b"x" * 1301)
    assert first == bytes.fromhex("01000080 3412 0000 1405") + b"x" * 1300
    assert last == bytes.fromhex("01000080 3412 1405 0100") + b"x"
    first, last = server.send_all(b"x" * 1300)
    assert first == bytes.fromhex("01000080 0000 1405") + b"x" * 1300
    assert last == bytes.fromhex("01000080 1405 0000")


@pytest.mark.parametrize(
    ("size", "count"), [(0, 1), (1299, 1), (1300, 2), (1301, 2), (2600, 3), (MAX_MSGLEN, 26)]
)
@pytest.mark.parametrize("side", list(Side))
def test_fragment_counts_and_reassembly(size: int, count: int, side: Side) -> None:
    client, server = pair()
    sender, receiver = (client, server) if side is Side.CLIENT else (server, client)
    payload = bytes(index & 0xFF for index in range(size))
    datagrams = sender.send_all(payload)
    assert len(datagrams) == count
    assert max(map(len, datagrams)) <= 1310
    results = [receiver.receive(datagram) for datagram in datagrams]
    assert results == [None] * (count - 1) + [payload]
    assert (sender.outgoing_sequence, receiver.incoming_sequence) == (2, 1)


def test_a_server_sends_fragment_by_fragment() -> None:
    server = Netchan(Side.SERVER)
    server.send(b"x" * 3000)
    assert (server.unsent_fragments, server.outgoing_sequence) == (2, 1)
    assert server.unsent_bytes == 1700 + 2 * 8
    with pytest.raises(LocalProtocolError):
        server.send(b"next")
    server.next_fragment()
    assert server.outgoing_sequence == 1
    server.next_fragment()
    assert (server.unsent_fragments, server.outgoing_sequence) == (0, 2)
    with pytest.raises(LocalProtocolError):
        server.next_fragment()


def test_stale_duplicate_and_dropped() -> None:
    client, server = pair()
    datagrams = [server.send(b"%d" % number) for number in range(5)]
    assert client.receive(datagrams[0]) == b"0"
    assert client.receive(datagrams[0]) is None
    assert client.receive(datagrams[3]) == b"3"
    assert client.dropped == 2
    assert client.receive(datagrams[2]) is None
    assert client.receive(datagrams[4]) == b"4"
    assert (client.dropped, client.total_dropped, client.incoming_sequence) == (0, 2, 5)


def test_fragments_out_of_order_do_not_complete() -> None:
    client, server = pair()
    first, second, third = server.send_all(b"x" * 3000)
    assert client.receive(first) is None
    assert client.receive(third) is None
    assert client.receive(third) is None
    assert client.incoming_sequence == 0
    # a repeated start is passed over, the message still completes
    assert client.receive(first) is None
    assert client.receive(second) is None
    assert client.receive(third) == b"x" * 3000


def test_a_newer_message_replaces_the_one_in_assembly() -> None:
    client, server = pair()
    old = server.send_all(b"a" * 2000)
    new = server.send_all(b"b" * 2000)
    assert client.receive(old[0]) is None
    assert client.receive(new[0]) is None
    assert client.receive(old[1]) is None
    assert client.receive(new[0]) is None
    assert client.receive(new[1]) == b"b" * 2000
    assert (client.incoming_sequence, client.dropped) == (2, 1)


def test_reassembly_limit_and_recovery() -> None:
    server = Netchan(Side.SERVER)
    fill = MAX_MSGLEN // FRAGMENT_SIZE  # 25 whole fragments leave 268 bytes
    for index in range(fill):
        datagram = build_packet(Packet(9, 1, index * FRAGMENT_SIZE, b"x" * FRAGMENT_SIZE))
        assert server.receive(datagram) is None
    with pytest.raises(LimitExceededError):
        server.receive(build_packet(Packet(9, 1, fill * FRAGMENT_SIZE, b"x" * 269)))
    assert server.receive(build_packet(Packet(10, 1, None, b"ok"))) == b"ok"


@pytest.mark.parametrize(
    ("hexdata", "error"),
    [
        ("010000", TruncatedError),
        ("01000000 34", TruncatedError),
        ("01000080 3412 0000", TruncatedError),
        ("01000080 3412 0000 0200 ff", BadValueError),
        ("01000080 3412 ffff 0100 ff", BadValueError),
        ("01000080 3412 0000 ffff ff", BadValueError),
    ],
)
def test_malformed_headers(hexdata: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        parse_packet(bytes.fromhex(hexdata), Side.CLIENT)


def test_a_datagram_longer_than_the_engine_packet_is_refused() -> None:
    with pytest.raises(LimitExceededError):
        parse_packet(b"\1\0\0\0" + bytes(1400), Side.SERVER)


def test_sequence_boundary_is_explicit() -> None:
    server = Netchan(Side.SERVER)
    server.outgoing_sequence = LAST_SEQUENCE
    # the last fragmented sequence is still not the connectionless marker
    assert server.send_all(b"x" * 1300)[0][:4] == b"\xfe\xff\xff\xff"
    assert server.exhausted
    with pytest.raises(SequenceExhaustedError):
        server.send(b"x")
    client = Netchan(Side.CLIENT)
    assert client.receive(build_packet(Packet(LAST_SEQUENCE, None, None, b"x"))) == b"x"
    assert client.exhausted


def test_too_long_a_message_is_the_callers_fault() -> None:
    with pytest.raises(LocalProtocolError):
        build_datagrams(bytes(MAX_MSGLEN + 1), 1)


@given(st.lists(st.binary(max_size=60), max_size=20), st.sampled_from(list(Side)))
def test_any_bytes_give_a_payload_nothing_or_the_protocol_error(
    datagrams: list[bytes], side: Side
) -> None:
    channel = Netchan(side)
    for datagram in datagrams:
        try:
            channel.receive(datagram)
        except RemoteProtocolError:
            continue


@given(
    st.lists(st.integers(0, 5000), min_size=1, max_size=6),
    st.randoms(use_true_random=False),
    st.sampled_from(list(Side)),
)
def test_a_lossy_link_delivers_only_whole_messages_in_order(
    sizes: list[int], random: object, side: Side
) -> None:
    client, server = pair()
    sender, receiver = (client, server) if side is Side.CLIENT else (server, client)
    payloads = [bytes([number]) * size for number, size in enumerate(sizes)]
    wire = [datagram for payload in payloads for datagram in sender.send_all(payload)]
    noisy: list[bytes] = []
    for datagram in wire:
        noisy += [datagram] * random.choice([0, 1, 1, 1, 2])  # type: ignore[attr-defined]
    if len(noisy) > 1 and random.random() < 0.5:  # type: ignore[attr-defined]
        at = random.randrange(len(noisy) - 1)  # type: ignore[attr-defined]
        noisy[at], noisy[at + 1] = noisy[at + 1], noisy[at]
    last = 0
    for datagram in noisy:
        payload = receiver.receive(datagram)
        if payload is not None:
            assert payload == payloads[receiver.incoming_sequence - 1]
            assert receiver.incoming_sequence > last
            last = receiver.incoming_sequence


@pytest.mark.parametrize("qport", [-1, 0x10000, 1.5, None])
def test_a_qport_the_header_cannot_hold(qport: int) -> None:
    with pytest.raises(LocalProtocolError):
        Netchan(Side.CLIENT, qport)
    if qport is not None:
        with pytest.raises(LocalProtocolError):
            build_datagrams(b"x", 1, qport)
        with pytest.raises(LocalProtocolError):
            build_datagrams(bytes(FRAGMENT_SIZE), 1, qport)


@pytest.mark.parametrize(
    "packet",
    [
        Packet(-1, None, None, b""),
        Packet(0x80000000, None, None, b""),
        Packet(0xFFFFFFFF, None, None, b""),
        Packet(1, None, -1, b""),
        Packet(1, None, 0x8000, b""),
        Packet(1, None, 0, bytes(FRAGMENT_SIZE + 1)),
    ],
)
def test_packets_no_header_can_tell(packet: Packet) -> None:
    with pytest.raises(LocalProtocolError):
        build_packet(packet)


def test_the_widest_header() -> None:
    widest = Packet(0x7FFFFFFF, 0xFFFF, 0x7FFF, b"")
    assert build_packet(widest) == b"\xff\xff\xff\xff\xff\xff\xff\x7f\0\0"
    with pytest.raises(LocalProtocolError):
        build_datagrams(b"", -1)

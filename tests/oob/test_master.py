from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.errors import LocalProtocolError
from uoproto.oob import GetServersResponse, ServerAddress, parse_response, server_list
from uoproto.oob.master import SERVERS_PER_DATAGRAM

HEAD = b"\xff\xff\xff\xffgetserversResponse"
ONE = ServerAddress("192.0.2.1", 28960)
TWO = ServerAddress("198.51.100.92", 0x5C5C)
READS_AS_END = ServerAddress("69.79.84.7", 28960)


def parse(datagram: bytes) -> GetServersResponse:
    packet = parse_response(datagram)
    assert isinstance(packet, GetServersResponse)
    return packet


def test_whole_datagrams() -> None:
    assert GetServersResponse((ONE,)).encode() == HEAD + b"\\\xc0\x00\x02\x01\x71\x20\\EOT"
    assert GetServersResponse((ONE,), last=False).encode() == HEAD + b"\\\xc0\x00\x02\x01\x71\x20\\"
    assert GetServersResponse(()).encode() == HEAD + b"\\EOT"


@pytest.mark.parametrize(
    ("body", "servers", "last"),
    [
        (b"", (), False),
        (b"\\", (), False),
        (b"\\EOT", (), True),
        (b"\\EOT\0\0\0", (), True),
        (b"\n\0\\" + ONE.pack() + b"\\EOT\0\0\0", (ONE,), True),
        (b"\\" + ONE.pack(), (), False),
        (b"\\" + ONE.pack() + b"x" + TWO.pack() + b"\\", (), False),
        (b"\\" + ONE.pack() + b"\\" + TWO.pack() + b"\\EOT", (ONE, TWO), True),
        (b"\\" + ONE.pack() + b"\\" + TWO.pack()[:5], (ONE,), False),
        (b"\\" + ONE.pack() + b"\\EOF", (ONE,), False),
        (b"\\" + ONE.pack() + b"\\EOT\\" + TWO.pack() + b"\\", (ONE,), True),
        (b"\\" + READS_AS_END.pack() + b"\\EOT", (READS_AS_END,), True),
    ],
)
def test_scan(body: bytes, servers: tuple[ServerAddress, ...], last: bool) -> None:
    assert parse(HEAD + body) == GetServersResponse(servers, last)


def test_at_most_256_per_datagram() -> None:
    servers = tuple(ServerAddress("203.0.113.9", port) for port in range(257))
    packet = GetServersResponse(servers[:256])
    assert parse(packet.encode()) == packet
    with pytest.raises(LocalProtocolError):
        GetServersResponse(servers).encode()
    more = HEAD + b"".join(b"\\" + server.pack() for server in servers) + b"\\EOT"
    assert parse(more) == GetServersResponse(servers[:256], last=False)


def test_address_that_reads_as_the_end() -> None:
    first = GetServersResponse((READS_AS_END, ONE))
    assert parse(first.encode()) == first
    with pytest.raises(LocalProtocolError):
        GetServersResponse((ONE, READS_AS_END)).encode()


@pytest.mark.parametrize(
    "server",
    [("example.invalid", 1), ("1.2.3", 1), ("::1", 1), ("192.0.2.1", -1), ("192.0.2.1", 65536)],
)
def test_no_address(server: tuple[str, int]) -> None:
    with pytest.raises(LocalProtocolError):
        GetServersResponse((ServerAddress(*server),)).encode()


def test_default_datagrams_are_not_fragmented_by_ip() -> None:
    servers = [ServerAddress("192.0.2.1", port) for port in range(1000)]
    packets = server_list(servers)
    assert {len(packet.servers) for packet in packets[:-1]} == {SERVERS_PER_DATAGRAM}
    assert 1390 < max(len(packet.encode()) for packet in packets) <= 1400


def test_empty_list_is_one_datagram() -> None:
    assert server_list([]) == [GetServersResponse((), last=True)]


@pytest.mark.parametrize("per_datagram", [0, 257])
def test_bad_split(per_datagram: int) -> None:
    with pytest.raises(LocalProtocolError):
        server_list([ONE], per_datagram=per_datagram)


ADDRESS = st.one_of(
    st.builds(ServerAddress, st.ip_addresses(v=4).map(str), st.integers(0, 65535)),
    st.just(READS_AS_END),
)


@given(st.lists(ADDRESS, max_size=40), st.integers(1, 9))
def test_split_list_arrives_whole(servers: list[ServerAddress], per_datagram: int) -> None:
    packets = server_list(servers, per_datagram=per_datagram)
    received = [parse(packet.encode()) for packet in packets]
    assert received == packets
    assert [server for packet in received for server in packet.servers] == servers
    assert all(len(packet.servers) <= per_datagram for packet in received)
    assert [packet.last for packet in received] == [False] * (len(packets) - 1) + [True]


@given(st.binary(max_size=2500))
def test_any_list_can_be_scanned(body: bytes) -> None:
    assert len(parse(HEAD + body).servers) <= 256

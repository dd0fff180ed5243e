from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.captures import ethernet, pcap, pcapng, udp_packet
from tests.level import CLIENT, SERVER, Session
from uoproto.cli import CommandError
from uoproto.cli.capture import Conversations, Datagram, is_capture, read_capture
from uoproto.constants import MAX_CAPTURE_FLOWS
from uoproto.oob import GetInfo, InfoResponse

V6 = ("2001:db8::1", 5), ("2001:db8::2", 28960)
PACKETS = [udp_packet(CLIENT, SERVER, b"hello"), udp_packet(*V6, b"there")]
EXPECTED = [(CLIENT, SERVER, b"hello"), (*V6, b"there")]


def read(tmp_path: Path, content: bytes) -> list[Datagram]:
    file = tmp_path / "capture"
    file.write_bytes(content)
    assert is_capture(content)
    return list(read_capture(file))


@pytest.mark.parametrize("form", [pcap, pcapng])
def test_datagrams_and_their_times(form: Callable[[list[bytes]], bytes], tmp_path: Path) -> None:
    datagrams = read(tmp_path, form([ethernet(packet) for packet in PACKETS]))
    assert [datagram[1:] for datagram in datagrams] == EXPECTED
    assert [datagram.time for datagram in datagrams] == [0.5, 1.5]


@pytest.mark.parametrize(
    ("link", "wrap"),
    [
        (1, lambda packet: ethernet(packet, vlan=True)),
        (101, lambda packet: packet),
        (12, lambda packet: packet),
        (0, lambda packet: b"\x02\0\0\0" + packet),
        (113, lambda packet: bytes(14) + ethernet(packet)[12:]),
        (276, lambda packet: ethernet(packet)[12:14] + bytes(18) + packet),
    ],
)
def test_link_types(link: int, wrap: Callable[[bytes], bytes], tmp_path: Path) -> None:
    datagrams = read(tmp_path, pcap([wrap(packet) for packet in PACKETS], link))
    assert [datagram[1:] for datagram in datagrams] == EXPECTED


def test_an_unknown_link_type_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="link type 147 is not supported"):
        read(tmp_path, pcap(PACKETS, 147))


def test_other_packets_are_passed_over(tmp_path: Path) -> None:
    tcp = bytearray(PACKETS[0])
    tcp[9] = 6
    fragment = bytearray(PACKETS[0])
    fragment[7] = 1
    others = [bytes(tcp), bytes(fragment), PACKETS[0][:27], b"\x45", b"", b"\x10" * 40]
    frames = [*map(ethernet, others[:4]), bytes(14), b"", b"\x08\x06" * 20]
    assert read(tmp_path, pcap(frames)) == []
    assert read(tmp_path, pcap(others, 101)) == []


def test_a_cut_file_gives_what_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "capture"
    file.write_bytes(pcap(map(ethernet, PACKETS * 2))[:-70])
    datagrams = read_capture(file)
    assert next(datagrams).data == b"hello"
    with pytest.raises(CommandError, match="damaged capture") as stop:
        list(datagrams)
    assert stop.value.code == 2


def test_without_dpkt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dpkt", None)
    with pytest.raises(CommandError, match="needs dpkt") as stop:
        read(tmp_path, pcap([]))
    assert stop.value.code == 2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_damage_is_a_command_error(data: st.DataObject, tmp_path: Path) -> None:
    whole = data.draw(st.sampled_from([pcap, pcapng]))(map(ethernet, PACKETS))
    changed = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(4, len(changed) - 1))] = data.draw(st.integers(0, 255))
    tail = data.draw(st.binary(max_size=20))
    content = bytes(changed[: data.draw(st.integers(4, len(changed)))]) + tail
    with suppress(CommandError):
        assert len(read(tmp_path, content)) <= len(PACKETS) + 1


# -- conversations ------------------------------------------------------------------------------


def test_who_is_the_client() -> None:
    game, tool = ("192.0.2.1", 40000), ("192.0.2.2", 50000)
    for first, source, target in (
        (GetInfo("x"), tool, game),
        (InfoResponse(r"\a\b"), game, tool),
    ):
        (decoded,) = Conversations().feed(Datagram(0, source, target, first.encode()))
        assert decoded.from_client is (source == tool)
        assert decoded.items == (first,)


def test_other_traffic_is_passed_over() -> None:
    conversations = Conversations()
    name_query = Datagram(0, ("192.0.2.1", 53000), ("192.0.2.2", 53), b"\0\1abc")
    assert conversations.feed(name_query) == []
    assert conversations.passed_over == 1


def test_a_conversation_that_began_earlier_is_known_by_its_port() -> None:
    (decoded,) = Conversations().feed(Datagram(0, CLIENT, SERVER, bytes(30)))
    assert decoded.from_client
    (decoded,) = Conversations().feed(Datagram(0, SERVER, CLIENT, bytes(30)))
    assert not decoded.from_client


def test_conversations_do_not_mix() -> None:
    datagrams: list[Datagram] = []
    for client in (CLIENT, ("192.0.2.8", 4321)):

        def wire(data: bytes, from_client: bool, client: tuple[str, int] = client) -> None:
            ends = (client, SERVER) if from_client else (SERVER, client)
            datagrams.append(Datagram(0, *ends, data))

        Session(wire).run(5)
    half = len(datagrams) // 2
    mixed = [one for pair in zip(datagrams[:half], datagrams[half:], strict=True) for one in pair]
    conversations = Conversations()
    decoded = [one for datagram in mixed for one in conversations.feed(datagram)]
    assert [one.note for one in decoded if one.note] == []


def test_made_up_conversations_do_not_pile_up() -> None:
    conversations = Conversations()
    for number in range(MAX_CAPTURE_FLOWS + 10):
        conversations.feed(Datagram(0, ("192.0.2.1", 30000 + number), SERVER, b""))
    assert len(conversations._flows) == MAX_CAPTURE_FLOWS

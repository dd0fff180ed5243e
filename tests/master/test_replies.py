"""Answers to ``getservers``."""

from __future__ import annotations

import pytest

from uoproto.oob import GetServers, GetServersResponse, ServerInfo, parse_response
from uoserver.master.replies import KEEP_MS, MAX_END_LIKE, Replies
from uoserver.master.servers import MAX_SERVERS, Servers

EMPTY = ("192.0.2.1", 1)
SOME = ("192.0.2.1", 2)
FULL = ("192.0.2.1", 3)
OLD = ("192.0.2.1", 4)


def servers() -> Servers:
    servers = Servers(10_000)
    for address, protocol, clients in ((EMPTY, 22, 0), (SOME, 22, 3), (FULL, 22, 8), (OLD, 21, 3)):
        servers.answered(address, ServerInfo(protocol=protocol, clients=clients, max_clients=8), 0)
    return servers


def hosts(replies: Replies, request: GetServers, now: int = 0) -> list[tuple[str, int]]:
    packets = [parse_response(data) for data in replies.datagrams(request, now)]
    assert all(isinstance(packet, GetServersResponse) for packet in packets)
    return [tuple(server) for packet in packets for server in packet.servers]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("protocol", "keywords", "wanted"),
    [
        (22, (), [EMPTY, SOME, FULL]),
        (22, ("demo",), [EMPTY, SOME, FULL]),
        (22, ("full", "empty"), [EMPTY, SOME, FULL]),
        (22, ("FULL",), [SOME, FULL]),
        (22, ("empty",), [EMPTY, SOME]),
        (21, (), [OLD]),
        (21, ("full",), [OLD]),
        (1, (), []),
        (-1, (), []),
    ],
)
def test_lists(protocol: int, keywords: tuple[str, ...], wanted: list[tuple[str, int]]) -> None:
    assert hosts(Replies(servers()), GetServers(protocol, keywords)) == wanted


def test_the_list_of_protocol_0_is_not_that_of_unknown_ones() -> None:
    known = servers()
    known.answered(("192.0.2.9", 1), ServerInfo(protocol=0), 0)
    replies = Replies(known)
    assert hosts(replies, GetServers(0)) == [("192.0.2.9", 1)]
    assert hosts(replies, GetServers(99)) == []


def test_an_answer_is_kept_for_a_second() -> None:
    known = servers()
    replies = Replies(known)
    first = replies.datagrams(GetServers(22), 100)
    known.answered(("192.0.2.9", 1), ServerInfo(), 200)
    assert replies.datagrams(GetServers(22), 99 + KEEP_MS) is first
    assert len(hosts(replies, GetServers(22), 100 + KEEP_MS)) == 4


def test_unknown_protocols_are_kept_as_one() -> None:
    replies = Replies(servers())
    for protocol in range(1000, 3000):
        replies.datagrams(GetServers(protocol), 0)
    assert len(replies._kept) == 1


def test_the_longest_list_is_21_datagrams() -> None:
    known = Servers(10_000)
    for number in range(MAX_SERVERS):
        known.answered((f"10.0.{number >> 8}.{number & 255}", 28960), ServerInfo(), 0)
    datagrams = Replies(known).datagrams(GetServers(22), 0)
    assert len(datagrams) == 21
    assert max(map(len, datagrams)) <= 1400
    assert len(hosts(Replies(known), GetServers(22))) == MAX_SERVERS


def test_addresses_that_read_as_the_end_cut_the_list_a_few_times_only() -> None:
    known = servers()
    for number in range(100):
        known.answered((f"69.79.84.{number}", 28960), ServerInfo(), 0)
    replies = Replies(known)
    assert len(replies.datagrams(GetServers(22), 0)) == 1 + MAX_END_LIKE
    assert len(hosts(replies, GetServers(22))) == 3 + MAX_END_LIKE

"""The list of servers: who comes in, who stays, who goes."""

from __future__ import annotations

import pytest

from uoproto.oob import ServerInfo
from uoserver.master.servers import (
    LEAVE_MS,
    MAX_PER_HOST,
    MAX_SERVERS,
    Listed,
    Outcome,
    Servers,
)

ONE = ("192.0.2.1", 28960)
TWO = ("192.0.2.2", 28960)
INFO = ServerInfo()


def addresses(servers: Servers) -> list[tuple[str, int]]:
    return [address for address, _ in servers]


@pytest.mark.parametrize(
    ("clients", "maximum", "empty", "full"),
    [
        (0, 0, True, False),
        (0, 20, True, False),
        (1, 20, False, False),
        (20, 20, False, True),
        (21, 20, False, True),
        (5, 0, False, False),
        (-1, -1, True, False),
    ],
)
def test_empty_and_full(clients: int, maximum: int, empty: bool, full: bool) -> None:
    server = Listed(22, clients, maximum, 0)
    assert (server.empty, server.full) == (empty, full)


def test_who_answers_stays() -> None:
    servers = Servers(1000)
    assert servers.answered(ONE, INFO, 0) is Outcome.LISTED
    assert servers.answered(TWO, INFO, 100) is Outcome.LISTED
    assert servers.answered(ONE, INFO, 900) is Outcome.RENEWED
    assert servers.remove_silent(1099) == ([], [])
    assert servers.remove_silent(1100) == ([], [TWO])
    assert addresses(servers) == [ONE]
    assert ONE in servers
    assert TWO not in servers


def test_the_newest_answer_counts() -> None:
    servers = Servers(1000)
    servers.answered(ONE, ServerInfo(clients=3), 0)
    servers.answered(ONE, ServerInfo(protocol=21, clients=0, max_clients=8), 5)
    assert dict(servers)[ONE] == Listed(21, 0, 8, 5)


def test_who_leaves_is_asked_three_times_and_gone_when_silent() -> None:
    servers = Servers(60_000)
    servers.answered(ONE, INFO, 0)
    servers.answered(TWO, INFO, 0)
    assert servers.leaves(ONE, 1000)
    asked = {now: list(servers.to_ask(now)) for now in range(1000, 1000 + LEAVE_MS, 100)}
    assert {now: who for now, who in asked.items() if who} == {2500: [ONE], 4000: [ONE]}
    assert servers.remove_silent(999 + LEAVE_MS) == ([], [])
    assert servers.remove_silent(1000 + LEAVE_MS) == ([ONE], [])
    assert addresses(servers) == [TWO]


def test_who_answers_does_not_leave() -> None:
    servers = Servers(60_000)
    servers.answered(ONE, INFO, 0)
    assert servers.leaves(ONE, 1000)
    assert not servers.leaves(ONE, 1500)  # it is being asked already
    servers.answered(ONE, INFO, 3000)
    assert list(servers.to_ask(5000)) == []
    assert servers.remove_silent(30_000) == ([], [])
    assert servers.leaves(ONE, 31_000)


def test_who_is_not_listed_does_not_leave() -> None:
    assert not Servers(1000).leaves(ONE, 0)


def test_one_address_has_no_more_than_its_share_and_gets_it_back() -> None:
    servers = Servers(1000)
    for port in range(1, MAX_PER_HOST + 1):
        assert servers.answered(("192.0.2.1", port), INFO, port) is Outcome.LISTED
    assert servers.answered(ONE, INFO, 50) is Outcome.REFUSED
    assert servers.answered(("192.0.2.1", 5), INFO, 50) is Outcome.RENEWED
    assert servers.answered(TWO, INFO, 50) is Outcome.LISTED
    servers.remove_silent(1001)
    assert servers.answered(ONE, INFO, 1001) is Outcome.LISTED
    servers.remove_silent(10_000)
    assert len(servers) == 0
    assert not servers._hosts


def test_a_full_list_takes_no_more() -> None:
    servers = Servers(1000)
    for number in range(MAX_SERVERS):
        host = f"10.0.{number >> 8}.{number & 255}"
        assert servers.answered((host, 28960), INFO, 0) is Outcome.LISTED
    assert servers.answered(ONE, INFO, 0) is Outcome.REFUSED
    assert servers.answered(("10.0.0.1", 28960), INFO, 500) is Outcome.RENEWED
    servers.remove_silent(1000)
    assert servers.answered(ONE, INFO, 1000) is Outcome.LISTED

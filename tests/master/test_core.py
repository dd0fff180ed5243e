"""The master on a fake clock: what it believes, what it answers, what floods do to it."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.master.wire import (
    BEAT,
    BROWSER,
    FLATLINE,
    SERVER,
    answer,
    asked,
    join,
    listed,
    master,
)
from uoproto.connection import Address
from uoproto.oob import GetServers, Heartbeat, ServerInfo, StatusResponse
from uoserver.master.core import EXPIRE_MS
from uoserver.master.servers import LEAVE_MS, MAX_PER_HOST
from uoserver.serving.buckets import MAX_BUCKETS

MARKER = b"\xff\xff\xff\xff"


def strangers(count: int) -> list[Address]:
    return [(f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}", 28960) for n in range(count)]


def test_a_heartbeat_alone_lists_nobody() -> None:
    lists = master()
    lists.receive(BEAT, SERVER, 0)
    assert len(asked(lists)) == 1
    assert listed(lists) == []


def test_who_answers_the_challenge_is_listed() -> None:
    lists = master()
    join(lists)
    assert listed(lists) == [SERVER]
    assert listed(lists, protocol=21, now=1) == []
    assert lists.status()["servers"] == 1


def test_the_whole_datagrams() -> None:
    lists = master()
    lists.receive(BEAT, SERVER, 0)
    ((data, _),) = lists.take_outgoing()
    assert data.startswith(MARKER + b"getinfo ")
    challenge = data.removeprefix(MARKER + b"getinfo ")
    lists.receive(
        MARKER + b"infoResponse\n\\challenge\\" + challenge + b"\\protocol\\22", SERVER, 5
    )
    lists.receive(MARKER + b"getservers 22 full empty\n", BROWSER, 5)
    assert lists.take_outgoing() == [
        (MARKER + b"getserversResponse\\\xc0\x00\x02\x01\x71\x20\\EOT", BROWSER)
    ]


@pytest.mark.parametrize(
    "thief", [("203.0.113.66", 28960), (SERVER[0], 28961)], ids=["address", "port"]
)
def test_an_answer_from_elsewhere_lists_nobody(thief: Address) -> None:
    lists = master()
    lists.receive(BEAT, SERVER, 0)
    ((challenge, _),) = asked(lists)
    lists.receive(answer(challenge), thief, 0)
    lists.receive(answer("AAAAAAAA"), thief, 0)
    lists.receive(StatusResponse(ServerInfo(challenge=challenge).to_info()).encode(), SERVER, 0)
    assert listed(lists) == []
    assert (lists.counts["unproven_answers"], lists.counts["statuses"]) == (2, 1)


@pytest.mark.parametrize("tag", ["", "Darkplaces", "QuakeArena-1"])
def test_other_games_are_not_asked(tag: str) -> None:
    lists = master()
    lists.receive(Heartbeat(tag).encode(), SERVER, 0)
    assert lists.take_outgoing() == []
    assert lists.counts["other_games"] == 1


def test_who_is_silent_goes_after_ten_minutes() -> None:
    lists = master()
    join(lists, now=0)
    lists.receive(BEAT, SERVER, EXPIRE_MS - 2)  # a heartbeat proves nothing
    lists.take_outgoing()
    lists.frame(EXPIRE_MS - 1)
    assert listed(lists, now=EXPIRE_MS - 1) == [SERVER]
    lists.frame(EXPIRE_MS + 1000)
    assert listed(lists, now=EXPIRE_MS + 1000) == []
    assert lists.counts["expired"] == 1


def test_how_long_is_a_setting() -> None:
    lists = master(expire_ms=20_000)
    join(lists)
    join(lists, now=15_000)
    lists.frame(34_000)
    assert listed(lists, now=34_000) == [SERVER]
    lists.frame(35_000)
    assert listed(lists, now=40_000) == []


def test_a_server_that_ends_is_gone_in_five_seconds() -> None:
    lists = master()
    join(lists)
    lists.receive(FLATLINE, SERVER, 1000)
    questions = len(asked(lists))
    for now in range(1000, 1000 + LEAVE_MS, 500):
        lists.frame(now)
        questions += len(asked(lists))
    assert questions == 3
    assert listed(lists, now=5999) == [SERVER]
    lists.frame(1000 + LEAVE_MS)
    assert listed(lists, now=7000) == []
    assert lists.counts["left"] == 1


def test_a_forged_flatline_takes_nobody_off() -> None:
    lists = master()
    join(lists)
    lists.receive(FLATLINE, ("203.0.113.66", 28960), 1000)
    assert asked(lists) == []  # and strangers are not asked
    lists.receive(FLATLINE, SERVER, 1000)
    ((challenge, _),) = asked(lists)
    lists.receive(answer(challenge), SERVER, 1100)
    for now in range(1500, 60_000, 500):
        lists.frame(now)
    assert asked(lists) == []
    assert listed(lists, now=60_000) == [SERVER]


def test_a_stream_of_forged_flatlines_asks_three_times_in_five_seconds() -> None:
    lists = master()
    join(lists)
    questions = 0
    for now in range(0, 5000, 10):
        lists.receive(FLATLINE, SERVER, now)
        lists.frame(now)
        questions += len(asked(lists))
    assert questions == 3


@pytest.mark.parametrize(
    ("keywords", "wanted"), [((), [1, 2, 3]), (("full",), [2, 3]), (("empty",), [1, 2])]
)
def test_keywords(keywords: tuple[str, ...], wanted: list[int]) -> None:
    lists = master()
    for port, clients in ((1, 0), (2, 1), (3, 8)):
        join(lists, (SERVER[0], port), clients=clients, max_clients=8)
    assert listed(lists, *keywords) == [(SERVER[0], port) for port in wanted]


def test_bounds_are_counted() -> None:
    lists = master()
    for port in range(1, MAX_PER_HOST + 6):
        join(lists, (SERVER[0], port))
    assert len(listed(lists)) == MAX_PER_HOST
    assert (lists.counts["listed"], lists.counts["refused_full"]) == (MAX_PER_HOST, 5)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"getservers 22",
        MARKER,
        MARKER + b"getstatus",
        MARKER + b"getservers",
        MARKER + b"getservers x",
        MARKER + b"getservers 99999999999",
        MARKER + b"rcon a b",
        MARKER + b"getserversResponse\\EOT",
        MARKER + b"heartbeat " + b"x" * 40_000,
        MARKER + b"heartbeat COD-1 " + b"x " * 130,
        MARKER + b"getservers 22 " + b"full " * 60,
    ],
)
def test_what_is_no_question_has_no_answer(data: bytes) -> None:
    lists = master()
    lists.receive(data, BROWSER, 0)
    assert lists.take_outgoing() == []
    assert lists.counts.total() == 1


def test_a_status_is_counted_however_long_it_is() -> None:
    lists = master()
    for word in ("statusResponse", "gameCompleteStatus"):
        lists.receive(MARKER + word.encode() + b"\n" + b"x" * 2000, SERVER, 0)
    assert lists.take_outgoing() == []
    assert lists.counts["statuses"] == 2


def test_nothing_is_sent_to_port_0() -> None:
    lists = master()
    lists.receive(BEAT, (SERVER[0], 0), 0)
    lists.receive(GetServers().encode(), (SERVER[0], 0), 0)
    assert lists.take_outgoing() == []


# -- floods ----------------------------------------------------------------------------------------


def test_heartbeats_in_the_name_of_others_gain_nothing() -> None:
    lists = master()
    received = sent = 0
    for now in range(5000):
        for address in strangers(3):
            lists.receive(BEAT, address, now)
            received += len(BEAT)
        sent += sum(len(data) for data, _ in lists.take_outgoing())
    assert 0 < sent <= received
    assert sent <= 3 * (64 + 5) * len(BEAT)  # a victim gets the burst and one a second
    assert lists.counts["refused_heartbeats"] > 10_000


def test_a_flood_of_strangers_takes_nobody_off_the_list() -> None:
    lists = master()
    join(lists)
    crowd = strangers(50_000)
    for index, address in enumerate(crowd):
        lists.receive(BEAT, address, index // 50)
    assert lists.counts["refused_heartbeats"] > 0
    lists.take_outgoing()
    now = (len(crowd) - 1) // 50  # while it goes on
    lists.receive(BEAT, ("203.0.113.1", 28960), now)
    assert lists.take_outgoing() == []
    join(lists, now=now)
    assert lists.counts["renewed"] == 1


def test_lists_in_the_name_of_another_are_capped() -> None:
    lists = master()
    for number in range(1000):
        join(lists, (f"10.1.{number >> 8}.{number & 255}", 28960), number)
    sent = 0
    for now in range(10_000, 40_000, 10):
        lists.receive(GetServers().encode(), BROWSER, now)
        sent += sum(len(data) for data, _ in lists.take_outgoing())
    assert sent <= (40 + 30) * 1400
    assert lists.counts["refused_queries"] > 2900
    assert listed(lists, now=40_000, browser=("198.51.100.10", 1)) != []  # no other is harmed


def test_lists_are_capped_in_total() -> None:
    lists = master()
    for number in range(1000):
        join(lists, (f"10.1.{number >> 8}.{number & 255}", 28960), number)
    sent = 0
    for index, address in enumerate(strangers(10_000)):
        lists.receive(GetServers().encode(), address, 10_000 + index)
        sent += len(lists.take_outgoing())
    assert sent <= 1000 + 10_000 // 5


def test_floods_cost_bounded_memory() -> None:
    lists = master()
    crowd = strangers(6_000)
    datagrams = (BEAT, FLATLINE, GetServers().encode(), answer("AAAAAAAA"), MARKER + b"x", b"y")
    tracemalloc.start()
    try:
        for index, address in enumerate(crowd):
            for data in datagrams:
                lists.receive(data, address, index // 10)
            if index % 100 == 0:
                lists.take_outgoing()
                lists.frame(index // 10)
        assert max(map(len, (lists._strangers._buckets, lists._queries._buckets))) == MAX_BUCKETS
        lists.take_outgoing()
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used < 4_000_000
    assert lists.status()["servers"] == 0


def test_who_owns_an_address_answers_as_often_as_its_share() -> None:
    lists = master()
    lists.receive(BEAT, SERVER, 0)
    ((challenge, _),) = asked(lists)
    for _ in range(100):
        lists.receive(answer(challenge), SERVER, 0)
    assert lists.counts["refused_answers"] == 100 - 64


@given(st.lists(st.tuples(st.binary(max_size=80), st.booleans()), max_size=20))
def test_any_bytes_are_taken(datagrams: list[tuple[bytes, bool]]) -> None:
    lists = master()
    join(lists)
    for data, marked in datagrams:
        lists.receive(MARKER + data if marked else data, BROWSER, 0)
    assert SERVER in lists.servers


WORDS = st.sampled_from(["heartbeat", "getservers", "infoResponse", "22", "COD-1", "flatline"])


@given(st.lists(WORDS | st.text(max_size=10), max_size=8), st.sampled_from([" ", "\n", "\\"]))
def test_any_text_is_taken(words: list[str], glue: str) -> None:
    lists = master()
    data = MARKER + glue.join(words).encode("latin-1", "replace")
    lists.receive(data, BROWSER, 0)
    sent = sum(len(answer) for answer, _ in lists.take_outgoing())
    assert sent <= 2 * len(data)
    assert len(lists.servers) == 0


class Lists(RuleBasedStateMachine):
    """Servers come, go, forge each other; the list holds exactly who is there, give or take."""

    PORTS = st.integers(1, 6)

    def __init__(self) -> None:
        super().__init__()
        self.lists = master(expire_ms=60_000)
        self.now = 0
        self.alive: set[int] = set()
        self.answered: dict[int, int] = {}
        """When a server answered last."""

    def _pump(self) -> None:
        """Let the servers that are there answer."""
        for challenge, (host, port) in asked(self.lists):
            if port in self.alive:
                self.lists.receive(answer(challenge), (host, port), self.now)
                self.answered[port] = self.now

    @rule(port=PORTS)
    def start(self, port: int) -> None:
        self.alive.add(port)
        self.lists.receive(BEAT, (SERVER[0], port), self.now)
        self._pump()

    @rule(port=PORTS, polite=st.booleans())
    def stop(self, port: int, polite: bool) -> None:
        self.alive.discard(port)
        if polite:
            self.lists.receive(FLATLINE, (SERVER[0], port), self.now)
        self._pump()

    @rule(port=PORTS, data=st.sampled_from([BEAT, FLATLINE, answer("AAAAAAAA")]))
    def forge(self, port: int, data: bytes) -> None:
        self.lists.receive(data, (SERVER[0], port), self.now)
        self._pump()

    @rule(seconds=st.integers(1, 40))
    def wait(self, seconds: int) -> None:
        for _ in range(2 * seconds):
            self.now += 500
            self.lists.frame(self.now)
            self._pump()

    @invariant()
    def holds(self) -> None:
        ports = {port for (_, port), _ in self.lists.servers}
        recent = {port for port, when in self.answered.items() if self.now - when <= 60_500}
        assert ports <= recent
        assert {port for port in self.alive if self.now - self.answered[port] < 60_000} <= ports


TestLists = Lists.TestCase

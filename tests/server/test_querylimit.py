"""The limits on queries, and the settings that they go by."""

from __future__ import annotations

import logging
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.console.cvars import CvarRegistry
from uoserver.console.errors import CvarError
from uoserver.console.stock import register_stock
from uoserver.server.querylimit import BRIEF_BURST, MAX_ALLOWED, MAX_CREDIT, SETTINGS, QueryLimit
from uoserver.serving.buckets import MAX_BUCKETS

ONE = "203.0.113.1"
PANEL = "198.51.100.7"


def limited(**settings: str) -> tuple[QueryLimit, CvarRegistry]:
    cvars = CvarRegistry()
    register_stock(cvars)
    for name, value in settings.items():
        cvars.set(f"sv_query{name}", value)
    return QueryLimit(cvars), cvars


def served(limit: QueryLimit, host: str, now: int, asked: int = 3000) -> int:
    return sum(limit.allow(host, now) for _ in range(asked))


def stranger(number: int) -> str:
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


@pytest.mark.parametrize(
    ("burst", "rate", "first", "second"),
    [("10", "10", 10, 10), ("4", "1", 4, 1), ("1000", "300", 1000, 300), ("50", "7", 50, 7)],
)
def test_a_burst_and_then_so_many_a_second(burst: str, rate: str, first: int, second: int) -> None:
    limit, _ = limited(Burst=burst, Rate=rate, TotalRate="10000")
    assert served(limit, ONE, 0) == first
    assert sum(served(limit, ONE, now, 5) for now in range(1, 1001)) == second


@pytest.mark.parametrize(("rate", "burst"), [("10", 10), ("300", 300), ("10000", 10_000)])
def test_all_together_have_a_total(rate: str, burst: int) -> None:
    limit, _ = limited(TotalRate=rate)
    assert sum(limit.allow(stranger(n), 0) for n in range(30_000)) == burst
    late = sum(limit.allow(stranger(n), 1000) for n in range(40_000, 70_000))
    assert late == burst


def test_a_total_is_no_less_than_the_burst_of_an_address() -> None:
    limit, _ = limited(Burst="500", TotalRate="10")
    assert served(limit, ONE, 0) == 500


def test_the_least_that_can_be_set_lets_four_at_once_pass() -> None:
    """Tools ask as often (operators: black-box clients)."""
    limit, _ = limited(Burst="0", Rate="0", TotalRate="0")
    assert served(limit, ONE, 0) == 4
    assert served(limit, "203.0.113.2", 0) == 4


@pytest.mark.parametrize("value", ["", "-5", "0", "1e99", "-1e99", "x", "nan", "inf", "4.9", "0x7"])
@pytest.mark.parametrize("name", SETTINGS[:3])
def test_no_value_of_a_setting_ends_the_limits(name: str, value: str) -> None:
    limit, cvars = limited()
    with suppress(CvarError):
        cvars.set(name, value)
    assert 4 <= served(limit, ONE, 0, 20_000) <= 10_000
    assert sum(served(limit, ONE, now, 15) for now in range(1000, 2000, 10)) <= 1000


def test_changes_count_at_once() -> None:
    limit, cvars = limited()
    assert served(limit, ONE, 0) == 10
    cvars.set("sv_queryBurst", "20")
    assert served(limit, ONE, 0) == 20
    cvars.set("sv_queryRate", "100")
    assert served(limit, ONE, 0) == 20
    assert served(limit, ONE, 10) == 1
    cvars.set("sv_queryTotalRate", "30")
    assert sum(limit.allow(stranger(n), 10) for n in range(100)) == 30
    cvars.set("sv_queryAllow", f"192.0.2.0/24 {PANEL}")
    assert served(limit, PANEL, 10) == 30
    cvars.set("sv_queryAllow", "")
    assert served(limit, PANEL, 10) == 20


@pytest.mark.parametrize(
    ("host", "listed"),
    [
        *((PANEL, True), ("192.0.2.200", True), ("203.0.113.255", True), ("127.0.0.1", True)),
        *(("127.9.9.9", True), ("198.51.100.8", False), ("10.0.0.1", False), ("::1", False)),
        *(("", False), ("not an address", False)),
    ],
)
def test_who_is_on_the_list_has_no_limit_of_his_own(host: str, listed: bool) -> None:
    limit, _ = limited(Allow=f"{PANEL}  192.0.2.0/24 203.0.113.*")
    assert served(limit, host, 0) == (200 if listed else 10)


def test_a_flood_in_the_name_of_the_panel_ends_at_a_total_and_harms_nobody() -> None:
    limit, _ = limited(Allow="198.51.100.0/24")
    answered = sum(served(limit, f"198.51.100.{now % 250}", now, 10) for now in range(2000))
    assert answered <= 200 + 400
    assert limit.dropped == 20_000 - answered
    assert served(limit, ONE, 1999) == 10


def test_a_flood_of_strangers_does_not_silence_the_panel() -> None:
    limit, _ = limited(Allow=PANEL)
    for number in range(10_000):
        limit.allow(stranger(number), 0)
    assert not limit.allow(ONE, 0)
    assert all(limit.allow(PANEL, 0) for _ in range(100))
    assert all(limit.allow("127.0.0.1", 0) for _ in range(100))


def test_words_that_are_no_addresses_are_told_and_passed_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        limit, _ = limited(Allow=f"panel.example 0.0.0.0/0 {PANEL} 1.2.3.4/99 \x07")
    assert len(caplog.records) == 4
    assert all(record.message.startswith("sv_queryAllow: ") for record in caplog.records)
    assert served(limit, PANEL, 0) == 200
    assert served(limit, ONE, 0) == 10


def test_a_list_without_end_costs_no_more_than_a_long_one() -> None:
    words = [f"192.0.2.{n}" for n in range(MAX_ALLOWED)]
    limit, _ = limited(Allow=" ".join([*words, PANEL]))
    assert served(limit, words[-1], 0) == 200
    assert served(limit, PANEL, 0) == 10


# -- short answers ---------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(1, 1500), st.integers(20, 300)), max_size=200))
def test_no_address_is_sent_more_in_short_than_it_sent(traffic: list[tuple[int, int]]) -> None:
    limit, _ = limited()
    came = went = 0
    for now, (size, answer) in enumerate(traffic):
        assert 0 <= limit.earn(ONE, size) <= MAX_CREDIT
        came += size
        if limit.spend(ONE, answer, now):
            went += answer
        assert went <= came


def test_short_answers_have_a_total_of_their_own() -> None:
    limit, _ = limited()
    sent = 0
    for number in range(1000):
        limit.earn(stranger(number), 1000)
        sent += limit.spend(stranger(number), 100, 0)
    assert sent == BRIEF_BURST
    limit.earn(ONE, 100)
    assert not limit.spend(ONE, 100, 19)
    assert limit.spend(ONE, 100, 20)
    assert not limit.spend(ONE, 1, 5000)  # nothing is left of what it sent


def test_what_addresses_have_to_their_credit_costs_bounded_memory() -> None:
    limit, _ = limited()
    for number in range(MAX_BUCKETS + 50):
        limit.earn(stranger(number), 500)
    assert len(limit._credit) == MAX_BUCKETS
    assert not limit.spend(stranger(0), 100, 0)
    assert limit.spend(stranger(MAX_BUCKETS + 49), 100, 0)

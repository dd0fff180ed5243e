"""Token buckets against floods."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.server.limits import MAX_BUCKETS, REPORT_MS, Bucket, Limits, RateLimit


def test_a_bucket_gives_its_burst_and_then_one_a_period() -> None:
    bucket = Bucket(3, 100)
    assert [bucket.take(1000) for _ in range(5)] == [True, True, True, False, False]
    assert not bucket.take(1099)
    assert bucket.take(1100)
    assert not bucket.take(1100)
    assert [bucket.take(9000) for _ in range(4)] == [True, True, True, False]


def test_a_bucket_is_full_at_time_zero() -> None:
    bucket = Bucket(2, 1000)
    assert [bucket.take(0) for _ in range(3)] == [True, True, False]


@given(
    st.integers(1, 10),
    st.integers(1, 1000),
    st.lists(st.integers(0, 500), min_size=1, max_size=100),
)
def test_a_bucket_never_gives_more_than_burst_and_rate(
    burst: int, period: int, waits: list[int]
) -> None:
    bucket = Bucket(burst, period)
    now = start = 10_000
    taken = 0
    for wait in waits:
        now += wait
        taken += bucket.take(now)
    assert taken <= burst + (now - start) // period + 1
    assert taken >= min(len(waits), burst)


@pytest.mark.parametrize("name", ["query", "challenge", "connect", "rcon"])
def test_what_tools_do_passes(name: str) -> None:
    """Tools ask four times and more at once (operators: black-box clients)."""
    limit: RateLimit = getattr(Limits(), name)
    assert all(limit.allow("203.0.113.1", 5000) for _ in range(4))
    assert all(limit.allow(f"203.0.113.{n}", 5000) for n in range(2, 10) for _ in range(4))


def test_queries_of_a_panel_that_polls_pass() -> None:
    limit = Limits().query
    for second in range(10):
        assert all(limit.allow("203.0.113.1", second * 1000) for _ in range(10))
    assert limit.dropped == 0


@pytest.mark.parametrize("name", Limits.__slots__)
def test_a_flood_from_one_address_is_cut_off_and_harms_no_other(name: str) -> None:
    limit: RateLimit = getattr(Limits(), name)
    served = 0
    for now in range(0, 10_000, 2):
        served += sum(limit.allow("198.51.100.66", now) for _ in range(5))
        if now % 1000 == 0:
            assert limit.allow("203.0.113.1", now)
    assert served <= 24 + 10_000 // 50
    assert limit.dropped == 25_000 - served


@pytest.mark.parametrize("name", Limits.__slots__)
def test_a_spoofed_flood_is_cut_off_in_total(name: str) -> None:
    limit: RateLimit = getattr(Limits(), name)
    served = sum(
        limit.allow(f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}", n // 100) for n in range(50_000)
    )
    assert served <= 200 + 500 // 5 + 1
    later = 60_000
    assert limit.allow("203.0.113.1", later)


def test_a_spoofed_flood_costs_bounded_memory() -> None:
    limit = Limits().query
    tracemalloc.start()
    try:
        for n in range(100_000):
            limit.allow(f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}", n // 1000)
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(limit._buckets) == MAX_BUCKETS
    assert used < 2_000_000


def test_the_address_longest_unused_is_forgotten_first() -> None:
    limit = RateLimit(1, 10**9, 10**9, 1)
    assert limit.allow("203.0.113.1", 0)
    assert limit.allow("203.0.113.2", 0)
    assert not limit.allow("203.0.113.1", 0)  # used again, so younger than .2
    for n in range(MAX_BUCKETS - 1):
        limit.allow(f"10.0.{n >> 8}.{n & 255}", 0)
    assert not limit.allow("203.0.113.1", 0)
    assert limit.allow("203.0.113.2", 0)


def test_a_report_counts_what_came_since_the_last_one() -> None:
    limit = RateLimit(1, 10**9, 10**9, 1)
    assert limit.take_report(0) == 0
    for _ in range(4):
        limit.allow("203.0.113.1", 0)
    assert limit.take_report(1000) == 3
    limit.allow("203.0.113.1", 0)
    assert limit.take_report(1000 + REPORT_MS - 1) == 0
    assert limit.take_report(1000 + REPORT_MS) == 1
    assert limit.take_report(10**9) == 0
    assert limit.dropped == 4


def test_reports_name_their_limit() -> None:
    limits = Limits()
    for _ in range(6):
        limits.rcon.allow("203.0.113.1", 0)
    assert limits.reports(0) == ["rcon: 1 refused (rate limit)"]
    assert limits.reports(0) == []


def test_looking_into_a_bucket_takes_nothing() -> None:
    bucket = Bucket(2, 100)
    assert not any(bucket.empty(0) for _ in range(5))
    assert bucket.take(0)
    assert not bucket.empty(0)
    assert bucket.take(0)
    assert bucket.empty(0)
    assert bucket.empty(99)
    assert not bucket.empty(100)

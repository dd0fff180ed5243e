"""Token buckets against floods."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uoserver.serving.buckets import MAX_BUCKETS, REPORT_MS, Bucket, RateLimit


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


def test_a_request_that_costs_more_takes_all_its_tokens_or_none() -> None:
    limit = RateLimit(10, 100, 15, 1000)
    assert limit.allow("203.0.113.1", 0, 9)
    assert not limit.allow("203.0.113.1", 0, 2)
    assert limit.allow("203.0.113.1", 0, 1)
    assert not limit.allow("203.0.113.2", 0, 6)  # 5 are left in total
    assert not limit.allow("203.0.113.1", 199, 2)
    assert limit.allow("203.0.113.1", 200, 2)


def test_a_bucket_without_a_period_never_runs_dry() -> None:
    limit = RateLimit(2, 1000, 1, 0)
    assert all(limit.allow(f"203.0.113.{n}", 0, 2) for n in range(100))


def test_looking_into_a_bucket_takes_nothing() -> None:
    bucket = Bucket(2, 100)
    assert not any(bucket.empty(0) for _ in range(5))
    assert bucket.take(0)
    assert not bucket.empty(0)
    assert bucket.take(0)
    assert bucket.empty(0)
    assert bucket.empty(99)
    assert not bucket.empty(100)
    assert not Bucket(1, 0).empty(0)

"""The limits of a game server."""

from __future__ import annotations

import tracemalloc

import pytest

from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.server.limits import Limits
from uoserver.serving.buckets import MAX_BUCKETS, RateLimit


def limits() -> Limits:
    cvars = CvarRegistry()
    register_stock(cvars)
    return Limits(cvars)


@pytest.mark.parametrize("name", ["query", "challenge", "connect", "rcon"])
def test_what_tools_do_passes(name: str) -> None:
    """Tools ask four times and more at once (operators: black-box clients)."""
    limit: RateLimit = getattr(limits(), name)
    assert all(limit.allow("203.0.113.1", 5000) for _ in range(4))
    assert all(limit.allow(f"203.0.113.{n}", 5000) for n in range(2, 10) for _ in range(4))


def test_queries_of_a_panel_that_polls_pass() -> None:
    limit = limits().query
    for second in range(10):
        assert all(limit.allow("203.0.113.1", second * 1000) for _ in range(10))
    assert limit.dropped == 0


@pytest.mark.parametrize("name", Limits.__slots__)
def test_a_flood_from_one_address_is_cut_off_and_harms_no_other(name: str) -> None:
    limit: RateLimit = getattr(limits(), name)
    served = 0
    for now in range(0, 10_000, 2):
        served += sum(limit.allow("198.51.100.66", now) for _ in range(5))
        if now % 1000 == 0:
            assert limit.allow("203.0.113.1", now)
    assert served <= 24 + 10_000 // 50
    assert limit.dropped == 25_000 - served


@pytest.mark.parametrize("name", Limits.__slots__)
def test_a_spoofed_flood_is_cut_off_in_total(name: str) -> None:
    limit: RateLimit = getattr(limits(), name)
    served = sum(
        limit.allow(f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}", n // 100) for n in range(50_000)
    )
    assert served <= 200 + 500 // 5 + 1
    later = 60_000
    assert limit.allow("203.0.113.1", later)


def test_a_spoofed_flood_costs_bounded_memory() -> None:
    limit = limits().query
    tracemalloc.start()
    try:
        for n in range(100_000):
            limit.allow(f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}", n // 1000)
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(limit._buckets) == MAX_BUCKETS
    assert used < 2_000_000


def test_reports_name_their_limit() -> None:
    own = limits()
    for _ in range(6):
        own.rcon.allow("203.0.113.1", 0)
    assert own.reports(0) == ["rcon: 1 refused (rate limit)"]
    assert own.reports(0) == []

"""The client's estimate of server time (joining: Time)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.connection.clock import ServerClock


def clock(server_time: int, now: int) -> ServerClock:
    made = ServerClock()
    made.snapshot(server_time, now)
    return made


def test_zero_until_the_first_snapshot() -> None:
    made = ServerClock()
    assert (made.running, made.now(123_456)) == (False, 0)
    made.snapshot(5000, 100)
    assert (made.running, made.now(100), made.now(130)) == (True, 5000, 5030)


@pytest.mark.parametrize(
    ("drift", "gained"),
    [
        (501, 501),  # above 500: taken over
        (500, 250),  # above 100: half-way
        (101, 50),
        (100, 1),  # crept after, a millisecond a snapshot
        (0, 1),
        (-100, 1),
        (-101, -51),  # the engine's halving shifts, so it rounds down
        (-500, -250),
        (-501, -501),
    ],
)
def test_drift(drift: int, gained: int) -> None:
    made = clock(5000, 0)
    made.snapshot(7000 + drift, 2000)
    # a fresh estimate, far enough on that "never backwards" does not hide what was lost
    assert made.now(4000) == 9000 + gained


def test_two_milliseconds_back_after_extrapolating() -> None:
    made = clock(5000, 0)
    assert made.now(0) == 5000  # the newest snapshot itself: within 5 ms of guessing
    made.snapshot(5050, 50)
    assert made.now(1000) == 5998
    made.snapshot(6050, 1050)
    made.snapshot(6100, 1100)  # the first took the flag off again
    assert made.now(3000) == 7997 + 0


def test_six_milliseconds_behind_is_no_extrapolation() -> None:
    made = clock(5000, 0)
    made.snapshot(5100, 94)  # a drift of 6: creeps one on, to 5001 at 0
    assert made.now(94) == 5095
    made = clock(5000, 0)
    made.snapshot(5007, 0)
    assert made.now(0) == 5001  # six behind the newest
    made.snapshot(5007, 0)
    assert made.now(1000) == 6002


def test_never_backwards_and_never_far_ahead() -> None:
    made = clock(5000, 0)
    assert made.now(400) == 5400
    made.snapshot(5100, 400)  # 300 behind: half-way back would be 5250
    assert made.now(400) == 5400
    assert made.now(20_000) == 10_100  # 5,000 past the newest snapshot, no more


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(-400, 400)), max_size=40))
def test_the_estimate_never_runs_back_without_a_jump(steps: list[tuple[int, int]]) -> None:
    made, now, newest, last = clock(10_000, 0), 0, 10_000, 0
    for passed, jitter in steps:
        now += passed
        newest = max(newest, 10_000 + now + jitter)
        before = made.now(now)
        made.snapshot(newest, now)
        after = made.now(now)
        jumped = abs(newest - before) > 400
        assert after <= newest + 5000
        assert after >= before or jumped
        assert before >= last or jumped
        last = after

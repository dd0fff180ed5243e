"""The frame clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.server.clock import MAX_CATCH_UP, FrameClock, frame_length


@pytest.mark.parametrize(
    ("fps", "length"),
    [(20, 50), (30, 33), (10, 100), (1, 1000), (0, 100), (-5, 100), (1000, 1), (5000, 1), (7, 142)],
)
def test_frame_length(fps: int, length: int) -> None:
    assert frame_length(fps) == length


def test_the_rest_of_a_frame_is_kept() -> None:
    clock = FrameClock(1000)
    assert [clock.advance(now, 50) for now in (1049, 1050, 1099, 1160)] == [0, 1, 0, 2]
    assert clock.until_next(1160, 50) == 40
    assert clock.late_frames == 1


def test_a_long_pause_is_given_up() -> None:
    clock = FrameClock(0)
    assert clock.advance(3_600_000, 50) == MAX_CATCH_UP
    assert clock.late_frames == 72_000 - 1
    assert clock.advance(3_600_000, 50) == 0
    assert clock.advance(3_600_050, 50) == 1


@pytest.mark.parametrize(("frame_ms", "most"), [(1, 10), (100, 10), (142, 7), (500, 2), (1000, 1)])
def test_no_more_than_a_second_is_made_up_for(frame_ms: int, most: int) -> None:
    clock = FrameClock(0)
    assert clock.advance(3_600_000, frame_ms) == most


def test_time_that_goes_back_runs_nothing() -> None:
    clock = FrameClock(1000)
    assert clock.advance(500, 50) == 0
    assert clock.advance(1000, 50) == 0
    assert clock.advance(1050, 50) == 1


def test_a_changed_frame_length_counts_at_once() -> None:
    clock = FrameClock(0)
    assert clock.advance(90, 100) == 0
    assert clock.until_next(90, 50) == 0
    assert clock.advance(90, 50) == 1


@given(st.lists(st.integers(0, 400), max_size=50), st.sampled_from([1, 16, 50, 100]))
def test_every_frame_is_run_once_or_counted_late(waits: list[int], frame_ms: int) -> None:
    clock = FrameClock(0)
    now = run = 0
    for wait in waits:
        now += wait
        due = clock.until_next(now, frame_ms) == 0
        frames = clock.advance(now, frame_ms)
        assert due == (frames > 0)
        assert frames <= MAX_CATCH_UP
        assert 0 < clock.until_next(now, frame_ms) <= frame_ms
        run += frames
    assert run <= now // frame_ms <= run + clock.late_frames


@given(st.lists(st.integers(0, 180), min_size=1, max_size=40), st.integers(1, 100))
def test_frames_lie_one_length_apart_however_late_they_run(steps: list[int], frame: int) -> None:
    clock, now = FrameClock(1000), 1000
    for step in steps:
        before = clock.due_ms
        now += step
        frames = clock.advance(now, frame)
        assert (clock.due_ms - before) % frame == 0
        assert now - frame < clock.due_ms <= now
        assert (clock.due_ms == before) == (frames == 0)

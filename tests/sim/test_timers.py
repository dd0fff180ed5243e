"""Timers: differences, what is carried on, order, periods (rules 1: Timer)."""

from __future__ import annotations

import pytest

from uoserver.sim.timers import MAX_TIMERS, Timer, TimerQueue


class Log:
    """Answers of timers by their call, and who fired."""

    def __init__(self, queue: TimerQueue, **answers: int) -> None:
        self.queue, self.answers, self.fired = queue, answers, list[int]()

    def __call__(self, call: int, _a: int, _b: int) -> int:
        self.fired.append(call)
        return self.answers.get(f"t{call}", -1)

    def advance(self, dt: int) -> list[int]:
        self.fired = []
        self.queue.advance(dt, self)
        return self.fired


def times(queue: TimerQueue) -> list[tuple[int, int]]:
    return [(timer.call, timer.remaining) for timer in queue.entries]


def test_entries_hold_the_ticks_after_the_entry_before() -> None:
    queue = TimerQueue()
    for ticks, call in ((10, 1), (3, 2), (30, 3)):
        queue.add(ticks, call)
    assert times(queue) == [(2, 3), (1, 7), (3, 20)]


def test_a_timer_goes_before_those_that_fire_at_the_same_time() -> None:
    queue = TimerQueue()
    for call in (1, 2, 3):
        queue.add(5, call)
    log = Log(queue)
    assert log.advance(4) == []
    assert log.advance(1) == [3, 2, 1]


def test_what_is_left_of_the_ticks_goes_on_to_the_next() -> None:
    queue = TimerQueue()
    queue.add(2, 1)
    queue.add(5, 2)
    queue.add(20, 3)
    log = Log(queue)
    assert log.advance(12) == [1, 2]
    assert times(queue) == [(3, 8)]


def test_a_timer_gets_its_arguments() -> None:
    queue, got = TimerQueue(), list[tuple[int, int, int]]()

    def fire(call: int, a: int, b: int) -> int:
        got.append((call, a, b))
        return -1

    queue.add(1, 7, 8, 9)
    queue.advance(1, fire)
    assert got == [(7, 8, 9)]
    assert queue.entries == []


@pytest.mark.parametrize(("answer", "period"), [(0, 5), (9, 9), (-1, None)])
def test_the_answer_keeps_the_period_or_gives_another_or_ends(
    answer: int, period: int | None
) -> None:
    queue = TimerQueue()
    queue.add(5, 1)
    Log(queue, t1=answer).advance(5)
    assert [timer.period for timer in queue.entries] == ([period] if period else [])
    assert times(queue) == ([(1, period)] if period else [])


def test_a_period_that_begins_anew_is_counted_whole() -> None:
    queue = TimerQueue()
    queue.add(5, 1)
    log = Log(queue, t1=0)
    assert log.advance(8) == [1]
    assert times(queue) == [(1, 5)]  # not 2


def test_a_timer_that_is_repeated_does_not_delay_those_behind_it() -> None:
    queue = TimerQueue()
    queue.add(5, 1)
    queue.add(6, 2)
    log = Log(queue, t1=0)
    assert log.advance(8) == [1, 2]
    assert log.advance(4) == []
    assert log.advance(1) == [1]


@pytest.mark.parametrize("ticks", [0, -3])
def test_a_timer_without_a_period_fires_once_a_frame(ticks: int) -> None:
    queue = TimerQueue()
    queue.add(ticks, 1)
    log = Log(queue, t1=0)
    assert log.advance(12) == [1]
    assert log.advance(1) == [1]


def test_nothing_fires_in_an_empty_queue() -> None:
    assert Log(TimerQueue()).advance(12) == []


def test_more_timers_than_anything_needs_are_refused() -> None:
    queue = TimerQueue([Timer(1, 1, 0, 0, 1) for _ in range(MAX_TIMERS)])
    with pytest.raises(OverflowError, match="too many timers"):
        queue.add(1, 1)


def test_a_timer_that_is_dropped_leaves_the_times_of_the_others() -> None:
    queue = TimerQueue()
    for ticks, call, a in ((2, 1, 7), (5, 1, 8), (9, 1, 7), (9, 2, 7), (12, 3, 0), (20, 1, 7)):
        queue.add(ticks, call, a)
    queue.drop(1, 7)
    assert [(timer.call, timer.a) for timer in queue.entries] == [(1, 8), (2, 7), (3, 0)]
    log = Log(queue)
    assert [log.advance(4), log.advance(1), log.advance(3)] == [[], [1], []]
    assert [log.advance(1), log.advance(2), log.advance(1)] == [[2], [], [3]]

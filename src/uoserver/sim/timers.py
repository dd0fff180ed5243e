"""Timers that count ticks down (rules: Object pool, Timer).

The queue holds differences: an entry's time is its own and those of all before it. What an entry
calls is a number that `match` knows, so that a queue can be saved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

LEAST_TICKS: Final = 1
MAX_TIMERS: Final = 1024
"""More than every object and driver of a simulation could use: a loop that only adds stops here."""


@dataclass(slots=True)
class Timer:
    """One entry: ticks after the entry before it, what it calls with which two numbers."""

    remaining: int
    call: int
    a: int
    b: int
    period: int


Fire = Callable[[int, int, int], int]
"""Called with (call, a, b); below 0 ends the timer, 0 keeps its period, more is a new one."""


@dataclass(slots=True)
class TimerQueue:
    """Timers in the order in which they fire."""

    entries: list[Timer] = field(default_factory=list)

    def add(self, ticks: int, call: int, a: int = 0, b: int = 0) -> None:
        """Start a timer that fires after some ticks, before those that fire at the same time.

        Less than a tick counts as one: a timer without a period would fire for ever in one frame.
        Raises OverflowError for more than `MAX_TIMERS`.
        """
        ticks = max(ticks, LEAST_TICKS)
        self._insert(Timer(ticks, call, a, b, ticks))

    def _insert(self, timer: Timer) -> None:
        if len(self.entries) >= MAX_TIMERS:
            raise OverflowError("too many timers")
        for index, other in enumerate(self.entries):
            if timer.remaining <= other.remaining:
                other.remaining -= timer.remaining
                self.entries.insert(index, timer)
                return
            timer.remaining -= other.remaining
        self.entries.append(timer)

    def drop(self, call: int, a: int) -> None:
        """Take out the timers of a call with a first argument; the others keep their times."""
        kept: list[Timer] = []
        extra = 0
        for timer in self.entries:
            if timer.call == call and timer.a == a:
                extra += timer.remaining
            else:
                timer.remaining += extra
                extra = 0
                kept.append(timer)
        self.entries = kept

    def advance(self, dt: int, fire: Fire) -> None:
        """Let ticks pass; fire what is due.

        What is left of the ticks when a timer fires goes on to the next; a period that starts
        anew is counted whole.
        """
        if not self.entries:
            return
        self.entries[0].remaining -= dt
        while self.entries and self.entries[0].remaining <= 0:
            timer = self.entries.pop(0)
            left = timer.remaining
            if self.entries:
                self.entries[0].remaining += left
            result = fire(timer.call, timer.a, timer.b)
            if result >= 0:
                timer.period = result or timer.period
                timer.remaining = timer.period
                self._insert(timer)

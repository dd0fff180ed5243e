"""The keys of a scenario: who presses what from which tick on, and for how long."""

from __future__ import annotations

from bisect import bisect_right
from types import MappingProxyType
from typing import Final, NamedTuple

from .. import keys as k
from .scenariofields import ScenarioError, Table, shown

MAX_KEYS: Final = 1000
"""Entries: the words between all their ends are worked out beforehand, in their square."""
MAX_TICKS: Final = 1_000_000
"""Four and a half hours of play, some minutes of reckoning."""
MAX_PRESS: Final = 100
FULL_PUSH: Final = 0xFF
NAMES: Final = MappingProxyType(
    dict(
        zip(
            ("up", "down", "left", "right", "a", "b", "c", "x", "y"),
            (
                *(k.UP, k.DOWN, k.LEFT, k.RIGHT, k.FIRE_A, k.FIRE_B, k.FIRE_C),
                *(k.EXTRA_LEFT, k.EXTRA_RIGHT),
            ),
            strict=True,
        )
    )
)
"""Keys by name; x and y turn the turret."""


class Press(NamedTuple):
    """Keys that a driver holds from a tick to before another; ``push`` is how far, 0 to 255."""

    driver: int
    begin: int
    end: int
    word: int
    push: int = FULL_PUSH


class Timeline(NamedTuple):
    """Ticks from which on other words count, and the words of all drivers from each on."""

    ticks: tuple[int, ...]
    words: tuple[tuple[int, ...], ...]


def read_presses(table: Table, drivers: int) -> list[Press]:
    """Return the entries of ``[[keys]]``; raises ScenarioError."""
    return [_press(entry, drivers) for entry in table.tables("keys", MAX_KEYS)]


def _press(entry: Table, drivers: int) -> Press:
    driver = entry.number("driver", 0, drivers - 1, 0)
    begin = entry.number("at", 0, MAX_TICKS)
    ticks = entry.number("for", 1, MAX_TICKS, 1)
    push = entry.number("push", 0, FULL_PUSH, FULL_PUSH)
    word = 0
    for name in entry.text("press", MAX_PRESS).lower().split():
        if name not in NAMES:
            path = entry.path("press")
            raise ScenarioError(f"{path}: {shown(name)} is none of {', '.join(NAMES)}")
        word |= NAMES[name]
    entry.done()
    return Press(driver, begin, begin + ticks, word, push)


def make_timeline(presses: list[Press], drivers: int) -> Timeline:
    """Return the input words that a list of presses means."""
    ends = {0, *(p.begin for p in presses), *(p.end for p in presses)}
    ticks = tuple(sorted(ends))
    return Timeline(ticks, tuple(_words(presses, drivers, tick) for tick in ticks))


def _words(presses: list[Press], drivers: int, tick: int) -> tuple[int, ...]:
    words, across, along = [0] * drivers, [0] * drivers, [0] * drivers
    for press in presses:
        if press.begin <= tick < press.end:
            who = press.driver
            words[who] |= press.word
            if press.word & (k.LEFT | k.RIGHT):
                across[who] = max(across[who], press.push)
            if press.word & (k.UP | k.DOWN):
                along[who] = max(along[who], press.push)
    return tuple(
        word | sideways | forward << 8
        for word, sideways, forward in zip(words, across, along, strict=True)
    )


def words_at(timeline: Timeline, tick: int) -> list[int]:
    """Return the words of a tick, 0 for the first."""
    return list(timeline.words[max(0, bisect_right(timeline.ticks, tick) - 1)])

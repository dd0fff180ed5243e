"""A match that bots play among themselves, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from uoserver.sim.events import Event, FlagCaptured, FlagTaken, Lost
from uoserver.sim.match import step
from uoserver.sim.simulation import Simulation

from .atlas import Atlas
from .brain import Brain

MOST_TICKS: Final = 30_000
"""Eight minutes of game time: a match that takes longer has no winner."""


class Result(NamedTuple):
    """How a match ended: the winner is a side, -1 for a draw, -2 when time was up."""

    winner: int
    tick: int
    captures: int
    taken: int
    """How often an enemy's flag was picked up, or one's own."""
    lost: int
    """Vehicles."""


class Crew:
    """The brains of all drivers of a match."""

    def __init__(self, sim: Simulation, seed: int) -> None:
        atlas = Atlas(sim.state.grid, sim.world)
        self._sim: Final = sim
        self._brains: Final = [
            Brain(driver.number, seed * 64 + driver.number, atlas) for driver in sim.state.drivers
        ]

    def words(self) -> Sequence[int]:
        """Return the input words of the next tick; headings go to the drivers at once."""
        words = []
        for brain, driver in zip(self._brains, self._sim.state.drivers, strict=True):
            word, heading = brain.think(self._sim)
            driver.analog = heading is not None
            if heading is not None:
                driver.steer = heading
            words.append(word)
        return words


def play(
    sim: Simulation,
    seed: int,
    *,
    ticks: int = MOST_TICKS,
    watch: Callable[[Sequence[Event]], None] | None = None,
) -> Result:
    """Let bots drive all drivers of a match until it ends or so many ticks have passed."""
    crew = Crew(sim, seed)
    captures = taken = lost = 0
    for _ in range(ticks):
        events = step(sim, crew.words())
        for event in events:
            captures += isinstance(event, FlagCaptured)
            taken += isinstance(event, FlagTaken)
            lost += isinstance(event, Lost)
        if watch is not None:
            watch(events)
        if not sim.state.running:
            break
    return Result(sim.state.winner, sim.state.tick, captures, taken, lost)

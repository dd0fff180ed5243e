"""Who drives when nobody presses a key: brains, one for each driver.

A brain looks at the whole match before each frame and answers what a driver would press, and where
he steers with an analog stick: exactly what a client of the server sends. Those of the game are
looked for when they are asked for, so that a scenario is played without loading the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Final, Protocol

from uoserver.commandline import CommandError
from uoserver.sim.match import MAX_DRIVERS
from uoserver.sim.sides import NO_HEADING
from uoserver.sim.simulation import Simulation

MODULE: Final = "uoserver.game.bots"
"""Has ``Brain(number, seed)``: the driver's number, and what its chances begin with."""


class Brain(Protocol):
    """Drives one driver."""

    def think(self, sim: Simulation) -> tuple[int, int | None]:
        """Return the input word of the next frame, and the heading of the stick, None for keys."""


MakeBrain = Callable[[int, int], Brain]
"""(number, seed) -> brain."""


def find_brains() -> MakeBrain:
    """Return what makes the brains of the game's bots. Raises CommandError where it has none."""
    try:
        module = import_module(MODULE)
    except ModuleNotFoundError as error:
        if error.name is None or not MODULE.startswith(error.name):
            raise
        raise CommandError(f"--bots: {MODULE} is not there") from None
    make: MakeBrain = module.Brain
    return make


class Crew:
    """The brains of some drivers of one match."""

    def __init__(self, make: MakeBrain | None, numbers: Iterable[int], seed: int) -> None:
        chances = seed * MAX_DRIVERS  # each has his own
        self._brains = {n: make(n, chances + n) for n in numbers} if make else {}

    def add_words(self, sim: Simulation, words: list[int]) -> list[int]:
        """Return the input words of a frame with those of the brains; their sticks are set."""
        drivers = sim.state.drivers
        words = words + [0] * (len(drivers) - len(words))
        for number, brain in self._brains.items():
            words[number], steer = brain.think(sim)
            drivers[number].analog = steer is not None
            drivers[number].steer = NO_HEADING if steer is None else steer
        return words

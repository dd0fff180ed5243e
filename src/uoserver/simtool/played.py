"""What a run plays: a scenario on its own land or on a map, with the drivers that brains drive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from uoserver.commandline import CommandError
from uoserver.sim.events import Event
from uoserver.sim.levels.scenario import Scenario, keys_at, load_scenario, start
from uoserver.sim.levels.scenariokeys import MAX_TICKS
from uoserver.sim.match import MAX_DRIVERS, step
from uoserver.sim.simulation import Simulation

from .brains import Crew, MakeBrain
from .words import vehicle_of

if TYPE_CHECKING:
    from .maps import PlayedMap

IDLERS: Final = 2
"""Drivers of a map without bots: they wait in their bunkers."""


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario whose last ``bots`` drivers are driven by brains; ``map`` is in place of its land.

    The same one plays the same match again and again.
    """

    scenario: Scenario
    ticks: int
    dt: int
    map: PlayedMap | None = None
    make_brain: MakeBrain | None = None
    bots: int = 0

    def start(self) -> Simulation:
        """Return the match before its first tick; raises ScenarioError."""
        return self.map.start(self.scenario) if self.map else start(self.scenario)

    def frames(self, sim: Simulation) -> Iterator[list[Event]]:
        """Play a match to its end, or that of the run; yield what happens in each frame."""
        state, drivers = sim.state, len(self.scenario.drivers)
        crew = Crew(self.make_brain, range(drivers - self.bots, drivers), self.scenario.seed)
        while state.tick < self.ticks and state.running:
            words = crew.add_words(sim, keys_at(self.scenario, state.tick))
            yield step(sim, words, min(self.dt, self.ticks - state.tick))

    def ways(self) -> set[int]:
        """Return the cells that vehicles will come through: played beforehand."""
        sim, cells = self.start(), set[int]()
        for _ in self.frames(sim):
            cells |= {found[0].cell for d in sim.state.drivers if (found := vehicle_of(sim, d))}
        return cells


def empty_scenario(title: str) -> Scenario:
    """Return one in which nobody does anything, for a map."""
    scenario = load_scenario(f"players = {IDLERS}\nticks = {MAX_TICKS}")
    return replace(scenario, title=title)


def with_bots(scenario: Scenario, bots: int, *, alone: bool = False) -> Scenario:
    """Return a scenario with so many more drivers, of the smaller side in turn.

    ``alone``: they take the place of its own. Raises CommandError for more than a match has.
    """
    drivers = [] if alone else list(scenario.drivers)
    for _ in range(bots):
        drivers.append(int(drivers.count(1) < drivers.count(0)))
    if len(drivers) > MAX_DRIVERS:
        raise CommandError(f"{len(drivers)} drivers, at most {MAX_DRIVERS}")
    return replace(scenario, drivers=tuple(drivers))

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from tests.simtool.drawn import world
from uoserver.commandline import CommandError
from uoserver.sim.keys import UP, stick
from uoserver.sim.sides import NO_HEADING
from uoserver.sim.simulation import Simulation
from uoserver.simtool.brains import MODULE, Crew, find_brains


class Steady:
    """Goes ahead to a heading of its own."""

    def __init__(self, number: int, seed: int) -> None:
        self.number, self.seed = number, seed
        self.steer: int | None = number * 1000

    def think(self, sim: Simulation) -> tuple[int, int | None]:
        assert sim.state.running
        return stick(UP) | self.number, self.steer


def test_brains_press_keys_for_their_drivers_only() -> None:
    sim = world("", head="players = 4")
    words = Crew(Steady, (1, 3), 7).add_words(sim, [5, 6])
    assert words == [5, stick(UP) | 1, 0, stick(UP) | 3]


def test_they_steer_with_a_stick_or_with_keys() -> None:
    sim = world("", head="players = 3")
    made: list[Steady] = []

    def make(number: int, seed: int) -> Steady:
        assert seed == 7 * 64 + number
        made.append(Steady(number, seed))
        return made[-1]

    crew = Crew(make, (1, 2), 7)
    made[1].steer = None
    crew.add_words(sim, [])
    drivers = sim.state.drivers
    assert [driver.analog for driver in drivers] == [False, True, False]
    assert [driver.steer for driver in drivers] == [NO_HEADING, 1000, NO_HEADING]
    made[0].steer = None
    crew.add_words(sim, [])
    assert (drivers[1].analog, drivers[1].steer) == (False, NO_HEADING)


def test_without_brains_words_stay_as_they_are() -> None:
    sim = world("", head="players = 2")
    given = [9]
    assert Crew(None, (0, 1), 1).add_words(sim, given) == [9, 0]
    assert given == [9]


def test_the_brains_of_the_game_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType(MODULE)
    module.Brain = Steady  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, MODULE, module)
    assert find_brains() is Steady


def test_a_game_without_bots_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, MODULE, None)
    with pytest.raises(CommandError, match=r"^--bots: uoserver\.game\.bots is not there$"):
        find_brains()

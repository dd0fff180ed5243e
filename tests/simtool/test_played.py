from __future__ import annotations

from dataclasses import replace

import pytest

from uoserver.commandline import CommandError
from uoserver.sim.keys import UP, stick
from uoserver.sim.levels.scenario import load_scenario
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.simulation import Simulation
from uoserver.simtool.played import IDLERS, Played, empty_scenario, with_bots

SCENARIO = load_scenario("""
players = 2
seed = 5
at = [60, 60]
map = "0....1"
[[vehicles]]
type = "tank"
cell = [62, 62]
[[vehicles]]
driver = 1
type = "jeep"
cell = [64, 64]
[[keys]]
at = 0
for = 40
press = "down"
""")


class Ahead:
    def __init__(self, number: int, seed: int) -> None:
        assert (number, seed) == (1, 5 * 64 + 1)

    def think(self, sim: Simulation) -> tuple[int, int | None]:
        assert sim.state.running
        return stick(UP), None


def test_keys_and_brains_drive_beside_each_other() -> None:
    played = Played(SCENARIO, 40, 1, make_brain=Ahead, bots=1)
    sim = played.start()
    tank, jeep = (sim.state.pool.get(driver.vehicle) for driver in sim.state.drivers)
    assert tank is not None
    assert jeep is not None
    before = tank.y, jeep.y
    frames = list(played.frames(sim))
    assert len(frames) == sim.state.tick == 40
    assert tank.y > before[0]
    assert jeep.y < before[1]


def test_the_same_is_played_again_and_again() -> None:
    played = Played(SCENARIO, 30, 4, make_brain=Ahead, bots=1)
    hashes = set()
    for _ in range(2):
        sim = played.start()
        assert len(list(played.frames(sim))) == 8  # the last frame is shorter
        assert sim.state.tick == 30
        hashes.add(state_hash(sim))
    assert len(hashes) == 1


def test_it_ends_with_the_match() -> None:
    played = Played(SCENARIO, 30, 1)
    sim = played.start()
    for count, _ in enumerate(played.frames(sim), 1):
        if count == 7:
            sim.state.running = False
    assert sim.state.tick == 7


def test_ways_hold_what_vehicles_come_through() -> None:
    cells = Played(replace(SCENARIO), 40, 1, make_brain=Ahead, bots=1).ways()
    assert {64 * 128 + 64, 63 * 128 + 64, 62 * 128 + 62} <= cells
    assert cells < set(range(128 * 128))


def test_bots_join_the_smaller_side() -> None:
    assert with_bots(SCENARIO, 3).drivers == (0, 1, 0, 1, 0)
    assert with_bots(replace(SCENARIO, drivers=(0, 0, 0)), 3).drivers == (0, 0, 0, 1, 1, 1)
    assert with_bots(SCENARIO, 4, alone=True).drivers == (0, 1, 0, 1)


def test_there_are_no_more_drivers_than_a_match_has() -> None:
    assert len(with_bots(SCENARIO, 62).drivers) == 64
    with pytest.raises(CommandError, match=r"^65 drivers, at most 64$"):
        with_bots(SCENARIO, 63)


def test_in_an_empty_scenario_nobody_does_anything() -> None:
    scenario = empty_scenario("mp_foy")
    assert (scenario.title, scenario.starts, scenario.stocks) == ("mp_foy", (), ())
    assert scenario.drivers == (0, 1)[:IDLERS]

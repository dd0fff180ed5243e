"""The figures of the acceptance tests on destruction, on scenes built for them (tests).

Shots are the damage they do; what fires them has figures of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.sim.play import EAST, new_sim, put, run, spawn
from tests.sim.vehicles.helpers import with_class
from uoserver.sim.effects.debris import state_of as debris_of
from uoserver.sim.effects.remains import state_of as remains_of
from uoserver.sim.events import CellChanged, Created
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import UP
from uoserver.sim.match import step
from uoserver.sim.objects import Kind
from uoserver.sim.simulation import Simulation
from uoserver.sim.statics import damage
from uoserver.sim.tables.effects import Debris, Remains
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.hull import damage as hit
from uoserver.sim.vehiclestate import state_of

RELOAD = 20
"""Ticks between two shells of a tank."""


def shoot(sim: Simulation, at: int, power: int = ONE, pause: int = RELOAD) -> int:
    """Hit a cell until what stands there is destroyed; return with how many shots."""
    shots = 1
    while not damage(sim, at, power):
        run(sim, pause)
        shots += 1
        assert shots < 50
    return shots


def created(events: Sequence[object], kind: Kind) -> int:
    return sum(isinstance(event, Created) and event.kind is kind for event in events)


def test_combat_1_one_shell_burns_a_bush_and_two_pieces_fly() -> None:
    sim = new_sim()
    bush = put(sim, 80, 64, "BUSH_1S", 2)
    assert shoot(sim, bush) == 1
    events = run(sim, 41)
    assert created(events, Kind.DEBRIS) == 2
    assert sim.state.grid.static[bush] == 87


@pytest.mark.parametrize(("seed", "rubble"), [(1, 0x69), (2, 0x6A)])
def test_combat_2_five_shells_break_a_wall_and_the_ends_of_its_neighbours(
    seed: int, rubble: int
) -> None:
    """The page's rubble was 0x6a, the second of two; which it is the random numbers say."""
    sim = new_sim()
    sim.state.rand.state = seed << 20
    north, middle, south = (put(sim, 80, row, "WALL_V", 1) for row in (67, 68, 69))
    assert shoot(sim, middle) == 5
    run(sim, 41)
    grid = sim.state.grid
    assert grid.static[middle] == 0
    assert grid.terrain[middle] == rubble
    assert (grid.static[north], grid.static[south]) == (58, 57)


def test_combat_2_and_once_more_they_are_broken_at_both_ends() -> None:
    sim = new_sim()
    cells = [put(sim, 80, row, "WALL_V", 1) for row in range(66, 71)]
    for at in (cells[1], cells[3]):
        shoot(sim, at)
        run(sim, 41)
    grid = sim.state.grid
    assert [grid.static[at] for at in cells] == [58, 0, 59, 0, 57]


@pytest.mark.parametrize(
    ("name", "power", "shots"),
    [("BLDG_S", ONE, 5), ("FACT_N", 2 * ONE, 3), ("BLDG_N", 4 * ONE, 2), ("OUTPOST", ONE, 2)],
)
def test_combat_3_6_and_7_houses_become_rubble(name: str, power: int, shots: int) -> None:
    sim = new_sim()
    house = put(sim, 80, 72, name, 1)
    assert shoot(sim, house, power) == shots
    run(sim, 100)
    assert sim.state.grid.static[house] == (82 if name == "OUTPOST" else 51)


def test_combat_4_five_shells_break_a_tower_and_its_turret_flies_off_in_five_pieces() -> None:
    sim = new_sim()
    tower = put(sim, 84, 64, "TOWER", 1)
    assert shoot(sim, tower) == 5
    pieces = list(sim.state.pool.on_kind(Kind.DEBRIS))
    assert [debris_of(piece).set for piece in pieces] == [Debris.TURRET] * 5
    run(sim, 41)
    assert sim.state.grid.static[tower] == 60


def test_combat_7b_decks_of_a_bridge_break_into_planks() -> None:
    counts = set()
    for seed in range(20):
        sim = new_sim()
        sim.state.rand.state = seed << 20
        decks = [put(sim, 77, row, "BRIDGE_H") for row in (67, 68)]
        assert shoot(sim, decks[0]) == 5
        counts.add(len(list(sim.state.pool.on_kind(Kind.DEBRIS))))
        run(sim, 21)
        assert [sim.state.grid.static[at] for at in decks] == [76, 74]
    assert counts <= set(range(2, 9))
    assert 5 in counts


def test_combat_7c_six_shells_bring_the_flag_out_once() -> None:
    sim = new_sim()
    made = with_class(sim, Kind.FLAG)
    house = put(sim, 80, 64, "FLAG", 1)
    side = sim.state.sides[1]
    side.flag_sites, side.flag_cell, side.flag_left = [house], house, 0
    assert shoot(sim, house, pause=0) == 6
    for _ in range(19):
        step(sim, [0])
    assert sim.state.grid.static[house] == 62
    assert shoot(sim, house, pause=0) == 6
    assert len(made) == 1


def test_a_flag_building_takes_6_shells_and_6_more() -> None:
    sim = new_sim()
    house = put(sim, 80, 64, "FLAG", 0)
    assert shoot(sim, house) == 6
    run(sim, RELOAD)
    assert sim.state.grid.static[house] == 62
    assert shoot(sim, house) == 6
    run(sim, 33)
    assert sim.state.grid.static[house] == 63


def test_combat_8_32_shells_make_a_wreck_of_a_tank_and_remains_of_the_wreck() -> None:
    sim = new_sim((0, 1))
    tank = spawn(sim, VehicleType.TANK, 81, 64, EAST, driver=1)
    for _ in range(31):
        hit(sim, tank, ONE, None)
    assert round(state_of(tank).hits / ONE, 2) == 0.3
    hit(sim, tank, ONE, None)
    run(sim, 1)
    (wreck,) = sim.state.pool.on_kind(Kind.WRECK)
    run(sim, 12)
    assert sim.state.pool.get(wreck.id) is None
    (remains,) = sim.state.pool.on_kind(Kind.REMAINS)
    assert remains_of(remains).what == Remains.TANK


def test_rules_1_shot_on_the_flag_building_is_rubble() -> None:
    sim = new_sim()
    house = put(sim, 80, 64, "FLAG", 1)
    for _ in range(2):
        shoot(sim, house)
        run(sim, 40)
    assert sim.state.grid.static[house] == 63


def test_rules_3_a_house_that_is_shot_to_one_hit_point_lets_2_or_3_men_out() -> None:
    for name, least, most, team in (("BLDG_S", 2, 3, 1), ("PRISON_S", 4, 7, 0)):
        sim = new_sim()
        made = with_class(sim, Kind.MAN)
        house = put(sim, 80, 64, name, 1)
        for _ in range(4):
            assert made == []
            damage(sim, house, ONE)
        assert least <= len(made) <= most
        assert {man.team for _, man in made} == {team}


def test_a_bush_that_is_flattened_is_flat_in_the_same_frame() -> None:
    sim = new_sim()
    bush = put(sim, 40, 39, "BUSH_1S")
    spawn(sim, VehicleType.TANK, 40, 41)
    events: Sequence[object] = []
    while sim.state.grid.hits[bush]:
        events = run(sim, 1, UP)
    assert CellChanged(bush, 0, NUMBER_OF["DEST_BUSH_1"], 1) in events

"""Figures of the tests page on the rules of the match: rules_test 1 to 5 and 7,
twoplayer_test 5 to 8."""

from __future__ import annotations

import pytest

from tests.sim.bunker.scripts import until
from tests.sim.play import PAD_0, PAD_1, new_sim, new_state, put, px, run, spawn
from tests.sim.rules.helpers import flag_at, men, site
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.events import Ended, FlagCaptured, FlagDropped, FlagTaken, ManKilled
from uoserver.sim.kernel.fixmath import ONE, dist
from uoserver.sim.keys import DOWN, FIRE_C, UP
from uoserver.sim.lifecycle import parent_of
from uoserver.sim.match import new_match
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules.carrying import state_of as flag_state
from uoserver.sim.rules.gate import state_of as gate_state
from uoserver.sim.rules.scores import Pair, Scores, add_result, add_win, write_scores
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import NO_WINNER, Simulation
from uoserver.sim.statics import damage
from uoserver.sim.tables.statics import FLAG_RUBBLE, GATE_ACROSS
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.hull import damage as damage_vehicle

TANK, JEEP = VehicleType.TANK, VehicleType.JEEP


def only(sim: Simulation, kind: Kind) -> Obj:
    (obj,) = sim.state.pool.on_kind(kind)
    return obj


def shoot_down(sim: Simulation, at: int) -> None:
    """Take a building's hit points one by one, and wait until it has fallen."""
    while sim.state.grid.hits[at]:
        damage(sim, at, ONE)
    run(sim, 110)


# -- rules_test 1 and 2: the flag ------------------------------------------------------------------


def with_flag_out() -> tuple[Simulation, int, Obj]:
    """The flag of side 1 in the rubble of one of its three buildings."""
    sim = new_sim()
    sites = [site(sim, 1, column, 50) for column in (46, 53, 60)]
    side = sim.state.sides[1]
    side.flag_cell, side.flag_left = sites[0], len(sites) >> 1
    for _ in sites:
        if not any(sim.state.pool.on_kind(Kind.FLAG)):
            shoot_down(sim, side.flag_cell)
    flag = only(sim, Kind.FLAG)
    shoot_down(sim, flag.cell)
    return sim, flag.cell, flag


def test_rules_1_the_flag_comes_out_of_the_buildings_and_lies_in_the_rubble() -> None:
    sim, at, flag = with_flag_out()
    assert sim.state.grid.static[at] == FLAG_RUBBLE
    assert (flag.parent, flag.z, flag.team) == (0, 0, 1)


def test_rules_2_a_jeep_fetches_the_flag() -> None:
    sim, at, flag = with_flag_out()
    column, row = at % 128, at // 128
    jeep = spawn(sim, JEEP, column, row + 4)
    run(sim, 110)
    events = []
    for _ in range(400):
        events += run(sim, 1, UP)
        if flag.parent:
            break
    assert FlagTaken(0, 1) in events
    assert parent_of(sim, flag) is jeep
    run(sim, 5, UP)
    assert (flag.x, flag.y) == (jeep.x + 15 * ONE // 4, jeep.y + 27 * ONE // 4)
    # C drops it, and it stays there
    assert FlagDropped(0, 1) in run(sim, 1, FIRE_C)
    run(sim, 10)
    assert (flag.parent, flag.z) == (0, 0)
    # backing in takes it again
    for key in (UP, DOWN):
        for _ in range(120):
            run(sim, 1, key)
            if flag.parent or (key == UP and not flag_state(flag).dropper):
                break
    assert parent_of(sim, flag) is jeep
    # it wins on the pad only
    run(sim, 20, UP)
    assert sim.state.winner == NO_WINNER
    put_at(sim, jeep, PAD_0[0] * 32 + 16, PAD_0[1] * 32 + 16)
    assert run(sim, 1)[-2:] == [FlagCaptured(0, 1), Ended(0)]


# -- rules_test 3: soldiers ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, 9))
def test_rules_3_men_leave_a_house_run_and_are_run_over(seed: int) -> None:
    sim = new_sim()
    sim.state.rand.state = seed
    house = put(sim, 60, 60, "BLDG_S", 1)
    tank = spawn(sim, TANK, 60, 62)
    for _ in range(4):
        damage(sim, house, ONE)
    assert sim.state.grid.hits[house] == 1
    run(sim, 1)
    out = men(sim)
    assert 2 <= len(out) <= 3
    man = out[0]
    x, y = man.x, man.y
    run(sim, 120)
    assert dist(x, y, man.x, man.y) > 4 * ONE
    far = dist(tank.x, tank.y, man.x, man.y)
    run(sim, 60)
    assert dist(tank.x, tank.y, man.x, man.y) > far
    # run over
    remains = len(list(sim.state.pool.on_kind(Kind.REMAINS)))
    put_at(sim, tank, px(man.x), px(man.y) + 25)
    tank.heading = 0
    for _ in range(60):
        if any(isinstance(event, ManKilled) for event in run(sim, 1, UP)):
            break
    assert len(men(sim)) == len(out) - 1
    assert len(list(sim.state.pool.on_kind(Kind.REMAINS))) == remains + 1
    # out of sight
    put_at(sim, tank, 100, 100)
    tank.speed = 0
    run(sim, 130)
    assert men(sim) == []


@pytest.mark.parametrize("seed", range(1, 9))
def test_rules_3_a_prison_frees_at_least_four_of_the_other_side(seed: int) -> None:
    sim = new_sim()
    sim.state.rand.state = seed
    prison = put(sim, 60, 60, "PRISON_S", 1)
    spawn(sim, TANK, 60, 63)
    for _ in range(4):
        damage(sim, prison, ONE)
    freed = men(sim)
    assert 4 <= len(freed) <= 7
    assert {man.team for man in freed} == {0}


# -- rules_test 4: gates ---------------------------------------------------------------------------


def at_a_gate(side: int) -> tuple[Simulation, int, Obj]:
    sim = new_sim()
    for column in (58, 59, 61, 62):
        put(sim, column, 60, "WALL_H", side)
    return sim, put(sim, 60, 60, "GATE_H", side), spawn(sim, TANK, 60, 63)


def test_rules_4_a_gate_opens_15_px_for_its_side_and_is_a_gate_again() -> None:
    sim, at, tank = at_a_gate(0)
    widest = 0
    for _ in range(300):
        run(sim, 1, UP)
        for gate in sim.state.pool.on_kind(Kind.GATE):
            widest = max(widest, gate_state(gate).opening)
    assert widest == 15 * ONE
    assert px(tank.y) < 60 * 32
    assert sim.state.grid.static[at] == GATE_ACROSS
    assert not list(sim.state.pool.on_kind(Kind.GATE))


def test_rules_4_an_enemys_gate_stays_shut() -> None:
    sim, at, tank = at_a_gate(1)
    for _ in range(300):
        run(sim, 1, UP)
        assert not list(sim.state.pool.on_kind(Kind.GATE))
    assert px(tank.y) > 61 * 32 - 16
    assert sim.state.grid.static[at] == GATE_ACROSS


# -- rules_test 5: lost ----------------------------------------------------------------------------


def test_rules_5_without_jeeps_the_last_tank_loses_the_match() -> None:
    sim = new_sim()
    sim.state.sides[0].stock[JEEP] = 0
    damage_vehicle(sim, spawn(sim, TANK, 60, 60), 127 * ONE, None)
    until(sim, lambda: not sim.state.running)
    assert (sim.state.winner, sim.events[-1]) == (-1, Ended(-1))


def test_rules_5_with_jeeps_it_goes_on_in_the_bunker() -> None:
    sim = new_sim()
    damage_vehicle(sim, spawn(sim, TANK, 60, 60), 127 * ONE, None)
    until(sim, lambda: sim.state.drivers[0].view.mode is Mode.SELECT)
    assert sim.state.running


# -- rules_test 7, twoplayer_test 8: scores --------------------------------------------------------


def test_rules_7_wins_are_recorded_when_they_are_faster() -> None:
    scores = Scores()
    recorded = [
        add_win(scores, winner, level, name, "Amy", seconds * 1000)
        for winner, level, name, seconds in (
            (0, 1, "RFMAP001", 83),
            (0, 1, "RFMAP001", 90),
            (0, 1, "RFMAP001", 61),
            (0, 2, "RFMAP002", 75),
            (-1, 1, "RFMAP001", 20),
        )
    ]
    assert recorded == [True, False, True, True, False]
    assert len(scores.wins) == 2
    assert (scores.wins[0].map, scores.wins[0].ms) == ("RFMAP001", 61000)
    raw = write_scores(scores)
    assert (raw[0], raw[4]) == ((0x1C ^ 0x5A) + ord("r"), (ord("r") ^ 0x5A) + ord("f"))


def test_twoplayer_8_results_are_counted_for_each_pair() -> None:
    scores = Scores()
    for winner in (1, 0, 1, -1):
        add_result(scores, winner, "Zed", "Amy")
    assert scores.pairs == [Pair("Amy", "Zed", 2, 1, 1)]
    add_result(scores, 0, "Zed", "Bob")
    assert [pair[:2] for pair in scores.pairs] == [("Amy", "Zed"), ("Bob", "Zed")]


# -- twoplayer_test 5 to 7 -------------------------------------------------------------------------


def test_twoplayer_5_the_second_side_wins_by_the_first_sides_flag() -> None:
    sim = new_sim((0, 1))
    jeep = spawn(sim, JEEP, 50, 50, driver=1)
    flag = flag_at(sim, 0, 50, 50, 0, -48)
    for _ in range(100):
        run(sim, 1, 0, UP)
        if flag.parent:
            break
    assert parent_of(sim, flag) is jeep
    run(sim, 30, 0, UP)
    assert sim.state.winner == NO_WINNER
    put_at(sim, jeep, PAD_1[0] * 32 + 16, PAD_1[1] * 32 + 16)
    run(sim, 1, 0, 0)
    assert (sim.state.winner, sim.state.running) == (1, False)


def test_twoplayer_6_who_has_nothing_left_watches_the_other_play() -> None:
    sim = new_sim((0, 1))
    spawn(sim, JEEP, 50, 50, driver=1)
    tank = spawn(sim, TANK, 60, 60)
    sim.state.sides[0].stock = [0, 0, 0, 0]
    damage_vehicle(sim, tank, 127 * ONE, None)
    view = sim.state.drivers[0].view
    until(sim, lambda: sim.state.drivers[0].view.mode is Mode.SPECTATE)
    view = sim.state.drivers[0].view
    assert view.status == 1
    until(sim, lambda: view.step == 2)
    run(sim, 200, 0, UP)
    assert (view.mode, view.step, view.fade) == (Mode.SPECTATE, 2, ONE)
    assert sim.state.running


def test_twoplayer_7_without_jeeps_on_either_side_nobody_wins() -> None:
    sim = new_sim((0, 1))
    for side in sim.state.sides:
        side.stock[JEEP] = 0
    damage_vehicle(sim, spawn(sim, TANK, 60, 60), 127 * ONE, None)
    until(sim, lambda: not sim.state.running)
    assert sim.state.winner == -1


# -- several drivers a side ------------------------------------------------------------------------


def test_any_driver_of_a_side_wins_for_it() -> None:
    sim = new_match(new_state(), (0, 1, 0, 1))
    spawn(sim, JEEP, PAD_0[0], PAD_0[1] + 2, driver=2)
    flag_at(sim, 1, PAD_0[0], PAD_0[1] + 1)
    for _ in range(120):
        events = run(sim, 1, 0, 0, UP)
        if not sim.state.running:
            break
    assert events[-2:] == [FlagCaptured(2, 1), Ended(0)]

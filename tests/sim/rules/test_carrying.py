"""Jeeps take flags, drop them, bring them home (rules 12 and 13)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.sim.bunker.scripts import choose
from tests.sim.play import PAD_0, PAD_1, cell, new_sim, put, run, spawn
from tests.sim.rules.helpers import flag_at, site
from tests.sim.vehicles.helpers import middle, put_at
from uoserver.sim.events import (
    Ended,
    FlagCaptured,
    FlagDropped,
    FlagReturned,
    FlagTaken,
    Sound,
)
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRE_C, FIRES, UP, stick
from uoserver.sim.lifecycle import alive, create, mark_for_delete, parent_of, set_parent
from uoserver.sim.match import remove_driver
from uoserver.sim.objects import Kind, List, Obj
from uoserver.sim.rules import carrying
from uoserver.sim.rules.carrying import NO_DRIVER, carried_by, state_of, toggle
from uoserver.sim.shapetable import FLAG, NO_SHAPE
from uoserver.sim.simulation import NO_WINNER, Simulation
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.vehicles import VehicleType

TANK, JEEP = VehicleType.TANK, VehicleType.JEEP


def flags(sim: Simulation) -> list[Obj]:
    return list(sim.state.pool.on_kind(Kind.FLAG))


def about_flags(events: list[object]) -> list[object]:
    sorts = (FlagTaken, FlagDropped, FlagReturned, FlagCaptured, Ended)
    return [event for event in events if isinstance(event, sorts)]


def carrying_jeep(team: int = 1, at: tuple[int, int] = (60, 60)) -> tuple[Simulation, Obj, Obj]:
    """A jeep of driver 0 with the flag of a side."""
    sim = new_sim((0, 1))
    jeep = spawn(sim, JEEP, *at)
    flag = flag_at(sim, team, *at)
    sim.events = []
    toggle(sim, jeep)
    assert carried_by(sim, jeep) == [flag]
    return sim, jeep, flag


# -- taking ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("team", [0, 1])
def test_a_jeep_that_drives_into_a_flag_takes_it_and_is_not_stopped(team: int) -> None:
    sim, free = new_sim(), new_sim()
    jeep, other = spawn(sim, JEEP, 60, 60), spawn(free, JEEP, 60, 60)
    flag = flag_at(sim, team, 60, 59)
    events = run(sim, 60, UP)
    run(free, 60, UP)
    assert (jeep.y, jeep.speed) == (other.y, other.speed)
    assert about_flags(list(events)) == [FlagTaken(0, team)]
    assert Sound("Ding", *middle(60, 59), 0, flag.id) in events
    assert parent_of(sim, flag) is jeep
    assert (flag.shape, state_of(flag).carrier) == (NO_SHAPE, 0)


@pytest.mark.parametrize("type_", [TANK, VehicleType.MSV])
def test_nobody_else_does(type_: VehicleType) -> None:
    sim = new_sim()
    spawn(sim, type_, 60, 60)
    flag = flag_at(sim, 1, 60, 59)
    events = run(sim, 60, UP)
    assert (flag.parent, about_flags(list(events))) == (0, [])


def test_a_jeep_that_is_about_to_go_takes_none() -> None:
    sim = new_sim()
    jeep = spawn(sim, JEEP, 60, 60)
    flag = flag_at(sim, 1, 60, 60)
    mark_for_delete(sim, jeep)
    carrying.offer(sim, flag, jeep)
    assert flag.parent == 0


def test_a_wreck_takes_none() -> None:
    sim = new_sim()
    wreck = create(sim, Kind.WRECK, 0, *middle(60, 60), 0, JEEP)
    assert wreck
    flag = flag_at(sim, 1, 60, 60)
    carrying.offer(sim, flag, wreck)
    assert flag.parent == 0


def test_a_jeep_carries_one_flag_and_a_flag_is_carried_by_one_jeep() -> None:
    sim, jeep, flag = carrying_jeep()
    second = flag_at(sim, 0, 60, 60)
    carrying.offer(sim, second, jeep)
    assert second.parent == 0
    other = spawn(sim, JEEP, 60, 60, driver=1)
    carrying.offer(sim, flag, other)
    assert parent_of(sim, flag) is jeep


def test_a_flag_that_goes_is_not_taken() -> None:
    sim = new_sim()
    jeep = spawn(sim, JEEP, 60, 60)
    flag = flag_at(sim, 1, 60, 60)
    mark_for_delete(sim, flag)
    toggle(sim, jeep)
    assert flag.parent == 0


def test_a_taken_flag_is_updated_right_after_its_jeep() -> None:
    sim = new_sim((0, 1))
    flag = flag_at(sim, 1, 60, 60)
    jeep = spawn(sim, JEEP, 60, 60)
    spawn(sim, TANK, 70, 60, driver=1)
    toggle(sim, jeep)
    order = list(sim.state.pool.on(List.ACTIVE))
    assert order.index(flag) == order.index(jeep) + 1


def test_driving_against_the_rubble_takes_the_flag_in_it_and_is_stopped() -> None:
    sim = new_sim()
    put(sim, 60, 59, "DEST_FLAG", 1)
    jeep = spawn(sim, JEEP, 60, 60)
    put_at(sim, jeep, 60 * 32 + 16 - 10, 60 * 32 + 10)  # towards a post, beside the flag
    beside = flag_at(sim, 0, 61, 59)
    flag = flag_at(sim, 1, 60, 59, 10, -10)
    events = run(sim, 40, UP)
    assert about_flags(list(events)) == [FlagTaken(0, 1)]
    assert parent_of(sim, flag) is jeep
    assert beside.parent == 0
    assert jeep.y > 59 * 32 * ONE + 16 * ONE


def test_a_tank_finds_none_in_the_rubble() -> None:
    sim = new_sim()
    put(sim, 60, 59, "DEST_FLAG", 1)
    tank = spawn(sim, TANK, 60, 60)
    flag = flag_at(sim, 1, 60, 59, 10, -12)
    run(sim, 60, UP)
    assert flag.parent == 0
    assert tank.y > 59 * 32 * ONE


# -- dropping --------------------------------------------------------------------------------------


def test_button_c_drops_the_flag_and_takes_it_again() -> None:
    sim, jeep, flag = carrying_jeep()
    events = run(sim, 1) + run(sim, 1, FIRE_C) + run(sim, 1, FIRE_C)
    assert flag.parent == 0  # for a press, and only one
    assert about_flags(list(events)) == [FlagDropped(0, 1)]
    assert (flag.shape, state_of(flag).carrier, state_of(flag).dropper) == (FLAG, -1, jeep.id)
    events = run(sim, 1) + run(sim, 1, FIRE_C) + run(sim, 1)
    assert about_flags(list(events)) == [FlagTaken(0, 1)]
    assert parent_of(sim, flag) is jeep
    assert state_of(flag).dropper == 0


def test_who_just_dropped_it_drives_off_without_it_and_takes_it_when_he_comes_back() -> None:
    sim, jeep, flag = carrying_jeep()
    run(sim, 2)
    toggle(sim, jeep)
    run(sim, 5, UP)
    assert state_of(flag).dropper == jeep.id
    run(sim, 60, UP)
    assert (flag.parent, state_of(flag).dropper) == (0, 0)
    put_at(sim, jeep, flag.x >> 16, (flag.y >> 16) + 20)
    run(sim, 20, UP)
    assert parent_of(sim, flag) is jeep


def test_another_jeep_may_take_what_was_dropped_at_once() -> None:
    sim, jeep, flag = carrying_jeep()
    toggle(sim, jeep)
    other = spawn(sim, JEEP, 60, 60, driver=1)
    carrying.offer(sim, flag, jeep)
    assert flag.parent == 0
    carrying.offer(sim, flag, other)
    assert parent_of(sim, flag) is other


def test_who_is_gone_no_longer_stands_on_it() -> None:
    sim, jeep, flag = carrying_jeep()
    toggle(sim, jeep)
    state_of(flag).dropper = jeep.id + 512
    run(sim, 1)
    assert state_of(flag).dropper == 0


def test_of_two_flags_that_of_the_own_side_is_dropped_first() -> None:
    sim, jeep, flag = carrying_jeep(team=0)
    enemys = flag_at(sim, 1, 60, 60)
    set_parent(sim, enemys, jeep)  # no play leads there, a save may
    assert carried_by(sim, jeep) == [flag, enemys]
    toggle(sim, jeep)
    assert carried_by(sim, jeep) == [enemys]


def test_children_of_a_jeep_that_are_no_flags_are_left_alone() -> None:
    sim, jeep, flag = carrying_jeep()
    man = create(sim, Kind.MAN, 0, 0, 0, 0, 0)
    assert man
    set_parent(sim, man, jeep)
    assert carried_by(sim, jeep) == [flag]


@pytest.mark.parametrize("how", ["lost", "left"])
def test_a_flag_whose_jeep_is_gone_lies_where_it_was(how: str) -> None:
    sim, jeep, flag = carrying_jeep()
    run(sim, 3)
    if how == "lost":
        events = run(sim, 1, FIRES) + run(sim, 1)
    else:
        remove_driver(sim, 0)
        events = run(sim, 1)
    assert about_flags(list(events)) == [FlagDropped(0, 1)]
    assert (flag.parent, flag.shape, state_of(flag).carrier) == (0, FLAG, NO_DRIVER)
    assert abs(flag.x - jeep.x) < 8 * ONE


# -- home ------------------------------------------------------------------------------------------


def test_the_enemys_flag_on_the_own_pad_wins() -> None:
    sim, jeep, _ = carrying_jeep()
    assert about_flags(list(run(sim, 3))) == []
    assert sim.state.winner == NO_WINNER
    put_at(sim, jeep, PAD_1[0] * 32 + 16, PAD_1[1] * 32 + 16)  # not on that of the other
    assert about_flags(list(run(sim, 3))) == []
    put_at(sim, jeep, PAD_0[0] * 32 + 16, PAD_0[1] * 32 + 16)
    assert about_flags(list(run(sim, 1))) == [FlagCaptured(0, 1), Ended(0)]
    assert (sim.state.winner, sim.state.running) == (0, False)


def test_side_1_wins_likewise() -> None:
    sim = new_sim((0, 1))
    jeep = spawn(sim, JEEP, *PAD_1, driver=1)
    flag_at(sim, 0, *PAD_1)
    toggle(sim, jeep)
    assert about_flags(list(run(sim, 1))) == [FlagCaptured(1, 0), Ended(1)]


def test_the_own_flag_on_the_own_pad_wins_nothing() -> None:
    sim, _, _ = carrying_jeep(team=0, at=PAD_0)
    assert about_flags(list(run(sim, 2))) == []
    assert sim.state.running


def test_off_the_map_nobody_wins() -> None:
    sim, jeep, _ = carrying_jeep()
    put_at(sim, jeep, -100, -100)
    carrying.check_home(sim, jeep)
    assert sim.state.running


def test_who_docks_with_the_own_flag_hides_it_again() -> None:
    sim, _, flag = carrying_jeep(team=0, at=PAD_0)
    places = {site(sim, 0, column, 10) for column in (10, 20, 30)}
    run(sim, 1)
    events = run(sim, 1, FIRE_A) + run(sim, 1)
    assert about_flags(list(events)) == [FlagReturned(0, 0)]
    assert sim.state.sides[0].flag_cell in places
    assert sim.state.pool.get(flag.id) is None
    assert about_flags(list(run(sim, 5))) == []


def test_without_an_intact_building_it_lies_where_one_was() -> None:
    sim, jeep, flag = carrying_jeep(team=0)
    at = site(sim, 0, 20, 10)
    sim.state.grid.static[at] = NUMBER_OF["DEST_FLAG"]
    carrying.bring_own_home(sim, jeep)
    assert alive(flag)
    assert (flag.x, flag.y, flag.z, flag.cell) == (*middle(20, 10), 0, cell(20, 10))
    assert (flag.shape, flag.parent, state_of(flag).carrier) == (FLAG, 0, NO_DRIVER)
    assert (state_of(flag).home_x, state_of(flag).home_y) == middle(20, 10)


@pytest.mark.parametrize("side", [0, 1])
def test_at_a_ruin_beside_a_lift_it_is_not_taken_and_brought_home_in_each_tick(side: int) -> None:
    sim = new_sim((0, side, 1 - side))
    column, row = PAD_0
    at = put(sim, column - 2, row, "DEST_FLAG", 0)
    sim.state.sides[0].flag_sites.append(at)
    flag = flag_at(sim, 0, column - 2, row)
    jeep = spawn(sim, JEEP, column - 1, row, driver=1)
    put_at(sim, jeep, (column - 1) * 32 + 10, row * 32 + 16)
    jeep.heading = 48 << 16  # against the ruin
    choose(sim, TANK)
    told: list[tuple[int, object]] = []
    for tick in range(500):
        word = FIRE_A if tick < 5 else 0
        told += [(tick, each) for each in about_flags(list(run(sim, 1, word, stick(UP))))]
    taken = [tick for tick, each in told if each == FlagTaken(1, 0)]
    returned = [tick for tick, each in told if each == FlagReturned(0, 0)]
    assert returned
    assert len(told) == len(taken) + len(returned) <= 4
    assert all(later - earlier > 312 for earlier, later in pairwise(taken))
    assert alive(flag)


def test_one_that_lies_at_a_ruin_is_home() -> None:
    sim = new_sim((0, 1))
    flag = flag_at(sim, 0, 20, 10)
    at = site(sim, 0, 20, 10)
    sim.state.grid.static[at] = NUMBER_OF["DEST_FLAG"]
    sim.events = []
    for _ in range(3):
        carrying.beside_lift(sim, flag, 0, 0)
    assert sim.events == []
    site(sim, 0, 30, 10)
    carrying.beside_lift(sim, flag, 0, 0)
    assert FlagReturned(0, 0) in sim.events
    assert not alive(flag)


def test_one_that_is_carried_over_a_ruin_is_not_home() -> None:
    sim, _, flag = carrying_jeep(team=0)
    at = site(sim, 0, 20, 10)
    sim.state.grid.static[at] = NUMBER_OF["DEST_FLAG"]
    flag.x, flag.y = middle(20, 10)
    carrying.beside_lift(sim, flag, 0, 0)
    assert FlagReturned(0, 0) in sim.events
    assert flag.parent == 0


def test_without_any_building_it_stays() -> None:
    sim, jeep, flag = carrying_jeep(team=0)
    carrying.bring_own_home(sim, jeep)
    assert parent_of(sim, flag) is jeep


def test_the_enemys_flag_is_not_brought_home_by_docking() -> None:
    sim, jeep, flag = carrying_jeep()
    site(sim, 1, 20, 10)
    carrying.bring_own_home(sim, jeep)
    assert parent_of(sim, flag) is jeep


def test_a_flag_may_be_hidden_in_any_intact_building() -> None:
    sim = new_sim()
    places = {site(sim, 0, column, 10) for column in (10, 20, 30)}
    found = set()
    for _ in range(60):
        flag = flag_at(sim, 0, 60, 60)
        carrying.return_flag(sim, flag, 3)
        assert sim.events[-1] == FlagReturned(3, 0)
        found.add(sim.state.sides[0].flag_cell)
        run(sim, 1)
    assert found == places
    assert flags(sim) == []


def test_only_flags_have_the_state_of_one() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 40, 40)
    with pytest.raises(TypeError, match="is no flag"):
        state_of(tank)

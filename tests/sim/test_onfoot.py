"""Drivers on foot: out, about, in again, dead, home (design: On foot)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.play import PAD_0, PAD_1, cell, data, new_sim, pave, put, run, spawn
from tests.sim.rules.helpers import flag_at
from uoserver.sim.bunker.view import enter_select
from uoserver.sim.events import (
    Damaged,
    Docked,
    Ended,
    FlagCaptured,
    FlagReturned,
    FlagTaken,
    Lost,
    ManKilled,
)
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRES, UP, stick
from uoserver.sim.lifecycle import alive, mark_for_delete, relink
from uoserver.sim.match import remove_driver, step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.onfoot import (
    DEAD_TICKS,
    PARKED_TICKS,
    go_home,
    kill,
    man_of,
    step_in,
    step_out,
    throw,
    vehicle_near,
    walk_to,
)
from uoserver.sim.registry import CLASSES
from uoserver.sim.rules import man as man_class
from uoserver.sim.rules.manstate import state_of
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import load, save, state_hash
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.targets import seen
from uoserver.sim.vehicles.fate import Cause, lose

DEED = st.tuples(st.integers(0, 2), st.sampled_from("oitwhs"), st.integers(0, 60))
TANK, JEEP, HELICOPTER = VehicleType.TANK, VehicleType.JEEP, VehicleType.HELICOPTER


def out(type_: VehicleType = TANK, teams: tuple[int, ...] = (0, 1)) -> tuple[Simulation, Obj, Obj]:
    """A match whose first driver has just left a vehicle: it and the man that he is."""
    sim = new_sim(teams)
    vehicle = spawn(sim, type_, 60, 60)
    man = step_out(sim, sim.state.drivers[0])
    assert man is not None
    return sim, vehicle, man


# -- out -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("type_", "west"), [(TANK, 12), (JEEP, 9), (VehicleType.MSV, 12)])
def test_who_leaves_stands_clear_to_the_west_of_his_vehicle(type_: VehicleType, west: int) -> None:
    sim, vehicle, man = out(type_)
    assert (man.x, man.y, man.z) == (vehicle.x - west * ONE, vehicle.y, 0)
    driver = sim.state.drivers[0]
    assert driver.view.mode is Mode.ON_FOOT
    assert (driver.man, driver.vehicle) == (man.id, vehicle.id)
    check_state(sim.state)


def test_nobody_leaves_what_moves_or_stands_in_water_or_flies() -> None:
    for change in ("speed", "z", "water", "phase"):
        sim = new_sim()
        vehicle = spawn(sim, HELICOPTER if change == "z" else JEEP, 60, 60)
        if change == "speed":
            vehicle.speed = 1
        elif change == "z":
            vehicle.z = 50 * ONE
        elif change == "water":
            pave(sim, [(60, 60)], 1)
        else:
            data(vehicle).phase = type(data(vehicle).phase).WARM_UP
        assert step_out(sim, sim.state.drivers[0]) is None, change
        assert sim.state.drivers[0].view.mode is Mode.PLAYING


def test_an_empty_vehicle_obeys_nobody() -> None:
    sim, vehicle, _ = out()
    place = (vehicle.x, vehicle.y)
    run(sim, 50, UP | FIRES)
    assert (vehicle.x, vehicle.y) == place
    assert alive(vehicle)


def test_it_is_stowed_after_a_minute() -> None:
    sim, vehicle, _ = out()
    stock = list(sim.state.sides[0].stock)
    events = [each for _ in range(PARKED_TICKS - 1) for each in step(sim, [])]
    assert not [each for each in events if isinstance(each, Docked)]
    assert step(sim, [])[-1:] == [Docked(0, TANK)]
    assert sim.state.sides[0].stock[TANK] == stock[TANK] + 1
    assert sim.state.drivers[0].vehicle == 0
    assert man_of(sim, sim.state.drivers[0]) is not None
    step(sim, [])
    assert sim.state.pool.get(vehicle.id) is None
    check_state(sim.state)


def test_one_can_walk_out_of_his_bunker() -> None:
    sim = new_sim((0, 1))
    man = step_out(sim, sim.state.drivers[0])
    assert man is not None
    assert (man.x, man.y) == centre(cell(*PAD_0))
    assert step_out(sim, sim.state.drivers[0]) is None


# -- in --------------------------------------------------------------------------------------------


def test_he_comes_back_into_his_own() -> None:
    sim, vehicle, man = out()
    driver = sim.state.drivers[0]
    assert step_in(sim, driver)
    assert (driver.view.mode, driver.vehicle, driver.man) == (Mode.PLAYING, vehicle.id, 0)
    run(sim, 2, UP)  # with two players keys count a frame later
    assert vehicle.speed > 0
    assert sim.state.pool.get(man.id) is None
    check_state(sim.state)


@pytest.mark.parametrize(("away", "enters"), [(23, True), (24, False)])
def test_a_friends_empty_vehicle_within_reach(away: int, enters: bool) -> None:
    sim = new_sim((0, 0, 1))
    own, other = spawn(sim, TANK, 60, 60), spawn(sim, JEEP, 70, 60, driver=1)
    first, second = sim.state.drivers[:2]
    assert step_out(sim, first)
    walk_to(sim, first, other.x - away * ONE, other.y, 0, 0)
    assert not step_in(sim, first)  # somebody sits in it
    assert step_out(sim, second)
    walk_to(sim, second, other.x, other.y + 90 * ONE, 0, 0)
    stock = list(sim.state.sides[0].stock)
    assert step_in(sim, first) is enters
    if enters:
        assert (first.vehicle, second.vehicle, data(other).driver) == (other.id, 0, 0)
        assert sim.state.sides[0].stock[TANK] == stock[TANK] + 1
        step(sim, [])
        assert sim.state.pool.get(own.id) is None
        assert second.view.mode is Mode.ON_FOOT
    check_state(sim.state)


def test_an_enemys_is_not_entered() -> None:
    sim = new_sim((0, 1))
    enemy = spawn(sim, TANK, 70, 60, driver=1)
    assert step_out(sim, sim.state.drivers[1])
    assert step_out(sim, sim.state.drivers[0])
    walk_to(sim, sim.state.drivers[0], enemy.x - 12 * ONE, enemy.y, 0, 0)
    assert vehicle_near(sim, sim.state.drivers[0]) is None


def test_who_gets_in_and_out_is_not_healed_and_finds_no_grenades() -> None:
    sim, vehicle, man = out()
    driver = sim.state.drivers[0]
    man_class.damage(sim, man, ONE // 4, vehicle)
    assert throw(sim, driver, man.x, man.y - 60 * ONE)
    for _ in range(2):
        assert step_in(sim, driver)
        step(sim, [])
        check_state(sim.state)
        again = step_out(sim, driver)
        assert again is not None
        assert (state_of(again).hits, state_of(again).grenades) == (3 * ONE // 4, 2)
        load(save(sim), CLASSES)


@pytest.mark.parametrize("how", ["died", "docked", "lost", "last"])
def test_he_comes_whole_from_his_bunker(how: str) -> None:
    sim, vehicle, man = out()
    driver = sim.state.drivers[0]
    man_class.damage(sim, man, ONE // 4, vehicle)
    assert throw(sim, driver, man.x, man.y - 60 * ONE)
    if how == "died":
        man_class.damage(sim, man, ONE, vehicle)
        run(sim, DEAD_TICKS + 1)
    else:
        assert step_in(sim, driver)
        if how == "docked":
            vehicle.x, vehicle.y = centre(cell(*PAD_0))
            relink(sim, vehicle)
            run(sim, 2)
            run(sim, 2, FIRES & -FIRES)
        else:
            lose(sim, vehicle, data(vehicle), Cause.FUEL)
            if how == "last":
                sim.state.sides[0].stock = [0] * 4
        until_mode(sim, Mode.SPECTATE if how == "last" else Mode.SELECT)
    again = step_out(sim, driver)
    assert again is not None
    assert (state_of(again).hits, state_of(again).grenades) == (ONE, 3)


def until_mode(sim: Simulation, mode: Mode) -> None:
    for _ in range(2000):
        if sim.state.drivers[0].view.mode is mode:
            return
        step(sim, [])
    raise AssertionError(sim.state.drivers[0].view)


def test_a_hunted_vehicle_is_not_saved_by_taking_anothers() -> None:
    sim = new_sim((0, 0, 1))
    own, other = spawn(sim, TANK, 60, 60), spawn(sim, JEEP, 70, 60, driver=1)
    enemy = spawn(sim, TANK, 90, 60, driver=2)
    first, second = sim.state.drivers[:2]
    CLASSES[Kind.VEHICLE].damage(sim, own, 2 * ONE, enemy)  # type: ignore[misc]
    assert step_out(sim, first)
    assert step_out(sim, second)
    walk_to(sim, first, other.x - 12 * ONE, other.y, 0, 0)
    stock = list(sim.state.sides[0].stock)
    assert step_in(sim, first)
    assert sim.state.sides[0].stock == stock
    assert first.vehicle == other.id
    step(sim, [])
    assert sim.state.pool.get(own.id) is None
    assert len(list(sim.state.pool.on_kind(Kind.WRECK))) == 1
    check_state(sim.state)


# -- the end of a match ----------------------------------------------------------------------------


def last_men(*teams: int, carry: bool = False) -> Simulation:
    """A match in which all are on foot and nothing is left to drive."""
    sim = new_sim(teams)
    sim.state.men_carry = carry
    for side in sim.state.sides:
        side.stock = [0] * 4
    for driver in sim.state.drivers:
        assert step_out(sim, driver)
    return sim


def test_men_alone_win_nothing_so_it_is_a_draw() -> None:
    sim = last_men(0, 1)
    assert step(sim, [])[-1] == Ended(-1)
    assert sim.state.winner == -1


def test_the_dead_are_not_waited_for_either() -> None:
    sim = last_men(0, 1)
    man = man_of(sim, sim.state.drivers[0])
    assert man is not None
    man_class.damage(sim, man, ONE, None)
    assert Ended(-1) in step(sim, [])


@pytest.mark.parametrize("team", [0, 1])
@pytest.mark.parametrize("where", ["stock", "field"])
def test_men_go_on_as_long_as_anybody_has_a_jeep(team: int, where: str) -> None:
    sim = new_sim((0, 1))
    spawn(sim, JEEP, 60, 60, driver=team)
    for side in sim.state.sides:
        side.stock = [0] * 4
    if where == "stock":
        sim.state.sides[team].stock[JEEP] = 1
        sim.state.drivers[team].vehicle = 0
        for obj in list(sim.state.pool.on_kind(Kind.VEHICLE)):
            mark_for_delete(sim, obj)
        enter_select(sim, sim.state.drivers[team])
    for driver in sim.state.drivers:
        assert step_out(sim, driver)
    run(sim, 400)
    assert sim.state.running


def test_men_of_a_side_with_tanks_may_still_drive() -> None:
    sim = last_men(0, 1)
    for side in sim.state.sides:
        side.stock[TANK] = 1
    run(sim, 400)
    assert sim.state.running


def test_where_men_carry_flags_they_can_still_win() -> None:
    sim = last_men(0, 1, carry=True)
    run(sim, 400)
    assert sim.state.running
    for driver in sim.state.drivers:
        man = man_of(sim, driver)
        assert man is not None
        man_class.damage(sim, man, ONE, None)
    run(sim, DEAD_TICKS + 2)
    assert sim.state.winner == -1


def test_who_has_nothing_left_is_not_kept_by_a_friend_on_foot() -> None:
    sim = last_men(0, 0, 1)
    sim.state.sides[1].stock[JEEP] = 1
    go_home(sim, sim.state.drivers[2])
    go_home(sim, sim.state.drivers[0])
    run(sim, 2)
    assert sim.state.running
    assert sim.state.drivers[0].view.mode is Mode.SPECTATE  # the other side may still win
    assert step_out(sim, sim.state.drivers[0]) is not None


# -- hurt ------------------------------------------------------------------------------------------


def test_hits_add_up_and_the_last_kills() -> None:
    sim, vehicle, man = out()
    sim.events = []
    man_class.damage(sim, man, ONE // 2, vehicle)
    assert sim.events == [Damaged(man.id, ONE // 2, vehicle.id)]
    assert alive(man)
    assert state_of(man).hits == ONE // 2
    man_class.damage(sim, man, ONE // 2, vehicle)
    assert not alive(man)
    killed = [each for each in sim.events if isinstance(each, ManKilled)]
    assert killed == [ManKilled(man.id, 0, 0, 0)]


def test_a_vehicle_crushes_him_and_he_is_home_after_five_seconds() -> None:
    sim, _, man = out()
    jeep = spawn(sim, JEEP, 64, 60, driver=1)
    walk_to(sim, sim.state.drivers[0], jeep.x, jeep.y - 12 * ONE, 0, 0)
    events = []
    for _ in range(40):
        events += step(sim, [0, stick(UP)])
        if not alive(man):
            break
    assert ManKilled(man.id, 0, 1, 0) in events
    driver = sim.state.drivers[0]
    ticks = 0
    while driver.view.mode is Mode.ON_FOOT:
        step(sim, [])
        ticks += 1
    assert ticks == DEAD_TICKS - 1  # he died in the first
    assert (driver.view.mode, driver.man, driver.vehicle) == (Mode.SELECT, 0, 0)
    check_state(sim.state)


def test_who_walks_when_his_vehicle_is_lost_goes_on_walking() -> None:
    sim, vehicle, man = out()
    events = []
    CLASSES[Kind.VEHICLE].damage(sim, vehicle, 100 * ONE, None)  # type: ignore[misc]
    for _ in range(400):
        events += step(sim, [])
    assert [each for each in events if isinstance(each, Lost)] or sim.state.drivers[0].vehicle == 0
    assert sim.state.drivers[0].view.mode is Mode.ON_FOOT
    assert man_of(sim, sim.state.drivers[0]) is man
    check_state(sim.state)


def test_who_leaves_the_match_takes_man_and_vehicle_along() -> None:
    sim, vehicle, man = out()
    remove_driver(sim, 0)
    step(sim, [])
    assert sim.state.pool.get(vehicle.id) is None
    assert sim.state.pool.get(man.id) is None
    check_state(sim.state)


def test_home_at_once() -> None:
    sim, vehicle, man = out()
    go_home(sim, sim.state.drivers[0])
    step(sim, [])
    assert sim.state.drivers[0].view.mode is Mode.SELECT
    assert sim.state.pool.get(vehicle.id) is None
    assert sim.state.pool.get(man.id) is None


def test_who_drives_may_end_it() -> None:
    sim = new_sim((0, 1))
    driver = sim.state.drivers[0]
    assert not kill(sim, driver)  # he is in his bunker
    tank = spawn(sim, TANK, 60, 60)
    stock = list(sim.state.sides[0].stock)
    sim.events = []
    assert kill(sim, driver)
    assert Lost(0, TANK, "self") in sim.events
    assert not kill(sim, driver)
    run(sim, 1)
    assert sim.state.pool.get(tank.id) is None
    assert len(list(sim.state.pool.on_kind(Kind.EXPLOSION))) > 0
    until_mode(sim, Mode.SELECT)
    assert sim.state.sides[0].stock == stock


@pytest.mark.parametrize("hits", [ONE, 1])
def test_who_walks_may_end_it_and_his_vehicle_stays(hits: int) -> None:
    sim, vehicle, man = out()
    driver = sim.state.drivers[0]
    state_of(man).hits = hits
    sim.events = []
    assert kill(sim, driver)
    assert sim.events[:2] == [Damaged(man.id, hits, man.id), ManKilled(man.id, 0, 0, 0)]
    assert not kill(sim, driver)
    run(sim, 1)
    assert driver.vehicle == vehicle.id


# -- about -----------------------------------------------------------------------------------------


def test_he_walks_where_he_is_put_and_sees_about_him() -> None:
    sim, _, man = out()
    x, y = centre(cell(20, 20))
    walk_to(sim, sim.state.drivers[0], x, y, 3 * ONE, 0x100000)
    assert (man.x, man.y, man.z, man.heading, man.cell) == (x, y, 3 * ONE, 0x100000, cell(20, 20))
    step(sim, [])
    assert seen(sim, man)
    step(sim, [])
    assert (man.x, man.y, man.z) == (x, y, 3 * ONE)


def test_three_grenades_filled_up_at_his_pad() -> None:
    sim, _, man = out()
    driver = sim.state.drivers[0]
    for number in range(4):
        assert throw(sim, driver, man.x, man.y - 60 * ONE) is (number < 3)
        assert not throw(sim, driver, man.x, man.y - 60 * ONE)  # one in 30 ticks
        sim.state.tick += 30
    assert len(list(sim.state.pool.on_kind(Kind.GRENADE))) == 3
    walk_to(sim, driver, *centre(cell(*PAD_1)), 0, 0)
    assert not throw(sim, driver, man.x, man.y)
    walk_to(sim, driver, *centre(cell(*PAD_0)), 0, 0)
    assert state_of(man).grenades == 3


def test_who_gets_in_and_out_throws_no_faster() -> None:
    sim, _, _ = out()
    driver = sim.state.drivers[0]
    thrown = 0
    for _ in range(60):
        man = man_of(sim, driver)
        assert man is not None
        thrown += throw(sim, driver, man.x, man.y - 60 * ONE)
        assert step_in(sim, driver)
        sim.state.tick += 1
        assert step_out(sim, driver) is not None
    assert thrown <= 3


@pytest.mark.parametrize("may", [True, False])
def test_a_man_carries_the_flag_home_where_men_may(may: bool) -> None:
    sim, _, man = out()
    sim.state.men_carry = may
    flag = flag_at(sim, 1, 50, 50)
    driver = sim.state.drivers[0]
    walk_to(sim, driver, *centre(cell(50, 50)), 0, 0)
    assert (FlagTaken(0, 1) in step(sim, [])) is may
    assert (flag.parent == man.slot) is may
    walk_to(sim, driver, *centre(cell(*PAD_0)), 0, 0)
    assert (FlagCaptured(0, 1) in step(sim, [])) is may
    assert (sim.state.winner == 0) is may


def test_his_own_flag_is_hidden_again() -> None:
    sim, _, _man = out()
    sim.state.men_carry = True
    put(sim, 80, 80, "FLAG", 0)
    sim.state.sides[0].flag_sites.append(cell(80, 80))
    flag_at(sim, 0, 50, 50)
    driver = sim.state.drivers[0]
    walk_to(sim, driver, *centre(cell(50, 50)), 0, 0)
    step(sim, [])
    walk_to(sim, driver, *centre(cell(*PAD_0)), 0, 0)
    assert FlagReturned(0, 0) in step(sim, [])
    assert sim.state.running


# -- saved -----------------------------------------------------------------------------------------


def test_a_walk_goes_on_after_a_save() -> None:
    sim, _, _ = out()
    again = load(save(sim), CLASSES)
    for _ in range(30):
        step(sim, [])
        step(again, [])
    assert state_hash(again) == state_hash(sim)


@settings(max_examples=25, deadline=None)
@given(st.lists(DEED, max_size=40))
def test_whatever_drivers_do_the_state_stays_whole(deeds: list[tuple[int, str, int]]) -> None:
    sim = new_sim((0, 0, 1))
    for number, type_ in enumerate((TANK, JEEP, JEEP)):
        spawn(sim, type_, 58 + 2 * number, 60, driver=number)
    for number, deed, amount in deeds:
        driver = sim.state.drivers[number]
        match deed:
            case "o":
                step_out(sim, driver)
            case "i":
                step_in(sim, driver)
            case "t":
                throw(sim, driver, amount << 21, 60 << 21)
            case "w":
                walk_to(sim, driver, (50 << 21) + (amount << 19), 60 << 21, 0, amount << 16)
            case "h" if driver.view.mode is Mode.ON_FOOT:
                go_home(sim, driver)
            case _:
                for _ in range(amount):
                    step(sim, [stick(UP)] * 3)
        check_state(sim.state)
        load(save(sim), CLASSES)

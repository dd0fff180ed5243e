"""The figures of the reference's tests that need the bunker, tick by tick."""

from __future__ import annotations

import pytest

from tests.sim.bunker.scripts import choose, launch, lifts, until, vehicle
from tests.sim.play import PAD_0, cell, data, new_sim, pave, run, spawn
from uoserver.sim.events import Docked, Ended, Lost
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import DOWN, FIRE_A, FIRES, FORWARD, UP
from uoserver.sim.objects import Obj
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import NO_WINNER, Simulation
from uoserver.sim.tables.terrain import DEEP, PAD, PAD_OPEN
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.fate import Cause, lose
from uoserver.sim.vehiclestate import Phase

TANK, JEEP, MSV, HELICOPTER = VehicleType
PAD_CELL = cell(*PAD_0)


def _mode(sim: Simulation, number: int = 0) -> Mode:
    return sim.state.drivers[number].view.mode


def _hurt(sim: Simulation, obj: Obj) -> None:
    """More than any vehicle stands, and no more than the acceptance page takes."""
    vehicle_damage = sim.classes[obj.kind].damage
    assert vehicle_damage is not None
    vehicle_damage(sim, obj, 127 * ONE, None)


def _lose(sim: Simulation, cause: Cause, number: int = 0) -> None:
    obj = vehicle(sim, sim.state.drivers[number])
    lose(sim, obj, data(obj), cause)


@pytest.mark.parametrize(
    ("type_", "ticks"), [(TANK, 294), (JEEP, 254), (MSV, 256), (HELICOPTER, 296)]
)
def test_ticks_from_the_press_to_the_vehicle(type_: VehicleType, ticks: int) -> None:
    # 294 is stated for the tank; the others are the ways' 146, 148, 188 and the rise.
    sim = new_sim()
    choose(sim, type_)
    run(sim, 1, FIRE_A)
    assert 1 + until(sim, lambda: bool(sim.state.drivers[0].vehicle)) == ticks
    assert data(vehicle(sim, sim.state.drivers[0])).type == type_


@pytest.mark.parametrize("dt", [2, 3, 7, 12])
def test_longer_frames_bring_the_vehicle_up_as_fast(dt: int) -> None:
    # Each of the eight waits and ways may end within a frame.
    sim = new_sim()
    choose(sim, TANK)
    run(sim, 1, FIRE_A)
    ticks = 0
    while not sim.state.drivers[0].vehicle:
        run(sim, 1, dt=dt)
        ticks += dt
    assert 293 <= ticks <= 293 + 8 * dt


@pytest.mark.parametrize("dt", [2, 3, 7, 12])
def test_longer_frames_bring_the_driver_back_as_fast(dt: int) -> None:
    sim = new_sim()
    spawn(sim, JEEP, 40, 40)
    _lose(sim, Cause.DAMAGE)
    ticks = 0
    while not ticks or _mode(sim) is not Mode.SELECT:
        run(sim, 1, dt=dt)
        ticks += dt
    assert abs(ticks - 416) <= 4 * dt


def test_the_lift_rises_for_107_ticks() -> None:
    sim = new_sim()
    choose(sim, TANK)
    run(sim, 1, FIRE_A)
    until(sim, lambda: sim.state.grid.terrain[PAD_CELL] == PAD_OPEN)
    assert 1 + until(sim, lambda: sim.state.grid.terrain[PAD_CELL] == PAD) == 107
    assert sim.state.drivers[0].vehicle


def test_off_the_lift_a_tank_rolls_16_pixels() -> None:
    # as in the helper's own tests, but all the way: 15 ticks forced, 30 without a key
    sim = new_sim()
    (tank,) = launch(sim, TANK)
    run(sim, 14)  # the first was that of the frame it came up in
    assert tank.speed == 15 * 0xCCC
    run(sim, 30)
    way = tank.y - (PAD_0[1] * 32 + 16) * ONE
    assert (way, way // ONE, tank.speed) == (1105650, 16, 0)


def test_off_the_lift_a_jeep_waits_98_ticks() -> None:
    sim = new_sim()
    (jeep,) = launch(sim, JEEP)
    assert until(sim, lambda: bool(jeep.speed)) == 97  # one went by in the frame it came up in
    assert jeep.speed == 0xB333 - 0x28F


def test_a_rotor_spins_up_in_216_ticks_and_the_climb_takes_100() -> None:
    # 56 and 161 updates, of which one is that of the frame the helicopter came up in: counted
    # from that frame it is the page's 56 + 160, which it rounds to "about 215"
    sim = new_sim()
    (heli,) = launch(sim, HELICOPTER)
    assert until(sim, lambda: data(heli).rotor == ONE) == 55
    assert until(sim, lambda: data(heli).rotor_speed == 4 * ONE) == 216 - 55
    assert heli.z == 0
    assert until(sim, lambda: heli.z == 50 * ONE) == 100
    assert data(heli).phase is Phase.FREE


def test_docking_takes_107_ticks_and_gives_the_stock_back() -> None:
    sim = new_sim()
    (tank,) = launch(sim, TANK)
    assert sim.state.sides[0].stock == [2, 8, 3, 3]
    run(sim, 40)
    until(sim, lambda: abs((tank.y & 0x1FFFFF) - 0x100000) <= 3 * ONE, DOWN)
    until(sim, lambda: not tank.speed)
    assert Docked(0, TANK) in run(sim, 1, FIRE_A)
    assert sim.state.sides[0].stock == [3, 8, 3, 3]
    (lift,) = lifts(sim)
    assert 1 + until(sim, lambda: _mode(sim) is Mode.LEAVING) == 54
    assert -16.4 * ONE < lift.z < -16 * ONE
    assert until(sim, lambda: _mode(sim) is Mode.SELECT) == 14  # the fade's first is tick 54
    assert until(sim, lambda: not lifts(sim)) == 107 - 54 - 14
    assert sim.state.grid.terrain[PAD_CELL] == PAD


@pytest.mark.parametrize("dt", [1, 2])
def test_back_in_the_bunker_146_ticks_after_sinking(dt: int) -> None:
    sim = new_sim()
    spawn(sim, TANK, 40, 40)
    pave(sim, [(40, 40)], DEEP)
    for _ in range(100):
        if Lost(0, TANK, "sunk") in run(sim, 1, dt=dt):
            break
    ticks = 0
    while _mode(sim) is not Mode.SELECT:
        run(sim, 1, dt=dt)
        ticks += dt
    assert ticks == 146
    assert sim.state.sides[0].stock == [2, 8, 3, 3]


@pytest.mark.parametrize(
    ("type_", "delay"), [(TANK, 120), (JEEP, 120), (MSV, 120), (HELICOPTER, 200)]
)
def test_the_fly_back_takes_296_ticks_after_the_delay(type_: VehicleType, delay: int) -> None:
    sim = new_sim()
    spawn(sim, type_, 40, 40)
    _lose(sim, Cause.DAMAGE)
    assert until(sim, lambda: _mode(sim) is Mode.HOLD) == delay
    ticks = [
        until(sim, lambda: _mode(sim) is Mode.FLY_BACK),
        until(sim, lambda: sim.state.drivers[0].view.step == 1),
        until(sim, lambda: sim.state.drivers[0].view.step == 2),
        until(sim, lambda: _mode(sim) is Mode.SELECT),
    ]
    # the page's 30 + 51 + 200 + 15: its last of the delay is the first of the 30
    assert (ticks, sum(ticks)) == ([29, 51, 201, 15], 296)


def test_all_three_buttons_lead_to_the_fly_back_and_the_bunker() -> None:
    sim = new_sim()
    spawn(sim, JEEP, 40, 40)
    assert Lost(0, JEEP, "self") in run(sim, 1, FIRES)
    until(sim, lambda: _mode(sim) is Mode.FLY_BACK)
    until(sim, lambda: _mode(sim) is Mode.SELECT)
    assert sim.state.winner == NO_WINNER


def test_one_player_without_jeeps_has_lost_when_he_is_back() -> None:
    sim = new_sim()
    sim.state.sides[0].stock[JEEP] = 0
    _hurt(sim, spawn(sim, TANK, 40, 40))
    until(sim, lambda: not sim.state.running)
    assert sim.state.winner == -1
    assert sim.events[-1] == Ended(-1)


def test_with_a_jeep_left_he_selects_again() -> None:
    sim = new_sim()
    sim.state.sides[0].stock[JEEP] = 1
    _hurt(sim, spawn(sim, TANK, 40, 40))
    until(sim, lambda: _mode(sim) is Mode.SELECT)
    assert (sim.state.running, sim.state.winner) == (True, NO_WINNER)


# -- two players -----------------------------------------------------------------------------------


def test_two_players_launch_different_vehicles_on_the_same_frame() -> None:
    sim = new_sim((0, 1))
    run(sim, 20)
    run(sim, 1, 0, DOWN)
    run(sim, 1, 0, 0)
    run(sim, 1, FIRE_A, FIRE_A)
    assert [_mode(sim, n) for n in (0, 1)] == [Mode.LAUNCH, Mode.LAUNCH]
    until(sim, lambda: all(each.vehicle for each in sim.state.drivers))
    objs = [vehicle(sim, each) for each in sim.state.drivers]
    assert [(data(obj).type, obj.team) for obj in objs] == [(TANK, 0), (JEEP, 1)]
    before = [obj.y for obj in objs]
    run(sim, 150, UP, UP)
    assert all(abs(obj.y - y) > 16 * ONE for obj, y in zip(objs, before, strict=True))


def test_with_two_players_a_vehicle_sees_a_press_one_frame_later() -> None:
    sim = new_sim((0, 1))
    tank = spawn(sim, TANK, 40, 40)
    run(sim, 1, 0)
    seen = []
    for keys in (UP, 0, 0):
        run(sim, 1, keys)
        seen.append(bool(data(tank).control & FORWARD))
    assert seen == [False, True, False]


def test_with_one_player_a_vehicle_sees_a_press_at_once() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 40, 40)
    run(sim, 1, 0)
    seen = []
    for keys in (UP, 0):
        run(sim, 1, keys)
        seen.append(bool(data(tank).control & FORWARD))
    assert seen == [True, False]


def test_who_has_nothing_left_watches_the_other_play() -> None:
    sim = new_sim((0, 1))
    spawn(sim, TANK, 40, 40)
    spawn(sim, JEEP, 50, 50, driver=1)
    sim.state.sides[0].stock = [0, 0, 0, 0]
    _hurt(sim, vehicle(sim, sim.state.drivers[0]))
    until(sim, lambda: _mode(sim) is Mode.SPECTATE)
    view = sim.state.drivers[0].view
    assert (view.status, view.fade) == (1, ONE)
    assert until(sim, lambda: view.step == 1) == 51
    assert view.fade == 0
    assert until(sim, lambda: view.step == 2) == 51
    other = vehicle(sim, sim.state.drivers[1])
    start = other.y
    run(sim, 200, 0, UP)
    assert (view.mode, view.step, view.fade) == (Mode.SPECTATE, 2, ONE)
    assert other.y < start - 100 * ONE
    assert sim.state.running


def test_without_jeeps_on_either_side_the_match_is_drawn() -> None:
    sim = new_sim((0, 1))
    for side in sim.state.sides:
        side.stock[JEEP] = 0
    _hurt(sim, spawn(sim, TANK, 40, 40))
    until(sim, lambda: not sim.state.running)
    assert sim.state.winner == -1
    assert sim.events[-1] == Ended(-1)


def test_a_jeep_that_the_other_drives_keeps_the_match_undecided() -> None:
    sim = new_sim((0, 1))
    spawn(sim, JEEP, 50, 50, driver=1)
    for side in sim.state.sides:
        side.stock[JEEP] = 0
    _hurt(sim, spawn(sim, TANK, 40, 40))
    until(sim, lambda: _mode(sim) is Mode.SELECT)
    assert sim.state.drivers[1].vehicle
    _hurt(sim, vehicle(sim, sim.state.drivers[1]))
    until(sim, lambda: not sim.state.running)
    assert sim.state.winner == -1


def test_without_jeeps_but_not_without_tanks_the_bunker_opens_again() -> None:
    sim = new_sim((0, 1))
    sim.state.sides[0].stock[JEEP] = 0
    spawn(sim, TANK, 40, 40)
    _lose(sim, Cause.DAMAGE)
    until(sim, lambda: _mode(sim) is Mode.SELECT)
    assert sim.state.running

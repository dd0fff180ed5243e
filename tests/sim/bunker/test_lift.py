from __future__ import annotations

import pytest

from tests.sim.bunker.scripts import choose, launch, lifts, until, vehicle
from tests.sim.play import PAD_0, PAD_1, cell, data, new_sim, put, run, spawn
from tests.sim.rules.helpers import flag_at, site
from uoserver.sim.bunker.lift import DEPTH, MAX_DOWN, NOBODY, SOUTH, Way, state_of
from uoserver.sim.events import (
    Created,
    Damaged,
    Docked,
    Ended,
    Exploded,
    FlagCaptured,
    FlagReturned,
    Sound,
)
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A
from uoserver.sim.lifecycle import create, destroy_now, mark_for_delete, reap, relink
from uoserver.sim.match import MAX_DRIVERS, remove_driver, step
from uoserver.sim.objects import CRUSHED, Kind, Obj
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.saving import load, save
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect, Remains
from uoserver.sim.tables.terrain import PAD, PAD_OPEN
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.docking import LOWER
from uoserver.sim.vehicles.helicopter import PARKED
from uoserver.sim.vehicles.wreck import Stage
from uoserver.sim.vehiclestate import Phase

TANK, JEEP, MSV, HELICOPTER = VehicleType
PAD_CELL = cell(*PAD_0)


def _called(sim: Simulation, type_: VehicleType = TANK) -> Obj:
    """A lift that was just sent for."""
    choose(sim, type_)
    run(sim, 1, FIRE_A)
    (lift,) = lifts(sim)
    return lift


def _rising(sim: Simulation, dt: int = 1) -> Obj:
    lift = _called(sim)
    until(sim, lambda: lift.think == Way.UP)
    return lift


@pytest.mark.parametrize(
    ("type_", "heading"), [(TANK, SOUTH), (JEEP, SOUTH), (MSV, SOUTH), (HELICOPTER, PARKED)]
)
def test_a_lift_comes_32_px_below_its_pad_and_its_load_looks_south(
    type_: VehicleType, heading: int
) -> None:
    sim = new_sim()
    lift = _called(sim, type_)
    assert ((lift.x, lift.y), lift.z) == (centre(PAD_CELL), -32 * ONE)
    assert lift.heading == heading
    assert heading == (0x180000 if type_ is HELICOPTER else 0x200000)


def test_a_lift_waits_in_three_states() -> None:
    sim = new_sim()
    lift = _called(sim)
    assert lift.think == Way.CAMERA
    run(sim, 1)
    assert lift.think == Way.CLEAR
    run(sim, 1)
    assert lift.think == Way.HELD
    run(sim, 100)
    assert (lift.think, lift.z, sim.state.grid.terrain[PAD_CELL]) == (Way.HELD, -DEPTH, PAD)


def test_a_lift_held_by_the_picture_rises_once_let_go() -> None:
    sim = new_sim()
    lift = _called(sim)
    run(sim, 3)
    state_of(lift).held = False
    events = run(sim, 1)
    assert (lift.think, lift.z) == (Way.UP, -32 * ONE + 0x4CCC)
    assert any(isinstance(event, Sound) and event.name == "Raise" for event in events)


def test_the_pad_is_open_while_a_lift_rises() -> None:
    sim = new_sim()
    _rising(sim)
    assert sim.state.grid.terrain[PAD_CELL] == PAD_OPEN
    until(sim, lambda: bool(sim.state.drivers[0].vehicle))
    assert sim.state.grid.terrain[PAD_CELL] == PAD


def test_a_vehicle_comes_off_its_lift_once() -> None:
    sim = new_sim()
    choose(sim, TANK)
    events = run(sim, 1, FIRE_A) + run(sim, 500)
    made = [event for event in events if isinstance(event, Created) and event.kind is Kind.VEHICLE]
    assert len(made) == 1
    assert (lifts(sim), sim.state.drivers[0].view.lift) == ([], 0)
    assert sim.state.drivers[0].view.mode is Mode.PLAYING


def test_side_1_gets_its_own_pad_back() -> None:
    sim = new_sim((1,))
    launch(sim, TANK)
    assert sim.state.grid.terrain[cell(*PAD_1)] == PAD + 1


def test_who_is_on_a_lift_is_hurt_each_frame_and_keeps_it_waiting() -> None:
    sim = new_sim((0, 1))
    enemy = spawn(sim, TANK, *PAD_0, driver=1)
    choose(sim, TANK)
    events = run(sim, 1, FIRE_A)
    (lift,) = lifts(sim)
    assert not [event for event in events if isinstance(event, Damaged)]
    events = run(sim, 1)
    # 4.0, less an armour of 0.3
    assert [e for e in events if isinstance(e, Damaged)] == [
        Damaged(enemy.id, 4 * ONE - 0x4CCC, lift.id)
    ]
    run(sim, 4)
    assert (lift.think, state_of(lift).blocked) == (Way.CLEAR, True)
    until(sim, lambda: not sim.state.drivers[1].vehicle, most=3)
    until(sim, lambda: lift.think == Way.HELD)
    assert not state_of(lift).blocked


def test_the_wreck_of_who_was_crushed_does_not_hold_the_pad() -> None:
    sim = new_sim((0, 1))
    spawn(sim, TANK, *PAD_0, driver=1)
    lift = _called(sim)
    until(sim, lambda: lift.think == Way.HELD, most=40)
    assert not list(sim.state.pool.on_kind(Kind.WRECK))


def test_what_cannot_be_hurt_is_taken_off_a_lift() -> None:
    sim = new_sim()
    lift = _called(sim)
    x, y = centre(PAD_CELL)
    wreck = create(sim, Kind.WRECK, 1, x, y, 0, TANK)
    assert wreck is not None
    wreck.shape, wreck.think = 1, Stage.HULK
    run(sim, 1)
    assert sim.state.pool.get(wreck.id) is None
    assert wreck.flags & CRUSHED == 0  # a free slot has no flags
    assert lift.think == Way.CLEAR


def test_a_rising_lift_goes_on_and_hurts_what_drives_onto_it() -> None:
    sim = new_sim((0, 1))
    lift = _rising(sim)
    z = lift.z
    enemy = spawn(sim, MSV, *PAD_0, driver=1)
    hits = data(enemy).hits
    run(sim, 2)
    assert lift.z == z + 2 * 0x4CCC
    assert data(enemy).hits == hits - 2 * (4 * ONE - 0x8000)


def test_static_objects_do_not_stop_a_lift() -> None:
    sim = new_sim()
    for dx in (-1, 1):
        put(sim, PAD_0[0] + dx, PAD_0[1], "TOWER")
    lift = _called(sim)
    run(sim, 2)
    assert lift.think == Way.HELD
    until(sim, lambda: bool(sim.state.drivers[0].vehicle))


def test_the_pad_is_restored_when_a_lift_is_destroyed_on_its_way() -> None:
    sim = new_sim()
    lift = _rising(sim)
    mark_for_delete(sim, lift)
    run(sim, 1)
    assert sim.state.grid.terrain[PAD_CELL] == PAD


def test_a_lift_that_did_not_move_yet_leaves_the_pad_alone() -> None:
    sim = new_sim()
    lift = _called(sim)
    sim.state.grid.terrain[PAD_CELL] = 7
    mark_for_delete(sim, lift)
    run(sim, 1)
    assert sim.state.grid.terrain[PAD_CELL] == 7


def test_the_pad_is_restored_after_saving_in_the_middle() -> None:
    sim = new_sim()
    _rising(sim)
    again = load(save(sim), CLASSES)
    until(again, lambda: bool(again.state.drivers[0].vehicle))
    assert again.state.grid.terrain[PAD_CELL] == PAD


def test_who_lost_his_lift_gets_another() -> None:
    sim = new_sim()
    lift = _rising(sim)
    view = sim.state.drivers[0].view
    view.timer = 500  # that it had waited for the first
    mark_for_delete(sim, lift)
    reap(sim)
    assert view.lift == 0
    run(sim, 1)
    assert ([lift.id for lift in lifts(sim)], view.timer) == ([view.lift], 0)
    until(sim, lambda: bool(sim.state.drivers[0].vehicle))
    assert sim.state.sides[0].stock == [2, 8, 3, 3]


def _docked(sim: Simulation) -> Obj:
    """A lift that takes the first driver's tank down."""
    tank = spawn(sim, TANK, *PAD_0)
    tank.x += 3 * ONE
    run(sim, 1)
    assert Docked(0, TANK) in run(sim, 1, FIRE_A) + run(sim, 1)
    (lift,) = [each for each in lifts(sim) if each.think == Way.DOWN]
    return lift


def test_a_lift_goes_down_in_the_middle_of_the_cell() -> None:
    sim = new_sim()
    lift = _docked(sim)
    assert (lift.x, lift.y) == centre(PAD_CELL)
    assert sim.state.grid.terrain[PAD_CELL] == PAD_OPEN


def test_a_lift_goes_down_for_70_ticks_and_32_px_whichever_is_longer() -> None:
    sim = new_sim()
    lift = _docked(sim)
    lift.z = -60 * ONE  # deeper than it can be: the ticks alone take longer nowhere
    before = state_of(lift).ticks
    for _ in range(69 - before):
        step(sim, [0])
    assert lifts(sim) == [lift]
    step(sim, [0])
    assert lifts(sim) == []


def test_the_picture_fades_below_16_px() -> None:
    sim = new_sim()
    lift = _docked(sim)
    driver = sim.state.drivers[0]
    lift.z = -16 * ONE + 0x4CCC
    modes = []
    assert state_of(lift).driver == 0
    for _ in range(2):
        step(sim, [0])
        modes.append(driver.view.mode)
    assert modes == [Mode.PLAYING, Mode.LEAVING]  # at -16 px exactly, and below
    assert state_of(lift).driver == NOBODY


def test_who_was_taken_down_is_home_also_when_the_lift_goes_early() -> None:
    sim = new_sim()
    lift = _docked(sim)
    mark_for_delete(sim, lift)
    run(sim, 1)
    assert sim.state.drivers[0].view.mode is Mode.LEAVING
    assert sim.state.grid.terrain[PAD_CELL] == PAD


def test_only_so_many_lifts_go_down_as_there_can_be_drivers() -> None:
    assert MAX_DOWN == MAX_DRIVERS
    sim = new_sim()
    spawn(sim, TANK, *PAD_0)
    x, y = centre(cell(40, 40))
    for _ in range(MAX_DOWN - 1):
        other = create(sim, Kind.LIFT, 0, x, y, 0, LOWER)
        assert other is not None
        state_of(other).driver = NOBODY
    again = load(save(sim), CLASSES)
    run(sim, 1)
    run(sim, 1, FIRE_A)
    assert len(lifts(sim)) == MAX_DOWN
    assert sim.state.drivers[0].view.mode is Mode.PLAYING
    last = create(again, Kind.LIFT, 0, x, y, 0, LOWER)
    assert last is not None
    state_of(last).driver = NOBODY
    assert create(again, Kind.LIFT, 0, x, y, 0, LOWER) is None
    up = create(again, Kind.LIFT, 0, x, y, 0, 0)
    assert up is not None  # one that comes up is none of them
    assert destroy_now(again, up)
    run(again, 1)
    run(again, 1, FIRE_A)
    assert len(lifts(again)) == MAX_DOWN
    assert again.state.drivers[0].view.mode is Mode.LEAVING


def test_who_docks_without_room_for_a_lift_is_home_at_once() -> None:
    sim = new_sim()
    spawn(sim, TANK, *PAD_0)
    run(sim, 20)
    while create(sim, Kind.WRECK, 1, 0, 0, 0, TANK):
        pass
    run(sim, 1, FIRE_A)
    assert sim.state.drivers[0].view.mode is Mode.LEAVING


def test_lifts_do_not_delete_each_other_and_take_turns() -> None:
    # The original's do, and the driver is left without a vehicle.
    sim = new_sim((0, 0, 1))
    choose(sim, TANK)
    spawn(sim, TANK, 50, 50, driver=1)
    run(sim, 1, FIRE_A)
    (up,) = lifts(sim)
    run(sim, 3)
    tank = vehicle(sim, sim.state.drivers[1])
    down = create(sim, Kind.LIFT, 0, up.x, up.y, 0, 1 << 1 | 1)
    assert down is not None
    state_of(down).driver = NOBODY
    state_of(up).held = False
    run(sim, 100)
    assert (up.think, down.think) == (Way.HELD, Way.DOWN)
    until(sim, lambda: sim.state.pool.get(down.id) is None)
    assert sim.state.grid.terrain[PAD_CELL] == PAD
    until(sim, lambda: bool(sim.state.drivers[0].vehicle))
    assert sim.state.pool.get(tank.id) is tank


def test_a_lift_waits_for_another_before_it_shows_itself_ready() -> None:
    sim = new_sim((0, 0))
    lift = _called(sim)
    other = create(sim, Kind.LIFT, 0, lift.x, lift.y, 0, 1 << 1 | 1)
    assert other is not None
    state_of(other).driver = NOBODY
    run(sim, 5)
    assert lift.think == Way.CLEAR
    assert sim.state.pool.get(other.id) is other


def test_a_lift_of_a_driver_who_left_goes_on_down() -> None:
    sim = new_sim((0, 1))
    lift = _docked(sim)
    state_of(lift).driver = NOBODY
    for number in (0, 1):
        spawn(sim, TANK, 40 + 4 * number, 40, driver=number)
    until(sim, lambda: not lifts(sim))
    assert [d.view.mode for d in sim.state.drivers] == [Mode.PLAYING, Mode.PLAYING]
    assert sim.state.grid.terrain[PAD_CELL] == PAD


def test_a_vehicle_that_finds_no_room_is_sent_for_again() -> None:
    sim = new_sim()
    lift = _rising(sim)
    lift.z = -1
    spare = []
    while obj := create(sim, Kind.WRECK, 1, 0, 0, 0, TANK):
        spare.append(obj)
    run(sim, 1)
    driver = sim.state.drivers[0]
    assert (driver.vehicle, driver.view.mode) == (0, Mode.LAUNCH)
    for obj in spare:
        mark_for_delete(sim, obj)
    until(sim, lambda: bool(driver.vehicle))


def test_only_lifts_have_the_state_of_one() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 40, 40, phase=Phase.FREE)
    with pytest.raises(TypeError, match="is no lift"):
        state_of(tank)


# -- what lies about the pad -----------------------------------------------------------------------


def beside_pad(dx: int, dy: int) -> tuple[int, int]:
    x, y = centre(PAD_CELL)
    return x + dx * ONE, y + dy * ONE


@pytest.mark.parametrize(
    ("dx", "dy", "taken"), [(0, 0, True), (19, 0, True), (20, 0, False), (14, 14, True)]
)
def test_mines_within_20_px_are_taken_off_a_lift_and_hold_it(dx: int, dy: int, taken: bool) -> None:
    sim = new_sim()
    lift = _called(sim)
    run(sim, 1)
    mine = create(sim, Kind.MINE, 0, *beside_pad(dx, dy), 0)
    assert mine
    events = run(sim, 1)
    assert (sim.state.pool.get(mine.id) is None) is taken
    assert state_of(lift).blocked is taken
    assert not [event for event in events if isinstance(event, Exploded)]
    assert lift.think == (Way.CLEAR if taken else Way.HELD)
    run(sim, 1)
    assert lift.think == Way.HELD


@pytest.mark.parametrize(
    ("what", "radius", "dust"),
    [(Remains.TANK, 32, Effect.BIG_DUST), (Remains.MAN_2, 20, Effect.DUST)],
)
def test_remains_are_blown_away_with_dust(what: Remains, radius: int, dust: Effect) -> None:
    sim = new_sim()
    lift = _called(sim)
    near = create(sim, Kind.REMAINS, 1, *beside_pad(0, radius - 1), 0, what)
    far = create(sim, Kind.REMAINS, 1, *beside_pad(radius, 0), 0, what)
    assert near
    assert far
    events = run(sim, 1)
    assert sim.state.pool.get(near.id) is None
    assert sim.state.pool.get(far.id) is far
    blown = [event for event in events if isinstance(event, Exploded)]
    assert blown == [Exploded(dust, *beside_pad(0, radius - 1), 0)]
    assert not state_of(lift).blocked


def test_remains_are_blown_away_when_the_pool_is_full() -> None:
    sim = new_sim()
    _called(sim)
    there = [create(sim, Kind.REMAINS, 1, *beside_pad(0, 0), 0, 0) for _ in range(600)]
    assert all(there)
    run(sim, 2)
    assert not list(sim.state.pool.on_kind(Kind.REMAINS))


@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize(("dx", "dy"), [(-1, -1), (1, 1), (0, 0), (1, -1)])
def test_the_own_flag_in_the_nine_cells_of_a_lift_is_hidden_again(
    way: str, dx: int, dy: int
) -> None:
    sim = new_sim()
    at = site(sim, 0, 10, 10)
    _rising(sim) if way == "up" else _docked(sim)
    flag = flag_at(sim, 0, PAD_0[0] + dx, PAD_0[1] + dy)
    events = run(sim, 1)
    assert FlagReturned(0, 0) in events
    assert sim.state.sides[0].flag_cell == at
    assert sim.state.pool.get(flag.id) is None
    assert sim.state.running


@pytest.mark.parametrize("way", ["up", "down"])
def test_the_enemys_flag_there_wins(way: str) -> None:
    sim = new_sim()
    _rising(sim) if way == "up" else _docked(sim)
    flag_at(sim, 1, PAD_0[0] + 1, PAD_0[1] - 1)
    events = run(sim, 1)
    assert FlagCaptured(0, 1) in events
    assert Ended(0) in events
    assert sim.state.winner == 0


@pytest.mark.parametrize(("dx", "dy"), [(-2, 0), (2, 0), (0, 2), (0, -2), (-2, -2)])
def test_flags_farther_off_do_not_count(dx: int, dy: int) -> None:
    sim = new_sim()
    site(sim, 0, 10, 10)
    _rising(sim)
    flags = [flag_at(sim, team, PAD_0[0] + dx, PAD_0[1] + dy) for team in (0, 1)]
    run(sim, 2)
    assert [sim.state.pool.get(flag.id) for flag in flags] == flags
    assert sim.state.running


def test_a_flag_off_the_map_does_not_count() -> None:
    # the number of what is off the map follows that of the last row
    sim = new_sim()
    lift = create(sim, Kind.LIFT, 0, *centre(cell(1, 127)), 0, 0)
    assert lift
    view = sim.state.drivers[0].view
    view.mode, view.lift = Mode.LAUNCH, lift.id
    flag = flag_at(sim, 1, 1, 127)
    flag.y += 40 * ONE
    relink(sim, flag)
    run(sim, 1)
    assert sim.state.running


def test_the_flag_beside_the_lift_of_a_driver_who_left_is_nobodys_doing() -> None:
    sim = new_sim((0, 1))
    lift = _docked(sim)
    remove_driver(sim, 0)
    assert state_of(lift).driver == NOBODY
    flag_at(sim, 1, *PAD_0)
    events = run(sim, 1)
    assert FlagCaptured(NOBODY, 1) in events

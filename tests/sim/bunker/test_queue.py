from __future__ import annotations

from tests.sim.bunker.scripts import choose, lifts, until, vehicle
from tests.sim.play import PAD_0, cell, data, new_sim, new_state, run, spawn
from uoserver.sim.bunker.lift import NOBODY, Way, state_of
from uoserver.sim.bunker.queue import PATIENCE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, UP, stick
from uoserver.sim.lifecycle import create
from uoserver.sim.match import new_match, step
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.saving import load, save, state_hash
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.terrain import PAD
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase

TANK, JEEP, MSV, HELICOPTER = VehicleType
SECOND = (70, 67)


def _two_pads(teams: tuple[int, ...]) -> Simulation:
    state = new_state()
    pad = cell(*SECOND)
    state.grid.terrain[pad] = PAD
    state.grid.side[pad] = 2
    state.sides[0].pads.append(pad)
    return new_match(state, teams)


def _owners(sim: Simulation) -> list[int]:
    return [state_of(lift).driver for lift in lifts(sim)]


def test_first_come_first_served() -> None:
    sim = new_sim((0, 0, 0))
    choose(sim, TANK, TANK, TANK)
    for keys in ((0, 0, FIRE_A), (FIRE_A, 0, 0), (0, FIRE_A, 0)):
        run(sim, 1, *keys)
    assert (_owners(sim), sim.state.sides[0].queue) == ([2], [0, 1])
    order = []
    for _ in range(1200):
        step(sim, [stick(UP)] * 3)  # or the one who came up would stand in the way
        order += [d.number for d in sim.state.drivers if d.vehicle and d.number not in order]
    assert order == [2, 0, 1]
    assert [driver.view.timer for driver in sim.state.drivers] == [0, 0, 0]
    assert sim.state.sides[0].queue == []


def test_on_the_same_frame_the_lower_number_is_first() -> None:
    sim = new_sim((0, 0))
    choose(sim, TANK, TANK)
    run(sim, 1, FIRE_A, FIRE_A)
    assert (_owners(sim), sim.state.sides[0].queue) == ([0], [1])


def test_the_order_is_saved() -> None:
    sim = new_sim((0, 0, 0))
    choose(sim, TANK, TANK, TANK)
    for keys in ((0, 0, FIRE_A), (0, FIRE_A, 0), (FIRE_A, 0, 0)):
        run(sim, 1, *keys)
    again = load(save(sim), CLASSES)
    assert again.state.sides[0].queue == [1, 0]
    for _ in range(700):
        step(sim, [])
        step(again, [])
    assert state_hash(sim) == state_hash(again)


def test_the_next_lift_comes_when_the_pad_is_clear() -> None:
    # A jeep stands on the pad for 98 ticks after it came up: the next lift must not crush it.
    sim = new_sim((0, 0))
    choose(sim, JEEP, TANK)
    run(sim, 1, FIRE_A, FIRE_A)
    until(sim, lambda: bool(sim.state.drivers[0].vehicle))
    jeep = vehicle(sim, sim.state.drivers[0])
    run(sim, 98)
    assert (lifts(sim), data(jeep).phase) == ([], Phase.FREE)
    until(sim, lambda: bool(lifts(sim)), UP)
    until(sim, lambda: bool(sim.state.drivers[1].vehicle))
    assert sim.state.pool.get(jeep.id) is jeep


def test_two_sides_do_not_wait_for_each_other() -> None:
    sim = new_sim((0, 1))
    choose(sim, TANK, TANK)
    run(sim, 1, FIRE_A, FIRE_A)
    assert _owners(sim) == [0, 1]


def test_a_second_pad_is_used_while_the_first_is_busy() -> None:
    sim = _two_pads((0, 0, 0))
    choose(sim, TANK, TANK, TANK)
    run(sim, 1, FIRE_A, FIRE_A, FIRE_A)
    assert [lift.cell for lift in lifts(sim)] == [cell(*PAD_0), cell(*SECOND)]
    assert sim.state.sides[0].queue == [2]


def test_who_is_alone_on_his_side_waits_for_his_pad() -> None:
    sim = _two_pads((0, 1))
    choose(sim, TANK)
    x, y = 67 * 32 + 16 << 16, 67 * 32 + 16 << 16
    down = create(sim, Kind.LIFT, 0, x, y, 0, 1)
    assert down is not None
    state_of(down).driver = NOBODY
    run(sim, 1, FIRE_A)
    assert (lifts(sim), sim.state.sides[0].queue) == ([down], [0])
    until(sim, lambda: sim.state.sides[0].queue == [])
    (lift,) = lifts(sim)
    assert lift.cell == cell(*PAD_0)


def test_a_friend_on_the_pad_is_waited_for_so_long() -> None:
    sim = new_sim((0, 0))
    choose(sim, TANK)
    friend = spawn(sim, TANK, *PAD_0, driver=1)
    run(sim, 1, FIRE_A)
    assert until(sim, lambda: bool(lifts(sim))) == PATIENCE
    (lift,) = lifts(sim)
    until(sim, lambda: sim.state.pool.get(friend.id) is None, most=10)
    until(sim, lambda: lift.think == Way.HELD, most=40)


def test_only_the_time_at_the_head_of_the_queue_counts() -> None:
    sim = new_sim((0, 0, 0))
    choose(sim, TANK, 0, TANK)
    spawn(sim, TANK, *PAD_0, driver=1)
    run(sim, 1, FIRE_A)
    run(sim, 1, 0, 0, FIRE_A)
    run(sim, 300)
    timers = [sim.state.drivers[n].view.timer for n in (0, 2)]
    assert timers == [301, 0]


def test_a_friend_who_starts_or_lands_is_always_waited_for() -> None:
    sim = new_sim((0, 0))
    choose(sim, TANK)
    friend = spawn(sim, JEEP, *PAD_0, driver=1)
    run(sim, 1, FIRE_A)
    for _ in range(PATIENCE + 20):
        data(friend).phase, data(friend).phase_ticks = Phase.WARM_UP, 0
        run(sim, 1)
    assert lifts(sim) == []


def test_a_friend_above_or_beside_the_pad_is_no_hindrance() -> None:
    sim = new_sim((0, 0, 0))
    choose(sim, TANK)
    spawn(sim, HELICOPTER, *PAD_0, driver=1).z = 10 * ONE
    spawn(sim, TANK, PAD_0[0] + 1, PAD_0[1], driver=2)
    run(sim, 1, FIRE_A)
    assert _owners(sim) == [0]


def test_a_full_pool_lets_the_queue_wait() -> None:
    sim = new_sim()
    choose(sim, TANK)
    while create(sim, Kind.WRECK, 1, 0, 0, 0, TANK):
        pass
    run(sim, 1, FIRE_A)
    assert (lifts(sim), sim.state.sides[0].queue) == ([], [0])
    until(sim, lambda: bool(sim.state.drivers[0].vehicle), most=2000)

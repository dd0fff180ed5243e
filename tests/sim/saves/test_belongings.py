"""What a driver has while he does what (belongings)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sim.busy import put_at
from tests.sim.play import PAD_0, cell, new_sim, spawn
from uoserver.sim.bunker.lift import MAX_DOWN, NOBODY, LiftState, Way, state_of
from uoserver.sim.calls import Call
from uoserver.sim.grid import centre
from uoserver.sim.lifecycle import create
from uoserver.sim.match import add_driver, remove_driver
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.saves.belongings import BELONGINGS, Thing, check_belongings
from uoserver.sim.saves.invariants import InvariantError, check_state
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.tasks import Task
from uoserver.sim.vehicles.docking import LOWER

GIVES: dict[Thing, Callable[[Simulation, int], object]] = {
    Thing.NOTHING: lambda *_: None,
    Thing.VEHICLE: lambda sim, number: spawn(sim, VehicleType.TANK, 60, 60, driver=number),
    Thing.PLACE: lambda sim, number: sim.state.sides[0].queue.append(number),
    Thing.UP: lambda sim, number: lift_up(sim, number),
    Thing.DOWN: lambda sim, number: lift_down(sim, number),
    Thing.CALL: lambda sim, number: sim.state.timers.add(9, Call.COME_BACK, number),
}


THINGS = [thing for thing in Thing if thing is not Thing.NOTHING]


def lift_up(sim: Simulation, number: int, column: int = PAD_0[0]) -> Obj:
    lift = create(sim, Kind.LIFT, 0, *centre(cell(column, PAD_0[1])), 0, number << 1)
    assert lift
    sim.state.drivers[number].view.lift = lift.id
    return lift


def lift_down(sim: Simulation, number: int) -> Obj:
    lift = create(sim, Kind.LIFT, 0, *centre(cell(*PAD_0)), 0, number << 1 | LOWER)
    assert lift
    return lift


def test_each_mode_has_its_things_and_no_others() -> None:
    assert set(BELONGINGS) == set(Mode)
    passed: dict[Mode, set[Thing]] = {mode: set() for mode in Mode}
    for mode in Mode:
        for thing, give in GIVES.items():
            sim = new_sim((0, 0))
            give(sim, 0)
            sim.state.drivers[0].view.mode = mode
            try:
                check_state(sim.state)
            except InvariantError as error:
                problem = str(error)
            else:
                passed[mode].add(thing)
                continue
            assert problem == f"driver 0 has {thing.value} in {mode.name}"
    assert passed == {
        Mode.SELECT: {Thing.NOTHING},
        Mode.LAUNCH: {Thing.NOTHING, Thing.PLACE, Thing.UP},
        Mode.PLAYING: {Thing.VEHICLE, Thing.DOWN, Thing.CALL},
        Mode.LEAVING: {Thing.NOTHING},
        Mode.HOLD: {Thing.NOTHING},
        Mode.FLY_BACK: {Thing.NOTHING},
        Mode.SPECTATE: {Thing.NOTHING},
        Mode.GONE: {Thing.NOTHING},
        Mode.ON_FOOT: {Thing.NOTHING, Thing.VEHICLE},
    }


@pytest.mark.parametrize("one", THINGS)
@pytest.mark.parametrize("other", THINGS)
def test_nobody_has_two_things(one: Thing, other: Thing) -> None:
    sim = new_sim((0, 0))
    GIVES[one](sim, 0)
    GIVES[other](sim, 0)
    for mode in Mode:
        sim.state.drivers[0].view.mode = mode
        with pytest.raises(InvariantError, match=r"driver 0 has .* beside a|known to its driver"):
            check_belongings(sim.state)


def test_a_timer_and_a_task_are_one_call_too_many() -> None:
    sim = new_sim()
    sim.state.drivers[0].view.mode = Mode.PLAYING
    sim.state.tasks.add(Call.COME_BACK, 0)
    check_state(sim.state)
    sim.state.timers.add(9, Call.COME_BACK, 0)
    with pytest.raises(InvariantError, match=r"driver 0 has a call .* beside a call"):
        check_state(sim.state)


def own(sim: Simulation) -> None:
    """A tank of driver 0, a lift for driver 1, one that takes driver 2 down; 3 waits."""
    spawn(sim, VehicleType.TANK, 60, 60)
    lift_up(sim, 1)
    lift_down(sim, 2)
    for number, mode in ((1, Mode.LAUNCH), (2, Mode.PLAYING), (3, Mode.LAUNCH)):
        sim.state.drivers[number].view.mode = mode
    sim.state.sides[0].queue.append(3)


TANK, UP, DOWN = 1, 2, 3
"""Slots."""


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("pool.slots[1].team", 1, "slot 1 is of its driver's side"),
        ("pool.slots[2].team", 1, "slot 2 is of its driver's side"),
        ("pool.slots[3].team", 1, "slot 3 is of its driver's side"),
        ("drivers[0].vehicle", 0, "slot 1 is known to its driver"),
        ("drivers[0].vehicle", 1024 | TANK, "slot 1 is known to its driver"),
        ("drivers[1].view.lift", 0, "slot 2 is known to its driver"),
        ("pool.slots[1].data.driver", 4, "slot 1 is known to its driver"),
        ("drivers[4].vehicle", 512 | TANK, "the vehicle of driver 4 is one"),
        ("drivers[4].vehicle", 4096 | 5, "the vehicle of driver 4 is one"),
        ("drivers[4].view.lift", 1024 | UP, "the lift of driver 4 is one"),
        ("drivers[4].view.lift", 4096 | 5, "the lift of driver 4 is one"),
        ("drivers[2].view.lift", 1536 | DOWN, "the lift of driver 2 is one"),
        ("pool.slots[2].data", LiftState(NOBODY), "slot 2 comes up for somebody"),
        ("pool.slots[2].data.driver", 4, "slot 2 is known to its driver"),
        ("sides[0].queue", [3, 3], "driver 3 has a place in a queue beside a place in a queue"),
        ("sides[0].queue", [5], "driver 5 of a queue is one"),
        ("sides[1].queue", [3], "driver 3 waits on his own side"),
        ("tasks.entries", [Task(Call.COME_BACK, 4, 0)], "driver 4 has a call .* in SELECT"),
    ],
)
def test_what_is_nobodys_or_twice_somebodys_is_found(
    path: str, value: object, problem: str
) -> None:
    sim = new_sim((0, 0, 0, 0, 0))
    own(sim)
    check_state(sim.state)
    put_at(sim.state, path, value)
    with pytest.raises(InvariantError, match=f"^{problem}$"):
        check_belongings(sim.state)


def test_two_lifts_do_not_come_up_on_one_pad() -> None:
    sim = new_sim((0, 0))
    for driver, column in zip(sim.state.drivers, (PAD_0[0], PAD_0[0] + 1), strict=True):
        lift_up(sim, driver.number, column)
        driver.view.mode = Mode.LAUNCH
    check_state(sim.state)
    sim = new_sim((0, 0))
    for driver in sim.state.drivers:
        lift_up(sim, driver.number)
        driver.view.mode = Mode.LAUNCH
    with pytest.raises(InvariantError, match="slot 2 comes up alone"):
        check_state(sim.state)


def test_at_most_so_many_lifts_go_down() -> None:
    sim = new_sim()
    for _ in range(MAX_DOWN):
        state_of(lift_down(sim, 0)).driver = NOBODY
    check_state(sim.state)
    lift = lift_up(sim, 0)
    lift.think, lift.z, state_of(lift).driver = Way.DOWN, 0, NOBODY
    sim.state.drivers[0].view.lift = 0
    with pytest.raises(InvariantError, match="at most 64 lifts go down"):
        check_state(sim.state)


def test_what_a_driver_left_behind_is_nobodys_until_it_goes() -> None:
    sim = new_sim((0, 0, 0, 0))
    own(sim)
    for number in (0, 1, 2):
        remove_driver(sim, number)
        add_driver(sim, 1)
        check_state(sim.state)
    assert sim.state.pool.doomed == [TANK, UP]
    lift = sim.state.pool.at(UP)
    state_of(lift).driver = 3
    with pytest.raises(InvariantError, match="slot 2 goes, and is nobody's"):
        check_state(sim.state)

"""States that contradict themselves are found (invariants)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sim.busy import put_at
from tests.sim.play import new_sim, spawn
from tests.sim.play import put as put_static
from uoserver.sim.blast import explode
from uoserver.sim.bunker.lift import DEPTH, LiftState
from uoserver.sim.calls import Call
from uoserver.sim.defences.turret import wake
from uoserver.sim.grid import cell_number
from uoserver.sim.lifecycle import create, deactivate, relink, set_parent, unlink
from uoserver.sim.match import add_driver, remove_driver, step
from uoserver.sim.objects import Kind
from uoserver.sim.saves.invariants import MAX_SAVED_TIMERS, InvariantError, check_state
from uoserver.sim.saves.ranges import COUNTED
from uoserver.sim.sides import Driver, Mode
from uoserver.sim.simulation import State
from uoserver.sim.statics import destroy, place
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.statics import TOWER
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.tasks import MAX_TASKS, Task
from uoserver.sim.timers import MAX_TIMERS, Timer
from uoserver.sim.vehicles.hull import damage

TANK, MSV, WRECK, LIFT = 1, 2, 3, 4
"""Slots of the objects in `whole`; the wreck is a child of the tank."""


def whole() -> State:
    sim = new_sim((0, 1, 0, 0, 1))
    tank = spawn(sim, VehicleType.TANK, 60, 60)
    spawn(sim, VehicleType.MSV, 62, 60, driver=1)
    wreck = create(sim, Kind.WRECK, 0, tank.x, tank.y, 0, VehicleType.JEEP)
    assert wreck
    set_parent(sim, wreck, tank)
    lift = create(sim, Kind.LIFT, 0, tank.x, tank.y, -DEPTH, 2 << 1)
    assert lift
    assert [tank.slot, wreck.slot, lift.slot] == [TANK, WRECK, LIFT]
    view = sim.state.drivers[2].view
    view.mode, view.lift = Mode.LAUNCH, lift.id
    for number in (3, 4):
        sim.state.drivers[number].view.mode = Mode.PLAYING
    sim.state.timers.add(5, Call.COME_BACK, 3, 1)
    sim.state.tasks.add(Call.COME_BACK, 4, 1)
    return sim.state


def test_a_whole_state_passes() -> None:
    state = whole()
    check_state(state)
    sim = new_sim()
    sim.state.pool, sim.state.grid, sim.state.drivers = state.pool, state.grid, state.drivers
    deactivate(sim, state.pool.at(WRECK))
    sim.state.timers, sim.state.tasks = state.timers, state.tasks
    remove_driver(sim, 0)
    remove_driver(sim, 2)
    assert sim.state.pool.doomed == [TANK, LIFT]
    check_state(sim.state)
    add_driver(sim, 1)
    check_state(sim.state)


Break = Callable[[State], object]


def put(path: str, value: object) -> Break:
    """Set a field, ``[n]`` included, of the state."""

    return lambda state: put_at(state, path, value)


def ruin(cell: int, what: int) -> Break:
    """Let a ruin be due."""

    return lambda state: state.timers.add(5, Call.RUIN, cell, what)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        # -- the grid
        (lambda s: s.grid.terrain.pop(), "terrain has not a byte for every cell"),
        (lambda s: s.grid.mined.append(0), "mined has 16385 items, not 16384 at most"),
        (put("grid.static[7]", 91), "static is at most 90"),
        (put("grid.side[7]", 4), "side is at most 3"),
        (put("grid.hits[7]", 8), "hits is at most 7"),
        (put("grid.mined[7]", 2), "mined is at most 1"),
        (lambda s: s.grid.chain.pop(), "a chain for every cell and one outside"),
        (lambda s: s.grid.jitter.pop(), "the jitter table has 256 entries"),
        (put("grid.jitter[3]", (13, 0, 0, 0)), "moved by 12 pixels at most"),
        (put("grid.jitter[3]", (0, -13, 0, 0)), "moved by 12 pixels at most"),
        # -- the pool
        (lambda s: s.pool.slots.pop(), "slots, the first unused"),
        (lambda s: s.pool.heads.pop(), "a head and a tail for every list"),
        (put("pool.updating", True), "no update is going on"),
        (put("pool.cursor", 1), "no update is going on"),
        (put("pool.serial", 0x201), "serials leave room for slots"),
        (lambda s: s.pool.free.append(9), "no slot is free twice"),
        (lambda s: s.pool.free.pop(), "every slot is used or free"),
        (put("pool.free[0]", TANK), "free slots are empty"),
        (put("pool.slots[1].slot", 2), "object in slot 1 has its number"),
        (put("pool.slots[1].id", 0x202), "object in slot 1 has its number"),
        (put("pool.slots[4].next", 9), "ACTIVE names slot 9, which is free"),
        (put("pool.slots[4].next", 1), "slot 1 is on one list, once"),
        (put("pool.slots[2].prev", 3), "slot 2 knows its list"),
        (put("pool.heads[1]", 2), "slot 2 knows its list"),
        (put("pool.heads[1]", 0), "ACTIVE ends at its tail"),
        (put("pool.tails[1]", 3), "ACTIVE ends at its tail"),
        (put("pool.heads[2]", 511), "INACTIVE names slot 511, which is free"),
        (put("pool.doomed", [1]), "the doomed exist, and are marked, once"),
        (put("pool.slots[1].flags", 0xC0), "the doomed exist, and are marked, once"),
        (put("pool.slots[1].flags", 0), "slot 1 is alive"),
        (put("pool.slots[1].flags", 0x60), "slot 1 is active or not"),
        # -- chains
        (put("grid.chain[0]", TANK), "who has a cell is in its chain"),
        (put("grid.chain[7740]", 0), "who has a cell is in its chain"),
        (put("pool.slots[3].chain_next", 9), "cell 7740 names slot 9, which is free"),
        (put("pool.slots[1].chain_next", 3), "slot 3 is in one chain, once"),
        (put("pool.slots[1].chain_prev", 2), "slot 1 knows its cell"),
        (put("pool.slots[3].chain_next", 0), "who has a cell is in its chain"),
        (put("pool.slots[3].x", 0), "slot 3 is in its cell"),
        # -- parents
        (put("pool.slots[1].children", []), "slot 3 is a child of its parent"),
        (put("pool.slots[1].children", [3, 3]), "no child twice"),
        (put("pool.slots[1].children", [3, 2]), "slot 2 knows its parent"),
        (put("pool.slots[1].children", [9]), "children of 1 names slot 9, which is free"),
        (put("pool.slots[2].parent", 9), "parent of 2 names slot 9, which is free"),
        # -- sides, drivers, timers, tasks
        (lambda s: s.sides.pop(), "there are two sides"),
        (lambda s: s.sides.reverse(), "side 0 is one"),
        (lambda s: s.sides[1].stock.pop(), "a stock of every type"),
        (lambda s: s.sides[1].first_stock.pop(), "a stock of every type"),
        (put("drivers", [Driver(n % 64, 0) for n in range(65)]), "drivers has 65 items, not 64"),
        (lambda s: s.drivers.reverse(), "driver 0 is one"),
        (put("timers.entries[0].call", 0), "timers do not call 0"),
        (ruin(16384, 1), "timers put ruins into cells"),
        (ruin(-1, 1), "timers put ruins into cells"),
        (ruin(5, 91), "timers put ruins into cells"),
        (ruin(5, 1 | 4 << 8), "timers put ruins into cells"),
        (ruin(5, -1), "timers put ruins into cells"),
        (
            put("timers.entries", [Timer(0, 1, 0, 0, 1) for _ in range(MAX_SAVED_TIMERS + 1)]),
            "there are 960 timers at most",
        ),
        (put("timers.entries[0].call", 99), "timers do not call 99"),
        (put("timers.entries[0].a", 5), "timers are for drivers"),
        (put("timers.entries[0].a", -1), "timers are for drivers"),
        (
            put("timers.entries", [Timer(0, 1, 0, 0, 1) for _ in range(MAX_TIMERS + 1)]),
            "timers.entries has 1025 items, not 1024 at most",
        ),
        (put("tasks.entries[0].call", 0), "tasks do not call 0"),
        (put("tasks.entries[0].call", 99), "tasks do not call 99"),
        (put("tasks.entries[0].a", 5), "tasks are for drivers"),
        (put("tasks.entries[0].a", -1), "tasks are for drivers"),
        (put("tasks.entries", [Task(1, 0, 0)] * (MAX_TASKS + 1)), "tasks.entries has 1025 items"),
        (
            put("timers.entries", [Timer(COUNTED >> 1, 1, n, 0, 1) for n in (0, 1, 2)]),
            "timers fire some day",
        ),
        (put("moved_from", (0, 1 << 31, 0)), "who moved last came from a place"),
        (put("moved_from", (0, 0, -(1 << 31) - 1)), "who moved last came from a place"),
        (put("pool.heads[0]", 1), "nobody is on the list FREE"),
        (put("pool.tails[0]", 1), "nobody is on the list FREE"),
        # -- what only some kinds have
        (put("pool.slots[1].data", None), "slot 1 has the data of its kind"),
        (put("pool.slots[3].data", LiftState(0)), "slot 3 has the data of its kind"),
        (put("pool.slots[3].kind", Kind.MINE), "slot 3 has the data of its kind"),
        # -- ranges
        (put("tick", -1), "state.tick is -1, not 0 to"),
    ],
)
def test_what_contradicts_itself_is_found(change: Break, problem: str) -> None:
    state = whole()
    change(state)
    with pytest.raises(InvariantError, match=problem):
        check_state(state)


def test_a_save_leaves_room_to_count_on() -> None:
    state = whole()
    state.tick = COUNTED // 2
    check_state(state, saved=True)
    state.tick += 1
    check_state(state)
    with pytest.raises(InvariantError, match=r"state\.tick is "):
        check_state(state, saved=True)


def test_a_ring_of_parents_is_found() -> None:
    state = whole()
    state.pool.at(TANK).parent, state.pool.at(WRECK).children = WRECK, [TANK]
    with pytest.raises(InvariantError, match="slot 1 is not its own ancestor"):
        check_state(state)


def test_a_ruin_may_be_due_in_any_cell() -> None:
    state = whole()
    for cell, what in ((0, 0), (16383, 90 | 3 << 8)):
        state.timers.add(5, Call.RUIN, cell, what)
    check_state(state)


def test_explosions_hurt_nobody_between_frames() -> None:
    sim = new_sim()
    sim.state = whole()
    explosion = explode(sim, Effect.MINE, 0, 0, 0)
    assert explosion
    check_state(sim.state)
    explosion.think = 1
    with pytest.raises(InvariantError, match="slot 5 hurts nobody between frames"):
        check_state(sim.state)


def test_a_save_full_of_timers_leaves_room_for_every_driver_who_loses_his_vehicle() -> None:
    sim = new_sim([0] * 64)
    for number in range(MAX_SAVED_TIMERS):
        sim.state.timers.add(5000, Call.RUIN, number, 1)
    check_state(sim.state)
    bush = put_static(sim, 90, 90, "BUSH_1S")
    destroy(sim, bush)
    for driver in range(64):
        tank = spawn(sim, VehicleType.TANK, 2 * driver, 10, driver=driver)
        damage(sim, tank, 500 << 16, None)
    step(sim, [])
    assert len(sim.state.timers.entries) == MAX_SAVED_TIMERS + 64


def test_a_turret_has_a_cell_and_no_tower_falls_between_frames() -> None:
    sim = new_sim((0, 1))
    tower = cell_number(60, 58)
    place(sim.state.grid, tower, TOWER, 1)
    gun = wake(sim, tower, spawn(sim, VehicleType.TANK, 60, 60))
    assert gun is not None
    check_state(sim.state)
    sim.state.tower_pose = (0, 0)
    with pytest.raises(InvariantError, match="no tower falls between two frames"):
        check_state(sim.state)
    sim.state.tower_pose = None
    gun.x = -1
    relink(sim, gun)
    with pytest.raises(InvariantError, match="slot 2 stands on a tower"):
        check_state(sim.state)
    unlink(sim, gun)
    with pytest.raises(InvariantError, match="slot 2 stands on a tower"):
        check_state(sim.state)

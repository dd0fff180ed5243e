"""How vehicles end (rules: Self-destruct, After-death timer; specification 5: Death)."""

from __future__ import annotations

import pytest

from tests.sim.play import data, new_sim, run, spawn
from uoserver.sim.calls import Call
from uoserver.sim.events import Docked, Lost
from uoserver.sim.lifecycle import alive
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.saves.ranges import out_of_range
from uoserver.sim.sides import ENDLESS, MAX_MINES
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.fate import EXPLODES, OUT_OF_FUEL, Cause, lose, stow


def lost(type_: VehicleType, cause: Cause, hits: int = 0) -> tuple[Simulation, Obj]:
    sim = new_sim()
    obj = spawn(sim, type_, 40, 40, heading=0x123456)
    obj.speed, obj.z = 0x5555, 0x30000
    data(obj).hits = hits
    lose(sim, obj, data(obj), cause)
    return sim, obj


@pytest.mark.parametrize(("type_", "delay"), [(0, 120), (1, 120), (2, 120), (3, 200)])
@pytest.mark.parametrize(
    ("cause", "destroyed"),
    [(Cause.FUEL, 0), (Cause.SUNK, 0), (Cause.DAMAGE, 1), (Cause.SELF, 1)],
)
def test_the_way_back_begins_after_the_types_delay(
    type_: int, delay: int, cause: Cause, destroyed: int
) -> None:
    sim, _ = lost(VehicleType(type_), cause)
    (timer,) = sim.state.timers.entries
    assert (timer.remaining, timer.call) == (delay, Call.COME_BACK)
    assert (timer.a, timer.b) == (0, destroyed)


@pytest.mark.parametrize("cause", list(Cause))
def test_a_driver_has_no_vehicle_any_more(cause: Cause) -> None:
    sim, obj = lost(VehicleType.JEEP, cause)
    assert sim.state.drivers[0].vehicle == 0
    assert sim.events[-1 if cause is Cause.SUNK else -2] == Lost(0, VehicleType.JEEP, cause.value)
    run(sim, 1, 0)
    assert sim.state.pool.get(obj.id) is None


@pytest.mark.parametrize(
    ("cause", "hits", "flags"),
    [
        (Cause.FUEL, 0, OUT_OF_FUEL),
        (Cause.DAMAGE, -40 << 16, 0),
        (Cause.DAMAGE, (-40 << 16) - 1, EXPLODES),
        (Cause.SELF, 22 << 16, EXPLODES),
    ],
)
def test_a_wreck_goes_on_where_the_vehicle_was(cause: Cause, hits: int, flags: int) -> None:
    sim, obj = lost(VehicleType.TANK, cause, hits)
    (wreck,) = sim.state.pool.on_kind(Kind.WRECK)
    assert sim.state.drivers[0].wreck == wreck.id
    assert (wreck.x, wreck.y, wreck.z) == (obj.x, obj.y, 0x30000)
    assert (wreck.heading, wreck.speed, wreck.shape) == (0x123456, 0x5555, obj.shape)
    assert wreck.flags & (EXPLODES | OUT_OF_FUEL) == flags


def test_who_sank_leaves_no_wreck() -> None:
    sim, _ = lost(VehicleType.TANK, Cause.SUNK)
    assert list(sim.state.pool.on_kind(Kind.WRECK)) == []


def test_a_vehicle_is_lost_once() -> None:
    sim, obj = lost(VehicleType.TANK, Cause.DAMAGE)
    lose(sim, obj, data(obj), Cause.FUEL)
    assert len(sim.state.timers.entries) == 1
    assert len(list(sim.state.pool.on_kind(Kind.WRECK))) == 1


def test_with_a_full_pool_there_is_no_wreck_but_a_way_back() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    sim.state.pool.free.clear()
    lose(sim, tank, data(tank), Cause.DAMAGE)
    assert sim.state.drivers[0].vehicle == 0
    assert len(sim.state.timers.entries) == 1


@pytest.mark.parametrize("type_", list(VehicleType))
def test_what_is_stowed_is_in_stock_again(type_: VehicleType) -> None:
    sim = new_sim()
    first = list(sim.state.sides[0].stock)
    obj = spawn(sim, type_, 40, 40)
    assert sim.state.sides[0].stock[type_] == first[type_] - 1
    stow(sim, obj, data(obj))
    assert sim.state.sides[0].stock == first
    assert sim.state.sides[0].mines == 30
    assert (sim.state.drivers[0].vehicle, alive(obj)) == (0, False)
    assert sim.events[-1] == Docked(0, type_)
    lose(sim, obj, data(obj), Cause.DAMAGE)
    assert sim.state.timers.entries == []


def test_an_endless_stock_stays_so() -> None:
    sim = new_sim()
    stock = sim.state.sides[0].stock
    stock[0] = ENDLESS
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    assert stock[0] == ENDLESS
    stow(sim, tank, data(tank))
    assert stock[0] == ENDLESS


def test_a_side_full_of_mines_takes_no_more() -> None:
    sim = new_sim()
    side = sim.state.sides[0]
    msv = spawn(sim, VehicleType.MSV, 40, 40)
    side.mines = MAX_MINES - 3
    stow(sim, msv, data(msv))
    assert side.mines == MAX_MINES
    assert not list(out_of_range(sim.state))

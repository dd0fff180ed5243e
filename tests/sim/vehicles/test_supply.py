"""Fuel and ammunition at the places that give them (specification 5: Resupply)."""

from __future__ import annotations

import pytest

from tests.sim.play import SOUTH, data, new_sim, put, run, spawn
from tests.sim.vehicles.helpers import shift
from uoserver.sim.events import Sound
from uoserver.sim.grid import OUTSIDE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import LEFT, UP
from uoserver.sim.lifecycle import destroy_now
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.shapes import Zone
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehiclestate import VehicleState


def at(name: str, type_: VehicleType) -> tuple[Simulation, Obj, VehicleState, int]:
    """A vehicle with nothing left that stands in the zone of a depot."""
    sim = new_sim()
    if name == "FUEL_N":
        # the zone is north of the tank
        there = put(sim, 40, 40, name)
        obj = spawn(sim, type_, 40, 40, SOUTH)
        shift(sim, obj, 0, -28)
    else:
        # and south of the ammunition
        there = put(sim, 40, 40, name)
        obj = spawn(sim, type_, 40, 40)
        shift(sim, obj, 0, 30)
    state = data(obj)
    for _ in range(80):
        run(sim, 1, UP)
        if state.pickup_cell != OUTSIDE:
            break
    for _ in range(200):
        if not obj.speed:
            break
        run(sim, 1, 0)
    state.fuel = 10 * ONE
    for slot in state.weapons:
        slot.ammunition = 0
    return sim, obj, state, there


@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.JEEP, VehicleType.MSV])
@pytest.mark.parametrize("dt", [1, 2, 3, 12])
def test_fuel_comes_at_one_a_tick(type_: VehicleType, dt: int) -> None:
    sim, _, state, there = at("FUEL_N", type_)
    assert (state.pickup_cell, state.pickup_zone) == (there, Zone.FUEL)
    run(sim, 10, 0, dt=dt)
    assert state.fuel == (10 + 10 * dt) * ONE
    assert all(slot.ammunition == 0 for slot in state.weapons)


def test_a_tank_of_fuel_gets_no_fuller_than_full() -> None:
    sim, _, state, _ = at("FUEL_N", VehicleType.TANK)
    run(sim, 40, 0, dt=12)
    assert state.fuel == VEHICLES[0].fuel


@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.JEEP, VehicleType.MSV])
@pytest.mark.parametrize("dt", [1, 2, 3, 12])
def test_ammunition_comes_at_one_every_other_tick_in_every_slot(
    type_: VehicleType, dt: int
) -> None:
    sim, _, state, there = at("AMMO", type_)
    assert (state.pickup_cell, state.pickup_zone) == (there, Zone.AMMUNITION)
    fuel = state.fuel
    sim.state.tick &= ~1
    run(sim, 4, 0, dt=dt)
    for slot, weapon in zip(state.weapons, VEHICLES[type_].weapons, strict=True):
        assert slot.ammunition == min(2 * dt, weapon.ammunition)
    assert state.fuel == fuel


def test_who_turns_gets_nothing() -> None:
    sim, _, state, _ = at("FUEL_N", VehicleType.TANK)
    state.fuel = 10 * ONE
    run(sim, 1, LEFT)
    assert state.fuel == 10 * ONE


def test_who_is_outside_of_the_zone_gets_nothing_and_forgets_it() -> None:
    sim, obj, state, _ = at("FUEL_N", VehicleType.TANK)
    shift(sim, obj, 20, 0)
    run(sim, 1, 0)
    assert state.fuel == 10 * ONE
    assert (state.pickup_cell, state.pickup_zone) == (OUTSIDE, Zone.NONE)
    shift(sim, obj, -20, 0)
    run(sim, 1, 0)
    assert state.fuel == 10 * ONE


@pytest.mark.parametrize("left", ["DEST_FUEL", "AMMO"])
def test_a_place_that_is_no_longer_there_gives_nothing(left: str) -> None:
    sim, _, state, there = at("FUEL_N", VehicleType.TANK)
    sim.state.grid.static[there] = NUMBER_OF[left]
    run(sim, 5, 0)
    assert state.fuel == 10 * ONE


def test_it_sounds_every_30_ticks_while_something_is_filled() -> None:
    sim, obj, state, _ = at("FUEL_N", VehicleType.TANK)
    state.supply_sound, state.fuel = 0, 100 * ONE
    assert run(sim, 1, 0) == [Sound("Resupply", obj.x, obj.y, 0, obj.id)]
    assert run(sim, 29, 0) == []
    assert len(run(sim, 1, 0)) == 1
    state.fuel = VEHICLES[0].fuel
    assert run(sim, 60, 0) == []


def test_a_helicopter_above_gets_nothing() -> None:
    sim = new_sim()
    put(sim, 40, 40, "AMMO")
    heli = spawn(sim, VehicleType.HELICOPTER, 40, 40)
    run(sim, 20, 0)
    assert data(heli).pickup_cell == OUTSIDE


@pytest.mark.parametrize("keys", [0, UP, LEFT])
def test_a_gate_opens_for_who_is_in_its_zone_also_on_the_move(keys: int) -> None:
    sim = new_sim()
    there = put(sim, 40, 40, "GATE_H", 0)
    obj = spawn(sim, VehicleType.TANK, 40, 42)
    state = data(obj)
    for _ in range(80):
        run(sim, 1, UP)
        if state.pickup_cell == there:
            break
    sim.state.pool.at(obj.slot)
    for gate in list(sim.state.pool.on_kind(Kind.GATE)):
        destroy_now(sim, gate)
    state.pickup_cell, state.pickup_zone = there, Zone.GATE
    obj.speed = ONE // 2 if keys == UP else 0
    run(sim, 1, keys)
    assert len(list(sim.state.pool.on_kind(Kind.GATE))) == 1
    assert sim.state.grid.static[there] == 0


def test_of_an_enemys_gate_nothing_opens_and_nothing_is_filled() -> None:
    sim = new_sim()
    there = put(sim, 40, 40, "GATE_H", 1)
    obj = spawn(sim, VehicleType.TANK, 40, 41)
    state = data(obj)
    state.pickup_cell, state.pickup_zone, state.fuel = there, Zone.GATE, ONE
    run(sim, 3, 0)
    assert (sim.state.grid.static[there], state.fuel) == (43, ONE)

"""Turrets and barrels (specification 6: Firing; tables 1: Muzzles and turret geometry)."""

from __future__ import annotations

import pytest

from tests.sim.play import data, new_sim, run, spawn
from uoserver.sim.keys import EXTRA_LEFT, EXTRA_RIGHT, FIRE_B, FIRE_C
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase
from uoserver.sim.weapons.barrel import RAISED

RATE = 0x4CCC
FULL = 0x400000


@pytest.mark.parametrize("dt", [1, 2, 3, 12])
@pytest.mark.parametrize(("key", "way"), [(EXTRA_LEFT, -1), (EXTRA_RIGHT, 1)])
def test_a_turret_turns_by_the_extra_keys(key: int, way: int, dt: int) -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40))
    run(sim, 5, key, dt=dt)
    assert state.turret == way * 5 * dt * RATE % FULL
    run(sim, 5, 0, dt=dt)
    assert state.turret == way * 5 * dt * RATE % FULL


def test_both_extra_keys_hold_a_turret() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40))
    state.turret = state.turret_target = 0x12345
    run(sim, 5, EXTRA_LEFT | EXTRA_RIGHT)
    assert state.turret == 0x12345


@pytest.mark.parametrize(("start", "way"), [(0x3C0000, 1), (0x40000, -1)])
def test_button_c_turns_a_turret_to_the_front_the_shorter_way(start: int, way: int) -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40))
    state.turret = state.turret_target = start
    run(sim, 1, FIRE_C)
    assert state.turret == start + way * RATE
    run(sim, 20, 0)
    assert state.turret == 0


def test_a_turret_on_its_way_to_the_front_is_stopped_by_a_key() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40))
    state.turret = state.turret_target = 0x100000
    run(sim, 1, FIRE_C)
    run(sim, 1, EXTRA_RIGHT)
    run(sim, 10, 0)
    assert state.turret == 0x100000


@pytest.mark.parametrize("type_", [VehicleType.JEEP, VehicleType.MSV, VehicleType.HELICOPTER])
def test_only_tanks_have_a_turret(type_: VehicleType) -> None:
    sim = new_sim()
    state = data(spawn(sim, type_, 40, 40))
    run(sim, 5, EXTRA_RIGHT)
    assert state.turret == 0


@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.MSV])
@pytest.mark.parametrize("dt", [1, 3])
def test_a_barrel_is_raised_25_degrees_in_15_ticks(type_: VehicleType, dt: int) -> None:
    sim = new_sim()
    state = data(spawn(sim, type_, 40, 40))
    run(sim, 1, FIRE_B, dt=dt)
    assert (state.elevation, state.elevation_target) == (0, RAISED)
    run(sim, 1, 0, dt=dt)
    assert state.elevation == FULL - RATE * dt
    run(sim, 14 // dt - 1, 0, dt=dt)
    assert state.elevation != RAISED
    run(sim, 1, 0, dt=dt)
    assert state.elevation == RAISED == 0x3B8E39


def test_nothing_is_aimed_while_a_tank_rolls_off_the_lift() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40, phase=Phase.ROLL_OFF))
    run(sim, 10, EXTRA_RIGHT)
    assert state.turret == 0

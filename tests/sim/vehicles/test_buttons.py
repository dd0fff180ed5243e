"""What buttons do beside firing."""

from __future__ import annotations

import pytest

from tests.sim.play import data, new_sim, pave, run, spawn
from uoserver.sim.events import Sound
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C, UP
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.terrain import DEEP, SHALLOW
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import VehicleState
from uoserver.sim.weapons.barrel import RAISED


def jeep_in(terrain: int) -> tuple[Simulation, VehicleState]:
    sim = new_sim()
    pave(sim, [(40, 40)], terrain)
    state = data(spawn(sim, VehicleType.JEEP, 40, 40))
    run(sim, 2, 0)
    return sim, state


@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.MSV])
def test_b_raises_the_barrel_and_a_lowers_it_also_while_held(type_: VehicleType) -> None:
    sim = new_sim()
    state = data(spawn(sim, type_, 40, 40))
    run(sim, 2, FIRE_B)
    state.elevation_target = 0
    run(sim, 1, FIRE_B)
    assert state.elevation_target == RAISED
    run(sim, 2, FIRE_A)
    state.elevation_target = RAISED
    run(sim, 1, FIRE_A)
    assert state.elevation_target == 0
    run(sim, 1, FIRE_C)
    assert state.elevation_target == 0


def test_tires_come_out_only_in_water() -> None:
    sim, state = jeep_in(0)
    assert run(sim, 1, FIRE_B) == []
    assert state.boat_target == 0
    sim, state = jeep_in(SHALLOW)
    (event,) = run(sim, 1, FIRE_B)
    assert isinstance(event, Sound)
    assert (event.name, state.boat_target) == ("TireOut", ONE)


@pytest.mark.parametrize("terrain", [0, SHALLOW, DEEP])
def test_tires_go_in_anywhere(terrain: int) -> None:
    sim, state = jeep_in(0)
    pave(sim, [(40, 40)], terrain)
    state.boat = state.boat_target = ONE
    (event,) = run(sim, 1, FIRE_B)
    assert isinstance(event, Sound)
    assert (event.name, state.boat_target) == ("TireIn", 0)


def test_a_change_of_tires_is_not_interrupted() -> None:
    sim, state = jeep_in(SHALLOW)
    run(sim, 1, FIRE_B)
    run(sim, 5, 0)
    run(sim, 1, FIRE_B)
    assert state.boat_target == ONE
    run(sim, 60, 0)
    assert state.boat == ONE


def test_a_held_button_changes_tires_once() -> None:
    sim, state = jeep_in(SHALLOW)
    run(sim, 70, FIRE_B)
    assert (state.boat, state.boat_target) == (ONE, ONE)


def test_c_changes_a_helicopters_weapon_at_each_press() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.HELICOPTER, 40, 40))
    chosen = []
    for keys in (FIRE_C, FIRE_C | UP, 0, FIRE_C, FIRE_A, FIRE_B):
        run(sim, 1, keys)
        chosen.append(state.weapon)
    assert chosen == [1, 1, 1, 0, 0, 0]


def test_b_does_not_raise_what_has_no_barrel() -> None:
    for type_ in (VehicleType.JEEP, VehicleType.HELICOPTER):
        sim = new_sim()
        state = data(spawn(sim, type_, 40, 40))
        run(sim, 3, FIRE_B)
        assert state.elevation_target == 0

"""Raised barrels and the shots that wait for them (specification 6: Firing)."""

from __future__ import annotations

import pytest

from tests.sim.play import data, new_sim, run, spawn
from tests.sim.vehicles.helpers import with_class
from tests.sim.weapons.helpers import only, shells
from uoserver.sim.events import Fired
from uoserver.sim.keys import FIRE_A, FIRE_B
from uoserver.sim.objects import Kind
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.barrel import RAISED, flash
from uoserver.sim.weapons.missile import state_of

BOTH = [VehicleType.TANK, VehicleType.MSV]


def shots(sim: Simulation, ticks: int, keys: int) -> list[int]:
    """In which of the next frames there is a shot."""
    return [tick for tick in range(ticks) if only(run(sim, 1, keys), Fired)]


@pytest.mark.parametrize("type_", BOTH)
def test_the_first_flat_shot_comes_at_once(type_: VehicleType) -> None:
    sim = new_sim()
    spawn(sim, type_, 40, 40)
    assert shots(sim, 3, FIRE_A) == [0]


@pytest.mark.parametrize("type_", BOTH)
def test_a_raised_shot_waits_for_the_barrel_and_then_is_fired_once(type_: VehicleType) -> None:
    sim = new_sim()
    state = data(spawn(sim, type_, 40, 40))
    run(sim, 1, FIRE_B)
    assert state.pending
    assert shots(sim, 60, 0) == [14]
    assert not state.pending
    assert state.elevation == RAISED


def test_held_it_goes_on_without_waiting() -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 40, 40)
    assert shots(sim, 60, FIRE_B) == [15, 35, 55]


def test_a_shot_that_waits_is_fired_flat_when_the_barrel_is_called_back() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40))
    run(sim, 5, FIRE_B)
    assert shots(sim, 6, FIRE_A) == [5]
    (shell,) = shells(sim)
    assert state_of(shell).pitch == 0
    assert state.elevation == 0


def test_nothing_waits_while_the_weapon_reloads() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40))
    run(sim, 1, FIRE_A)
    run(sim, 1, FIRE_B)
    assert not state.pending
    assert shots(sim, 60, 0) == []


def test_a_shot_that_waits_without_ammunition_clicks() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40))
    run(sim, 1, FIRE_B)
    state.weapons[0].ammunition = 0
    assert shots(sim, 30, 0) == []
    assert not state.pending
    assert state.weapons[0].ammunition == 0


@pytest.mark.parametrize(
    ("type_", "flat", "raised"),
    [
        (VehicleType.TANK, Shot.CANNON, Shot.CANNON),
        (VehicleType.MSV, Shot.ROCKET, Shot.ROCKET_HIGH),
    ],
)
def test_what_is_fired_flat_and_raised(type_: VehicleType, flat: Shot, raised: Shot) -> None:
    sim = new_sim()
    spawn(sim, type_, 40, 40)
    fired = only(run(sim, 1, FIRE_A) + run(sim, 60, FIRE_B), Fired)
    assert [event.projectile for event in fired[:2]] == [flat, raised]


def test_a_flash_belongs_to_its_vehicle() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    made = with_class(sim, Kind.EXPLOSION)
    flash(sim, tank, Effect.TANK_FLASH, (1, 2, 3))
    assert [(obj.parent, obj.x, obj.y, obj.z) for _, obj in made] == [(tank.slot, 1, 2, 3)]

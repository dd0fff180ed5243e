"""Whose doing something is."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, WEST, cell, data, new_sim, run, spawn
from tests.sim.weapons.helpers import only, shoot
from uoserver.sim.events import Lost
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRES, UP
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.credit import driver_of
from uoserver.sim.weapons.grenade import GrenadeState
from uoserver.sim.weapons.mine import MineState, lay
from uoserver.sim.weapons.missile import ShellState


@pytest.mark.parametrize(
    "state", [ShellState(0, 1, by=5), MineState(by=5), GrenadeState(0, 0, 0, by=5)]
)
def test_shots_have_the_driver_who_fired_them(state: object) -> None:
    assert driver_of(Obj(1, 1, Kind.MISSILE, 0, 0, 0, 0, data=state)) == 5


def test_a_vehicle_is_its_drivers_and_other_things_nobodys() -> None:
    sim = new_sim((0, 1))
    assert driver_of(spawn(sim, VehicleType.TANK, 40, 40, driver=1)) == 1
    assert driver_of(Obj(1, 1, Kind.TURRET, 0, 0, 0, 0)) == -1
    assert driver_of(None) == -1


def test_who_shot_a_vehicle_is_told_also_when_he_is_gone() -> None:
    sim = new_sim((0, 1))
    shooter = spawn(sim, VehicleType.TANK, 40, 40, EAST)
    victim = spawn(sim, VehicleType.JEEP, 44, 40, WEST, driver=1)
    run(sim, 1, FIRE_A)
    data(shooter).hits = 1
    events = run(sim, 1, FIRES) + run(sim, 60, 0)
    assert only(events, Lost) == [
        Lost(0, VehicleType.TANK, "self", -1),
        Lost(1, VehicleType.JEEP, "damage", 0),
    ]
    assert sim.state.pool.get(victim.id) is None


def test_who_laid_a_mine_has_who_dies_on_it() -> None:
    sim = new_sim((0, 1))
    victim = spawn(sim, VehicleType.JEEP, 48, 50, EAST, driver=1)
    mine = lay(sim, *centre(cell(50, 50)), by=0)
    assert mine is not None
    run(sim, 160, 0)
    events = run(sim, 100, 0, UP)
    assert only(events, Lost) == [Lost(1, VehicleType.JEEP, "damage", 0)]
    assert sim.state.pool.get(victim.id) is None


def test_a_towers_shot_is_nobodys() -> None:
    sim = new_sim()
    jeep = spawn(sim, VehicleType.JEEP, 40, 40)
    shoot(sim, Shot.TURRET, jeep.x / ONE, jeep.y / ONE + 12, 5, 0)
    assert only(run(sim, 10, 0), Lost) == [Lost(0, VehicleType.JEEP, "damage", -1)]

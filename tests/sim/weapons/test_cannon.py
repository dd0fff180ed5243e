"""A tank's cannon (tables 1: Muzzles)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, SOUTH, data, new_sim, run, spawn
from tests.sim.weapons.helpers import only, shells
from uoserver.sim.events import Exploded, Fired
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.missile import state_of


@pytest.mark.parametrize(
    ("hull", "turret", "x", "y"), [(NORTH, 0, 0, -12), (NORTH, EAST, 12, 0), (EAST, EAST, 0, 12)]
)
def test_a_shell_leaves_the_muzzle_where_hull_and_turret_point(
    hull: int, turret: int, x: int, y: int
) -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40, hull)
    data(tank).turret = data(tank).turret_target = turret
    events = run(sim, 1, FIRE_A)
    (fired,) = only(events, Fired)
    assert (fired.x - tank.x, fired.y - tank.y, fired.z) == (x * ONE, y * ONE, 7 * ONE)
    assert (fired.owner, fired.heading) == (tank.id, hull + turret)
    (flash,) = only(events, Exploded)
    assert flash == (Effect.TANK_FLASH, fired.x, fired.y, fired.z)
    (shell,) = shells(sim)
    assert shell.team == 0
    assert SOUTH == EAST + EAST


def test_a_raised_shot_goes_up_40_degrees() -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 40, 40)
    run(sim, 1, FIRE_B)
    run(sim, 15, 0)
    (shell,) = shells(sim)
    assert state_of(shell).pitch == 0x38E38F + 0x2666
    assert shell.speed == 3 * ONE


def test_button_c_fires_nothing() -> None:
    sim = new_sim((0, 1))
    spawn(sim, VehicleType.TANK, 40, 40)
    assert not only(run(sim, 40, FIRE_C), Fired)


def test_a_shot_without_room_costs_nothing() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.TANK, 40, 40))
    while create(sim, Kind.MINE, 0, 0, 0, 0, 0):
        pass
    assert not only(run(sim, 5, FIRE_A), Fired)
    assert state.weapons[0].ammunition == 150

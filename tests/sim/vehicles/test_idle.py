"""Who stays in one cell (rules: Idle drone)."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, data, new_sim, run, spawn
from tests.sim.vehicles.helpers import put_at, with_class
from uoserver.sim.events import Created
from uoserver.sim.objects import Kind
from uoserver.sim.tables.vehicles import VehicleType


def test_a_drone_is_asked_for_after_360_ticks_and_again() -> None:
    sim = new_sim()
    made = with_class(sim, Kind.DRONE)
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    run(sim, 361, 0)
    assert made == []
    run(sim, 1, 0)
    ((arg, drone),) = made
    assert (arg, drone.team) == (tank.id, 1)
    assert data(tank).cell_tick == sim.state.tick
    run(sim, 360, 0)
    assert len(made) == 1
    run(sim, 1, 0)
    assert len(made) == 2


@pytest.mark.parametrize("dt", [2, 3, 12])
def test_the_wait_is_counted_in_ticks(dt: int) -> None:
    sim = new_sim()
    made = with_class(sim, Kind.DRONE)
    spawn(sim, VehicleType.TANK, 40, 40)
    run(sim, 360 // dt + 1, 0, dt=dt)
    assert made == []
    run(sim, 1, 0, dt=dt)
    assert len(made) == 1


def test_another_cell_begins_a_new_wait_the_same_does_not() -> None:
    sim = new_sim()
    made = with_class(sim, Kind.DRONE)
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    run(sim, 300, 0)
    put_at(sim, tank, 40 * 32 + 30, 40 * 32 + 30)
    run(sim, 1, 0)
    assert data(tank).cell_tick == 1
    put_at(sim, tank, 41 * 32 + 1, 40 * 32 + 30)
    run(sim, 1, 0)
    assert (data(tank).cell_tick, data(tank).was_cell) == (302, cell(41, 40))
    run(sim, 360, 0)
    assert made == []
    run(sim, 1, 0)
    assert len(made) == 1


def test_without_a_class_of_drones_nothing_comes() -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 40, 40)
    events = run(sim, 800, 0)
    assert [event for event in events if isinstance(event, Created)] == []

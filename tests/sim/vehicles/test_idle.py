"""Who stays in one cell (rules: Idle drone)."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, data, new_sim, put, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.events import Created
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType


def idler() -> tuple[Simulation, Obj]:
    """A tank, and an enemy side that has drones."""
    sim = new_sim()
    sim.state.sides[1].drones = 5
    return sim, spawn(sim, VehicleType.TANK, 40, 40)


def drones(sim: Simulation) -> list[int]:
    """The sides of those that are in the air."""
    return [obj.team for obj in sim.state.pool.on_kind(Kind.DRONE)]


def test_a_drone_is_asked_for_after_360_ticks_and_again() -> None:
    sim, tank = idler()
    run(sim, 361, 0)
    assert drones(sim) == []
    run(sim, 1, 0)
    assert drones(sim) == [1]
    assert data(tank).cell_tick == sim.state.tick
    run(sim, 360, 0)
    assert drones(sim) == [1]
    run(sim, 1, 0)
    assert drones(sim) == [1, 1]


@pytest.mark.parametrize("dt", [2, 3, 12])
def test_the_wait_is_counted_in_ticks(dt: int) -> None:
    sim, _ = idler()
    run(sim, 360 // dt + 1, 0, dt=dt)
    assert drones(sim) == []
    run(sim, 1, 0, dt=dt)
    assert drones(sim) == [1]


def test_another_cell_begins_a_new_wait_the_same_does_not() -> None:
    sim, tank = idler()
    run(sim, 300, 0)
    put_at(sim, tank, 40 * 32 + 30, 40 * 32 + 30)
    run(sim, 1, 0)
    assert data(tank).cell_tick == 1
    put_at(sim, tank, 41 * 32 + 1, 40 * 32 + 30)
    run(sim, 1, 0)
    assert (data(tank).cell_tick, data(tank).was_cell) == (302, cell(41, 40))
    run(sim, 360, 0)
    assert drones(sim) == []
    run(sim, 1, 0)
    assert drones(sim) == [1]


def test_a_side_without_drones_sends_none() -> None:
    sim, _ = idler()
    sim.state.sides[1].drones = 0
    events = run(sim, 800, 0)
    assert [event for event in events if isinstance(event, Created)] == []


@pytest.mark.parametrize(("turrets", "comes"), [(2, True), (3, False)])
def test_three_enemy_turrets_in_view_are_enough(turrets: int, comes: bool) -> None:
    sim, tank = idler()
    for column in range(turrets):
        put(sim, 39 + column, 35, "TOWER", 1)
        put(sim, 39 + column, 42, "TOWER", 0)
    run(sim, 1, 0)
    for gun in list(sim.state.pool.on_kind(Kind.TURRET)):
        gun.data.wake = 1000  # type: ignore[attr-defined]
    run(sim, 360, 0)
    assert drones(sim) == []
    run(sim, 1, 0)
    assert bool(drones(sim)) is comes
    assert data(tank).cell_tick == 362

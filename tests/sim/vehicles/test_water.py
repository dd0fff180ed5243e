"""Vehicles in water (rules: Water state, Sinking)."""

from __future__ import annotations

import pytest

from tests.sim.play import data, new_sim, pave, px, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.events import Exploded, Lost
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.terrain import DEEP, SHALLOW
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehicles.water import water_under


def on(terrain: int, type_: VehicleType = VehicleType.TANK) -> tuple[Simulation, Obj]:
    sim = new_sim()
    pave(sim, [(column, row) for column in range(38, 43) for row in range(38, 43)], terrain)
    return sim, spawn(sim, type_, 40, 40)


@pytest.mark.parametrize(("z", "water"), [(0, DEEP), (ONE, DEEP), (ONE + 1, 0), (-ONE, DEEP)])
def test_more_than_a_pixel_above_there_is_none(z: int, water: int) -> None:
    sim, obj = on(DEEP)
    obj.z = z
    assert water_under(sim, obj) == water


def test_off_the_map_it_is_deep() -> None:
    sim, obj = on(0)
    assert water_under(sim, obj) == 0
    put_at(sim, obj, -1, 50)
    assert water_under(sim, obj) == DEEP


@pytest.mark.parametrize(
    ("type_", "ticks"), [(VehicleType.TANK, 33), (VehicleType.JEEP, 31), (VehicleType.MSV, 33)]
)
@pytest.mark.parametrize("dt", [1, 2, 3])
def test_in_deep_water_it_sinks_and_is_lost_at_its_depth(
    type_: VehicleType, ticks: int, dt: int
) -> None:
    sim, obj = on(DEEP, type_)
    frames, events = 0, []
    while obj.z >> 16 > -VEHICLES[type_].sinks:
        assert sim.state.drivers[0].vehicle == obj.id
        events = run(sim, 1, 0, dt=dt)
        frames += 1
        assert obj.z == -0x6666 * dt * frames
    assert ticks <= frames * dt < ticks + dt
    assert events[0] == Exploded(Effect.SINKING, obj.x, obj.y, 0)
    assert Lost(0, type_, "sunk") in events
    assert list(sim.state.pool.on_kind(Kind.WRECK)) == []


def test_a_boat_floats_one_that_is_not_quite_finished_does_not() -> None:
    for boat, sinks in ((ONE, False), (ONE - 0x445, True)):
        sim, obj = on(DEEP, VehicleType.JEEP)
        data(obj).boat = boat
        data(obj).boat_target = ONE
        run(sim, 1, 0)
        assert (obj.z < 0) is sinks


@pytest.mark.parametrize("terrain", [SHALLOW, 0])
def test_who_comes_out_of_the_deep_stands_on_the_ground(terrain: int) -> None:
    sim, obj = on(DEEP)
    run(sim, 10, 0)
    assert px(obj.z) < -3
    pave(sim, [(40, 40)], terrain)
    run(sim, 1, 0)
    assert obj.z == 0


def test_who_falls_is_not_put_on_the_ground() -> None:
    sim, obj = on(0)
    obj.z = 3 * ONE
    run(sim, 1, 0)
    assert obj.z == 3 * ONE


@pytest.mark.parametrize("terrain", [SHALLOW, DEEP])
def test_it_splashes_in_water(terrain: int) -> None:
    sim, obj = on(terrain)
    run(sim, 3, 0, dt=2)
    assert data(obj).splash == 6 * 0x3333
    pave(sim, [(40, 40)], 0)
    run(sim, 1, 0)
    assert data(obj).splash == 0


def test_the_splash_begins_anew_after_its_last_frame() -> None:
    sim, obj = on(SHALLOW)
    run(sim, 41, 0)
    assert data(obj).splash == 41 * 0x3333 - 8 * ONE


def test_a_helicopter_is_in_no_water_even_down_at_it() -> None:
    sim, obj = on(DEEP, VehicleType.HELICOPTER)
    run(sim, 1, 0)
    obj.z = 0
    run(sim, 1, 0)
    assert (data(obj).water, obj.z) == (0, 0x8000)

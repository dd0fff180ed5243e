"""Starts off the lift, and jeeps that change their tires (rules: Launch and landing)."""

from __future__ import annotations

import pytest

from tests.sim.play import NORTH, data, new_sim, px, run, spawn
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import DOWN, FIRE_A, FULL, IDLE, LEFT, UP
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehiclestate import Phase

FORWARD = 2


@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.MSV])
@pytest.mark.parametrize(("dt", "frames"), [(1, 15), (2, 8), (3, 5), (12, 2)])
def test_tanks_and_msvs_roll_off_for_15_ticks(type_: VehicleType, dt: int, frames: int) -> None:
    sim = new_sim()
    tank = spawn(sim, type_, 40, 40, phase=Phase.ROLL_OFF)
    for _ in range(frames):
        run(sim, 1, DOWN | LEFT | FIRE_A, dt=dt)
        assert data(tank).control == FORWARD | FULL
    assert (tank.heading, tank.speed > 0) == (NORTH, True)
    run(sim, 1, LEFT, dt=dt)
    assert data(tank).phase is Phase.FREE
    assert tank.heading != NORTH


def test_a_jeep_waits_98_ticks_and_starts_at_half_its_speed() -> None:
    sim = new_sim()
    jeep = spawn(sim, VehicleType.JEEP, 40, 40, phase=Phase.WARM_UP)
    y = jeep.y
    run(sim, 97, UP | LEFT)
    assert (jeep.y, jeep.speed, data(jeep).phase) == (y, 0, Phase.WARM_UP)
    run(sim, 1, 0)
    # the friction of its first free tick is off already
    assert jeep.speed == 0x16666 // 2 - 0x28F
    assert jeep.y == y - jeep.speed
    run(sim, 1, UP)
    assert jeep.speed == 0x16666 // 2 + 0xCCC - 2 * 0x28F  # it starts once
    assert data(jeep).phase is Phase.FREE


@pytest.mark.parametrize(("dt", "frames"), [(2, 49), (3, 33), (12, 9)])
def test_a_jeeps_wait_is_counted_in_ticks(dt: int, frames: int) -> None:
    sim = new_sim()
    jeep = spawn(sim, VehicleType.JEEP, 40, 40, phase=Phase.WARM_UP)
    run(sim, frames - 1, 0, dt=dt)
    assert jeep.speed == 0
    run(sim, 1, 0, dt=dt)
    assert jeep.speed > 0


def test_who_waits_is_not_idle() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.JEEP, 40, 40, phase=Phase.WARM_UP))
    run(sim, 50, 0)
    assert state.cell_tick == 50


@pytest.mark.parametrize(("boat", "target", "after"), [(0, ONE, 0x444), (ONE, 0, ONE - 0x444)])
@pytest.mark.parametrize("dt", [1, 2])
def test_nobody_drives_a_jeep_that_changes_its_tires(
    boat: int, target: int, after: int, dt: int
) -> None:
    sim = new_sim()
    jeep = spawn(sim, VehicleType.JEEP, 40, 40)
    state = data(jeep)
    state.boat, state.boat_target = boat, target
    run(sim, 1, UP | LEFT | FIRE_A, dt=dt)
    assert state.boat == boat + (after - boat) * dt
    assert state.control == IDLE
    assert (jeep.speed, jeep.heading) == (0, NORTH)


def test_changing_tires_takes_60_ticks_and_a_remainder() -> None:
    sim = new_sim()
    state = data(spawn(sim, VehicleType.JEEP, 40, 40))
    state.boat_target = ONE
    run(sim, 60, 0)
    assert ONE - state.boat == ONE - 60 * 0x444 == 16
    run(sim, 1, 0)
    assert state.boat == ONE
    run(sim, 1, UP)
    assert state.control & FORWARD


def test_each_type_starts_in_its_own_way() -> None:
    phases = []
    for type_ in VehicleType:
        sim = new_sim()
        sim.state.drivers[0].view.type = type_
        vehicle = create(sim, Kind.VEHICLE, 0, ONE, ONE, 0, 0)
        assert vehicle is not None
        phases.append(data(vehicle).phase)
    assert phases == [Phase.ROLL_OFF, Phase.WARM_UP, Phase.ROLL_OFF, Phase.UNFOLD]


def test_a_helicopter_flies_when_it_has_taken_off() -> None:
    sim = new_sim()
    heli = spawn(sim, VehicleType.HELICOPTER, 40, 40, phase=Phase.UNFOLD)
    run(sim, 300, UP)
    assert (heli.speed, data(heli).phase) == (0, Phase.TAKE_OFF)
    run(sim, 30, UP)
    assert px(heli.z) == 50
    assert 0 < heli.speed < VEHICLES[VehicleType.HELICOPTER].forward

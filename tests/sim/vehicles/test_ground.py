"""How tanks and MSVs move (specification 5: Movement, Terrain factor)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, cell, data, new_sim, pave, put, px, run, spawn
from tests.sim.vehicles.helpers import hold, put_at
from uoserver.sim.kernel.fixmath import ONE, mul
from uoserver.sim.keys import DOWN, LEFT, RIGHT, UP
from uoserver.sim.objects import Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.terrain import DEEP, SHALLOW
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehicles.ground import Footing, ahead, footing, slow_down

ROAD = 0x13333


def tank_on(terrain: int = 0, static: str = "") -> tuple[Simulation, Obj]:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    pave(sim, [(40, 40)], terrain)
    if static:
        put(sim, 40, 40, static)
    return sim, tank


@pytest.mark.parametrize(
    ("terrain", "static", "expected"),
    [
        (0, "", Footing(ONE)),
        (0x48, "", Footing(ONE)),
        (0x49, "", Footing(ROAD, 3)),
        (0x4E, "", Footing(ROAD, 15)),
        (0x59, "", Footing(ROAD, 12)),
        (127, "", Footing(ROAD, 0)),
        (0x5A, "", Footing(ONE)),
        (DEEP, "BRIDGE_H", Footing(ROAD, 12)),
        (DEEP, "BRIDGE_V", Footing(ROAD, 3)),
        (0x4E, "BRIDGE_V", Footing(ROAD, 3)),
    ],
)
def test_ground_and_its_lanes(terrain: int, static: str, expected: Footing) -> None:
    sim, tank = tank_on(terrain, static)
    assert footing(sim, tank, data(tank)) == expected


@pytest.mark.parametrize(
    ("water", "boat", "factor"),
    [
        (SHALLOW, 0, 0xC000),
        (DEEP, 0, 0xC000),
        (SHALLOW, ONE - 1, 0xC000),
        (SHALLOW, ONE, 0x4000),
        (DEEP, ONE, 0x4000),
        (0, ONE, 0x28F),
        (0, ONE - 1, ROAD),
    ],
)
def test_water_and_boats(water: int, boat: int, factor: int) -> None:
    sim, tank = tank_on(0x49)
    state = data(tank)
    state.water, state.boat = water, boat
    assert footing(sim, tank, state).factor == factor


@pytest.mark.parametrize(("z", "factor"), [(ONE - 1, ROAD), (ONE, ONE)])
def test_a_pixel_up_ground_does_not_count(z: int, factor: int) -> None:
    sim, tank = tank_on(0x49)
    tank.z = z
    assert footing(sim, tank, data(tank)).factor == factor


def test_off_the_map_is_water_for_who_is_in_it_and_plain_for_others() -> None:
    sim, tank = tank_on()
    put_at(sim, tank, -50, 100)
    assert footing(sim, tank, data(tank)) == Footing(ONE)
    data(tank).water = DEEP
    assert footing(sim, tank, data(tank)) == Footing(0xC000)


@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.MSV])
@pytest.mark.parametrize("dt", [1, 2, 3, 12])
def test_speed_builds_up_to_the_most_and_back(type_: VehicleType, dt: int) -> None:
    sim = new_sim()
    obj, kind = spawn(sim, type_, 60, 60), VEHICLES[type_]
    for frame in range(1, 30):
        run(sim, 1, UP, dt=dt)
        assert obj.speed == min(kind.accel * dt * frame, kind.forward)
    run(sim, 1, DOWN, dt=dt)
    assert obj.speed == max(kind.forward - kind.accel * dt, kind.backward)
    run(sim, 50, DOWN, dt=dt)
    assert obj.speed == kind.backward


def test_a_push_of_a_quarter_is_a_quarter_of_the_speed_on_every_ground() -> None:
    sim, tank = tank_on()
    hold(sim, 100, UP | 0x3F00)
    assert tank.speed == mul(0x10CCC, 0x4000)
    data(tank).water = SHALLOW
    pave(sim, [(40, row) for row in range(30, 41)], SHALLOW)
    hold(sim, 2, UP | 0x3F00)
    assert tank.speed == mul(0x10CCC, mul(0xC000, 0x4000))


def test_no_push_is_a_256th_of_the_speed() -> None:
    sim, tank = tank_on()
    hold(sim, 10, UP)
    assert tank.speed == mul(0x10CCC, 0x100)


@pytest.mark.parametrize(("key", "sign"), [(UP, 1), (DOWN, -1)])
def test_who_comes_onto_slower_ground_is_slow_at_once(key: int, sign: int) -> None:
    sim, tank = tank_on()
    run(sim, 100, key)
    hold(sim, 1, key | 0x7F00)
    most = VEHICLES[0].forward if sign > 0 else VEHICLES[0].backward
    assert tank.speed == mul(most, 0x8000)


@pytest.mark.parametrize(
    ("speed", "after"),
    [
        (0x1000, 0x99A),
        (0x666, 0),
        (0x300, 0),
        (1, 0),
        (0, 0),
        (-1, 0),
        (-0x300, 0),
        (-0x700, -0x9A),
    ],
)
def test_friction_stops_and_does_not_turn_round(speed: int, after: int) -> None:
    _, tank = tank_on()
    tank.speed = speed
    slow_down(tank, 0x666)
    assert tank.speed == after


@pytest.mark.parametrize("dt", [1, 3])
def test_without_a_key_a_tank_rolls_out(dt: int) -> None:
    sim, tank = tank_on()
    tank.speed = 0x8000
    run(sim, 3, 0, dt=dt)
    assert tank.speed == 0x8000 - 3 * dt * 0x666


@pytest.mark.parametrize(("key", "way"), [(LEFT, -1), (RIGHT, 1)])
@pytest.mark.parametrize(("type_", "step"), [(VehicleType.TANK, 0x4000), (VehicleType.MSV, 0x3333)])
@pytest.mark.parametrize("dt", [1, 2, 3, 12])
def test_tanks_turn_on_the_spot(key: int, way: int, type_: VehicleType, step: int, dt: int) -> None:
    sim = new_sim()
    obj = spawn(sim, type_, 40, 40)
    place = (obj.x, obj.y)
    run(sim, 7, key, dt=dt)
    assert obj.heading == way * step * dt * 7 & 0x3FFFFF
    assert (obj.x, obj.y) == place


def test_an_analog_stick_turns_towards_its_heading_the_shorter_way() -> None:
    sim, tank = tank_on()
    driver = sim.state.drivers[0]
    driver.analog, driver.steer = True, 0x3F0000
    run(sim, 2, UP)
    assert tank.heading == 0x3F8000
    run(sim, 10, UP)
    assert tank.heading == 0x3F0000
    assert tank.speed == 12 * 0xCCC


def test_an_analog_stick_that_points_nowhere_goes_straight_on() -> None:
    sim, tank = tank_on()
    sim.state.drivers[0].analog = True
    run(sim, 5, RIGHT)
    assert (tank.heading, tank.speed) == (NORTH, 5 * 0xCCC)


def test_the_way_is_along_the_heading_rounded_down_to_a_64th_turn() -> None:
    _, tank = tank_on()
    tank.heading, tank.speed = EAST + 0xFFFF, -0x8000
    assert ahead(tank, 3) == (-0x8000, -0x18000, 0)
    tank.heading = EAST + 0x10000
    assert ahead(tank, 3).dy != 0
    tank.speed = 0
    assert ahead(tank, 3) == (0, 0, 0)


@pytest.mark.parametrize("dt", [2, 3, 12])
def test_larger_steps_go_nearly_the_same_way(dt: int) -> None:
    ends = []
    for step in (1, dt):
        sim, tank = tank_on()
        run(sim, 120 // step, UP, dt=step)
        run(sim, 24 // step, RIGHT | UP, dt=step)
        run(sim, 60 // step, UP, dt=step)
        run(sim, 60 // step, 0, dt=step)
        ends.append((px(tank.x), px(tank.y)))
    (x, y), (other_x, other_y) = ends
    assert abs(x - other_x) < 0.8 * dt
    assert abs(y - other_y) < 0.8 * dt
    assert tank.cell != cell(40, 40)

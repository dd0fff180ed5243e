"""How jeeps move (rules: Movement)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, SOUTH, WEST, data, new_sim, pave, px, run, spawn
from tests.sim.vehicles.helpers import hold, shift
from uoserver.sim.kernel.fixmath import ONE, mul
from uoserver.sim.keys import DOWN, LEFT, RIGHT, UP
from uoserver.sim.objects import Obj
from uoserver.sim.sides import NO_HEADING
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.jeep import lane_heading

ACCEL, FRICTION, TURN, MOST = 0xCCC, 0x28F, 0x8000, 0x16666
VERTICAL, ACROSS_ROAD = 0x49, 0x54
"""Terrain with lanes north and south, and east and west."""


def jeep(heading: int = NORTH, terrain: int = 0) -> tuple[Simulation, Obj]:
    sim = new_sim()
    pave(sim, [(column, row) for column in range(20, 80) for row in range(20, 60)], terrain)
    return sim, spawn(sim, VehicleType.JEEP, 40, 40, heading)


@pytest.mark.parametrize("dt", [1, 2, 3])
def test_friction_counts_also_while_it_drives_straight(dt: int) -> None:
    sim, obj = jeep()
    run(sim, 1, UP, dt=dt)
    assert obj.speed == (ACCEL - FRICTION) * dt
    run(sim, 120, UP, dt=dt)
    assert obj.speed == MOST - FRICTION * dt


def test_but_not_while_it_turns() -> None:
    sim, obj = jeep()
    run(sim, 60, UP | RIGHT)
    assert obj.speed == MOST
    run(sim, 1, 0)
    assert obj.speed == MOST - FRICTION


@pytest.mark.parametrize(("key", "way"), [(LEFT, -1), (RIGHT, 1)])
@pytest.mark.parametrize("dt", [1, 2])
def test_turning_alone_drives_forward(key: int, way: int, dt: int) -> None:
    sim, obj = jeep()
    run(sim, 1, key, dt=dt)
    assert (obj.speed, obj.heading) == (ACCEL * dt, way * TURN * dt & 0x3FFFFF)


def test_it_turns_backwards_too() -> None:
    sim, obj = jeep()
    run(sim, 2, DOWN | RIGHT)
    assert (obj.speed, obj.heading) == (-2 * ACCEL, 2 * TURN)


@pytest.mark.parametrize(("push", "turns"), [(0x7E, False), (0x7F, True)])
def test_a_weak_push_sideways_does_not_turn(push: int, turns: bool) -> None:
    sim, obj = jeep()
    hold(sim, 1, RIGHT | push)
    assert (obj.heading == TURN, obj.speed > 0) == (turns, turns)
    hold(sim, 1, UP | RIGHT | 0xFF00 | push)
    assert (obj.heading != NORTH) is turns


def test_what_is_pushed_sideways_counts_ahead() -> None:
    sim, obj = jeep()
    hold(sim, 100, UP | RIGHT | 0x1000 | 0x7F)
    assert obj.speed == mul(MOST, 0x8000)
    sim, obj = jeep()
    hold(sim, 100, UP | 0x7F00 | 0x10)
    assert obj.speed == mul(MOST, 0x8000) - FRICTION


def test_roads_water_and_boats_count() -> None:
    sim, obj = jeep(terrain=VERTICAL)
    run(sim, 100, UP)
    assert obj.speed == mul(MOST, 0x13333) - FRICTION


# -- the road leads --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lanes", "heading", "dx", "dy", "expected"),
    [
        (1, NORTH, 4, 0, -0x10000),
        (1, NORTH, -4, 0, 0x10000),
        (2, SOUTH, 4, 0, SOUTH + 0x10000),
        (4, EAST, 0, 4, EAST - 0x10000),
        (8, WEST, 0, 4, WEST + 0x10000),
        (8, WEST, 0, -8, WEST - 0x20000),
        # within 45 degrees, both ends included
        (1, 0x80000, 0, 0, NORTH),
        (1, 0x80001, 0, 0, None),
        (1, 0x380000, 0, 0, NORTH),
        (1, 0x37FFFF, 0, 0, None),
        # no lane that way
        (1, SOUTH, 0, 0, None),
        (2 | 4 | 8, NORTH, 0, 0, None),
        # north, south, east, west: the first that fits
        (15, 0x80000, 0, 0, NORTH),
        (2 | 4, 0x180000, 0, 0, SOUTH),
        (4 | 8, 0x180000, 0, 0, EAST),
        (2 | 8, 0x280000, 0, 0, SOUTH),
    ],
)
def test_where_a_road_leads(
    lanes: int, heading: int, dx: int, dy: int, expected: int | None
) -> None:
    sim, obj = jeep(heading)
    shift(sim, obj, dx, dy)
    target = NO_HEADING if expected is None else expected & 0x3FFFFF
    assert lane_heading(obj, lanes) == target


def test_places_beside_the_lane_are_counted_in_steps_of_four() -> None:
    _, obj = jeep()
    obj.x += 7
    assert lane_heading(obj, 1) == 0x3FFFFF


def test_a_jeep_follows_its_road_to_the_middle_of_the_lane() -> None:
    sim, obj = jeep(terrain=VERTICAL)
    shift(sim, obj, 9, 0)
    obj.heading = 0x60000
    run(sim, 200, UP)
    assert abs(px(obj.x) - (40 * 32 + 16)) < 3
    assert min(obj.heading, 0x400000 - obj.heading) < 0x18000


def test_who_steers_is_not_led() -> None:
    sim, obj = jeep(heading=0x60000, terrain=VERTICAL)
    run(sim, 1, UP | RIGHT)
    assert obj.heading == 0x60000 + TURN


@pytest.mark.parametrize("dt", [1, 2])
def test_the_lead_is_as_strong_as_the_push(dt: int) -> None:
    sim, obj = jeep(heading=0x60000, terrain=VERTICAL)
    hold(sim, 1, UP | 0x3F00, dt)
    assert obj.heading == 0x60000 - mul(0x4000, TURN) * dt


def test_the_lanes_of_the_last_road_count_while_a_jeep_coasts() -> None:
    sim, obj = jeep(heading=0x60000, terrain=VERTICAL)
    run(sim, 1, UP)
    assert sim.state.lanes == 3
    obj.speed, obj.heading = ONE, 0x60000
    pave(sim, [(column, row) for column in range(20, 80) for row in range(20, 60)], 0)
    run(sim, 1, 0)
    assert (sim.state.lanes, obj.heading) == (3, 0x60000 - mul(0x100, TURN))
    run(sim, 1, UP)
    assert sim.state.lanes == 0


def test_the_lanes_are_shared_by_all_jeeps() -> None:
    sim = new_sim((0, 1))
    pave(sim, [(40, row) for row in range(20, 60)], VERTICAL)
    spawn(sim, VehicleType.JEEP, 40, 40)
    coasts = spawn(sim, VehicleType.JEEP, 60, 40, 0x60000, driver=1)
    coasts.speed = ONE
    run(sim, 2, UP)
    # the other's road leads it over the grass
    assert (sim.state.lanes, coasts.heading) == (3, 0x60000 - mul(0x100, TURN))


def test_a_jeep_at_rest_is_not_turned_by_a_road() -> None:
    sim, obj = jeep(heading=0x60000, terrain=ACROSS_ROAD)
    sim.state.lanes = 3
    run(sim, 5, 0)
    assert obj.heading == 0x60000


def test_an_analog_stick_leads_a_jeep_north_too() -> None:
    sim, obj = jeep(heading=0x40000)
    driver = sim.state.drivers[0]
    driver.analog, driver.steer = True, NORTH
    hold(sim, 4, UP | 0xFF00)
    assert obj.heading == 0x20000
    hold(sim, 8, UP | 0xFF00)
    assert (obj.heading, data(obj).control & 0x18) == (NORTH, 0x18)

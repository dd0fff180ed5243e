"""Vehicles of all types driven about on whole maps."""

from __future__ import annotations

import random

import pytest

from tests.survey.matches import SHARED, Played, all_driving, played
from uoserver.collision import ZERO
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import DOWN, FIRE_A, LEFT, RIGHT, UP, stick
from uoserver.sim.match import step
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.tables.terrain import PAVED
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.survey import MapWorld
from uoserver.survey.coordinates import cell_middle, map_x, map_y
from uoserver.survey.ground import HULL_MASK

KEYS = (0, UP, UP, UP | LEFT, UP | RIGHT, DOWN, DOWN | LEFT, LEFT, RIGHT)
TICKS = 250


def drive(map_: Played) -> tuple[str, list[float]]:
    """Return the hash of the state at the end, and how far each went from where it began."""
    sim, source = all_driving(map_), random.Random(11)
    world = sim.world
    assert isinstance(world, MapWorld)
    keys: list[int] = []
    ways = [0.0] * len(map_.starts)
    for tick in range(TICKS):
        if tick % 20 == 0:
            keys = [stick(source.choice(KEYS)) for _ in map_.starts]
        step(sim, keys)
        for driver, cell in zip(sim.state.drivers, map_.starts, strict=True):
            obj = sim.state.pool.get(driver.vehicle)
            if obj is None:
                continue
            x, y, z = world.point(obj.x, obj.y, obj.z)
            inside = map_.clip.trace((x, y, z + 24.0), (x, y, z + 24.0), ZERO, ZERO, HULL_MASK)
            assert not inside.startsolid, (tick, driver.number, x, y, z)
            if obj.z < ONE:
                ground = world.ground.at(map_x(obj.x), map_y(obj.y))
                assert ground is not None, (tick, driver.number, x, y, z)
                assert z <= ground
            west, south = cell_middle(cell)
            ways[driver.number] = max(ways[driver.number], abs(x - west) + abs(y - south))
    check_state(sim.state)
    return state_hash(sim), ways


@pytest.mark.parametrize("name", ["mp_foy", "pv_mini_harbor"])
def test_vehicles_of_all_types_are_driven_about(name: str) -> None:
    map_ = played(name)
    assert len(map_.starts) >= 6
    first, ways = drive(map_)
    assert sum(way > 100.0 for way in ways) >= len(ways) // 2
    second, _ = drive(map_)
    assert first == second


@pytest.mark.parametrize("name", ["mp_foy", "pv_mini_harbor"])
def test_vehicles_come_up_on_the_pads_and_drive_off(name: str) -> None:
    map_ = played(name)
    sim = map_.begin((0, 1))
    for driver in sim.state.drivers:
        driver.view.type = VehicleType.TANK
    for tick in range(340):
        step(
            sim,
            [
                FIRE_A if tick % 20 == 19 and not driver.vehicle else 0
                for driver in sim.state.drivers
            ],
        )
    for driver in sim.state.drivers:
        obj = sim.state.pool.get(driver.vehicle)
        assert obj is not None
        pads = [centre(pad) for pad in map_.survey.pads[driver.team]]
        # To the south, by itself.
        assert any(obj.x == x and 3 * ONE < obj.y - y < 32 * ONE for x, y in pads)


@pytest.mark.parametrize("name", SHARED)
def test_every_shared_map_gives_a_match(name: str) -> None:
    found = played(name).survey
    assert all(found.pads)
    assert all(found.flags)
    assert (found.way > 0) is (name != "pv_mini_harbor")


def test_what_the_stand_in_gives() -> None:
    found = played("mp_foy").survey
    assert found.family == "uo"
    assert found.stock == ((5, 12, 3, 3), (5, 12, 3, 3))
    assert found.way > 7000
    assert found.notes == ()
    assert found.terrain.count(PAVED) > 30
    assert {1, 0, 2} < set(found.terrain)

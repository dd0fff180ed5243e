"""Vehicles of all types driven about on whole maps."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import pytest

from tests.maps.foy import shipped
from tests.shared import shared_path
from uoserver.bsp import read
from uoserver.bsp.mapinfo import describe_map
from uoserver.collision import ZERO, ClipModel, load_clip_model
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import DOWN, FIRE_A, LEFT, RIGHT, UP, stick
from uoserver.sim.lifecycle import create
from uoserver.sim.match import new_match, step
from uoserver.sim.objects import Kind
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.helicopter import CRUISE
from uoserver.sim.vehiclestate import Phase, state_of
from uoserver.survey import MapWorld, Survey, make_match_state, survey
from uoserver.survey.coordinates import cell_middle, map_x, map_y
from uoserver.survey.ground import HULL_MASK, Ground
from uoserver.survey.pads import ROOMS, PadFinder

KEYS = (0, UP, UP, UP | LEFT, UP | RIGHT, DOWN, DOWN | LEFT, LEFT, RIGHT)
DRIVERS = 8
TICKS = 250


class Played(NamedTuple):
    clip: ClipModel
    survey: Survey
    starts: tuple[int, ...]
    """Cells with room, near the pads of one side and the other in turn."""


@cache
def played(name: str) -> Played:
    data = shipped() if name == "mp_foy" else shared_path(f"maps/{name}.bsp").read_bytes()
    source = read(data)
    clip = load_clip_model(source)
    found = survey(source, clip)
    finder = PadFinder(
        clip, Ground(clip, found.lattice), found.lattice, describe_map(source).bounds
    )
    starts: list[int] = []
    for number in range(DRIVERS):
        near = cell_middle(found.pads[number % 2][0])
        cell = finder.nearest(near, ROOMS, (*starts, *found.flags[0], *found.flags[1]))
        if cell is None:
            break
        starts.append(cell)
    return Played(clip, found, tuple(starts))


def begin(map_: Played) -> Simulation:
    state = make_match_state(map_.survey)
    teams = [number % 2 for number in range(len(map_.starts))]
    sim = new_match(state, teams, MapWorld(map_.clip, map_.survey, state.grid))
    for driver, cell in zip(sim.state.drivers, map_.starts, strict=True):
        driver.view.type = VehicleType(driver.number // 2 % 4)
        driver.view.mode, driver.view.fade = Mode.PLAYING, ONE
        obj = create(sim, Kind.VEHICLE, driver.team, *centre(cell), 0, driver.number)
        assert obj is not None
        own = state_of(obj)
        own.phase = Phase.FREE
        if driver.view.type == VehicleType.HELICOPTER:
            obj.z, own.rotor, own.rotor_speed = CRUISE, ONE, 4 * ONE
    return sim


def drive(map_: Played) -> tuple[str, list[float]]:
    """Return the hash of the state at the end, and how far each went from where it began."""
    sim, source = begin(map_), random.Random(11)
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
    state = make_match_state(map_.survey)
    sim = new_match(state, (0, 1), MapWorld(map_.clip, map_.survey, state.grid))
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


@pytest.mark.parametrize("name", ["empty", "bmw", "brmap2_a", "pv_mini_harbor"])
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
    assert sum(73 <= kind <= 83 for kind in found.terrain) > 30
    assert {1, 0, 2} < set(found.terrain)

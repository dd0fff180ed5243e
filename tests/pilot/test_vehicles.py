from __future__ import annotations

import pytest

from uoproto.constants import EntityType, Team
from uoproto.states import ClientState, EntityState, PlayerState
from uoserver.files.searchpath import SearchPath
from uoserver.pilot import Country
from uoserver.pilot.maps import Maps
from uoserver.pilot.screen import Screen
from uoserver.pilot.vehicles import Cab, drivers_of, others_of
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.survey import MapWorld

SCREEN = Screen(arms=("Shells",), shots=(150,))


@pytest.fixture(scope="module")
def world() -> MapWorld:
    arena = Maps(SearchPath()).load("mp_foy")
    assert arena is not None
    return Country(arena).world


def player(x: float, wire_type: int = 2) -> PlayerState:
    return PlayerState.from_fields({"origin[0]": x, "vehPos": 1, "vehType": wire_type})


def hull(**fields: float) -> EntityState:
    return EntityState.from_fields({"eType": EntityType.VEHICLE, **fields})


def test_speed_is_the_way_of_a_tick_along_the_heading(world: MapWorld) -> None:
    cab, east = Cab(), hull()  # yaw 0
    assert cab.read(player(0.0), east, 80, SCREEN, world, 100).speed == 0
    own = cab.read(player(96.0), east, 80, SCREEN, world, 112)
    assert own.speed == pytest.approx(ONE, abs=2)  # a pixel is eight units
    west = hull(**{"apos.trBase[1]": 180.0})
    assert cab.read(player(192.0), west, 80, SCREEN, world, 124).speed < 0


def test_a_turret_is_told_against_the_turn_of_headings(world: MapWorld) -> None:
    own = Cab().read(player(0.0), hull(**{"angles2[1]": -90.0}), 80, SCREEN, world, 100)
    assert (own.type, own.turret) == (VehicleType.TANK, 0x100000)


def test_another_vehicle_under_the_same_number_is_another(world: MapWorld) -> None:
    cab = Cab()
    first = cab.read(player(0.0), hull(), 80, SCREEN, world, 100)
    cab.leave()
    assert cab.read(player(0.0), hull(), 80, SCREEN, world, 110).id != first.id


def test_who_pushes_and_stands_is_blocked_once_he_obeys(world: MapWorld) -> None:
    cab = Cab()
    cab.pushes = True
    assert not cab.read(player(0.0), hull(), 80, SCREEN, world, 100).blocked
    assert not cab.read(player(64.0), hull(), 80, SCREEN, world, 110).blocked
    assert cab.read(player(64.0), hull(), 80, SCREEN, world, 120).blocked


def test_an_msv_is_known_by_its_rockets(world: MapWorld) -> None:
    screen = Screen(arms=("Rockets", "Mines"), shots=(100, 10))
    assert Cab().read(player(0.0), hull(), 80, screen, world, 1).type == VehicleType.MSV


def test_others_are_those_of_a_side_who_drive(world: MapWorld) -> None:
    clients = {
        3: ClientState.from_fields({"team": Team.AXIS}),
        4: ClientState.from_fields({"team": Team.SPECTATOR}),
    }
    entities = {
        80: hull(otherEntityNum=3, surfType=1),
        81: hull(otherEntityNum=4),
        82: hull(otherEntityNum=1023),
        83: hull(otherEntityNum=3),
    }
    drivers = drivers_of(entities)
    assert drivers == {80: 3, 81: 4, 83: 3}
    found = others_of(entities, drivers, clients, 83, world)
    assert [(other.id, other.driver, other.team, other.type) for other in found] == [
        (80, 3, 1, VehicleType.JEEP)
    ]


@pytest.mark.parametrize(
    ("wire_type", "told", "shots"),
    [(1, (), (0,)), (1, (7,), (7,)), (2, (7, 8, 9), (7,)), (3, (300,), (300, 0)), (3, (), (0, 0))],
)
def test_a_screen_need_not_fit_the_vehicle(
    world: MapWorld, wire_type: int, told: tuple[int, ...], shots: tuple[int, ...]
) -> None:
    screen = Screen(shots=told)
    own = Cab().read(player(0.0, wire_type), hull(), 80, screen, world, 100)
    assert own.shots == shots

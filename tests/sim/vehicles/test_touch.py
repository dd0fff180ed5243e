"""What static objects do to who touches them (rules 3: Touch handlers)."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, data, new_sim, put, run, spawn
from uoserver.sim.answers import BLOCK, SKIP_STATIC
from uoserver.sim.collide import blocked
from uoserver.sim.events import Exploded
from uoserver.sim.grid import centre
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.shapes import Zone
from uoserver.sim.shapetable import FIRST_HULL
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.statics import NUMBER_OF, STATICS
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.touch import touch

TANK, JEEP, MSV, HELICOPTER = VehicleType
ALL = tuple(VehicleType)
HEAVY = (TANK, MSV, HELICOPTER)
SLOW, FAST = 0x8000, 0x8001
AT = cell(50, 50)


def answer(name: str, type_: VehicleType, speed: int = 0, part: int = 0) -> tuple[int, Simulation]:
    """The bits with which an object answers to a vehicle of a speed."""
    sim = new_sim()
    put(sim, 50, 50, name, 2)
    obj = spawn(sim, type_, 60, 60)
    obj.speed = speed
    bits = touch(sim, obj, AT, STATICS[NUMBER_OF[name]].shape[part])
    return bits, sim


def effects(sim: Simulation) -> list[int]:
    """How it explodes."""
    return [event.effect for event in sim.events if isinstance(event, Exploded)]


def test_the_bits() -> None:
    assert (BLOCK, SKIP_STATIC) == (1, 8)


@pytest.mark.parametrize("type_", ALL)
@pytest.mark.parametrize("name", ["ROCK_1S", "ROCK_2S", "ROCK_1T", "ROCK_2T"])
def test_rocks_stop_jeeps_alone(name: str, type_: VehicleType) -> None:
    bits, _ = answer(name, type_)
    assert bits == (0 if type_ is JEEP else 8)


BUSHES = ["BUSH_1S", "BUSH_2S", "CACTUS", "PLANTER_BUSH", "PLANTER_BERRY", "PLANTER_STONE"]


@pytest.mark.parametrize("name", BUSHES)
@pytest.mark.parametrize("type_", HEAVY)
def test_bushes_give_way_to_who_is_fast_enough(name: str, type_: VehicleType) -> None:
    bits, sim = answer(name, type_, FAST)
    grid = sim.state.grid
    assert bits == 8
    assert (grid.static[AT], grid.hits[AT]) == (NUMBER_OF[name], 0)
    assert effects(sim) == [Effect.CRUSHED]
    run(sim, 1)
    assert grid.static[AT] == STATICS[NUMBER_OF[name]].becomes
    assert grid.side[AT] == 1  # flattened


@pytest.mark.parametrize("speed", [SLOW, 0, -0x10000])
@pytest.mark.parametrize("type_", HEAVY)
def test_bushes_stop_who_is_slow_or_goes_backward(type_: VehicleType, speed: int) -> None:
    bits, sim = answer("BUSH_1S", type_, speed)
    assert bits == 1
    assert sim.state.grid.static[AT] == NUMBER_OF["BUSH_1S"]
    assert sim.state.grid.side[AT] == 2


@pytest.mark.parametrize("name", BUSHES)
def test_jeeps_never_flatten_bushes(name: str) -> None:
    bits, sim = answer(name, JEEP, FAST)
    assert bits == 0
    assert sim.state.grid.static[AT] == NUMBER_OF[name]


@pytest.mark.parametrize("type_", ALL)
@pytest.mark.parametrize("speed", [SLOW, FAST])
def test_kerbs_of_planters_are_for_shells_only(type_: VehicleType, speed: int) -> None:
    bits, sim = answer("PLANTER_BUSH", type_, speed, part=1)
    assert bits == 8
    assert sim.state.grid.static[AT] == NUMBER_OF["PLANTER_BUSH"]


@pytest.mark.parametrize("type_", ALL)
@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("AMMO", Zone.AMMUNITION),
        ("FUEL_N", Zone.FUEL),
        ("FUEL_E", Zone.FUEL),
        ("GATE_H", Zone.GATE),
    ],
)
def test_zones_are_noted_and_passed(name: str, zone: Zone, type_: VehicleType) -> None:
    bits, sim = answer(name, type_, part=1)
    state = data(sim.state.pool.at(1))
    assert bits == 8
    assert (state.pickup_cell, state.pickup_zone) == (AT, zone)


@pytest.mark.parametrize("type_", ALL)
@pytest.mark.parametrize("name", ["AMMO", "FUEL_N", "GATE_V"])
def test_the_rest_of_what_has_zones_is_left_to_the_mover(name: str, type_: VehicleType) -> None:
    bits, sim = answer(name, type_, FAST)
    assert bits == 0
    assert data(sim.state.pool.at(1)).pickup_zone == Zone.NONE


@pytest.mark.parametrize("type_", ALL)
@pytest.mark.parametrize("name", ["TENT_V", "TENT_H"])
def test_tents_give_way_to_all_who_are_fast_enough(name: str, type_: VehicleType) -> None:
    bits, sim = answer(name, type_, FAST)
    assert (bits, effects(sim)) == (8, [Effect.TENT])
    run(sim, 1)
    assert sim.state.grid.static[AT] == NUMBER_OF["DEST_TENT"]
    assert sim.state.grid.side[AT] == 2
    bits, sim = answer(name, type_, SLOW)
    assert (bits, sim.state.grid.static[AT]) == (1, NUMBER_OF[name])


@pytest.mark.parametrize("type_", ALL)
@pytest.mark.parametrize("name", ["DEST_FLAG", "PALM_1S", "TREE_S", "WALL_V", "PRISON_S", "TOWER"])
def test_all_else_is_left_to_the_mover(name: str, type_: VehicleType) -> None:
    bits, sim = answer(name, type_, FAST, part=-1)
    assert bits == 0
    assert sim.state.grid.static[AT] == NUMBER_OF[name]


def test_only_vehicles_are_treated_in_a_special_way() -> None:
    assert [kind for kind, each in CLASSES.items() if each.touch] == [Kind.VEHICLE]
    sim = new_sim()
    put(sim, 50, 50, "BUSH_1S", 0)
    wreck = create(sim, Kind.WRECK, 0, *centre(AT), 0, TANK)
    assert wreck
    wreck.speed, wreck.shape = FAST, FIRST_HULL
    assert blocked(sim, wreck)
    assert sim.state.grid.side[AT] == 0  # rammed, but not driven over, which would leave 1
    put(sim, 50, 50, "BUSH_1S")
    with pytest.raises(TypeError, match="is no vehicle"):
        touch(sim, wreck, AT, STATICS[NUMBER_OF["BUSH_1S"]].shape[0])

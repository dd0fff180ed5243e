"""Where a jeep throws its grenades (rules 7: Jeep target priority)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, cell, data, new_sim, put, run, spawn
from tests.sim.vehicles.helpers import put_at, with_class
from tests.sim.weapons.helpers import only, thing
from uoserver.sim.events import Fired, Sound
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A
from uoserver.sim.lifecycle import create
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import VehicleState
from uoserver.sim.weapons.throwing import target

JEEP = centre(cell(50, 50))


def jeep(teams: tuple[int, ...] = (0, 1, 1)) -> tuple[Simulation, Obj, VehicleState]:
    sim = new_sim(teams)
    obj = spawn(sim, VehicleType.JEEP, 50, 50, EAST)
    return sim, obj, data(obj)


def enemy(sim: Simulation, east: float, driver: int = 1, z: int = 0) -> Obj:
    obj = spawn(sim, VehicleType.TANK, 10, 10, driver=driver)
    put_at(sim, obj, JEEP[0] / ONE + east, JEEP[1] / ONE)
    obj.z = z
    return obj


def bump(sim: Simulation, state: VehicleState, column: int = 51, name: str = "BLDG_N") -> int:
    state.bumped_cell = put(sim, column, 50, name)
    return state.bumped_cell


def test_an_enemy_on_the_ground_comes_first() -> None:
    sim, obj, state = jeep()
    bump(sim, state)
    tank = enemy(sim, 61)
    assert target(sim, obj, state) == (tank.x, tank.y)
    tank.z = 5 * ONE - 1
    assert target(sim, obj, state) == (tank.x, tank.y)


@pytest.mark.parametrize(("east", "z"), [(62, 0), (30, 5 * ONE)])
def test_one_that_is_far_or_flies_does_not(east: int, z: int) -> None:
    sim, obj, state = jeep()
    at = bump(sim, state)
    enemy(sim, east, z=z)
    assert target(sim, obj, state) == centre(at)


def test_the_nearest_on_the_ground_of_several() -> None:
    sim, obj, state = jeep()
    enemy(sim, 40)
    near = enemy(sim, 30, driver=2)
    assert target(sim, obj, state) == (near.x, near.y)
    near.z = 50 * ONE
    assert target(sim, obj, state) == (JEEP[0] + 40 * ONE, JEEP[1])


def test_a_friend_is_no_target() -> None:
    sim, obj, state = jeep((0, 0))
    at = bump(sim, state)
    enemy(sim, 30)
    assert target(sim, obj, state) == centre(at)


def test_a_bush_is_aimed_at_where_it_stands_in_its_cell() -> None:
    sim, obj, state = jeep()
    sim.state.grid.jitter = [(3, -4, 0, 0)] * 256
    x, y = centre(bump(sim, state, name="BUSH_1S"))
    assert target(sim, obj, state) == (x + 3 * ONE, y - 4 * ONE)


def ahead(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    x, y = target(sim, obj, state)
    dx, dy = (x - JEEP[0]) / ONE, (y - JEEP[1]) / ONE
    return (dx, dy) != (32, 0) and 47 < (dx * dx + dy * dy) ** 0.5 < 62.1 and dx > 40


@pytest.mark.parametrize(("column", "name"), [(51, "ROCK_1S"), (51, "STD_DEST"), (52, "BLDG_N")])
def test_what_has_no_hit_points_or_is_far_is_not_aimed_at(column: int, name: str) -> None:
    sim, obj, state = jeep()
    bump(sim, state, column, name)
    assert ahead(sim, obj, state)


def test_an_enemy_object_it_ran_into_comes_last() -> None:
    sim, obj, state = jeep()
    with_class(sim, Kind.MAN)
    man = thing(sim, Kind.MAN, JEEP[0] / ONE + 20, JEEP[1] / ONE, team=1)
    state.bumped_object = man.id
    assert target(sim, obj, state) == (man.x, man.y)
    at = bump(sim, state)
    assert target(sim, obj, state) == centre(at)
    sim.state.grid.hits[at] = 0
    put_at(sim, man, JEEP[0] / ONE + 61, JEEP[1] / ONE)
    assert target(sim, obj, state) == (man.x, man.y)
    put_at(sim, man, JEEP[0] / ONE + 62, JEEP[1] / ONE)
    assert ahead(sim, obj, state)
    put_at(sim, man, JEEP[0] / ONE + 20, JEEP[1] / ONE)
    for team in (0, 2):
        man.team = team
        assert ahead(sim, obj, state)


def test_else_somewhere_ahead() -> None:
    sim, obj, state = jeep()
    ways = set()
    for _ in range(400):
        x, y = target(sim, obj, state)
        dx, dy = (x - JEEP[0]) / ONE, (y - JEEP[1]) / ONE
        ways.add((round((dx * dx + dy * dy) ** 0.5), y > JEEP[1] + ONE, y < JEEP[1] - ONE))
        assert dx > 44
        assert -0.42 < dy / dx < 0.31
    assert {way[0] for way in ways} == set(range(48, 63))
    assert {way[1:] for way in ways} == {(True, False), (False, True), (False, False)}


def test_one_grenade_a_press_and_thirty_ticks_between() -> None:
    sim, obj, state = jeep()
    fired = only(run(sim, 40, FIRE_A), Fired)
    assert [(event.projectile, event.z) for event in fired] == [(-1, 5 * ONE)]
    run(sim, 2, 0)
    assert only(run(sim, 2, FIRE_A), Fired)
    run(sim, 2, 0)
    assert not only(run(sim, 2, FIRE_A), Fired)
    assert state.weapons[0].ammunition == 14
    assert (obj.x, obj.y) == JEEP


def test_without_grenades_it_clicks_and_without_room_none_is_spent() -> None:
    sim, _, state = jeep()
    run(sim, 2, 0)
    while create(sim, Kind.MINE, 0, 0, 0, 0, 0):
        pass
    step(sim, [FIRE_A])
    step(sim, [0])
    assert state.weapons[0].ammunition == 16
    for _ in range(100):
        step(sim, [])
    state.weapons[0].ammunition = 0
    assert [event.name for event in only(run(sim, 2, FIRE_A), Sound)] == ["OutAmmo"]

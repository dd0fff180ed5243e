"""At what bots fire, and when."""

from __future__ import annotations

import pytest

from uoserver.game.bots import gunnery
from uoserver.game.bots.gunnery import RANGE, Target, at_cell, at_vehicle, hits, pick
from uoserver.sim.grid import Grid, cell_number, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import EXTRA_LEFT, EXTRA_RIGHT, FIRE_A, FIRE_B, FIRE_C
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import ACTIVE_TOWER, NUMBER_OF, TOWER

from .scenes import EAST, HELICOPTER, JEEP, MSV, NORTH, WEST, other, own, run, scene, sight, vehicle

GRID = Grid()


def test_the_nearest_enemy_in_range_is_shot_at() -> None:
    me = own()
    near, far = other(1, 1600, 1500), other(1, 1600, 1480, driver=8)
    friend = other(0, 1600, 1560, driver=7)
    seen = sight(me, others=(far, near, friend))
    assert pick(seen, me, GRID, -1, -1) == at_vehicle(me, near)
    beyond = other(1, 1600, 1600 - RANGE - 20)
    assert pick(sight(me, others=(beyond,)), me, GRID, -1, -1) is None


def test_what_flies_is_no_target_for_what_drives() -> None:
    me, flyer = own(), other(1, 1600, 1500, HELICOPTER, z=50)
    assert pick(sight(me, others=(flyer,)), me, GRID, -1, -1) is None
    airborne = own(HELICOPTER)
    target = pick(sight(airborne, others=(flyer,)), airborne, GRID, -1, -1)
    assert target is not None
    assert target.flies


@pytest.mark.parametrize("static", [TOWER, ACTIVE_TOWER])
def test_towers_of_the_enemy_come_before_buildings(static: int) -> None:
    grid, me = Grid(), own()
    tower, house = cell_number(50, 47), cell_number(52, 50)
    for side in (0, 1):
        grid.static[tower], grid.side[tower], grid.hits[tower] = static, side, 5
        place(grid, house, NUMBER_OF["FLAG"], 1)
        expected = tower if side else house
        assert pick(sight(me), me, grid, house, -1) == at_cell(me, expected)
    grid.hits[tower] = 0
    assert pick(sight(me), me, grid, house, -1) == at_cell(me, house)


def test_what_is_in_the_way_comes_first() -> None:
    me, wall = own(), cell_number(50, 48)
    seen = sight(me, others=(other(1, 1600, 1570),))
    assert pick(seen, me, GRID, -1, wall) == at_cell(me, wall)


def test_a_building_out_of_range_waits() -> None:
    me = own()
    assert pick(sight(me), me, GRID, cell_number(50, 40), -1) is None


def test_a_shot_that_passes_beside_is_not_fired() -> None:
    me = own()
    target = Target(1600 * ONE, 1500 * ONE, 8, 100)
    assert hits(me, NORTH, target)
    assert hits(me, 0xFFFF, target)  # the same 64th
    assert not hits(me, 0x10000, target)
    assert hits(me, 0x10000, target._replace(half=13))
    assert not hits(me, EAST, target)


def test_a_turret_turns_the_shorter_way_and_fires_when_it_is_there() -> None:
    me = own(turret=WEST)
    seen, target = sight(me), at_vehicle(me, other(1, 1600, 1500))
    assert gunnery.turret(seen, me, target) == EXTRA_RIGHT
    assert gunnery.turret(seen, me._replace(turret=EAST), target) == EXTRA_LEFT
    assert gunnery.turret(seen, me._replace(turret=0x8000), target) == FIRE_A
    assert gunnery.turret(seen, me._replace(heading=EAST, turret=WEST + 0x8000), target) == FIRE_A


@pytest.mark.parametrize(
    ("x", "y", "z", "safe"),
    [
        *((1600, 1550, 0, False), (1600, 1490, 0, False), (1640, 1550, 0, True)),
        *((1600, 1650, 0, True), (1600, 1550, 50, True), (1600, 1440, 0, True)),
    ],
)
def test_nobody_fires_at_friends(x: int, y: int, z: int, safe: bool) -> None:
    me = own(turret=0x8000)
    seen = sight(me, others=(other(0, x, y, z=z),))
    target = at_vehicle(me, other(1, 1600, 1500))
    assert bool(gunnery.turret(seen, me, target) & FIRE_A) is safe
    msv = own(MSV)
    assert bool(gunnery.hull(seen, msv, target) & FIRE_A) is safe


def test_an_msv_fires_only_ahead() -> None:
    msv = own(MSV)
    assert gunnery.hull(sight(msv), msv, at_vehicle(msv, other(1, 1600, 1500))) == FIRE_A
    assert gunnery.hull(sight(msv), msv, at_vehicle(msv, other(1, 1700, 1600))) == 0


def test_a_jeep_throws_at_who_is_near() -> None:
    jeep = own(JEEP)
    near, far = other(1, 1640, 1600), other(1, 1700, 1600)
    assert gunnery.throw(sight(jeep, others=(near,)), jeep) == FIRE_A
    assert gunnery.throw(sight(jeep, others=(far, other(0, 1640, 1600))), jeep) == 0
    assert gunnery.throw(sight(jeep, others=(near._replace(z=50 * ONE),)), jeep) == 0
    assert gunnery.throw(sight(jeep, others=(near,)), jeep._replace(shots=(0,))) == 0


def test_a_helicopter_takes_the_weapon_that_fits() -> None:
    heli = own(HELICOPTER, x=1616, y=1616)
    seen, house = sight(heli), at_cell(heli, cell_number(50, 48))
    assert gunnery.helicopter(seen, heli, house) == FIRE_C
    armed = heli._replace(weapon=1)
    assert gunnery.helicopter(seen, armed, house) == FIRE_A
    assert gunnery.helicopter(seen, armed, house._replace(away=100)) == 0
    assert gunnery.helicopter(seen, armed, house._replace(away=40)) == 0
    assert gunnery.helicopter(seen, armed._replace(heading=EAST), house) == 0
    flyer = at_vehicle(heli, other(1, 1616, 1500, HELICOPTER, z=50))
    assert gunnery.helicopter(seen, armed, flyer) == FIRE_C
    empty = heli._replace(shots=(0, 0))
    assert gunnery.helicopter(seen, empty, house) == 0
    out_of_missiles = heli._replace(shots=(9, 0))
    assert gunnery.helicopter(seen, out_of_missiles, house) == FIRE_A


def test_who_flies_into_ones_sights_is_fired_at() -> None:
    heli = own(HELICOPTER)
    assert gunnery.in_my_sights(sight(heli, others=(other(1, 1600, 1500, HELICOPTER, z=50),)), heli)
    for each in (
        other(1, 1700, 1600, HELICOPTER, z=50),
        other(1, 1600, 1500),
        other(0, 1600, 1500, HELICOPTER, z=50),
        other(1, 1600, 1300, HELICOPTER, z=50),
    ):
        assert not gunnery.in_my_sights(sight(heli, others=(each,)), heli)


def test_a_helicopter_aims_past_its_target_as_its_shots_start_beside_its_nose() -> None:
    heli = own(HELICOPTER)
    tank = at_vehicle(heli, other(1, 1600, 1532))
    right, left = (gunnery.course(heli._replace(left=side), tank) for side in (False, True))
    assert right > WEST
    assert 0x10000 < left < EAST
    assert FIRE_B not in (right, left)


@pytest.mark.parametrize("type_", ["tank", "msv", "helicopter"])
def test_each_hits_a_tank_that_stands(type_: str) -> None:
    sim = scene(f"""
        drivers = [0, 1]
        map = "0...........1"
        [[vehicles]]
        type = "{type_}"
        cell = [46, 45]
        heading = 250
        [[vehicles]]
        driver = 1
        type = "tank"
        cell = [48, 43]
        """)
    run(sim, 1500, lambda: not sim.state.drivers[1].vehicle, only=(0,))
    assert not sim.state.drivers[1].vehicle
    assert vehicle(sim, 0)


def test_distances_are_near_enough() -> None:
    me = own()
    for dx, dy in ((0, 100), (100, 0), (60, 80), (70, 70), (-30, 90)):
        target = at_vehicle(me, other(1, 1600 + dx, 1600 + dy))
        assert abs(target.away - (dx * dx + dy * dy) ** 0.5) < 9
    x, y = centre(cell_number(50, 45))
    assert (at_cell(me, cell_number(50, 45)).x, at_cell(me, cell_number(50, 45)).y) == (x, y)

"""Towers wake for enemies who see them, and stay awake while anyone does (design: Ticks)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sim.defences.helpers import HELI, TANK, guns
from tests.sim.play import new_sim, put, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.defences.turret import state_of
from uoserver.sim.defences.watch import watch_towers
from uoserver.sim.grid import SIZE
from uoserver.sim.lifecycle import create
from uoserver.sim.match import add_driver
from uoserver.sim.objects import Kind
from uoserver.sim.tables.statics import ACTIVE_TOWER, NUMBER_OF
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.fate import Cause, lose
from uoserver.sim.vehiclestate import state_of as vehicle_state


@given(
    st.integers(-2, SIZE + 1),
    st.integers(-2, SIZE + 1),
    st.sampled_from(VehicleType),
    st.integers(0, 31),
)
def test_just_the_towers_in_the_cells_that_are_seen_wake(
    column: int, row: int, type_: VehicleType, within: int
) -> None:
    sim = new_sim((0, 1))
    vehicle = spawn(sim, type_, 60, 60)
    put_at(sim, vehicle, column * 32 + within, row * 32 + within)
    around = [
        (x, y)
        for x in range(max(0, column - 7), min(SIZE, column + 8))
        for y in range(max(0, row - 10), min(SIZE, row + 5))
    ]
    names = ("TOWER", "LARGE_TOWER")
    cells = {put(sim, x, y, names[(x + y) % 2], 1): (x, y) for x, y in around}
    watch_towers(sim)
    awake = {gun.cell for gun in guns(sim)}
    aside, north, south = (5, 8, 1) if type_ == HELI else (3, 5, 2)
    seen = {
        cell
        for cell, (x, y) in cells.items()
        if abs(x - column) <= aside and -north <= y - row <= south
    }
    assert awake == seen
    assert vehicle_state(vehicle).turrets == len(seen)


def test_towers_of_its_own_side_of_nobody_and_ruins_stay_asleep() -> None:
    sim = new_sim((0, 1))
    tank = spawn(sim, TANK, 60, 60)
    for column, (name, side) in enumerate(
        (("TOWER", 0), ("TOWER", 2), ("READY_TOWER", 1), ("DMG_TOWER", 1), ("ACTIVE_TOWER", 1)), 58
    ):
        put(sim, column, 58, name, side)
    empty = put(sim, 60, 57, "TOWER", 1)
    sim.state.grid.hits[empty] = 0
    run(sim, 3, 0)
    assert guns(sim) == []
    assert vehicle_state(tank).turrets == 0


def test_a_tower_wakes_at_the_end_of_the_frame_and_waits_from_then_on() -> None:
    sim = new_sim((0, 1))
    cell = put(sim, 60, 54, "TOWER", 1)
    tank = spawn(sim, TANK, 60, 60)
    run(sim, 2, 0)
    assert guns(sim) == []
    put_at(sim, tank, 60 * 32 + 5, 60 * 32 - 1)
    run(sim, 1, 0)
    (gun,) = guns(sim)
    assert gun.cell == cell
    assert state_of(gun).target == tank.id
    assert state_of(gun).wake >= 3
    assert state_of(gun).unseen == 0


def test_neither_a_wreck_nor_a_driver_in_his_bunker_wakes_one() -> None:
    sim = new_sim((0, 1))
    put(sim, 60, 58, "TOWER", 1)
    put(sim, 67, 66, "TOWER", 1)
    tank = spawn(sim, TANK, 60, 60)
    lose(sim, tank, vehicle_state(tank), Cause.SELF)
    run(sim, 30, 0)
    assert guns(sim) == []


def test_who_sees_it_keeps_it_awake_be_he_friend_or_enemy() -> None:
    sim = new_sim((0, 1))
    put(sim, 60, 58, "TOWER", 1)
    enemy = spawn(sim, TANK, 60, 60)
    friend = spawn(sim, TANK, 61, 60, driver=1)
    run(sim, 1, 0, 0)
    (gun,) = guns(sim)
    state_of(gun).wake = 10_000
    assert (vehicle_state(enemy).turrets, vehicle_state(friend).turrets) == (1, 0)
    put_at(sim, enemy, 100, 100)
    run(sim, 400, 0, 0)
    assert guns(sim) == [gun]
    assert vehicle_state(enemy).turrets == 0
    put_at(sim, friend, 100, 200)
    run(sim, 250, 0, 0)
    assert state_of(gun).unseen == 250
    put_at(sim, enemy, 60 * 32, 60 * 32)
    run(sim, 1, 0, 0)
    assert state_of(gun).unseen == 0


def test_each_driver_counts_the_enemy_turrets_that_he_sees() -> None:
    sim = new_sim((0, 1))
    for column in range(58, 63):
        put(sim, column, 57, "TOWER", 1)
    put(sim, 61, 61, "TOWER", 0)
    first = spawn(sim, TANK, 60, 60)
    enemy = spawn(sim, TANK, 60, 62, driver=1)
    second = spawn(sim, HELI, 56, 60, driver=add_driver(sim, 0).number)
    run(sim, 1, 0, 0, 0)
    counts = [vehicle_state(each).turrets for each in (first, enemy, second)]
    assert counts == [5, 1, 4]
    assert len(guns(sim)) == 6


def test_other_objects_in_the_cell_of_a_gun_do_not_count() -> None:
    sim = new_sim((0, 1))
    put(sim, 60, 57, "TOWER", 1)
    tank = spawn(sim, TANK, 60, 60)
    run(sim, 1, 0)
    (gun,) = guns(sim)
    for _ in range(2):
        create(sim, Kind.WRECK, 1, gun.x, gun.y, 0, 0)
    watch_towers(sim)
    assert vehicle_state(tank).turrets == 1


def test_when_the_pool_is_full_towers_go_on_to_sleep() -> None:
    sim = new_sim((0, 1))
    cell = put(sim, 60, 57, "TOWER", 1)
    tank = spawn(sim, TANK, 60, 60)
    while create(sim, Kind.WRECK, 0, 1 << 21, 1 << 21, 0, 0):
        pass
    watch_towers(sim)
    assert vehicle_state(tank).turrets == 0
    assert sim.state.grid.static[cell] == NUMBER_OF["TOWER"] != ACTIVE_TOWER


@pytest.mark.parametrize("place", [(-500, 300), (300, -500), (5000, 300), (300, 5000)])
def test_who_is_far_off_the_map_sees_none(place: tuple[int, int]) -> None:
    sim = new_sim((0, 1))
    for at in range(128):
        put(sim, at, at, "TOWER", 1)
    heli = spawn(sim, HELI, 60, 20)
    put_at(sim, heli, *place)
    watch_towers(sim)
    assert guns(sim) == []

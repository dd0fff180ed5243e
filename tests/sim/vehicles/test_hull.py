"""What happens to vehicles that meet things or are hit (rules: Damage, Collision reaction)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, data, new_sim, put, run, spawn
from uoserver.sim.effects.explosion import ExplosionState
from uoserver.sim.events import Damaged, Lost
from uoserver.sim.grid import OUTSIDE
from uoserver.sim.kernel.fixmath import ONE, mul
from uoserver.sim.kernel.headings import direction
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import UP
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.shapes import Overlap
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehicles.hull import damage, hit_object

MET = Overlap(0, VEHICLES[0].hull[0], VEHICLES[0].hull[0])


def vehicle(type_: VehicleType) -> tuple[Simulation, Obj]:
    sim = new_sim()
    return sim, spawn(sim, type_, 40, 40)


@pytest.mark.parametrize(("type_", "left"), [(0, 22 - 0.7), (2, 26 - 0.5), (3, 15 - 0.8)])
def test_armour_is_taken_off_every_hit(type_: int, left: float) -> None:
    sim, obj = vehicle(VehicleType(type_))
    damage(sim, obj, ONE, None)
    assert data(obj).hits / ONE == pytest.approx(left, abs=1e-4)
    assert sim.events[-1] == Damaged(obj.id, ONE - VEHICLES[type_].armour, 0)


def test_what_armour_swallows_is_not_felt() -> None:
    sim, tank = vehicle(VehicleType.TANK)
    seen = len(sim.events)
    damage(sim, tank, 0x4CCC, None)
    assert (data(tank).hits, data(tank).flash, sim.events[seen:]) == (22 * ONE, 0, [])
    damage(sim, tank, 0x4CCD, None)
    assert data(tank).hits == 22 * ONE - 1


def test_a_hit_shows_for_ten_ticks() -> None:
    sim, tank = vehicle(VehicleType.TANK)
    run(sim, 7, 0)
    damage(sim, tank, ONE, None)
    assert data(tank).flash == 17


@pytest.mark.parametrize(
    ("kind", "team", "by", "hunted"),
    [
        (Kind.EXPLOSION, 2, 1, True),
        (Kind.EXPLOSION, 2, 0, False),
        (Kind.EXPLOSION, 2, -1, True),  # of a shell from a tower, a mine of nobody
        (Kind.EXPLOSION, 2, 63, True),  # of a save: such a driver never was
        (Kind.DRONE, 1, None, True),
        (Kind.DRONE, 0, None, False),
        (None, 0, None, False),
    ],
)
def test_who_hit_it_hunts_it_for_ten_seconds(
    kind: Kind | None, team: int, by: int | None, hunted: bool
) -> None:
    sim = new_sim((0, 1))
    obj = spawn(sim, VehicleType.TANK, 40, 40)
    sim.state.tick = 1000
    source = None if kind is None else Obj(9, 9, kind, team, 0, 0, 0)
    if source and by is not None:
        source.data = ExplosionState(Effect.DUST, OUTSIDE, 1, by=by)
    damage(sim, obj, 2 * ONE, source)
    assert data(obj).hunted == (1625 if hunted else 0)


def test_32_shells_of_0_7_end_a_tank_31_leave_0_3() -> None:
    sim, tank = vehicle(VehicleType.TANK)
    for _ in range(31):
        damage(sim, tank, ONE, None)
    assert 0.29 < data(tank).hits / ONE < 0.31
    assert sim.state.drivers[0].vehicle == tank.id
    damage(sim, tank, ONE, None)
    assert sim.events[-2] == Lost(0, VehicleType.TANK, "damage")


def test_no_hit_points_at_all_are_the_end() -> None:
    sim, jeep = vehicle(VehicleType.JEEP)
    damage(sim, jeep, ONE - 1, None)
    assert sim.state.drivers[0].vehicle == jeep.id
    damage(sim, jeep, 1, None)
    assert sim.state.drivers[0].vehicle == 0


@pytest.mark.parametrize(("amount", "bursts"), [(62, False), (63, True)])
def test_a_tank_far_below_nothing_explodes_at_once(amount: int, bursts: bool) -> None:
    # 22 + 0.3 armour - 62 = -39.7, one more is beyond -40
    sim, tank = vehicle(VehicleType.TANK)
    damage(sim, tank, amount * ONE, None)
    (wreck,) = sim.state.pool.on_kind(Kind.WRECK)
    assert bool(wreck.flags & 0x2000000) is bursts


def test_a_hit_shakes_a_helicopter_and_pushes_it_the_way_of_the_shot() -> None:
    sim, heli = vehicle(VehicleType.HELICOPTER)
    shell = create(sim, Kind.WRECK, 1, 0, 0, 0, 0)
    assert shell is not None
    shell.heading = EAST + 0x3456
    state = data(heli)
    state.yaw_rate, state.velocity_x, state.velocity_y = 0x100, 5, 7
    copy = Rand(sim.state.rand.state)
    kick = (copy.below(384) + copy.below(384) - 384) * 128
    push = (copy.below(256) + 128) * 128
    damage(sim, heli, ONE, shell)
    x, y = direction(shell.heading)
    assert state.yaw_rate == 0x100 + kick
    assert (state.velocity_x, state.velocity_y) == (mul(x, push), mul(y, push))
    assert 0x4000 <= state.velocity_x < 0xC000
    assert sim.state.rand.state == copy.state


def test_a_hit_from_nowhere_only_turns_a_helicopter() -> None:
    sim, heli = vehicle(VehicleType.HELICOPTER)
    state = data(heli)
    state.velocity_x = 5
    damage(sim, heli, ONE, None)
    assert (state.velocity_x, state.velocity_y) == (5, 0)
    assert state.yaw_rate != 0


def test_a_killing_hit_draws_no_random_number_and_shakes_no_tank() -> None:
    for type_, amount in ((VehicleType.HELICOPTER, 20), (VehicleType.TANK, 1)):
        sim, obj = vehicle(type_)
        before = sim.state.rand.state
        damage(sim, obj, amount * ONE, None)
        assert sim.state.rand.state == before


def test_the_last_thing_bumped_is_remembered() -> None:
    sim, tank = vehicle(VehicleType.TANK)
    assert (data(tank).bumped_cell, data(tank).bumped_static) == (OUTSIDE, 0)
    wall = put(sim, 40, 39, "WALL_H")
    run(sim, 60, UP)
    assert (data(tank).bumped_cell, data(tank).bumped_static) == (wall, NUMBER_OF["WALL_H"])
    assert data(tank).bumped_object == 0


def test_two_vehicles_stop_each_other_and_remember_it() -> None:
    sim = new_sim((0, 1))
    one = spawn(sim, VehicleType.TANK, 40, 40)
    other = spawn(sim, VehicleType.TANK, 40, 39, driver=1)
    run(sim, 40, UP, 0)
    assert data(one).bumped_object == other.id
    assert data(one).bumped_cell == OUTSIDE
    assert one.y - other.y >= int(22.5 * ONE)


def test_who_bumps_a_turret_remembers_its_cell() -> None:
    sim, tank = vehicle(VehicleType.TANK)
    tower = put(sim, 41, 41, "TOWER")
    gun = Obj(9, 9, Kind.TURRET, 1, 0, 0, 0, cell=tower)
    assert hit_object(sim, tank, gun, MET) == 5
    state = data(tank)
    assert (state.bumped_object, state.bumped_cell) == (9, tower)
    assert state.bumped_static == NUMBER_OF["TOWER"]
    gun.cell = OUTSIDE
    hit_object(sim, tank, gun, MET)
    assert (state.bumped_cell, state.bumped_static) == (OUTSIDE, 0)

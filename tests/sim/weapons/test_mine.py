"""Mines (rules 7: Mine)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, cell, new_sim, pave, run, spawn
from tests.sim.weapons.helpers import only, shoot
from uoserver.sim.events import Exploded, Sound
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import RIGHT, UP
from uoserver.sim.lifecycle import create
from uoserver.sim.match import step
from uoserver.sim.objects import INACTIVE, Kind, List, Obj
from uoserver.sim.shapes import Overlap
from uoserver.sim.shapetable import MINE, SHAPES
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.mine import damage, hit_object, lay, state_of

HERE = centre(cell(50, 50))


def mine_at(sim: Simulation, x: int = HERE[0], y: int = HERE[1], *, armed: bool = True) -> Obj:
    mine = lay(sim, x, y)
    assert mine is not None
    if armed:
        for _ in range(158):
            step(sim, [])
        assert mine.where is List.INACTIVE
    return mine


@pytest.mark.parametrize(("dt", "frames"), [(1, 158), (2, 79), (3, 53), (12, 14)])
def test_it_arms_in_proportion_to_time(dt: int, frames: int) -> None:
    sim = new_sim()
    mine = mine_at(sim, armed=False)
    for _ in range(frames - 1):
        step(sim, [], dt)
    assert (mine.flags & INACTIVE, mine.shape) == (0, 0)
    step(sim, [], dt)
    assert mine.flags & INACTIVE
    assert mine.shape != 0


def test_it_blinks_and_beeps_at_each_change() -> None:
    sim = new_sim()
    mine = mine_at(sim, armed=False)
    assert mine.team == 0
    teams, beeps = [mine.team], 0
    for _ in range(158):
        beeps += len(only(step(sim, []), Sound))
        if mine.team != teams[-1]:
            teams.append(mine.team)
    assert teams == [0, 2, 0, 2, 0, 2, 1]
    assert beeps == 6


def test_a_fresh_one_is_harmless_and_cannot_be_hit() -> None:
    sim = new_sim()
    mine = mine_at(sim, armed=False)
    spawn(sim, VehicleType.TANK, 49, 50, EAST)
    run(sim, 60, UP)
    assert sim.state.pool.get(mine.id) is mine
    shoot(sim, Shot.TURRET, HERE[0] / ONE - 10, HERE[1] / ONE, 1, EAST, pitch=0x30000)
    run(sim, 5, 0)
    assert sim.state.pool.get(mine.id) is mine


@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.JEEP, VehicleType.MSV])
def test_a_vehicle_that_drives_near_sets_it_off_and_is_not_stopped(type_: VehicleType) -> None:
    sim = new_sim()
    mine = mine_at(sim)
    vehicle = spawn(sim, type_, 48, 50, EAST)
    for _ in range(100):
        events = run(sim, 1, UP)
        if only(events, Exploded):
            break
    assert [event[:4] for event in only(events, Exploded)] == [(Effect.MINE, *HERE, 0)]
    assert sim.state.pool.get(mine.id) is None
    assert 20 < (HERE[0] - vehicle.x) / ONE < 28
    assert vehicle.speed > 0


def test_who_stands_on_one_sets_it_off_only_when_he_moves_or_turns() -> None:
    sim = new_sim()
    mine = mine_at(sim)
    spawn(sim, VehicleType.TANK, 50, 50, EAST)
    run(sim, 30, 0)
    assert sim.state.pool.get(mine.id) is mine
    run(sim, 1, RIGHT)
    assert sim.state.pool.get(mine.id) is None


@pytest.mark.parametrize("kind", [Kind.MAN, Kind.WRECK])
def test_nobody_else_sets_it_off(kind: Kind) -> None:
    sim = new_sim()
    mine = mine_at(sim)
    met = Overlap(3, SHAPES[1][0], SHAPES[MINE][0])
    assert hit_object(sim, mine, Obj(1, 1, kind, 0, *HERE, 0), met) == 0
    assert sim.state.pool.doomed == []


def test_a_helicopter_flies_over_it() -> None:
    sim = new_sim()
    mine = mine_at(sim)
    spawn(sim, VehicleType.HELICOPTER, 49, 50, EAST)
    run(sim, 60, UP)
    assert sim.state.pool.get(mine.id) is mine


@pytest.mark.parametrize(("amount", "goes"), [(3 * ONE // 2, False), (3 * ONE // 2 + 1, True)])
def test_only_more_than_one_and_a_half_sets_it_off_once(amount: int, goes: bool) -> None:
    sim = new_sim()
    mine = mine_at(sim)
    sim.events.clear()
    damage(sim, mine, amount, None)
    damage(sim, mine, amount, None)
    assert len(only(sim.events, Exploded)) == goes


def test_an_explosion_does_not_set_it_off() -> None:
    sim = new_sim()
    mine = mine_at(sim)
    sim.events.clear()
    damage(sim, mine, 12 * ONE, Obj(1, 1, Kind.EXPLOSION, 2, 0, 0, 0))
    assert not sim.events
    damage(sim, mine, 12 * ONE, Obj(1, 1, Kind.MISSILE, 2, 0, 0, 0))
    assert only(sim.events, Exploded)


@pytest.mark.parametrize(("shot", "goes"), [(Shot.AIR_GUN, False), (Shot.AIR_MISSILE, True)])
def test_a_shell_that_comes_down_on_it(shot: Shot, goes: bool) -> None:
    sim = new_sim()
    mine = mine_at(sim)
    shoot(sim, shot, HERE[0] / ONE - 4, HERE[1] / ONE, 1, EAST, pitch=0x71C71)
    run(sim, 10, 0)
    assert (sim.state.pool.get(mine.id) is None) is goes


def test_none_is_laid_in_deep_water_or_off_the_map() -> None:
    sim = new_sim()
    for terrain, laid in ((2, False), (1, True), (40, True), (0, True)):
        pave(sim, [(50, 50)], terrain)
        assert (lay(sim, *HERE) is not None) is laid
    assert lay(sim, -ONE, 0) is None


def test_the_radar_shows_it_until_the_last_of_its_cell_is_gone() -> None:
    sim = new_sim()
    at = cell(50, 50)
    one, two = mine_at(sim, armed=False), mine_at(sim)
    assert sim.state.grid.mined[at] == 1
    damage(sim, two, 2 * ONE, None)
    run(sim, 1, 0)
    assert sim.state.grid.mined[at] == 1
    damage(sim, one, 2 * ONE, None)
    run(sim, 1, 0)
    assert sim.state.grid.mined[at] == 0


def test_it_knows_who_laid_it() -> None:
    sim = new_sim()
    mine = lay(sim, *HERE, by=3)
    assert mine is not None
    assert state_of(mine).by == 3
    assert state_of(mine_at(sim, armed=False)).by == -1


def test_without_room_there_is_none() -> None:
    sim = new_sim()
    while create(sim, Kind.MISSILE, 0, 0, 0, 0, 0):
        pass
    assert lay(sim, *HERE) is None


def test_state_of_what_is_no_mine() -> None:
    sim = new_sim()
    with pytest.raises(TypeError, match="is no mine"):
        state_of(spawn(sim, VehicleType.TANK, 40, 40))

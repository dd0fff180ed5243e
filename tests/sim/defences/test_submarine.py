"""The submarine: waits, comes up, fires, dives, goes (specification 9; rules 10)."""

from __future__ import annotations

import pytest

from tests.sim.play import WEST, new_sim, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.defences.submarine import Stage, SubmarineState, call, state_of, update
from uoserver.sim.events import Created, Fired, Lost
from uoserver.sim.grid import OUTSIDE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create, destroy_now, mark_for_delete
from uoserver.sim.match import add_driver, remove_driver
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import state_of as vehicle_state

TANK, HELI = VehicleType.TANK, VehicleType.HELICOPTER


def hunted() -> tuple[Simulation, Obj]:
    """A helicopter that hangs in the air off the western edge."""
    sim = new_sim((0, 1))
    heli = spawn(sim, HELI, 60, 60, WEST)
    put_at(sim, heli, -40, 500)
    return sim, heli


def submarine(sim: Simulation) -> Obj:
    (obj,) = sim.state.pool.on_kind(Kind.SUBMARINE)
    return obj


def still(sim: Simulation, heli: Obj, frames: int, dt: int = 1) -> None:
    """Let time pass; the helicopter does not drift."""
    for _ in range(frames):
        put_at(sim, heli, -40, 500)
        run(sim, 1, 0, dt=dt)


def test_it_comes_at_once_and_is_the_only_one() -> None:
    sim, heli = hunted()
    events = run(sim, 1, 0)
    obj = submarine(sim)
    assert Created(obj.id, Kind.SUBMARINE, 0) in events
    assert (obj.x, obj.y, obj.z, obj.team) == (0, 0, 0, 0)
    assert sim.state.submarine == obj.id
    still(sim, heli, 5)
    assert submarine(sim) is obj
    serial = sim.state.pool.serial
    call(sim)
    assert sim.state.pool.serial == serial


def test_when_the_pool_has_no_room_it_is_asked_again() -> None:
    sim, spare = hunted()
    while last := create(sim, Kind.WRECK, 0, 1 << 21, 1 << 21, 0, 0):
        spare = last
    call(sim)
    assert sim.state.submarine == 0
    destroy_now(sim, spare)
    call(sim)
    assert submarine(sim).id == sim.state.submarine


@pytest.mark.parametrize("dt", [1, 3, 12])
def test_after_more_than_240_ticks_it_is_beside_its_target(dt: int) -> None:
    sim, heli = hunted()
    still(sim, heli, 240 // dt, dt)
    assert submarine(sim).think == Stage.IDLE
    still(sim, heli, 1, dt)
    obj = submarine(sim)
    assert obj.think == Stage.SURFACE
    assert state_of(obj).target == heli.id
    assert (obj.y, obj.z) == (heli.y, 0)
    assert abs(obj.x - (heli.x + 32 * ONE)) <= 2 * ONE
    assert obj.cell == OUTSIDE


def up(sim: Simulation, heli: Obj) -> Obj:
    """Play until the submarine is up."""
    still(sim, heli, 241 + 101)
    obj = submarine(sim)
    assert obj.think == Stage.WAIT
    return obj


def test_it_comes_up_in_100_ticks_and_the_waves_go_on() -> None:
    sim, heli = hunted()
    still(sim, heli, 241 + 100)
    obj = submarine(sim)
    assert (obj.think, state_of(obj).picture) == (Stage.SURFACE, 101 * 0x3333)
    still(sim, heli, 1)
    assert obj.think == Stage.WAIT
    pictures = []
    for _ in range(90):
        still(sim, heli, 1)
        pictures.append(state_of(obj).picture / ONE)
    assert 19.9 < min(pictures) < 20.3
    assert 25.7 < max(pictures) < 26


def test_180_ticks_later_it_fires_a_missile_that_hunts_the_target() -> None:
    sim, heli = hunted()
    obj = up(sim, heli)
    still(sim, heli, 180)
    assert obj.think == Stage.WAIT
    put_at(sim, heli, -40, 500)
    events = run(sim, 1, 0)
    (fired,) = [event for event in events if isinstance(event, Fired)]
    missile = sim.state.pool.get(fired.id)
    assert missile is not None
    assert (fired.projectile, fired.owner, fired.heading) == (Shot.HOMING, heli.id, 0)
    assert (fired.x, fired.y, fired.z) == (obj.x - 32 * ONE, obj.y, 0)
    assert (missile.kind, missile.team, missile.parent) == (Kind.HOMING_MISSILE, 0, heli.slot)
    assert (obj.think, state_of(obj).target) == (Stage.FIRED, missile.id)


def test_it_stays_up_while_its_missile_flies_then_dives_and_waits_anew() -> None:
    sim, heli = hunted()
    obj = up(sim, heli)
    still(sim, heli, 181)
    missile = sim.state.pool.get(state_of(obj).target)
    assert missile is not None
    put_at(sim, heli, -1500, 500)
    run(sim, 100, 0)
    assert obj.think == Stage.FIRED
    mark_for_delete(sim, missile)
    run(sim, 2, 0)
    assert obj.think == Stage.DIVE
    assert state_of(obj).picture <= 20 * ONE - 0x3333
    run(sim, 101, 0)
    assert (obj.think, state_of(obj).picture) == (Stage.IDLE, 0)
    run(sim, 238, 0)
    assert obj.think == Stage.IDLE
    run(sim, 5, 0)
    assert obj.think == Stage.SURFACE


@pytest.mark.parametrize("stage", [Stage.SURFACE, Stage.WAIT])
@pytest.mark.parametrize("how", ["back", "gone"])
def test_a_target_that_is_back_or_gone_is_left_alone(stage: Stage, how: str) -> None:
    sim, heli = hunted()
    still(sim, heli, 260)
    if stage is Stage.WAIT:
        still(sim, heli, 100)
    obj = submarine(sim)
    assert obj.think == stage
    if how == "back":
        put_at(sim, heli, 200, 500)
    else:
        remove_driver(sim, 0)
    run(sim, 1, 0)
    assert obj.think == Stage.DIVE
    run(sim, 105, 0)
    assert list(sim.state.pool.on_kind(Kind.SUBMARINE)) == []


def test_nobody_out_it_goes() -> None:
    sim, heli = hunted()
    still(sim, heli, 3)
    put_at(sim, heli, 500, 500)
    run(sim, 2, 0)
    assert list(sim.state.pool.on_kind(Kind.SUBMARINE)) == []
    put_at(sim, heli, -40, 500)
    run(sim, 1, 0)
    assert submarine(sim).id == sim.state.submarine


def test_it_hunts_who_is_farthest_off_the_map_of_whatever_side() -> None:
    sim = new_sim((0, 1))
    near = spawn(sim, HELI, 60, 60, driver=0)
    far = spawn(sim, HELI, 60, 60, driver=1)
    third = spawn(sim, TANK, 60, 60, driver=add_driver(sim, 0).number)
    put_at(sim, third, 60 * 32, 60 * 32)
    for places in (
        ((-70, 2000), (-80, 2000)),
        ((2000, -70), (2000, -80)),
        ((-80, 2000), (128 * 32 + 90, 2000)),
        ((128 * 32 + 70, 9), (9, 128 * 32 + 80)),
        ((9, 128 * 32 + 70), (-80, -10)),
    ):
        obj = create(sim, Kind.SUBMARINE, 0, 0, 0, 0)
        assert obj is not None
        put_at(sim, near, *places[0])
        put_at(sim, far, *places[1])
        sim.state.dt = 12
        for _ in range(21):
            update(sim, obj)
        assert state_of(obj).target == far.id


def test_a_missile_that_finds_no_room_is_no_missile() -> None:
    sim, heli = hunted()
    obj = up(sim, heli)
    while create(sim, Kind.MINE, 0, 1 << 21, 1 << 21, 0, 0):
        pass
    sim.state.dt = 12
    for _ in range(16):
        update(sim, obj)
    assert obj.think == Stage.DIVE


def test_25_hit_points_are_more_than_a_helicopter_has() -> None:
    sim, heli = hunted()
    vehicle_state(heli).fuel = 100 * ONE
    still(sim, heli, 241 + 101 + 181)
    lost: list[Lost] = []
    for _ in range(250):
        lost += [event for event in run(sim, 1, 0) if isinstance(event, Lost)]
    assert [(event.driver, event.cause) for event in lost] == [(0, "damage")]
    run(sim, 120, 0)
    assert list(sim.state.pool.on_kind(Kind.SUBMARINE)) == []


def test_what_is_no_submarine_has_no_state() -> None:
    sim, heli = hunted()
    with pytest.raises(TypeError, match="is no submarine"):
        state_of(heli)
    run(sim, 1, 0)
    assert isinstance(submarine(sim).data, SubmarineState)

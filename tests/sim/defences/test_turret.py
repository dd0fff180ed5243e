"""Guns of towers: how they wake, aim, fire, rest, and fall (specification 9; rules 9)."""

from __future__ import annotations

import pytest

from tests.sim.defences.helpers import AT, HELI, JEEP, TANK, Shots, guns, px, scene
from tests.sim.play import EAST, SOUTH, new_sim, put, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.defences import turret
from uoserver.sim.defences.turret import Stage, TurretState, rest_pose, state_of, update, wake
from uoserver.sim.events import CellChanged, Created, Destroyed, StaticHit
from uoserver.sim.grid import cell_number, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import MASK
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import FIRE_A, UP
from uoserver.sim.lifecycle import create, reap
from uoserver.sim.match import add_driver, remove_driver
from uoserver.sim.objects import POOL_SIZE, Kind
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.statics import ACTIVE_TOWER, NUMBER_OF
from uoserver.sim.vehicles.fate import Cause, lose
from uoserver.sim.vehiclestate import state_of as vehicle_state

TURN, TILT, LIMIT = 0x3333, 0xA3D, 0x60000


# -- waking ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["TOWER", "LARGE_TOWER"])
def test_a_tower_that_wakes_is_hidden_behind_its_gun(name: str) -> None:
    sim = new_sim((0, 1))
    cell = put(sim, *AT, name, 1)
    sim.state.grid.hits[cell] = 3
    tank = spawn(sim, TANK, 60, 64)
    sim.events = []
    gun = wake(sim, cell, tank)
    assert gun is not None
    assert (gun.team, gun.x, gun.y, gun.z) == (1, *centre(cell), 0)
    assert sim.state.grid.static[cell] == ACTIVE_TOWER
    assert sim.state.grid.hits[cell] == 3
    assert state_of(gun).static == NUMBER_OF[name]
    assert state_of(gun).target == tank.id
    assert sim.events == [
        CellChanged(cell, 97, ACTIVE_TOWER, 1),
        Created(gun.id, Kind.TURRET, 1),
    ]


def test_it_has_the_pose_of_the_static_tower() -> None:
    sim = new_sim((0, 1))
    cell = put(sim, 37, 60, "TOWER", 1)
    sim.state.grid.jitter[12 * 16 + 5] = (-3, 9, 5, 0xC5)
    assert rest_pose(sim, cell) == (5 << 16, -3 << 14 & MASK)
    sim.state.grid.jitter[12 * 16 + 5] = (12, 9, 5, 0x3F)
    gun = wake(sim, cell, spawn(sim, TANK, 37, 62))
    assert gun is not None
    assert (gun.heading, state_of(gun).pitch, state_of(gun).rest) == (63 << 16, 12 << 14, 63 << 16)


def test_its_reaction_is_a_random_number_of_300_in_8_bits() -> None:
    waits = set()
    for seed in range(60):
        sim = new_sim((0, 1))
        cell = put(sim, *AT, "TOWER", 1)
        sim.state.tick, sim.state.rand.state = 5, seed << 16
        copy = Rand(sim.state.rand.state)
        gun = wake(sim, cell, spawn(sim, TANK, 10, 10))
        assert gun is not None
        wait = copy.below(300) & 0xFF
        assert state_of(gun).wake == 5 + wait
        assert sim.state.rand.state == copy.state
        waits.add(wait)
    assert max(waits) > 200
    assert len(waits) > 40


def test_only_a_tower_can_be_woken() -> None:
    sim = new_sim((0, 1))
    tank = spawn(sim, TANK, 60, 64)
    for name in ("READY_TOWER", "DMG_TOWER", "ACTIVE_TOWER", "BLDG_S"):
        assert wake(sim, put(sim, *AT, name, 1), tank) is None
    assert create(sim, Kind.TURRET, 1, -5, -5, 0) is None
    assert guns(sim) == []
    rand = sim.state.rand.state
    assert wake(sim, cell_number(3, 3), tank) is None
    assert sim.state.rand.state == rand


def test_without_room_in_the_pool_a_tower_stays_as_it_is() -> None:
    sim = new_sim((0, 1))
    cell = put(sim, *AT, "TOWER", 1)
    tank = spawn(sim, TANK, 60, 64)
    while sim.state.pool.free:
        create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
    assert wake(sim, cell, tank) is None
    assert sim.state.grid.static[cell] == NUMBER_OF["TOWER"]
    assert sum(each is not None for each in sim.state.pool.slots) == POOL_SIZE - 1


# -- aiming ----------------------------------------------------------------------------------------


def test_it_does_nothing_before_it_is_awake_and_aims_the_frame_after() -> None:
    s = scene(dx=100, dy=0, wait=10)
    run(s.sim, 9, 0)
    assert s.gun.think == Stage.WAIT
    run(s.sim, 1, 0)
    assert (s.gun.think, s.gun.heading) == (Stage.AIM, 0)
    run(s.sim, 1, 0)
    assert s.gun.heading == TURN


@pytest.mark.parametrize(("dt", "frames"), [(1, 80), (2, 40), (3, 27), (12, 7)])
def test_it_turns_by_1_13_degrees_a_tick(dt: int, frames: int) -> None:
    s = scene(dx=100, dy=0)
    run(s.sim, 1, 0)
    assert s.gun.think == Stage.AIM
    for frame in range(1, frames + 2):
        run(s.sim, 1, 0, dt=dt)
        assert s.gun.heading == min(frame * TURN * dt, EAST)
    s = scene(dx=-100, dy=0)
    run(s.sim, 2, 0)
    assert s.gun.heading == 0x400000 - TURN


def aimed(name: str, dy: float, z: float = 0) -> tuple[int, int]:
    """Heading and pitch of a gun that had enough time."""
    s = scene(name, dy=dy)
    s.tank.z = int(z * ONE)
    for _ in range(400):
        s.sim.state.tick += 1
        s.sim.state.dt = 1
        update(s.sim, s.gun)
        s.state.unseen = 0
    return s.gun.heading, s.state.pitch


@pytest.mark.parametrize(("name", "high"), [("TOWER", 24.5), ("LARGE_TOWER", 29.5)])
def test_it_points_at_its_target(name: str, high: float, monkeypatch: pytest.MonkeyPatch) -> None:
    Shots(monkeypatch)
    heading, pitch = aimed(name, high)
    assert heading == SOUTH
    assert pitch == LIMIT  # 45 degrees would be as many down as it can
    heading, pitch = aimed(name, 2 * high)
    assert pitch == pytest.approx(0x400000 * 26.565 / 360, abs=0x80)
    assert aimed(name, 100, high) == (SOUTH, 0)
    assert aimed(name, 100, 200) == (SOUTH, 0x400000 - LIMIT)
    assert aimed(name, 100, high + 50)[1] == pytest.approx(0x400000 * (1 - 26.565 / 360), abs=0x80)


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        (0, 0),
        (0x60000, 0x60000),
        (0x60001, 0x60000),
        (0x200000, 0x60000),
        (0x200001, 0x3A0000),
        (0x39FFFF, 0x3A0000),
        (0x3A0000, 0x3A0000),
        (0x3FFFFF, 0x3FFFFF),
    ],
)
def test_pitches_in_between_are_those_of_the_limits(wanted: int, kept: int) -> None:
    assert turret._limited(wanted) == kept


def test_it_tilts_only_once_it_is_turned_and_levels_while_it_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Shots(monkeypatch).friend = True
    s = scene(dy=60)
    s.gun.heading, s.state.pitch = SOUTH - 6 * TURN, 2 * TILT + 1
    run(s.sim, 1, 0)
    poses = []
    for _ in range(8):
        run(s.sim, 1, 0)
        poses.append((SOUTH - s.gun.heading, s.state.pitch))
    levels = [(5 * TURN, TILT + 1), (4 * TURN, 1), (3 * TURN, 0), (2 * TURN, 0), (TURN, 0)]
    assert poses == [*levels, (0, TILT), (0, TILT), (0, 2 * TILT)]  # fires in the last but one


@pytest.mark.parametrize(("dy", "fires"), [(191, True), (192, False), (250, False)])
def test_it_fires_within_192_pixels(
    dy: float, fires: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots = Shots(monkeypatch)
    s = scene(dy=dy)
    for _ in range(300):
        run(s.sim, 1, 0)
        s.state.unseen = 0
    assert s.gun.heading == SOUTH
    assert bool(shots.fired) is fires
    assert bool(s.state.pitch) is fires


def test_no_target_no_aim() -> None:
    s = scene(dy=100)
    lose(s.sim, s.tank, vehicle_state(s.tank), Cause.SELF)
    run(s.sim, 2, 0)
    assert (s.gun.think, s.state.target) == (Stage.REST, 0)


def test_of_several_enemies_the_nearest_is_its_target_at_any_time() -> None:
    s = scene(dy=150)
    other = spawn(s.sim, JEEP, 60, 57, driver=add_driver(s.sim, 0).number)
    run(s.sim, 2, 0, 0, 0)
    assert s.state.target == other.id
    put_at(s.sim, other, 60 * 32, 50 * 32)
    run(s.sim, 2, 0, 0, 0)  # one of them to fire
    assert s.state.target == s.tank.id


# -- firing ----------------------------------------------------------------------------------------


def test_it_fires_the_tick_after_it_aimed_and_every_62_ticks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its shot is due when the 60th tick after the last one is over, and a tick later it fires."""
    shots = Shots(monkeypatch)
    s = scene(dy=100)
    s.gun.heading = SOUTH
    run(s.sim, 2, 0)
    assert (s.gun.think, shots.fired) == (Stage.FIRE, [])
    run(s.sim, 1, 0)
    assert s.gun.think == Stage.AIM
    assert shots.ticks == [3]
    assert s.state.next_shot == 63
    run(s.sim, 130, 0)
    assert shots.ticks == [3, 65, 127]
    shot = shots.fired[2]
    assert (shot["shot"], shot["owner"], shot["team"]) == (Shot.TURRET, s.gun, 1)
    assert (shot["at"], shot["offset"]) == ((s.gun.x, s.gun.y, 0), px(0, -15, 24.5))
    assert (shot["heading"], shot["pitch"]) == (SOUTH, s.state.pitch)
    assert shot["pitch"] == pytest.approx(0x400000 * 13.766 / 360, abs=0x80)
    assert [line["pitch"] for line in shots.lines] == [each["pitch"] for each in shots.fired]


def test_it_does_not_aim_in_the_tick_it_fires(monkeypatch: pytest.MonkeyPatch) -> None:
    Shots(monkeypatch)
    s = scene(dy=100)
    s.gun.heading = SOUTH
    run(s.sim, 2, 0)
    pitch = s.state.pitch
    run(s.sim, 1, 0)
    assert s.state.pitch == pitch == TILT


def test_it_looks_again_after_30_ticks_where_its_own_are_in_the_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shots = Shots(monkeypatch)
    shots.friend = True
    s = scene(dy=100)
    s.gun.heading = SOUTH
    run(s.sim, 3, 0)
    assert s.state.next_shot == 33
    run(s.sim, 64, 0)
    assert shots.fired == []
    assert [line["tick"] for line in shots.lines] == [3, 35, 67]


def test_its_shell_costs_a_tank_1_2_hit_points() -> None:
    s = scene(dy=110)
    s.gun.heading = SOUTH
    before = vehicle_state(s.tank).hits
    run(s.sim, 200, 0)
    lost = before - vehicle_state(s.tank).hits
    assert lost
    assert lost % (1.5 * ONE - 0x4CCC) == 0


# -- resting and static again ----------------------------------------------------------------------


def test_it_turns_back_and_then_levels_and_is_the_static_tower() -> None:
    s = scene(dx=100, dy=0)
    s.state.rest = 5 << 16
    s.gun.think, s.gun.heading, s.state.pitch = Stage.REST, (5 << 16) + 2 * TURN, 2 * TILT
    poses = []
    for _ in range(3):
        run(s.sim, 1, 0)
        poses.append((s.gun.heading - (5 << 16), s.state.pitch, s.gun.think))
    assert poses == [(TURN, 2 * TILT, Stage.REST), (0, TILT, Stage.REST), (0, 0, Stage.DONE)]
    assert s.sim.state.grid.static[s.cell] == ACTIVE_TOWER
    remove_driver(s.sim, 0)
    events = run(s.sim, 1, 0)
    assert events[-2:] == [
        CellChanged(s.cell, 97, NUMBER_OF["TOWER"], 1),
        Destroyed(s.gun.id, Kind.TURRET, 1),
    ]
    assert s.sim.state.grid.hits[s.cell] == 5


@pytest.mark.parametrize("dt", [1, 2, 3, 12])
def test_unseen_for_more_than_300_ticks_it_is_static_again(dt: int) -> None:
    s = scene("LARGE_TOWER", dy=100)
    put_at(s.sim, s.tank, 100, 100)
    s.sim.state.grid.hits[s.cell] = 2
    run(s.sim, 300 // dt, 0, dt=dt)
    assert guns(s.sim) == [s.gun]
    run(s.sim, 1, 0, dt=dt)
    assert guns(s.sim) == []
    assert s.sim.state.grid.static[s.cell] == NUMBER_OF["LARGE_TOWER"]
    assert s.sim.state.grid.hits[s.cell] == 2


# -- being hit -------------------------------------------------------------------------------------


def test_hits_wear_the_tower_down() -> None:
    s = scene()
    s.sim.events = []
    turret.damage(s.sim, s.gun, ONE * 5 // 2, s.tank)
    turret.damage(s.sim, s.gun, 1, None)
    turret.damage(s.sim, s.gun, 0, None)
    assert s.sim.events == [StaticHit(s.cell, 3, s.tank.id), StaticHit(s.cell, 2, 0)]
    assert s.sim.state.pool.doomed == []
    turret.damage(s.sim, s.gun, 9 * ONE, s.tank)
    assert s.sim.state.grid.hits[s.cell] == 0
    assert s.sim.state.pool.doomed == [s.gun.slot]
    turret.damage(s.sim, s.gun, 9 * ONE, s.tank)
    assert s.sim.events[2:] == [StaticHit(s.cell, 0, s.tank.id)]


def test_without_hit_points_the_tower_falls_in_its_guns_pose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    s = scene("LARGE_TOWER")
    fell = []

    def fall(sim: Simulation, cell: int, amount: int) -> None:
        grid = sim.state.grid
        fell.append((cell, amount >> 16, grid.static[cell], grid.hits[cell], sim.state.tower_pose))

    monkeypatch.setattr(turret, "damage_static", fall)
    s.gun.heading, s.state.pitch = 0x123456, 0x3ABCDE
    turret.damage(s.sim, s.gun, 5 * ONE, None)
    reap(s.sim)
    assert fell == [(s.cell, 255, NUMBER_OF["LARGE_TOWER"], 1, (0x123456, 0x3ABCDE))]
    assert s.sim.state.tower_pose is None
    assert guns(s.sim) == []


def test_it_becomes_a_damaged_tower() -> None:
    s = scene()
    turret.damage(s.sim, s.gun, 5 * ONE, None)
    run(s.sim, 120, 0)
    assert s.sim.state.grid.static[s.cell] == NUMBER_OF["DMG_TOWER"]
    assert guns(s.sim) == []


def test_a_gun_whose_hit_points_went_elsewhere_goes_with_its_tower() -> None:
    s = scene()
    s.sim.state.grid.hits[s.cell] = 0
    run(s.sim, 1, 0)
    assert guns(s.sim) == []


def test_a_gun_whose_cell_is_something_else_just_goes() -> None:
    s = scene()
    put(s.sim, *AT, "BLDG_S", 1)
    s.gun.think = Stage.DONE
    run(s.sim, 1, 0)
    assert guns(s.sim) == []
    assert s.sim.state.grid.static[s.cell] == NUMBER_OF["BLDG_S"]


def test_vehicles_and_shells_meet_the_gun() -> None:
    s = scene(dy=60, wait=1000)
    run(s.sim, 100, UP)
    assert vehicle_state(s.tank).bumped_object == s.gun.id
    assert vehicle_state(s.tank).bumped_cell == s.cell
    assert 15 + 11.25 <= (s.tank.y - s.gun.y) / ONE < 15 + 11.25 + 2
    run(s.sim, 20, FIRE_A)
    assert s.sim.state.grid.hits[s.cell] < 5


def test_a_helicopter_flies_over_it() -> None:
    s = scene(wait=1000)
    heli = spawn(s.sim, HELI, 60, 61, driver=1)
    run(s.sim, 200, 0, UP)
    assert s.gun.y - heli.y > 100 * ONE
    assert vehicle_state(heli).bumped_object == 0


def test_what_is_no_turret_has_no_state() -> None:
    s = scene()
    with pytest.raises(TypeError, match="is no turret"):
        state_of(s.tank)
    assert isinstance(s.gun.data, TurretState)

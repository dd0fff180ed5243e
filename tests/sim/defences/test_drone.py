"""Drones: where they come from, how they fly and fire, how they go (specification 9; rules 10)."""

from __future__ import annotations

import pytest

from tests.sim.defences.helpers import HELI, JEEP, MSV, TANK, Shots, px
from tests.sim.play import NORTH, SOUTH, new_sim, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.defences import drone as module
from uoserver.sim.defences.aim import pitch_to
from uoserver.sim.defences.drone import DroneState, Stage, damage, hit_object, send, state_of
from uoserver.sim.events import Created, Damaged, Destroyed, Exploded, Sound
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import MASK, angle_between
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import UP
from uoserver.sim.lifecycle import create, mark_for_delete
from uoserver.sim.match import add_driver, remove_driver
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.shapes import Overlap
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.defences import DRONE_SHAPE
from uoserver.sim.tables.effects import DEBRIS, Debris, Effect
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.weapons.fire import launch

BODY, AROUND = DRONE_SHAPE


def target(type_: VehicleType = TANK, drones: int = 3) -> tuple[Simulation, Obj]:
    """A vehicle of side 0 in the middle of the map, and drones of side 1 that may come."""
    sim = new_sim((0, 1))
    sim.state.sides[1].drones = drones
    return sim, spawn(sim, type_, 60, 60)


def drone(sim: Simulation, x: float, y: float, *, team: int = 1, heading: int = 0) -> Obj:
    """A drone at a place beside the middle of cell (60, 60), in pixels."""
    at_x, at_y = px(60 * 32 + 16 + x, 60 * 32 + 16 + y)
    obj = create(sim, Kind.DRONE, team, at_x, at_y, 50 * ONE, 0)
    assert obj is not None
    obj.heading = heading
    return obj


def drones(sim: Simulation) -> list[Obj]:
    return list(sim.state.pool.on_kind(Kind.DRONE))


# -- coming ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("type_", "half"), [(TANK, 512), (JEEP, 256), (MSV, 512), (HELI, 512)])
def test_it_comes_from_the_edge_of_a_box_and_looks_at_its_target(
    type_: VehicleType, half: int
) -> None:
    sides = set()
    for seed in range(40):
        sim, vehicle = target(type_)
        sim.state.rand.state = seed << 16
        copy = Rand(sim.state.rand.state)
        side, along = copy.below(4), copy.below(2 * half) - half
        obj = send(sim, vehicle)
        assert obj is not None
        x, y = (obj.x - vehicle.x) // ONE, (obj.y - vehicle.y) // ONE
        assert (x, y) == ((along, -half), (half, along), (along, half), (-half, along))[side]
        assert (obj.z, obj.team, obj.think) == (50 * ONE, 1, Stage.ATTACK)
        assert obj.heading == angle_between(obj.x, obj.y, vehicle.x, vehicle.y)
        assert state_of(obj).target == vehicle.id
        assert sim.state.rand.state == copy.state
        sides.add(side)
    assert sides == {0, 1, 2, 3}


def test_it_is_told_of_and_hums() -> None:
    sim, vehicle = target()
    sim.events = []
    obj = send(sim, vehicle)
    assert obj is not None
    assert sim.events == [
        Sound("Drone", obj.x, obj.y, obj.z, obj.id),
        Created(obj.id, Kind.DRONE, 1),
    ]


def test_a_side_has_no_more_than_its_number_in_the_air() -> None:
    sim, vehicle = target(drones=2)
    assert send(sim, vehicle)
    drone(sim, 0, 0, team=0)  # of the other side: does not count
    assert send(sim, vehicle)
    rand = sim.state.rand.state
    assert send(sim, vehicle) is None
    assert sim.state.rand.state == rand
    mark_for_delete(sim, drones(sim)[0])
    run(sim, 1, 0)
    assert send(sim, vehicle)
    sim.state.sides[1].drones = 0
    assert send(target(drones=0)[0], vehicle) is None


def test_the_other_side_sends_its_own() -> None:
    sim, _ = target()
    enemy = spawn(sim, TANK, 20, 20, driver=1)
    assert send(sim, enemy) is None
    sim.state.sides[0].drones = 1
    obj = send(sim, enemy)
    assert obj is not None
    assert obj.team == 0


def test_it_does_not_come_near_a_vehicle_of_its_own_side() -> None:
    """A place in such a vehicle's box is given up for one on the next side."""
    sim, vehicle = target()
    friend = spawn(sim, TANK, 60, 60, driver=1)
    put_at(sim, friend, vehicle.x // ONE, vehicle.y // ONE - 600)
    seen = set()
    for seed in range(40):
        sim.state.rand.state = seed << 16
        copy = Rand(sim.state.rand.state)
        side, tries = copy.below(4), 1
        while True:
            along = copy.below(1024) - 512
            x, y = ((along, -512), (512, along), (along, 512), (-512, along))[side]
            if abs(x) > 512 or abs(y + 600) > 512:
                break
            side, tries = (side + 1) % 4, tries + 1
        place = module._place_for(sim, vehicle, 1)
        assert place == (vehicle.x + x * ONE, vehicle.y + y * ONE)
        assert sim.state.rand.state == copy.state
        seen.add(tries)
    assert len(seen) > 1


def test_after_four_sides_it_does_not_come() -> None:
    sim, vehicle = target(JEEP)
    spawn(sim, TANK, 60, 60, driver=1)  # its box holds the jeep's
    assert send(sim, vehicle) is None
    assert drones(sim) == []
    sim, vehicle = target(TANK)
    spawn(sim, JEEP, 60, 60, driver=1)
    assert send(sim, vehicle)


# -- flying ----------------------------------------------------------------------------------------


def test_it_gains_speed_to_1_5_pixels_a_tick_and_its_way_follows_its_nose() -> None:
    sim, vehicle = target()
    obj = drone(sim, 0, 500)
    state = state_of(obj)
    speeds, ways = [], []
    for _ in range(110):
        y = obj.y
        run(sim, 1, 0)
        speeds.append(obj.speed)
        ways.append(y - obj.y)
    assert speeds[:6] == [min(0x4CCC * n, 0x18000) for n in range(1, 7)]
    assert ways[:100] == [min(0x3D7 * n, 0x18000) for n in range(1, 101)]
    assert ways[-1] == 0x18000
    assert (state.velocity_x, obj.x, obj.z) == (0, vehicle.x, 50 * ONE)


@pytest.mark.parametrize("dt", [2, 3, 12])
def test_all_of_it_is_in_proportion_to_the_ticks(dt: int) -> None:
    sim, _ = target()
    obj = drone(sim, 0, 500)
    state = state_of(obj)
    state.velocity_y, obj.z = -0x10000, 40 * ONE
    y = obj.y
    run(sim, 1, 0, dt=dt)
    assert obj.speed == min(0x18000, 0x4CCC * dt)
    moved = min(-0x10000 + 0x3D7 * dt, -obj.speed) if obj.speed < 0x10000 else -0x10000 - 0x3D7 * dt
    assert state.velocity_y == max(moved, -0x18000)
    assert obj.y - y == state.velocity_y * dt
    assert obj.z == 40 * ONE + 0x4CCC * dt


@pytest.mark.parametrize(("z", "after"), [(40, 40.3), (60, 59.7), (50.1, 50)])
def test_it_goes_back_to_its_height(z: float, after: float) -> None:
    sim, _ = target()
    obj = drone(sim, 0, 500)
    obj.z = int(z * ONE)
    run(sim, 1, 0)
    assert obj.z / ONE == pytest.approx(after, abs=1e-4)


def test_it_leans_into_its_way() -> None:
    sim, _ = target()
    obj = drone(sim, 0, 500)
    state = state_of(obj)
    run(sim, 130, 0)
    assert (state.roll, state.pitch) == (0, 0x54000)  # 1.5 * 3.5 steps: 29.5 degrees nose down
    for velocity, roll in ((0x18000, 9 << 16), (-0x18000, -9 << 16 & MASK)):
        state.velocity_x, state.velocity_y = velocity, 0  # slides sideways, its nose to the north
        for _ in range(50):
            module._lean(obj, state, 1)
        assert (state.roll, state.pitch) == (roll, 0)


def test_it_leans_by_half_a_step_a_tick() -> None:
    sim, _ = target()
    obj = drone(sim, 0, 500)
    state = state_of(obj)
    state.velocity_y = -0x18000
    module._lean(obj, state, 1)
    assert state.pitch == 0x8000
    module._lean(obj, state, 3)
    assert state.pitch == 0x20000


# -- attacking -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "turn"),
    [
        (200, 1, 0x6666),  # the target is to the west of who looks north: ahead
        (70, 1, 0x6666),
        (5, -75, 0x3333),  # behind, near
        (9, -90, 0x10000),
        (-9, -90, -0x10000),
        (-200, 1, -0x6666),
    ],
)
def test_how_fast_it_turns(x: float, y: float, turn: int) -> None:
    sim, _ = target()
    obj = drone(sim, x, y)
    run(sim, 1, 0)
    assert obj.heading == -turn & MASK
    obj = drone(target()[0], x, y)
    assert obj.heading == 0


@pytest.mark.parametrize("dt", [2, 12])
def test_it_turns_in_proportion_to_the_ticks(dt: int) -> None:
    sim, _ = target()
    obj = drone(sim, -300, 0)
    run(sim, 1, 0, dt=dt)
    assert obj.heading == 0x6666 * dt


def test_its_guns_point_down_from_its_body_as_far_as_they_can() -> None:
    sim, vehicle = target()
    obj = drone(sim, 0, 300)
    state = state_of(obj)
    guns = []
    for _ in range(200):
        put_at(sim, obj, 60 * 32 + 16, 60 * 32 + 16 + 45)
        run(sim, 1, 0)
        guns.append(state.gun)
    assert max(guns) <= 0x50000
    assert guns[0] == 0x4CCC
    put_at(sim, obj, 60 * 32 + 16, 60 * 32 + 16 + 300)
    state.pitch = 0x54000
    run(sim, 40, 0)
    assert state.gun == 0  # 9 degrees would be above its nose
    vehicle.z = 0
    assert module._gun_pitch(0x50001) == module._gun_pitch(0x200000) == 0x50000
    assert module._gun_pitch(0x200001) == module._gun_pitch(0x3FFFFF) == 0
    assert module._gun_pitch(0x12345) == 0x12345


def ready(distance: float, off: int = 0, type_: VehicleType = TANK) -> tuple[Simulation, Obj]:
    """A drone south of its target, its guns pointed at it, its nose so far off."""
    sim, _ = target(type_)
    obj = drone(sim, 0, distance, heading=off & MASK)
    state = state_of(obj)
    state.pitch = 0x50000
    wanted = angle_pitch(sim, obj)
    state.gun = max(0, min(wanted - state.pitch, 0x50000))
    return sim, obj


def angle_pitch(sim: Simulation, obj: Obj) -> int:
    vehicle = sim.state.pool.at(sim.state.drivers[0].vehicle & 511)
    return pitch_to(obj, 0, vehicle)


def attack(sim: Simulation, obj: Obj) -> None:
    """Let a drone aim and fire, but not fly."""
    sim.state.dt = 1
    sim.state.tick += 1
    module._attack(sim, obj, state_of(obj), 1)


@pytest.mark.parametrize(
    ("distance", "fires"), [(32, False), (33, True), (60, True), (79, True), (80, False)]
)
def test_it_fires_between_32_and_80_pixels(
    distance: float, fires: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots = Shots(monkeypatch)
    attack(*ready(distance))
    assert bool(shots.fired) is fires
    assert shots.lines == []  # who stands on the ground is fired at whoever is in the way


@pytest.mark.parametrize(
    ("off", "fires"),
    [
        (0xE38E + 0x6666, True),
        (0xE38E + 0x6667, False),
        (-0xE38E - 0x6666, True),
        (-0xE38E - 0x6667, False),
    ],
)
def test_its_nose_may_be_off_by_5_degrees(
    off: int, fires: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots = Shots(monkeypatch)
    attack(*ready(60, off))  # it turns by 0x6666 first
    assert bool(shots.fired) is fires


def test_its_guns_must_be_where_they_go(monkeypatch: pytest.MonkeyPatch) -> None:
    shots = Shots(monkeypatch)
    sim, obj = ready(60)
    state = state_of(obj)
    state.gun += 0x4CCC + 1
    attack(sim, obj)
    assert shots.fired == []
    attack(sim, obj)
    assert len(shots.fired) == 1


def test_it_fires_from_both_muzzles_in_turn_every_10_ticks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shots = Shots(monkeypatch)
    sim, obj = ready(60)
    for _ in range(40):
        attack(sim, obj)
    assert shots.ticks == [1, 11, 21, 31]
    assert [shot["offset"] for shot in shots.fired] == [px(-8, -8, 0), px(8, -8, 0)] * 2
    shot = shots.fired[0]
    assert (shot["shot"], shot["owner"], shot["team"]) == (Shot.DRONE_GUN, obj, 1)
    assert (shot["at"], shot["heading"]) == ((obj.x, obj.y, obj.z), NORTH)
    assert shot["pitch"] == angle_pitch(sim, obj)


def test_before_it_fires_into_the_air_it_looks_for_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shots = Shots(monkeypatch)
    sim, obj = ready(60, type_=HELI)
    vehicle = sim.state.pool.at(sim.state.drivers[0].vehicle & 511)
    for z, looks in ((2 * ONE, 0), (2 * ONE + 1, 1)):
        vehicle.z = z
        state_of(obj).next_shot, sim.state.tick = 0, 0
        state_of(obj).gun = angle_pitch(sim, obj) - state_of(obj).pitch
        attack(sim, obj)
        assert (len(shots.fired), len(shots.lines)) == (1 + looks, looks)
    shots.friend = True
    muzzle = state_of(obj).muzzle
    for _ in range(23):
        attack(sim, obj)
    assert len(shots.fired) == 2
    assert [line["tick"] for line in shots.lines[1:]] == [11, 21]
    assert state_of(obj).muzzle == muzzle


def test_it_attacks_the_nearest_at_any_time() -> None:
    sim, vehicle = target()
    obj = drone(sim, 0, 300)
    other = spawn(sim, JEEP, 60, 62, driver=add_driver(sim, 0).number)
    run(sim, 1, 0, 0, 0)
    assert state_of(obj).target == other.id
    put_at(sim, other, 3000, 3000)
    run(sim, 1, 0, 0, 0)
    assert state_of(obj).target == vehicle.id


# -- meeting others --------------------------------------------------------------------------------


def test_bodies_stop_each_other_and_surroundings_are_only_felt() -> None:
    sim, vehicle = target()
    one, other = drone(sim, 0, 300), drone(sim, 30, 300)
    state = state_of(one)
    assert hit_object(sim, one, other, Overlap(AROUND.solid | 2, BODY, AROUND)) == 0
    assert state.bumped == other.id
    state.bumped = 0
    assert hit_object(sim, one, other, Overlap(2, BODY, BODY)) == 5
    assert state.bumped == other.id
    state.bumped = 0
    assert hit_object(sim, one, vehicle, Overlap(2, BODY, VEHICLES[0].hull[0])) == 5
    assert state.bumped == 0


def test_who_comes_within_42_pixels_of_another_is_pushed_away() -> None:
    sim, _ = target()
    first, second = drone(sim, -200, 300), drone(sim, -159, 300)
    run(sim, 1, 0)
    assert state_of(second).bumped == first.id
    assert state_of(first).bumped == second.id
    third = drone(sim, 200, 300)
    drone(sim, 243, 300)
    run(sim, 1, 0)
    assert state_of(third).bumped == 0


def test_the_push_is_two_pixels_less_a_sixteenth_of_the_distance() -> None:
    sim, _ = target()
    one, other = drone(sim, 0, 300), drone(sim, 16, 300)
    state = state_of(one)
    for distance, push in ((16, 1), (0, 2), (24, 0.5), (32, 0), (40, 0)):
        put_at(sim, other, one.x // ONE + distance, one.y // ONE)
        state.bumped = other.id
        x, y = module._push(sim, one, state)
        if distance:
            assert (x, y) == (-push * ONE, 0)
        else:
            assert x * x + y * y == pytest.approx((push * ONE) ** 2, rel=1e-3)
        assert state.bumped == 0
    assert module._push(sim, one, state) == (0, 0)
    state.bumped = sim.state.drivers[0].vehicle
    assert module._push(sim, one, state) == (0, 0)
    state.bumped = 1 << 30 | other.slot
    assert module._push(sim, one, state) == (0, 0)


def test_the_push_moves_it_in_proportion_to_the_ticks() -> None:
    for dt in (1, 3):
        sim, _ = target()
        one, other = drone(sim, 0, 400), drone(sim, 24, 400)
        state_of(one).bumped = other.id
        x = one.x
        run(sim, 1, 0, dt=dt)
        assert x - one.x == dt * ONE // 2


def test_a_vehicle_flies_through_it_and_it_does_not_fly_through_a_vehicle() -> None:
    sim, _ = target()
    heli = spawn(sim, HELI, 60, 66, NORTH, driver=1)
    x, y = 60 * 32 + 16, 66 * 32 + 16
    for keys, moves in ((0, False), (UP, True)):
        obj = create(sim, Kind.DRONE, 1, x * ONE, (y - 60) * ONE, 50 * ONE, 0)
        assert obj is not None
        obj.heading = SOUTH
        put_at(sim, heli, x, y)
        north = heli.y
        for _ in range(60):  # it flies south all the time, and is stopped 23.6 pixels before
            state_of(obj).velocity_y = ONE
            run(sim, 1, 0, keys)
        assert (heli.y < north - 30 * ONE) is moves
        if not moves:
            assert 23.6 <= (heli.y - obj.y) / ONE < 26
        mark_for_delete(sim, obj)
        run(sim, 1, 0)


def test_blocked_on_its_way_up_it_goes_straight_on() -> None:
    sim, _ = target()
    obj, above = drone(sim, 0, 300), drone(sim, 0, 300)
    obj.z = 34 * ONE + ONE // 2  # 15 pixels below the other's middle they meet
    assert above.z == 50 * ONE
    state = state_of(obj)
    state.velocity_y = -ONE
    y = obj.y
    module._fly(sim, obj, state, 3)
    assert obj.y < y
    assert obj.z == 34 * ONE + ONE // 2


# -- going -----------------------------------------------------------------------------------------


def test_less_than_one_hit_point_is_not_felt() -> None:
    sim, _ = target()
    obj = drone(sim, 0, 300)
    sim.events = []
    damage(sim, obj, ONE - 1, None)
    assert (sim.events, sim.state.pool.doomed) == ([], [])
    damage(sim, obj, ONE, sim.state.pool.at(1))
    assert sim.events == [Damaged(obj.id, ONE, sim.state.pool.at(1).id)]
    events = run(sim, 1, 0)
    assert events[0] == Exploded(Effect.TANK_DEATH, obj.x, obj.y, obj.z)
    assert Destroyed(obj.id, Kind.DRONE, 1) in events
    pieces = list(sim.state.pool.on_kind(Kind.DEBRIS))
    assert len(pieces) == DEBRIS[Debris.HIGH].pieces
    assert {piece.team for piece in pieces} == {1}


def test_its_own_kind_cannot_hurt_it_and_a_shell_can() -> None:
    for shot, left in ((Shot.DRONE_GUN, 1), (Shot.CANNON, 0)):
        sim, _ = target()
        obj = drone(sim, 0, 300)
        launch(sim, shot, (obj.x, obj.y + 40 * ONE, obj.z), heading=NORTH, team=0)
        run(sim, 20, 0)
        assert len(drones(sim)) == left


def test_without_a_target_it_flies_on_and_goes_60_ticks_after_it_was_seen() -> None:
    sim, _ = target()
    friend = spawn(sim, TANK, 60, 62, driver=1)
    obj = drone(sim, 30, 100)
    run(sim, 1, 0, 0)
    remove_driver(sim, 0)
    run(sim, 2, 0, 0)
    assert (obj.think, state_of(obj).target) == (Stage.LEAVE, 0)
    heading = obj.heading
    for _ in range(200):
        put_at(sim, friend, obj.x / ONE, obj.y / ONE)
        run(sim, 1, 0, 0)
    assert obj.heading == heading
    assert state_of(obj).seen == sim.state.tick - 1
    put_at(sim, friend, 100, 100)
    seen = state_of(obj).seen
    run(sim, 59, 0, 0)
    assert drones(sim) == [obj]
    assert sim.state.tick == seen + 60
    run(sim, 1, 0, 0)
    assert drones(sim) == []


def test_shot_down_is_another_thing_than_gone() -> None:
    sim, _ = target()
    obj = drone(sim, 0, 3000)
    mark_for_delete(sim, obj)
    assert not [event for event in run(sim, 1, 0) if isinstance(event, Exploded)]


def test_who_sees_it_is_noted_each_frame() -> None:
    sim, _ = target()
    obj = drone(sim, 0, -100, heading=SOUTH)
    run(sim, 3, 0, dt=4)
    assert state_of(obj).seen == 8
    put_at(sim, obj, 300, 300)
    run(sim, 3, 0, dt=4)
    assert state_of(obj).seen == 8


def test_what_is_no_drone_has_no_state() -> None:
    sim, vehicle = target()
    with pytest.raises(TypeError, match="is no drone"):
        state_of(vehicle)
    assert isinstance(drone(sim, 0, 300).data, DroneState)

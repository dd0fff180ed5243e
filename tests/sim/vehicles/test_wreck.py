"""What is left of vehicles (rules: Wreck)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, cell, new_sim, pave, put, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.effects import remains
from uoserver.sim.effects.debris import state_of as debris_of
from uoserver.sim.events import Damaged, Exploded, Sound, StaticHit
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import UP
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.shapetable import FIRST_HULL
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Debris, Effect
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.terrain import DEEP, SHALLOW
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles import wreck
from uoserver.sim.vehicles.fate import EXPLODES, OUT_OF_FUEL
from uoserver.sim.vehicles.wreck import Stage, WreckState, damage, state_of


def wreck_of(
    type_: VehicleType = VehicleType.TANK, *, speed: int = 0, z: int = 0, flags: int = 0
) -> tuple[Simulation, Obj, WreckState]:
    sim = new_sim()
    obj = create(sim, Kind.WRECK, 0, (40 * 32 + 16) * ONE, (40 * 32 + 16) * ONE, z, type_)
    assert obj is not None
    obj.heading, obj.speed, obj.shape = EAST, speed, FIRST_HULL + type_
    obj.flags |= flags
    return sim, obj, state_of(obj)


def remains_of(sim: Simulation) -> list[int]:
    """What the remains that lie about are of."""
    return [remains.state_of(obj).what for obj in sim.state.pool.on_kind(Kind.REMAINS)]


def sounds(events: list[object]) -> list[str]:
    return [event.name for event in events if isinstance(event, Sound)]


@pytest.mark.parametrize(
    ("type_", "friction"), [(0, 0x1999), (1, 0x1999), (2, 0x1999), (3, 0x07AE)]
)
@pytest.mark.parametrize("dt", [1, 2])
def test_it_coasts_to_rest(type_: int, friction: int, dt: int) -> None:
    sim, obj, _ = wreck_of(VehicleType(type_), speed=0x10000)
    x = obj.x
    run(sim, 2, 0, dt=dt)
    assert obj.speed == 0x10000 - 2 * dt * friction
    assert obj.x - x == dt * (2 * 0x10000 - 3 * dt * friction)
    assert obj.think == Stage.MOVING
    run(sim, 60, 0)
    assert obj.speed == 0


def test_it_coasts_backwards_too() -> None:
    sim, obj, _ = wreck_of(VehicleType.TANK, speed=-0x10000)
    x = obj.x
    run(sim, 1, 0)
    assert obj.x - x == obj.speed == -0x10000 + 0x1999


@pytest.mark.parametrize("dt", [1, 2])
def test_it_falls_with_gravity_one_pixel_a_tick_at_most(dt: int) -> None:
    sim, obj, state = wreck_of(VehicleType.HELICOPTER, z=50 * ONE)
    height = 50 * ONE
    fall = 0
    while obj.z:
        run(sim, 1, 0, dt=dt)
        fall = max(fall - 0x51E * dt, -ONE)
        height = max(0, height + fall * dt)
        assert (obj.z, state.fall) == (height, fall)
    assert obj.think == Stage.BURST


def test_at_rest_it_explodes_and_is_a_hulk_8_ticks_later() -> None:
    sim, obj, _ = wreck_of()
    assert sounds(list(run(sim, 1, 0))) == ["Explosion"]
    run(sim, 7, 0)
    assert obj.think == Stage.BURST
    assert sounds(list(run(sim, 1, 0))) == []
    assert obj.think == Stage.HULK


def test_who_is_to_explode_does_it_on_the_move() -> None:
    sim, obj, _ = wreck_of(speed=ONE, flags=EXPLODES)
    x = obj.x
    assert sounds(list(run(sim, 1, 0))) == ["Explosion"]
    assert (obj.speed, obj.x) == (0, x)


def test_who_explodes_on_the_move_is_a_hulk_8_ticks_later_too() -> None:
    sim, obj, _ = wreck_of(flags=EXPLODES)
    assert sounds(list(run(sim, 1, 0))) == ["Explosion"]
    run(sim, 7, 0)
    assert obj.think == Stage.BURST
    run(sim, 1, 0)
    assert obj.think == Stage.HULK


@pytest.mark.parametrize("dt", [1, 3])
def test_what_explodes_in_the_air_falls_as_it_burns_and_leaves_its_remains_below(dt: int) -> None:
    sim, obj, _ = wreck_of(VehicleType.HELICOPTER, z=50 * ONE, flags=EXPLODES)
    run(sim, 1, 0, dt=dt)
    assert obj.z == 50 * ONE - 0x51E * dt * dt
    stages: list[int] = []
    while obj.z:
        assert (remains_of(sim), len(stages) < 100) == ([], True)
        stages.append(obj.think)
        run(sim, 1, 0, dt=dt)
    assert [stages[0], stages[-1]] == [Stage.BURST, Stage.HULK]
    assert remains_of(sim) == [VehicleType.HELICOPTER]
    assert sim.state.pool.get(obj.id) is None


def test_what_explodes_over_deep_water_goes_down() -> None:
    sim, obj, _ = wreck_of(flags=EXPLODES)
    pave(sim, [(40, 40)], DEEP)
    assert sounds(list(run(sim, 33, 0))) == ["Explosion", "Splash"]
    assert sim.state.pool.get(obj.id) is None


def test_a_hulk_at_rest_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    # there may be many of them, and each lies for 720 ticks
    sim, obj, _ = wreck_of(flags=OUT_OF_FUEL)
    run(sim, 9, 0)
    assert obj.think == Stage.HULK
    rolled: list[Obj] = []
    monkeypatch.setattr(wreck, "_roll", lambda _sim, each, *_: rolled.append(each))
    run(sim, 5, 0)
    assert rolled == []
    obj.z = ONE
    run(sim, 1, 0)
    assert rolled == [obj]


def test_a_whole_wreck_leaves_no_remains() -> None:
    sim, obj, _ = wreck_of(flags=OUT_OF_FUEL)
    run(sim, 100, 0)
    assert (remains_of(sim), obj.think) == ([], Stage.HULK)


def test_a_hulk_makes_way_for_its_remains_on_dry_ground() -> None:
    for terrain, stays in ((0, False), (SHALLOW, True)):
        sim, obj, _ = wreck_of(VehicleType.MSV)
        pave(sim, [(40, 40)], terrain)
        run(sim, 12, 0)
        assert (sim.state.pool.get(obj.id) is not None) is stays
        assert remains_of(sim) == ([] if stays else [VehicleType.MSV])


@pytest.mark.parametrize("dt", [1, 3, 12])
def test_a_whole_one_lies_for_720_ticks_after_it_was_made(dt: int) -> None:
    sim, obj, state = wreck_of(flags=OUT_OF_FUEL)
    assert state.born == 0
    run(sim, 720 // dt, 0, dt=dt)
    assert sim.state.pool.get(obj.id) is obj
    run(sim, 1, 0, dt=dt)
    assert sim.state.pool.get(obj.id) is None


def test_without_fuel_it_is_whole_and_a_man_gets_out() -> None:
    sim, obj, _ = wreck_of(speed=0x3000, flags=OUT_OF_FUEL)
    assert sounds(list(run(sim, 30, 0))) == []
    assert obj.think == Stage.HULK
    (man,) = sim.state.pool.on_kind(Kind.MAN)
    assert (man.team, man.y) == (0, obj.y)
    # in steps of 3 px: the hull is 11.25 px long to the west, he reaches 2 to the east
    assert man.x == obj.x - 15 * ONE


def test_a_whole_wreck_can_still_be_shot() -> None:
    sim, obj, _ = wreck_of(flags=OUT_OF_FUEL)
    run(sim, 5, 0)
    damage(sim, obj, 12 * ONE, None)
    assert sounds(list(run(sim, 1, 0))) == ["Explosion"]
    run(sim, 20, 0)
    assert obj.think == Stage.HULK
    damage(sim, obj, 12 * ONE, None)
    assert sounds(list(run(sim, 20, 0))) == []


@pytest.mark.parametrize(
    ("type_", "effect"),
    [
        (VehicleType.TANK, Effect.TANK_DEATH),
        (VehicleType.JEEP, Effect.JEEP_DEATH),
        (VehicleType.MSV, Effect.MSV_DEATH),
        (VehicleType.HELICOPTER, Effect.TANK_DEATH),
    ],
)
@pytest.mark.parametrize(
    ("z", "debris"), [(0, Debris.LOW), (10 * ONE, Debris.LOW), (10 * ONE + 1, Debris.HIGH)]
)
def test_each_type_explodes_in_its_way_and_pieces_fly(
    type_: VehicleType, effect: Effect, z: int, debris: Debris
) -> None:
    sim, wreck_, _ = wreck_of(type_, z=z, flags=EXPLODES)
    events = run(sim, 1, 0)
    assert [event for event in events if isinstance(event, Exploded)] == [
        Exploded(effect, wreck_.x, wreck_.y, z)
    ]
    pieces = list(sim.state.pool.on_kind(Kind.DEBRIS))
    assert {debris_of(piece).set for piece in pieces} == {debris}
    assert {piece.team for piece in pieces} == {0}
    assert len(pieces) == 6


def test_it_has_12_hit_points() -> None:
    sim, obj, state = wreck_of(speed=3 * ONE)
    damage(sim, obj, 0, None)
    assert state.hits == 12 * ONE
    damage(sim, obj, 12 * ONE - 1, obj)
    assert sim.events[-1] == Damaged(obj.id, 12 * ONE - 1, obj.id)
    assert not obj.flags & EXPLODES
    damage(sim, obj, 1, None)
    assert obj.flags & EXPLODES


def test_it_rams_a_building_with_34_and_stops() -> None:
    sim, obj, _ = wreck_of(speed=2 * ONE)
    house = put(sim, 41, 40, "BLDG_S")
    events = run(sim, 20, 0)
    assert [event for event in events if isinstance(event, StaticHit)] == [
        StaticHit(house, 0, obj.id)
    ]
    assert sim.state.grid.static[house] == NUMBER_OF["STD_DEST"]
    assert obj.speed == 0
    assert obj.x <= (41 * 32 - 11) * ONE


@pytest.mark.parametrize("terrain", [DEEP, -1])
def test_in_deep_water_it_goes_down(terrain: int) -> None:
    sim, obj, _ = wreck_of()
    if terrain < 0:
        put_at(sim, obj, -40, 40)
    else:
        pave(sim, [(40, 40)], terrain)
    run(sim, 5, 0)
    assert (obj.z, obj.think) == (-5 * 0x6666, Stage.MOVING)
    run(sim, 27, 0)
    assert sim.state.pool.get(obj.id) is obj
    events = run(sim, 1, 0)
    assert sounds(list(events)) == ["Splash"]
    assert Exploded(Effect.SINKING, obj.x, obj.y, 0) in events
    assert sim.state.pool.get(obj.id) is None


def test_a_falling_wreck_sinks_only_when_it_is_down() -> None:
    sim, obj, _ = wreck_of(VehicleType.HELICOPTER, z=20 * ONE)
    pave(sim, [(40, 40)], DEEP)
    for _ in range(100):
        run(sim, 1, 0)
        if obj.z <= ONE:
            break
        assert obj.think == Stage.MOVING
    run(sim, 3, 0)
    assert obj.z < 0


@pytest.mark.parametrize(("z", "down"), [(ONE, 0x6666), (ONE + 1, 0x51E)])
def test_a_pixel_above_deep_water_it_is_in_it_and_higher_it_falls(z: int, down: int) -> None:
    sim, obj, _ = wreck_of(z=z)
    pave(sim, [(40, 40)], DEEP)
    run(sim, 1, 0)
    assert obj.z == z - down


def test_a_wreck_is_in_the_way_of_vehicles() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 42)
    obj = create(sim, Kind.WRECK, 0, tank.x, tank.y - 60 * ONE, 0, VehicleType.TANK)
    assert obj is not None
    obj.shape = FIRST_HULL
    obj.flags |= OUT_OF_FUEL
    run(sim, 200, UP)
    assert 22 * ONE <= tank.y - obj.y <= 25 * ONE
    assert tank.cell == cell(40, 41)


def test_a_vehicle_stops_a_wreck_that_rolls() -> None:
    sim, obj, _ = wreck_of(speed=3 * ONE)
    tank = spawn(sim, VehicleType.TANK, 41, 40)
    run(sim, 40, 0)
    assert 17 * ONE <= tank.x - obj.x <= 21 * ONE
    assert obj.speed == 0


def test_others_are_no_wrecks() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    with pytest.raises(TypeError, match=f"object {tank.id} is no wreck"):
        state_of(tank)

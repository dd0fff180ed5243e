"""The update of a vehicle, step by step (specification 5: VehicleUpdate; rules 6)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, PAD_0, cell, data, new_sim, pave, put, run, spawn
from tests.sim.vehicles.helpers import put_at, shift
from uoserver.sim.events import Launched, Lost, Sound
from uoserver.sim.grid import OUTSIDE
from uoserver.sim.kernel.fixmath import ONE, mul
from uoserver.sim.keys import DOWN, FIRE_A, FIRE_B, FIRE_C, FIRES, LEFT, RIGHT, UP
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.shapetable import SHAPES
from uoserver.sim.sides import ENDLESS
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import DOOR_GLOW
from uoserver.sim.tables.terrain import DEEP
from uoserver.sim.tables.vehicles import VEHICLES, Vehicle, VehicleType
from uoserver.sim.vehicles import drive
from uoserver.sim.vehicles.ground import Step
from uoserver.sim.vehiclestate import Phase, VehicleState


def tank(heading: int = NORTH) -> tuple[Simulation, Obj]:
    sim = new_sim()
    return sim, spawn(sim, VehicleType.TANK, 40, 40, heading)


# -- a new vehicle ---------------------------------------------------------------------------------


@pytest.mark.parametrize("type_", list(VehicleType))
def test_a_new_vehicle_is_full_and_out_of_stock(type_: VehicleType) -> None:
    sim = new_sim()
    obj = spawn(sim, type_, 40, 40)
    state, kind = data(obj), VEHICLES[type_]
    assert (state.fuel, state.hits) == (kind.fuel, kind.hits)
    assert SHAPES[obj.shape] == kind.hull
    assert [slot.ammunition for slot in state.weapons] == [each.ammunition for each in kind.weapons]
    assert sim.state.sides[0].stock[type_] == (3, 8, 3, 3)[type_] - 1
    assert sim.state.drivers[0].vehicle == obj.id
    assert sim.state.drivers[0].type == type_
    assert sim.events == [Launched(0, obj.id, type_), (obj.id, Kind.VEHICLE, 0)]


@pytest.mark.parametrize(("stock", "after"), [(2, 1), (0, 0), (ENDLESS, ENDLESS)])
def test_no_stock_and_endless_stock_do_not_shrink(stock: int, after: int) -> None:
    sim = new_sim()
    sim.state.sides[0].stock[0] = stock
    spawn(sim, VehicleType.TANK, 40, 40)
    assert sim.state.sides[0].stock[0] == after


@pytest.mark.parametrize(("reserve", "taken"), [(30, 10), (10, 10), (4, 4), (0, 0)])
def test_an_msv_takes_its_mines_from_the_sides_reserve(reserve: int, taken: int) -> None:
    sim = new_sim()
    sim.state.sides[0].mines = reserve
    msv = spawn(sim, VehicleType.MSV, 40, 40)
    assert data(msv).weapons[1].ammunition == taken
    assert sim.state.sides[0].mines == reserve - taken


def test_others_take_no_mines() -> None:
    sim, _ = tank()
    assert sim.state.sides[0].mines == 30


def test_the_engine_starts_in_the_first_update_only() -> None:
    sim, obj = tank()
    assert run(sim, 1, 0) == [Sound("tread", obj.x, obj.y, 0, obj.id)]
    assert run(sim, 5, 0) == []


def test_a_match_that_ends_before_the_move_stops_the_update(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def win(sim: Simulation, _obj: Obj, _state: VehicleState) -> bool:
        sim.state.running = False
        return False

    sim, obj = tank()
    monkeypatch.setattr(drive, "not_free", win)
    run(sim, 1, UP | LEFT)
    assert (obj.speed, obj.heading) == (0, NORTH)


# -- stopped ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [1, 2])
def test_a_wall_throws_a_tank_back_at_a_quarter_of_its_speed(dt: int) -> None:
    sim, obj = tank()
    put(sim, 40, 38, "WALL_H")
    speed = 0
    for _ in range(100):
        y = obj.y
        run(sim, 1, UP, dt=dt)
        if obj.speed < 0:
            break
        speed = obj.speed
    assert obj.speed == -min(speed + 0xCCC * dt, 0x10CCC) >> 2
    assert (data(obj).blocked, obj.y) == (True, y)
    run(sim, 1, 0, dt=dt)
    assert not data(obj).blocked


def test_backwards_too_rounded_down() -> None:
    sim, obj = tank()
    put(sim, 40, 41, "WALL_H")
    while obj.speed <= 0:
        run(sim, 1, DOWN)
    assert obj.speed in {-(-step * 0xCCC) >> 2 for step in range(1, 9)} | {0x6666 >> 2}


def beside_a_wall() -> tuple[Simulation, Obj]:
    """A tank that heads east so near to a row of walls that it cannot turn by a 64th."""
    sim, obj = tank(EAST)
    for column in range(36, 48):
        put(sim, column, 39, "WALL_H")
    put_at(sim, obj, 40 * 32 + 16, 39 * 32 + 16 + 10 + 7.5 + 1.5)
    return sim, obj


@pytest.mark.parametrize(("key", "free"), [(LEFT, 0), (RIGHT, 3)])
def test_who_cannot_turn_where_he_drives_goes_straight_on_without_a_bounce(
    key: int, free: int
) -> None:
    sim, obj = beside_a_wall()
    run(sim, free, UP | key)
    heading, x = obj.heading, obj.x
    assert heading == EAST + free * 0x4000
    for tick in range(free + 1, free + 9):
        run(sim, 1, UP | key)
        assert (obj.heading, data(obj).blocked) == (heading, False)
        assert obj.speed == 0xCCC * tick
        assert 0.99 * obj.speed < obj.x - x < obj.speed
        x = obj.x


def test_the_way_of_the_second_try_is_that_of_the_first() -> None:
    sim, obj = beside_a_wall()
    obj.heading = EAST + 0xC000
    x, y = obj.x, obj.y
    run(sim, 1, UP | RIGHT)
    assert obj.heading == EAST + 0xC000
    # it goes where the turned tank would have gone: a little to the south
    assert (obj.x - x, obj.y - y) == (mul(0xCCC, 65220), mul(0xCCC, 6423))


def test_who_finds_no_way_at_all_keeps_his_heading_and_bounces() -> None:
    sim, obj = beside_a_wall()
    put(sim, 41, 40, "WALL_V")
    put_at(sim, obj, 41 * 32 + 16 - 10 - 11.25 - 0.75, obj.y / ONE)
    obj.speed = ONE
    x = obj.x
    run(sim, 1, UP | LEFT)
    assert (obj.heading, obj.x, data(obj).blocked) == (EAST, x, True)
    assert obj.speed == -(ONE + 0xCCC) >> 2


def test_who_turns_on_the_spot_into_something_is_turned_back() -> None:
    sim, obj = beside_a_wall()
    obj.heading = EAST + 0xC000
    run(sim, 1, RIGHT)
    assert (obj.heading, data(obj).blocked, obj.speed) == (EAST + 0xC000, True, 0)
    run(sim, 1, LEFT)
    assert (obj.heading, data(obj).blocked) == (EAST + 0x8000, False)


# -- fuel ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [1, 2, 12])
@pytest.mark.parametrize("key", [UP, DOWN])
def test_fuel_is_a_32nd_of_the_way(key: int, dt: int) -> None:
    sim, obj = tank()
    run(sim, 100 // dt, key, dt=dt)
    before, y = data(obj).fuel, obj.y
    run(sim, 1, key, dt=dt)
    assert before - data(obj).fuel == abs(obj.y - y) >> 5


def test_fuel_is_charged_for_a_way_that_is_blocked() -> None:
    sim, obj = tank()
    put(sim, 40, 39, "WALL_H")
    fuel = data(obj).fuel
    while not data(obj).blocked:
        fuel, y = data(obj).fuel, obj.y
        run(sim, 1, UP)
    assert obj.y == y
    assert fuel - data(obj).fuel > 0


def test_the_last_drop_ends_the_drive_before_the_move() -> None:
    sim, obj = tank()
    run(sim, 40, UP)
    data(obj).fuel = 0x10CCC >> 5
    y = obj.y
    events = run(sim, 1, UP)
    assert Lost(0, VehicleType.TANK, "fuel") in events
    (wreck,) = sim.state.pool.on_kind(Kind.WRECK)
    assert data(obj).fuel == 0
    # one tick of the wreck's own friction
    assert y - wreck.y == wreck.speed == 0x10CCC - 0x1999


def test_who_stands_needs_no_fuel() -> None:
    sim, obj = tank()
    data(obj).fuel = 0
    run(sim, 10, LEFT)
    assert sim.state.drivers[0].vehicle == obj.id


def test_less_than_an_eighth_of_the_fuel_warns_every_120_ticks() -> None:
    sim, obj = tank()
    data(obj).fuel = 50 * ONE
    assert all(event.name != "FuelWarn" for event in run(sim, 5, 0) if isinstance(event, Sound))
    data(obj).fuel -= 1
    assert run(sim, 1, 0) == [Sound("FuelWarn", obj.x, obj.y, 0, obj.id)]
    assert run(sim, 119, 0) == []
    assert len(run(sim, 1, 0)) == 1


# -- self-destruct, docking, water, arrow ----------------------------------------------------------


def test_all_three_buttons_blow_it_up() -> None:
    sim, _ = tank()
    for keys in (FIRE_A | FIRE_B, FIRE_A | FIRE_C, FIRE_B | FIRE_C):
        run(sim, 1, keys)
        assert sim.state.drivers[0].vehicle
    events = run(sim, 1, FIRES)
    assert Lost(0, VehicleType.TANK, "self") in events


def test_also_over_the_own_pad_and_on_the_way_off_the_lift() -> None:
    for phase in (Phase.FREE, Phase.ROLL_OFF):
        sim = new_sim()
        spawn(sim, VehicleType.TANK, *PAD_0, phase=phase)
        assert Lost(0, VehicleType.TANK, "self") in run(sim, 1, FIRES)


def test_but_not_a_jeep_that_still_waits() -> None:
    sim = new_sim()
    spawn(sim, VehicleType.JEEP, 40, 40, phase=Phase.WARM_UP)
    run(sim, 5, FIRES)
    assert sim.state.drivers[0].vehicle


@pytest.mark.parametrize(("turn", "still"), [(0, True), (8, True), (15, True), (16, False)])
def test_a_turn_of_less_than_16_units_is_none(
    turn: int, still: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def twist(
        _sim: Simulation, obj: Obj, _state: VehicleState, _kind: Vehicle, _steer: int
    ) -> Step:
        obj.heading ^= turn
        return Step(0)

    sim = new_sim()
    spawn(sim, VehicleType.TANK, *PAD_0)
    monkeypatch.setattr(drive, "MOVES", (twist,))
    run(sim, 1, 0)
    assert (sim.state.grid.static[cell(*PAD_0)] == DOOR_GLOW) is still


def test_who_rolls_is_not_still() -> None:
    sim = new_sim()
    obj = spawn(sim, VehicleType.TANK, *PAD_0)
    obj.speed = 0x7000
    run(sim, 1, 0)
    assert sim.state.glow == []


def test_water_is_looked_at_after_the_move() -> None:
    sim, obj = tank()
    pave(sim, [(40, row) for row in range(30, 40)], DEEP)
    shift(sim, obj, 0, -15.9)
    run(sim, 3, UP)
    assert (data(obj).water, obj.cell) == (DEEP, cell(40, 39))


def test_a_vehicle_off_the_map_is_updated_like_any_other() -> None:
    sim, obj = tank()
    put_at(sim, obj, -100, 700)
    run(sim, 10, UP)
    assert (obj.cell, data(obj).water) == (OUTSIDE, DEEP)
    assert obj.speed > 0

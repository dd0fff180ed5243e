"""Soldiers run from vehicles, round what is in the way, and throw grenades (rules 11)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, SOUTH, WEST, cell, new_sim, pave, put, px, run, spawn
from tests.sim.rules.helpers import catch_throws, man_at, mind
from tests.sim.vehicles.helpers import middle, put_at
from uoserver.sim.kernel.fixmath import ONE, dist
from uoserver.sim.kernel.headings import MASK, angle_between
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.lifecycle import create, mark_for_delete, parent_of, set_parent
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules import running
from uoserver.sim.rules.manstate import Pose, Think
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType

TANK = VehicleType.TANK


def hunted(dx: int, dy: int, *, team: int = 1, grenades: int = 0) -> tuple[Simulation, Obj, Obj]:
    """A man pixels beside a tank of side 0 from which he runs for a long time."""
    sim = new_sim()
    tank = spawn(sim, TANK, 60, 60)
    obj = man_at(sim, team, 60, 60, dx, dy)
    set_parent(sim, obj, tank)
    obj.think, mind(obj).until, mind(obj).grenades = Think.FLEE, 9999, grenades
    return sim, tank, obj


# -- whom from -------------------------------------------------------------------------------------


def test_he_picks_the_nearest_vehicle_of_either_side() -> None:
    sim = new_sim((0, 1, 0))
    far = spawn(sim, TANK, 60, 64)
    near = spawn(sim, TANK, 60, 57, driver=1)
    obj = man_at(sim, 0, 60, 60)
    run(sim, 1)
    assert parent_of(sim, obj) is near
    put_at(sim, near, 60 * 32, 50 * 32)
    obj.think = Think.PICK
    run(sim, 1)
    assert parent_of(sim, obj) is far


def test_who_lost_his_vehicle_is_feared_for_its_wreck_as_long_as_it_is_there() -> None:
    sim = new_sim((0, 1))
    spawn(sim, TANK, 60, 65)
    wreck = create(sim, Kind.WRECK, 1, *middle(60, 58), 0, TANK)
    assert wreck
    sim.state.drivers[1].wreck = wreck.id
    obj = man_at(sim, 0, 60, 60)
    run(sim, 1)
    assert parent_of(sim, obj) is wreck
    mark_for_delete(sim, wreck)
    run(sim, 2)
    assert parent_of(sim, obj) is sim.state.pool.get(sim.state.drivers[0].vehicle)


def test_of_a_driver_with_a_vehicle_the_wreck_does_not_count() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 60, 65)
    wreck = create(sim, Kind.WRECK, 1, *middle(60, 58), 0, TANK)
    assert wreck
    sim.state.drivers[0].wreck = wreck.id
    obj = man_at(sim, 0, 60, 60)
    run(sim, 1)
    assert parent_of(sim, obj) is tank


@pytest.mark.parametrize(("away", "think"), [(256, Think.FLEE), (257, Think.STAND)])
def test_up_to_256_px_he_runs(away: int, think: Think) -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 60, 60)
    obj = man_at(sim, 1, 60, 60, away, 0)
    running.pick(sim, obj, mind(obj))
    assert (obj.think, parent_of(sim, obj)) == (think, tank)


def test_without_any_vehicle_he_stands() -> None:
    sim = new_sim()
    obj = man_at(sim, 1, 60, 60)
    x, y = obj.x, obj.y
    run(sim, 40)
    assert (obj.x, obj.y, obj.think, mind(obj).pose) == (x, y, Think.STAND, Pose.STAND)
    assert parent_of(sim, obj) is None


def test_he_looks_again_after_30_to_119_ticks_and_first_runs_up_to_two_steps_aside() -> None:
    sim = new_sim()
    spawn(sim, TANK, 60, 60)
    obj = man_at(sim, 1, 61, 60)
    times, sides = set(), set()
    for _ in range(900):
        twin = Rand(sim.state.rand.state)
        running.pick(sim, obj, mind(obj))
        assert mind(obj).until == sim.state.tick + 30 + twin.below(90)
        times.add(mind(obj).until - sim.state.tick)
        sides.add(mind(obj).astray >> 16)
    assert (min(times), max(times)) == (30, 119)
    assert sides == {-2, -1, 0, 1, 2}


def test_he_stands_until_his_time_and_then_looks() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 60, 63)
    obj = man_at(sim, 1, 60, 60)
    obj.think, mind(obj).until = Think.STAND, sim.state.tick + 5
    run(sim, 4)
    assert (obj.think, obj.parent) == (Think.STAND, 0)
    run(sim, 1)
    assert (obj.think, parent_of(sim, obj)) == (Think.FLEE, tank)


# -- running ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [1, 3])
@pytest.mark.parametrize("team", [0, 1])
def test_he_runs_straight_away_at_a_fifth_of_a_pixel_a_tick(team: int, dt: int) -> None:
    sim, _, obj = hunted(0, -40, team=team)
    x, y = obj.x, obj.y
    run(sim, 20, dt=dt)
    assert (obj.x, obj.y, obj.heading) == (x, y - 20 * 0x3333 * dt, NORTH)
    assert mind(obj).pose is Pose.WALK


def test_only_the_first_step_leads_aside() -> None:
    sim, _, obj = hunted(0, -40)
    mind(obj).astray = 2 << 16
    run(sim, 1)
    assert obj.heading == 2 << 16
    before = obj.x, obj.y
    run(sim, 1)
    assert obj.heading == angle_between(*middle(60, 60), *before)
    assert 0 < obj.heading < 0x10000


@pytest.mark.parametrize("terrain", [1, 2])
def test_he_swims_and_treads_water(terrain: int) -> None:
    sim, _, obj = hunted(0, -40)
    pave(sim, [(60, row) for row in range(50, 60)], terrain)
    run(sim, 3)
    assert mind(obj).pose is Pose.SWIM
    obj.think = Think.STAND
    run(sim, 1)
    assert mind(obj).pose is Pose.TREAD


def test_who_loses_sight_of_what_he_runs_from_looks_for_another() -> None:
    sim, _, obj = hunted(0, -40)
    set_parent(sim, obj, None)
    run(sim, 1)
    assert obj.parent == sim.state.drivers[0].vehicle & 511


# -- round obstacles -------------------------------------------------------------------------------


def test_a_wall_across_his_way_leads_him_along_it() -> None:
    # he comes from the south-east: beside the wall's width he goes west
    sim, tank, obj = hunted(0, 0)
    put(sim, 60, 57, "WALL_H", 1)
    x, y = middle(60, 57)
    put_at(sim, obj, px(x) + 5, px(y) + 12)
    put_at(sim, tank, px(x) + 30, px(y) + 60)
    run(sim, 5)
    assert px(obj.x) < px(x) + 5
    assert px(obj.y) >= px(y) + 11.5
    assert obj.heading == WEST


def test_towards_the_east_likewise() -> None:
    sim, tank, obj = hunted(0, 0)
    put(sim, 60, 57, "WALL_H", 1)
    x, y = middle(60, 57)
    put_at(sim, obj, px(x) - 5, px(y) + 12)
    put_at(sim, tank, px(x) - 30, px(y) + 60)
    run(sim, 5)
    assert obj.heading == EAST


@pytest.mark.parametrize(("side", "heading"), [(40, NORTH), (-40, SOUTH)])
def test_a_wall_beside_him_leads_him_north_or_south(side: int, heading: int) -> None:
    sim, tank, obj = hunted(0, 0)
    put(sim, 60, 57, "WALL_V", 1)
    x, y = middle(60, 57)
    put_at(sim, obj, px(x) - 13, px(y))
    put_at(sim, tank, px(x) - 60, px(y) + side)
    for _ in range(30):
        run(sim, 1)
        if obj.heading == heading:
            break
    assert obj.heading == heading


def test_round_another_man_he_goes_to_the_left_or_right_or_back_but_never_nearer() -> None:
    sim, tank, obj = hunted(0, -40)
    other = man_at(sim, 1, 60, 60, 0, -43)
    other.think, mind(other).until = Think.WAIT, 9999
    x, far = obj.x, 0
    for _ in range(60):
        run(sim, 1)
        away = angle_between(tank.x, tank.y, obj.x, obj.y)
        off = min(obj.heading - away & MASK, away - obj.heading & MASK)
        assert off <= 0x100000 + 0x10000
        assert dist(tank.x, tank.y, obj.x, obj.y) >= far
        far = dist(tank.x, tank.y, obj.x, obj.y)
    assert obj.x < x
    assert (other.x, other.y) == (x, middle(60, 60)[1] - 43 * ONE)


def test_the_ways_round_an_object() -> None:
    sim, _, obj = hunted(0, -40)
    other = man_at(sim, 1, 60, 60, 0, -44)
    state = mind(obj)
    state.met_object = other.id
    # straight ahead: to the left first, then to the right; back would lead to the tank
    assert running._round_object(sim, obj, state, NORTH) == [WEST, EAST]
    put_at(sim, other, px(obj.x) + 4, px(obj.y))  # to the east: back is west
    assert running._round_object(sim, obj, state, NORTH) == [WEST, NORTH]
    put_at(sim, other, px(obj.x), px(obj.y) + 4)  # behind
    assert running._round_object(sim, obj, state, NORTH) == [NORTH, EAST, WEST]
    state.met_object = 0  # the land
    assert running._round_object(sim, obj, state, NORTH) == [WEST, EAST]


def test_the_ways_along_a_static_object() -> None:
    sim, _, obj = hunted(0, 0)
    at = put(sim, 60, 57, "BLDG_S", 1)  # 16 px to the west and north, 15 to the east and south
    x, y = middle(60, 57)
    state = mind(obj)
    state.met_cell, state.met_part = at, 0
    for dx, dy, heading, ways in (
        (-20, 0, NORTH, [NORTH]),
        (-20, 0, SOUTH, [SOUTH]),
        (20, 0, EAST, [NORTH]),
        (0, 20, EAST, [EAST]),
        (0, 20, WEST, [WEST]),
        (0, -20, NORTH, [EAST]),
        (20, 20, 0x380000, [NORTH, WEST]),
        (-15, 15, NORTH, []),
        (15, -16, NORTH, []),
        (-16, 16, NORTH, [EAST]),
        (16, 15, NORTH, [NORTH]),
    ):
        put_at(sim, obj, px(x) + dx, px(y) + dy)
        assert running._along_static(sim, obj, state, heading) == ways, (dx, dy, heading)


def test_what_is_moved_about_in_its_cell_is_met_where_it_stands() -> None:
    sim, _, obj = hunted(0, 0)
    at = put(sim, 60, 57, "CACTUS", 1)
    sim.state.grid.jitter = [(10, -5, 0, 0)] * 256
    x, y = middle(60, 57)
    state = mind(obj)
    state.met_cell, state.met_part = at, 0
    put_at(sim, obj, px(x) + 10 + 9, px(y) - 5)
    assert running._along_static(sim, obj, state, NORTH) == [NORTH]
    put_at(sim, obj, px(x) + 10 + 8, px(y) - 5)
    assert running._along_static(sim, obj, state, NORTH) == []


def test_in_a_corner_he_stands() -> None:
    sim, tank, obj = hunted(0, 0)
    for column, row in ((59, 59), (60, 59), (61, 59), (59, 60), (61, 60)):
        put(sim, column, row, "BLDG_S", 1)
    put_at(sim, obj, 60 * 32 + 2, 60 * 32 + 2)
    put_at(sim, tank, 60 * 32 + 16, 60 * 32 + 60)
    run(sim, 60)
    assert mind(obj).pose is Pose.STAND
    assert mind(obj).frame == 9 * ONE
    assert px(obj.y) < 60 * 32 + 3


# -- grenades --------------------------------------------------------------------------------------


def cornered(team: int, grenades: int) -> tuple[Simulation, Obj, Obj]:
    sim, tank, obj = hunted(0, 0, team=team, grenades=grenades)
    for column, row in ((59, 59), (60, 59), (61, 59), (59, 60), (61, 60)):
        put(sim, column, row, "BLDG_S", 1)
    put_at(sim, obj, 60 * 32 + 2, 60 * 32 + 2)
    put_at(sim, tank, 60 * 32 + 16, 60 * 32 + 60)
    mind(obj).frame = 6 * ONE
    return sim, tank, obj


def test_a_cornered_man_throws_when_he_stands_and_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    throws = catch_throws(monkeypatch)
    sim, tank, obj = cornered(1, 2)
    ticks = 0
    while not throws:
        run(sim, 1)
        ticks += 1
    # a step or two, then from frame 0 up to 9 and down to 6 again
    assert 60 <= ticks <= 65
    ((team, at, (x, y), owner),) = throws
    assert (team, at, owner) == (1, (obj.x, obj.y, obj.z), obj)
    far = dist(obj.x, obj.y, tank.x, tank.y) >> 18
    assert 0 < far == 15
    assert max(abs(x - tank.x), abs(y - tank.y)) < far * ONE
    assert (obj.think, mind(obj).grenades) == (Think.WAIT, 1)
    assert 120 <= mind(obj).until - sim.state.tick < 180
    run(sim, 119)
    assert len(throws) == 1
    assert mind(obj).pose is Pose.STAND


@pytest.mark.parametrize(("team", "grenades"), [(0, 4), (1, 0)])
def test_he_throws_at_no_friend_and_nothing_without_grenades(
    monkeypatch: pytest.MonkeyPatch, team: int, grenades: int
) -> None:
    throws = catch_throws(monkeypatch)
    sim, _, obj = cornered(team, grenades)
    run(sim, 100)
    assert throws == []
    assert obj.think == Think.FLEE


def test_the_spread_is_the_difference_of_two_numbers_on_each_axis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    throws = catch_throws(monkeypatch)
    sim, tank, obj = hunted(0, -80, grenades=4)
    for _ in range(3):
        obj.think, mind(obj).frame = Think.THROW, 6 * ONE
        twin = Rand(sim.state.rand.state)
        running.throw_now(sim, obj, mind(obj))
        dx = twin.below(20) - twin.below(20)
        dy = twin.below(20) - twin.below(20)
        assert throws[-1][2] == (tank.x + dx * ONE, tank.y + dy * ONE)
        assert mind(obj).until == sim.state.tick + 120 + twin.below(60)
    assert mind(obj).grenades == 1


def test_before_the_throw_he_lifts_his_arm() -> None:
    sim, _, obj = hunted(0, -80, grenades=4)
    obj.think, mind(obj).frame = Think.THROW, 7 * ONE
    running.throw_now(sim, obj, mind(obj))
    assert (obj.think, mind(obj).pose, mind(obj).grenades) == (Think.THROW, Pose.THROW, 4)


def test_who_lost_his_aim_looks_for_another() -> None:
    sim, _, obj = hunted(0, -80, grenades=4)
    set_parent(sim, obj, None)
    obj.think = Think.THROW
    running.throw_now(sim, obj, mind(obj))
    assert obj.think == Think.PICK


@pytest.mark.parametrize(("away", "throws"), [(64, False), (65, True), (95, True), (96, False)])
def test_when_his_time_is_up_he_throws_once_in_three_between_64_and_96_px(
    away: int, throws: bool
) -> None:
    sim, _, obj = hunted(0, -away, grenades=4)
    outcomes = []
    for _ in range(300):
        obj.think, mind(obj).until = Think.FLEE, sim.state.tick
        assert running.flee(sim, obj, mind(obj))
        outcomes.append(obj.think == Think.THROW)
    if throws:
        assert 80 < sum(outcomes) < 120
    else:
        assert not any(outcomes)


def test_nobody_throws_out_of_the_water() -> None:
    sim, _, obj = hunted(0, -80, grenades=4)
    pave(sim, [(60, row) for row in range(55, 60)], 1)
    state = mind(obj)
    tank = parent_of(sim, obj)
    assert tank
    assert not running._can_throw(sim, obj, state, tank, 0)
    pave(sim, [(60, row) for row in range(55, 60)], 0)
    assert running._can_throw(sim, obj, state, tank, 0)
    assert cell(60, 58) == obj.cell

"""Soldiers leave buildings, are seen or gone, and die (rules 11)."""

from __future__ import annotations

import pytest

from tests.sim.play import NORTH, cell, new_sim, pave, put, px, run, spawn
from tests.sim.rules.helpers import man_at, men, mind
from tests.sim.vehicles.helpers import middle, put_at
from uoserver.sim.events import Destroyed, ManKilled, Sound
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import direction
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import DOWN, UP
from uoserver.sim.lifecycle import alive, create, mark_for_delete, set_parent
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules import man
from uoserver.sim.rules.manstate import GRENADES, LEAVING, Pose, Think, state_of
from uoserver.sim.shapetable import MAN
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Remains
from uoserver.sim.tables.statics import STATICS
from uoserver.sim.tables.vehicles import VehicleType

TANK, JEEP, HELICOPTER = VehicleType.TANK, VehicleType.JEEP, VehicleType.HELICOPTER


def let_out(sim: Simulation, at: int, team: int = 1) -> Obj:
    """A man who is about to leave the building in a cell."""
    obj = create(sim, Kind.MAN, team, 0, 0, 0, at + 1)
    assert obj is not None
    return obj


# -- coming out ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["BLDG_N", "FACT_E", "BNKR_S", "HOSP_E", "OUTPOST", "PRISON_S"])
def test_he_begins_in_the_western_half_on_the_line_through_the_middle(name: str) -> None:
    sim = new_sim()
    at = put(sim, 60, 60, name, 1)
    x, y = middle(60, 60)
    part = STATICS[sim.state.grid.static[at]].shape[0]
    x, y = x + part.dx, y + part.dy
    half = part.box[2] - part.box[0] >> 17
    places = set()
    for _ in range(200):
        obj = let_out(sim, at)
        assert obj.y == y
        places.add((obj.x - x - part.box[0]) / ONE)
        mark_for_delete(sim, obj)
        run(sim, 1)
    assert places == set(range(half))


def test_he_draws_his_place_twice_his_grenades_and_his_heading() -> None:
    sim = new_sim()
    at = put(sim, 60, 60, "BLDG_N", 1)
    twin = Rand(sim.state.rand.state)
    obj = let_out(sim, at)
    x = twin.below(15)
    twin.below(16 * ONE)
    grenades = GRENADES[twin.below(16)]
    heading = (twin.below(8) - 4 & 63) << 16
    assert (obj.x, mind(obj).grenades, obj.heading) == (
        middle(60, 60)[0] + (x - 16) * ONE,
        grenades,
        heading,
    )
    assert sim.state.rand.state == twin.state


def test_headings_are_north_and_four_steps_aside_and_grenades_0_to_4() -> None:
    sim = new_sim()
    made = [create(sim, Kind.MAN, 1, 0, 0, 0, 0) for _ in range(300)]
    headings = {(obj.heading >> 16) for obj in made if obj}
    assert headings == {60, 61, 62, 63, 0, 1, 2, 3}
    assert {mind(obj).grenades for obj in made if obj} == {0, 1, 2, 3, 4}


def test_he_walks_out_to_the_north_in_steps_of_4_px_in_one_frame() -> None:
    sim = new_sim()
    spawn(sim, TANK, 90, 61)
    at = put(sim, 60, 60, "BLDG_N", 1)
    obj = let_out(sim, at)
    obj.heading = NORTH
    x, y = obj.x, obj.y
    run(sim, 1)
    # the house ends 16 px north of its middle, the man 0.05 south of his: the fifth step is out
    assert (obj.x, obj.y) == (x, y - 20 * ONE)
    assert obj.think == Think.STAND
    assert not obj.flags & LEAVING


def test_his_heading_leads_him_aside() -> None:
    sim = new_sim()
    spawn(sim, TANK, 90, 61)
    obj = let_out(sim, put(sim, 60, 60, "BLDG_N", 1))
    obj.heading = 3 << 16
    x, y = obj.x, obj.y
    run(sim, 1)
    dx, dy = direction(3 << 16)
    assert (obj.x - x, obj.y - y) == (5 * (dx * 4), 5 * (dy * 4))


def test_he_walks_through_a_row_of_houses() -> None:
    sim = new_sim()
    spawn(sim, TANK, 90, 61)
    for row in (58, 59, 60):
        put(sim, 60, row, "BLDG_N", 1)
    obj = let_out(sim, cell(60, 60))
    obj.heading = NORTH
    run(sim, 1)
    assert px(obj.y) == 60 * 32 + 16 - 84


def test_who_does_not_get_out_is_gone() -> None:
    sim = new_sim()
    for row in range(40, 61):
        put(sim, 60, row, "BLDG_N", 1)
    let_out(sim, cell(60, 60)).heading = NORTH
    run(sim, 1)
    assert men(sim) == []


@pytest.mark.parametrize("shape", [1, MAN])
def test_who_comes_out_into_something_else_is_gone(shape: int) -> None:
    sim = new_sim()
    x, y = middle(60, 60)
    other = create(sim, Kind.WRECK, 0, x, y - 20 * ONE, 0, 0)
    assert other
    other.shape = shape  # there would be room beside a small one
    obj = let_out(sim, put(sim, 60, 60, "BLDG_N", 1))
    obj.heading, obj.x = NORTH, x
    step(sim, [0])  # no wreck has the shape of a man
    assert men(sim) == []


def test_who_comes_out_under_a_vehicle_is_run_over() -> None:
    sim = new_sim()
    spawn(sim, TANK, 60, 59)
    obj = let_out(sim, put(sim, 60, 60, "BLDG_N", 1))
    obj.heading, obj.x = NORTH, middle(60, 60)[0]
    events = run(sim, 1)
    assert ManKilled(obj.id, 1, 0) in events


def test_men_make_room_for_each_other_at_eight_places() -> None:
    sim = new_sim()
    spawn(sim, TANK, 90, 61)
    at = put(sim, 60, 60, "BLDG_N", 1)
    places = []
    for _ in range(10):
        obj = let_out(sim, at)
        obj.heading, obj.x = NORTH, middle(60, 60)[0]
        run(sim, 1)
        if sim.state.pool.get(obj.id):
            places.append((px(obj.x) - 60 * 32 - 16, px(obj.y) - 60 * 32 + 4))
    # Those level with the first touch him: he is 4 px wide, and the edge counts. So do those
    # between two others.
    assert places == [(0, 0), (-4, -3), (4, -3)]
    assert set(places[1:]) <= set(man.BESIDE)


def test_a_crewman_stays_where_he_is() -> None:
    sim = new_sim()
    spawn(sim, TANK, 90, 61)
    obj = create(sim, Kind.MAN, 0, 7777777, 8888888, 0, 0)
    assert obj
    run(sim, 1)
    assert (obj.x, obj.y) == (7777777, 8888888)


# -- seen ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [1, 5])
def test_who_is_not_seen_for_120_ticks_is_gone(dt: int) -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 60, 63)
    man_at(sim, 1, 60, 60)
    run(sim, 200 // dt, dt=dt)
    assert len(men(sim)) == 1
    put_at(sim, tank, 100, 100)
    run(sim, 120 // dt, dt=dt)
    assert len(men(sim)) == 1
    run(sim, 1, dt=dt)
    assert men(sim) == []


# -- pictures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pose", "start", "frames"),
    [
        (Pose.WALK, 0, [0, 1, 2, 3, 4, 5, 0]),
        (Pose.STAND, 6, [6, 7, 8, 9, 9]),
        (Pose.THROW, 9, [8, 7, 6, 6]),
        (Pose.THROW, 4, [4, 5, 6, 6]),
        (Pose.SWIM, 9, [17, 10, 11, 12, 13, 14, 15, 16, 17, 10]),
        (Pose.TREAD, 17, [19, 18, 19]),
    ],
)
def test_his_pictures_run_at_a_fifth_of_a_frame_a_tick(
    pose: Pose, start: int, frames: list[int]
) -> None:
    sim = new_sim()
    state = mind(man_at(sim, 1, 60, 60))
    state.pose, state.frame = pose, start * ONE
    seen = []
    for _ in frames:  # looked at in the middle of every five ticks
        for tick in range(5):
            man._animate(state, 0x3333)
            if tick == 2:
                seen.append(state.frame >> 16)
    assert seen == frames


# -- dying -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [UP, DOWN])
@pytest.mark.parametrize("team", [0, 1])
@pytest.mark.parametrize("type_", [TANK, JEEP])
def test_vehicles_run_over_men_of_both_sides_and_are_not_stopped(
    key: int, team: int, type_: VehicleType
) -> None:
    sim = new_sim()
    obj = spawn(sim, type_, 60, 60)
    free = new_sim()
    other = spawn(free, type_, 60, 60)
    victim = man_at(sim, team, 60, 60, 0, -25 if key == UP else 25)
    victim.think = Think.WAIT
    mind(victim).until = 9999
    events = run(sim, 60, key)
    run(free, 60, key)
    assert (obj.y, obj.speed) == (other.y, other.speed)
    killed = [event for event in events if isinstance(event, ManKilled)]
    assert killed == [ManKilled(victim.id, team, 0)]
    assert [event.name for event in events if isinstance(event, Sound)][-1] == "ManCrush"
    (body,) = sim.state.pool.on_kind(Kind.REMAINS)
    assert man.is_body(body)
    assert (body.x, body.y, body.team) == (victim.x, victim.y, team)


def test_who_runs_into_a_vehicle_is_run_over_too() -> None:
    sim = new_sim((0, 1))
    behind = spawn(sim, TANK, 60, 61)
    spawn(sim, TANK, 60, 59, driver=1)
    victim = man_at(sim, 0, 60, 60)
    set_parent(sim, victim, behind)
    victim.think, mind(victim).until = Think.FLEE, 9999
    events = run(sim, 110)
    assert ManKilled(victim.id, 0, 1) in events


def test_a_helicopter_above_runs_over_nobody() -> None:
    sim = new_sim()
    spawn(sim, HELICOPTER, 60, 60)
    man_at(sim, 1, 60, 60)
    run(sim, 30, UP)
    assert len(men(sim)) == 1


def test_any_hit_kills_once_and_tells_by_whom() -> None:
    sim = new_sim((0, 1))
    tank = spawn(sim, TANK, 60, 66, driver=1)
    victim = man_at(sim, 0, 60, 60)
    sim.events = []
    man.damage(sim, victim, 0, tank)
    assert sim.events == []
    man.damage(sim, victim, 1, tank)
    assert not alive(victim)
    man.damage(sim, victim, ONE, tank)
    assert [event for event in sim.events if isinstance(event, ManKilled)] == [
        ManKilled(victim.id, 0, 1)
    ]
    run(sim, 1)
    assert sim.state.pool.get(victim.id) is None


def test_nothing_did_it() -> None:
    sim = new_sim()
    victim = man_at(sim, 0, 60, 60)
    man.damage(sim, victim, ONE, None)
    assert ManKilled(victim.id, 0, -1) in sim.events


@pytest.mark.parametrize("terrain", [1, 2, 30])
def test_who_dies_in_water_leaves_no_body(terrain: int) -> None:
    sim = new_sim()
    pave(sim, [(60, 60)], terrain)
    before = sim.state.rand.state
    victim = man_at(sim, 0, 60, 60)
    drawn = Rand(before)
    drawn.below(16), drawn.below(8)
    man.damage(sim, victim, ONE, None)
    assert not list(sim.state.pool.on_kind(Kind.REMAINS))
    assert sim.state.rand.state == drawn.state


def test_a_wreck_rolls_through_men_and_they_do_not_hold_it() -> None:
    sim = new_sim()
    victim = man_at(sim, 0, 60, 60, 0, -20)
    x, y = middle(60, 60)
    wreck = create(sim, Kind.WRECK, 0, x, y, 0, TANK)
    assert wreck
    wreck.shape, wreck.speed = 1, 3 * ONE
    victim.think, mind(victim).until = Think.STAND, 9999
    run(sim, 25)
    assert (px(wreck.y) < 60 * 32 - 10, len(men(sim))) == (True, 1)
    assert not [event for event in sim.events if isinstance(event, Destroyed)]


def test_bodies_are_known_by_what_they_are() -> None:
    sim = new_sim()
    made = [create(sim, Kind.REMAINS, 0, 0, 0, 0, what) for what in Remains]
    assert [man.is_body(obj) for obj in made if obj] == [False] * 4 + [True] * 3
    assert not man.is_body(man_at(sim, 0, 60, 60))


def test_only_men_have_the_state_of_one() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 40, 40)
    with pytest.raises(TypeError, match="is no man"):
        state_of(tank)

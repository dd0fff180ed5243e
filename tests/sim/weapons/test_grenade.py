"""Grenades (rules 7: Grenade)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, cell, new_sim, pave, put, run, spawn
from tests.sim.weapons.helpers import follow, only
from uoserver.sim.events import Created, Damaged, Exploded, Fired, Sound, StaticHit
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE, sqrt
from uoserver.sim.lifecycle import create
from uoserver.sim.match import step
from uoserver.sim.objects import DELETED, Kind
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.grenade import hit_land, state_of, throw

AT = (1600 * ONE, 1600 * ONE, 5 * ONE)


def test_its_arc_is_a_formula_of_time() -> None:
    sim = new_sim()
    grenade = throw(sim, 0, AT, (AT[0] + 60 * ONE, AT[1]), None)
    assert grenade is not None
    speed = state_of(grenade).speed
    assert speed == sqrt((3276 * 60 << 16) // 0xB504) == 134973
    for t in (1, 2, 3):
        step(sim, [])
        assert grenade.x - AT[0] == speed * (t * 0x61F7) >> 16
        assert grenade.z - AT[2] == ((speed * 0xEC83 >> 16) - 0x666 * t) * t
    step(sim, [], 12)
    assert grenade.x - AT[0] == speed * (15 * 0x61F7) >> 16


@pytest.mark.parametrize("dt", [1, 3, 12])
def test_it_lands_at_the_same_time_and_place_in_frames_of_any_length(dt: int) -> None:
    sim = new_sim()
    grenade = throw(sim, 0, AT, (AT[0], AT[1] - 60 * ONE), None)
    assert grenade is not None
    frames = len(follow(sim, grenade, dt=dt)) + 1
    assert 79 <= frames * dt < 79 + dt
    (end,) = only(sim.events, Exploded)
    assert (end.effect, end.z) == (Effect.BIG_DUST, 0)


def test_its_course_is_rounded_down_to_a_64th_of_a_turn() -> None:
    sim = new_sim()
    grenade = throw(sim, 0, AT, (AT[0] + 60 * ONE, AT[1] + 5 * ONE), None)
    assert grenade is not None
    assert EAST < grenade.heading < EAST + 0x10000
    step(sim, [])
    assert grenade.y == AT[1]


def test_it_is_told_and_knows_whose_it_is() -> None:
    sim = new_sim((1,))
    jeep = spawn(sim, VehicleType.JEEP, 40, 40)
    sim.events.clear()
    grenade = throw(sim, 1, AT, (AT[0], AT[1] - 60 * ONE), jeep)
    assert grenade is not None
    assert sim.events == [
        Created(grenade.id, Kind.GRENADE, 1),
        Fired(grenade.id, -1, jeep.id, *AT, NORTH),
        Sound("Throw", *AT, grenade.id),
    ]
    assert (grenade.parent, state_of(grenade).by) == (jeep.slot, 0)
    nobodys = throw(sim, 0, AT, (AT[0], AT[1]), None)
    assert nobodys is not None
    assert (state_of(nobodys).by, state_of(nobodys).speed) == (-1, 0)


def test_it_takes_a_hit_and_a_half_but_not_from_its_owner() -> None:
    sim = new_sim((0, 0))
    jeep = spawn(sim, VehicleType.JEEP, 50, 50, EAST)
    tank = spawn(sim, VehicleType.TANK, 52, 50, EAST, driver=1)
    at = (jeep.x, jeep.y, 5 * ONE)
    assert throw(sim, 0, at, (tank.x, tank.y), jeep)
    events = run(sim, 120, 0, 0)
    (hit,) = only(events, Damaged)
    assert (hit.id, hit.amount) == (tank.id, 3 * ONE // 2 - 0x4CCC)
    assert [e.effect for e in only(events, Exploded)] == [Effect.OBJECT_SPARK]


def test_a_static_object_loses_one_hit_point() -> None:
    sim = new_sim()
    at = put(sim, 52, 50, "BLDG_N")
    x, y = centre(at)
    assert throw(sim, 0, (x - 60 * ONE, y, 5 * ONE), (x, y), None)
    events = run(sim, 120, 0)
    assert [hit.left for hit in only(events, StaticHit)] == [4]
    assert [e.effect for e in only(events, Exploded)] == [Effect.STATIC_SPARK]


def test_it_splashes() -> None:
    sim = new_sim()
    pave(sim, [(52, 50)], 2)
    x, y = centre(cell(52, 50))
    assert throw(sim, 0, (x - 60 * ONE, y, 5 * ONE), (x, y), None)
    assert [e.effect for e in only(run(sim, 120, 0), Exploded)] == [Effect.BIG_SPLASH]


def test_land_that_is_in_the_way_ends_it() -> None:
    sim = new_sim()
    grenade = throw(sim, 0, AT, (AT[0], AT[1]), None)
    assert grenade is not None
    assert hit_land(sim, grenade) == 0
    assert grenade.flags & DELETED
    assert [e.effect for e in only(step(sim, []), Exploded)] == [Effect.BIG_DUST]


def test_without_room_there_is_none() -> None:
    sim = new_sim()
    while create(sim, Kind.MISSILE, 0, 0, 0, 0, 0):
        pass
    assert throw(sim, 0, AT, (AT[0], AT[1]), None) is None


def test_state_of_what_is_no_grenade() -> None:
    sim = new_sim()
    with pytest.raises(TypeError, match="is no grenade"):
        state_of(spawn(sim, VehicleType.TANK, 40, 40))

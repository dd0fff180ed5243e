"""What lies about until somebody comes back to it (effects.remains)."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, new_sim, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.blast import burst, explode
from uoserver.sim.effects.remains import EVERY, look_at_remains, state_of
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import INACTIVE, UNLINKED, Kind, List, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Debris, Effect, Remains
from uoserver.sim.tables.vehicles import VehicleType

TANK = VehicleType.TANK
X, Y = centre(cell(50, 50))


def lying(what: int = Remains.TANK) -> tuple[Simulation, Obj]:
    """Remains, and a tank far away from them."""
    sim = new_sim()
    spawn(sim, TANK, 90, 90)
    obj = create(sim, Kind.REMAINS, 1, X, Y, 0, what)
    assert obj
    return sim, obj


def visit(sim: Simulation, ticks: int, dt: int = 1) -> None:
    """Let the tank stand near the remains for a time, and go away again."""
    (tank,) = sim.state.pool.on_kind(Kind.VEHICLE)
    put_at(sim, tank, 50 * 32 + 16, 51 * 32 + 16)
    run(sim, ticks, dt=dt)
    put_at(sim, tank, 90 * 32, 90 * 32)


def test_they_are_useless_from_the_beginning() -> None:
    sim, obj = lying()
    assert (obj.where, obj.cell, obj.shape) == (List.USELESS, UNLINKED, 0)
    assert obj.flags & INACTIVE
    assert (state_of(obj).what, state_of(obj).born) == (Remains.TANK, 0)
    run(sim, 2000)
    assert sim.state.pool.get(obj.id) is obj  # nobody came


@pytest.mark.parametrize("dt", [1, 7, 12])
@pytest.mark.parametrize(("what", "linger"), [(Remains.JEEP, 720), (Remains.MAN, 120)])
def test_they_are_gone_when_somebody_comes_back_after_long(
    what: Remains, linger: int, dt: int
) -> None:
    for away, gone in ((linger - 2 * EVERY - 3 * dt, False), (linger + dt, True)):
        sim, obj = lying(what)
        visit(sim, 120 // dt, dt)
        seen = state_of(obj).seen
        assert sim.state.tick - EVERY - dt < seen <= sim.state.tick
        run(sim, away // dt, dt=dt)
        visit(sim, EVERY // dt + 2, dt)
        assert (sim.state.pool.get(obj.id) is None) is gone


def test_they_stay_in_sight_for_ever() -> None:
    sim, obj = lying()
    visit(sim, 2000)
    assert sim.state.pool.get(obj.id) is obj


def test_they_lie_for_their_life_at_least() -> None:
    for age, gone in ((60, False), (61, True)):
        sim, obj = lying()
        sim.state.tick = 983
        while (sim.state.tick + 1 + obj.slot) % EVERY:
            sim.state.tick += 1
        state_of(obj).born = sim.state.tick + 1 - age
        visit(sim, 1)
        run(sim, 1)
        assert (sim.state.pool.get(obj.id) is None) is gone


def test_debris_that_settled_is_gone_after_60_ticks_out_of_sight() -> None:
    for away, gone in ((60 - 2 * EVERY, False), (60 + EVERY, True)):
        sim = new_sim()
        spawn(sim, TANK, 90, 90)
        burst(sim, Debris.FOLIAGE, X, Y, 0)
        visit(sim, 60)
        (obj,) = sim.state.pool.on_kind(Kind.DEBRIS)
        run(sim, away)
        visit(sim, EVERY + 1)
        assert (sim.state.pool.get(obj.id) is None) is gone


@pytest.mark.parametrize("dt", [1, 3, 12])
def test_each_is_looked_at_once_in_32_ticks(dt: int) -> None:
    sim = new_sim()
    spawn(sim, TANK, 50, 51)
    sim.state.tick = 5000
    many = [create(sim, Kind.REMAINS, 1, X, Y, 0, 0) for _ in range(40)]
    last = {obj.slot: 5000 for obj in many if obj}
    for _ in range(200 // dt):
        run(sim, 1, dt=dt)
        for obj in many:
            assert obj
            seen = state_of(obj).seen
            if seen == sim.state.tick:
                assert seen - last[obj.slot] < EVERY + dt
                assert (seen - dt + obj.slot) // EVERY < (seen + obj.slot) // EVERY
                last[obj.slot] = seen
    assert min(last.values()) > sim.state.tick - EVERY - dt


def test_who_was_seen_last_is_recycled_last() -> None:
    sim, first = lying()
    second = create(sim, Kind.REMAINS, 1, X + (400 << 16), Y, 0, 0)
    assert second
    assert list(sim.state.pool.on(List.USELESS)) == [first, second]
    visit(sim, EVERY)
    assert list(sim.state.pool.on(List.USELESS)) == [second, first]
    while sim.state.pool.free:
        explode(sim, Effect.DUST, 0, 0, 0)
    assert explode(sim, Effect.DUST, 0, 0, 0)
    assert list(sim.state.pool.on(List.USELESS)) == [first]


def test_what_else_is_useless_is_left_alone() -> None:
    sim = new_sim()
    spawn(sim, TANK, 50, 51)
    mine = create(sim, Kind.WRECK, 0, X, Y, 0, 0)
    assert mine
    sim.state.pool.remove(mine)
    sim.state.pool.append(mine, List.USELESS)
    sim.state.dt = 12
    for tick in range(0, 3000, 12):
        sim.state.tick = tick
        look_at_remains(sim)
    assert sim.state.pool.doomed == []


def test_others_are_no_remains() -> None:
    sim = new_sim()
    wreck = create(sim, Kind.WRECK, 0, ONE, ONE, 0, 0)
    assert wreck
    with pytest.raises(TypeError, match=f"object {wreck.id} is no remains"):
        state_of(wreck)

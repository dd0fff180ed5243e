"""Pieces of what was destroyed (tables 6; effects.debris)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, cell, new_sim, pave, put, run
from uoserver.sim.blast import burst
from uoserver.sim.effects.debris import DebrisState, state_of
from uoserver.sim.events import Exploded
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import UNLINKED, Kind, List, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import DEBRIS, Debris, Effect
from uoserver.sim.tables.terrain import DEEP, SHALLOW

AT = cell(50, 50)
X, Y = centre(AT)


def piece_of(debris: Debris, z: int = 0, heading: int = EAST) -> tuple[Simulation, Obj]:
    sim = new_sim()
    assert burst(sim, debris, X, Y, z, heading=heading, pieces=1) == 1
    (obj,) = sim.state.pool.on_kind(Kind.DEBRIS)
    return sim, obj


def life(sim: Simulation, obj: Obj, dt: int) -> int:
    """Ticks until it is gone."""
    ticks = 0
    while sim.state.pool.get(obj.id) and ticks < 300:
        run(sim, 1, dt=dt)
        ticks += dt
    return ticks


@pytest.mark.parametrize("dt", [1, 2, 5])
@pytest.mark.parametrize(("debris", "ticks"), [(Debris.HIGH, 121), (Debris.TURRET, 60)])
def test_in_the_air_it_lasts_as_long_as_its_program(debris: Debris, ticks: int, dt: int) -> None:
    sim, obj = piece_of(debris, 200 * ONE)
    assert ticks <= life(sim, obj, dt) < ticks + dt


def test_it_goes_outward_from_its_frame_on() -> None:
    sim, obj = piece_of(Debris.LOW, 50 * ONE)
    run(sim, 10)
    assert (obj.x - X, obj.y) == (10 * DEBRIS[Debris.LOW].speed, Y)
    sim, obj = piece_of(Debris.TURRET, 50 * ONE)
    run(sim, 29)
    assert (obj.x, obj.y) == (X, Y)
    run(sim, 2)
    assert (obj.x - X, obj.y) == (2 * DEBRIS[Debris.TURRET].speed, Y)


@pytest.mark.parametrize("dt", [1, 3])
def test_it_falls_from_its_frame_on_and_not_faster_than_a_pixel_a_tick(dt: int) -> None:
    sim, obj = piece_of(Debris.TURRET, 200 * ONE)
    start = obj.z
    run(sim, 30 // dt, dt=dt)
    assert obj.z == start
    height, fall = start, 0
    for _ in range(29 // dt):
        run(sim, 1, dt=dt)
        fall -= 0x51E * dt
        height += fall * dt
        assert (obj.z, state_of(obj).fall) == (height, fall)
    sim, obj = piece_of(Debris.COLLAPSE, 500 * ONE)
    run(sim, 80)
    before = obj.z
    run(sim, 1)
    assert before - obj.z == ONE


def test_on_the_ground_it_is_gone() -> None:
    for debris in (Debris.HIGH, Debris.LOW, Debris.COLLAPSE, Debris.CRUSHED):
        sim, obj = piece_of(debris)
        assert 10 < life(sim, obj, 1) < 40
        assert not any(isinstance(event, Exploded) for event in sim.events)


def test_every_second_piece_of_foliage_lies_about() -> None:
    sim = new_sim()
    burst(sim, Debris.FOLIAGE, X, Y, 0, pieces=5)
    run(sim, 60)
    left = list(sim.state.pool.on_kind(Kind.DEBRIS))
    assert [(obj.where, obj.z) for obj in left] == [(List.USELESS, 0)] * 2
    assert all(state_of(obj).settles for obj in left)
    assert {state_of(obj).seen for obj in left} == {25}
    at = [(obj.x, obj.y) for obj in left]
    run(sim, 300)
    assert [(obj.x, obj.y) for obj in left] == at  # it stays where it is


@pytest.mark.parametrize(
    ("terrain", "effect"), [(0, Effect.DUST), (SHALLOW, Effect.SPLASH), (DEEP, Effect.SPLASH)]
)
def test_planks_jump_up_and_are_seen_to_come_down(terrain: int, effect: Effect) -> None:
    sim, obj = piece_of(Debris.PLANK)
    pave(sim, [(50, 50)], terrain)
    run(sim, 1)
    assert obj.z > 0
    events = run(sim, 40)
    (event,) = (each for each in events if isinstance(each, Exploded))
    assert (event.effect, event.x, event.y, event.z) == (effect, obj.x, obj.y, 0)
    assert sim.state.pool.get(obj.id) is None


def test_off_the_map_there_is_water() -> None:
    sim = new_sim()
    burst(sim, Debris.PLANK, -50 * ONE, -50 * ONE, 0, pieces=1)
    events = run(sim, 40)
    assert [each.effect for each in events if isinstance(each, Exploded)] == [Effect.SPLASH]


def test_it_is_in_no_cell_and_meets_nobody() -> None:
    sim, obj = piece_of(Debris.LOW)
    put(sim, 50, 50, "BLDG_S")
    run(sim, 5)
    assert obj.cell == UNLINKED
    assert sim.state.grid.hits[AT] == 5


def test_it_flies_to_where_numbers_end() -> None:
    sim = new_sim()
    far = (1 << 31) - 1
    burst(sim, Debris.LOW, far, far, far - 5 * ONE)
    run(sim, 30)


def test_others_are_no_debris() -> None:
    sim = new_sim()
    wreck = create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
    assert wreck
    with pytest.raises(TypeError, match=f"object {wreck.id} is no debris"):
        state_of(wreck)
    assert isinstance(state_of(piece_of(Debris.LOW)[1]), DebrisState)

"""Beginning an explosion, and throwing debris (blast)."""

from __future__ import annotations

from tests.sim.play import EAST, new_sim, spawn
from uoserver.sim.blast import burst, explode
from uoserver.sim.effects import explosion
from uoserver.sim.effects.debris import state_of as debris_of
from uoserver.sim.effects.explosion import state_of
from uoserver.sim.events import Created, Exploded
from uoserver.sim.grid import OUTSIDE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import DEBRIS, Debris, Effect
from uoserver.sim.tables.vehicles import VehicleType


def fill(sim: Simulation, room: int) -> None:
    """Leave some slots."""
    while len(sim.state.pool.free) > room:
        explode(sim, Effect.DUST, 0, 0, 0)


def test_an_explosion_is_told_and_made() -> None:
    sim = new_sim()
    obj = explode(sim, Effect.BIG_DUST, 5 * ONE, 6 * ONE, 7 * ONE)
    assert obj
    assert (obj.kind, obj.team, obj.x, obj.y, obj.z) == (
        *(Kind.EXPLOSION, 2),
        *(5 * ONE, 6 * ONE, 7 * ONE),
    )
    state = state_of(obj)
    assert (state.effect, state.cell, state.progress) == (Effect.BIG_DUST, OUTSIDE, 0)
    assert sim.events == [
        Exploded(Effect.BIG_DUST, 5 * ONE, 6 * ONE, 7 * ONE),
        Created(obj.id, Kind.EXPLOSION, 2),
    ]


def test_it_knows_the_cell_that_it_destroys() -> None:
    sim = new_sim()
    for cell in (0, 16383):
        obj = explode(sim, Effect.WALL, 0, 0, 0, cell=cell)
        assert obj
        assert state_of(obj).cell == cell


def test_it_may_have_a_parent() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    obj = explode(sim, Effect.TANK_FLASH, tank.x, tank.y, 0, parent=tank)
    assert obj
    assert (obj.parent, tank.children) == (tank.slot, [obj.slot])


def test_it_is_told_of_also_when_the_pool_has_no_room() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    fill(sim, 0)
    sim.events.clear()
    assert explode(sim, Effect.DUST, 1, 2, 3, parent=tank) is None
    assert sim.events == [Exploded(Effect.DUST, 1, 2, 3)]


def test_the_explosions_own_room_hands_it_on() -> None:
    assert explosion.explode is explode


def test_debris_flies_all_around() -> None:
    sim = new_sim()
    assert burst(sim, Debris.LOW, 5 * ONE, 6 * ONE, 7 * ONE, team=1, heading=EAST) == 6
    pieces = list(sim.state.pool.on_kind(Kind.DEBRIS))
    assert [piece.heading for piece in pieces] == [
        (EAST + number * 0x400000 // 6) % 0x400000 for number in range(6)
    ]
    height = DEBRIS[Debris.LOW].height
    assert {(piece.x, piece.y, piece.z, piece.team) for piece in pieces} == {
        (5 * ONE, 6 * ONE, 7 * ONE + height, 1)
    }
    assert {debris_of(piece).set for piece in pieces} == {Debris.LOW}


def test_there_may_be_more_or_less_of_it() -> None:
    sim = new_sim()
    assert burst(sim, Debris.PLANK, 0, 0, 0, pieces=8) == 8
    assert len(list(sim.state.pool.on_kind(Kind.DEBRIS))) == 8
    assert {piece.team for piece in sim.state.pool.on_kind(Kind.DEBRIS)} == {2}


def test_a_pool_without_room_ends_it() -> None:
    sim = new_sim()
    fill(sim, 3)
    assert burst(sim, Debris.TURRET, 0, 0, 0) == 3
    assert burst(sim, Debris.TURRET, 0, 0, 0) == 0


def test_no_height_is_too_high() -> None:
    sim = new_sim()
    burst(sim, Debris.TURRET, 0, 0, (1 << 31) - 1)
    assert {piece.z for piece in sim.state.pool.on_kind(Kind.DEBRIS)} == {24 * ONE - (1 << 31) - 1}

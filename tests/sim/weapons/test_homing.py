"""The submarine's missile (rules 7: Death Missle)."""

from __future__ import annotations

import pytest

from tests.sim.play import new_sim, put, spawn
from tests.sim.vehicles.helpers import put_at, with_class
from tests.sim.weapons.helpers import only, thing
from uoserver.sim.events import Damaged, Exploded, Lost, StaticHit
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import mark_for_delete
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.fire import launch
from uoserver.sim.weapons.homing import pitch_to
from uoserver.sim.weapons.missile import CEILING, state_of


def scene(x: float = 1600, y: float = 1600, pitch: int = 0x355555) -> tuple[Simulation, Obj, Obj]:
    """A helicopter over the middle of a cell, and a missile after it from a place."""
    sim = new_sim()
    target = spawn(sim, VehicleType.HELICOPTER, 50, 40)
    at = (int(x * ONE), int(y * ONE), 0)
    missile = launch(sim, Shot.HOMING, at, heading=0, pitch=pitch, team=0, owner=target)
    assert missile is not None
    return sim, target, missile


def play(sim: Simulation, missile: Obj, most: int = 600, dt: int = 1) -> list[object]:
    events: list[object] = []
    for _ in range(most):
        events += step(sim, [], dt)
        assert missile.z <= CEILING
        if sim.state.pool.get(missile.id) is None:
            return events
    raise AssertionError("it never hits")


@pytest.mark.parametrize("dt", [1, 3])
@pytest.mark.parametrize("x", [1400, 1600, 1900])
def test_it_finds_its_target_and_one_hit_is_enough(x: int, dt: int) -> None:
    sim, target, missile = scene(x)
    events = play(sim, missile, dt=dt)
    assert [e for e in events if isinstance(e, Lost)] == [Lost(0, 3, "damage", -1)]
    (hit,) = [e for e in events if isinstance(e, Damaged)]
    assert (hit.id, hit.amount) == (target.id, 25 * ONE - 0x3333)
    assert [e.effect for e in events if isinstance(e, Exploded)][-1] == Effect.OBJECT_SPARK


def test_it_turns_and_tilts_at_its_rates_and_its_way_follows_slowly() -> None:
    sim, _target, missile = scene(1400, 1296)
    step(sim, [])
    state = state_of(missile)
    assert missile.heading == 0x6666
    assert state.pitch == 0x355555 + 0x3333
    before = state.velocity_x
    step(sim, [], 2)
    assert missile.heading == 3 * 0x6666
    assert state.velocity_x - before == 2 * 0x7AE
    changes = set()
    for _ in range(20):
        before = state.velocity_z
        step(sim, [])
        changes.add(before - state.velocity_z)
    assert max(changes) == 0x1999


@pytest.mark.parametrize(("z", "pitch"), [(50, 0x355556), (0, 0xAAAAA)])
def test_it_never_aims_steeper_than_60_degrees(z: int, pitch: int) -> None:
    sim, target, missile = scene(1616, 1296 + 3)
    target.z, missile.z = z * ONE, (50 - z) * ONE
    assert pitch_to(missile, target) == pitch
    put_at(sim, missile, 1616, 1296 + 200)
    assert pitch_to(missile, target) not in (0x355556, 0xAAAAA)


def test_its_life_never_ends() -> None:
    sim, target, missile = scene()
    for _ in range(300):
        put_at(sim, target, missile.x / ONE + 300, 1296)
        step(sim, [])
    assert sim.state.pool.get(missile.id) is missile


def test_it_explodes_when_its_target_is_gone() -> None:
    sim, target, missile = scene()
    sim.state.drivers[0].vehicle = 0
    mark_for_delete(sim, target)
    events = step(sim, [])
    assert [e.effect for e in only(events, Exploded)] == [Effect.OBJECT_SPARK]
    assert sim.state.pool.get(missile.id) is None


def test_it_passes_submarines_but_nothing_else() -> None:
    sim, _target, missile = scene(1616, 1350, pitch=0)
    with_class(sim, Kind.SUBMARINE)
    with_class(sim, Kind.MAN)
    for kind, gone in ((Kind.SUBMARINE, False), (Kind.MAN, True)):
        other = thing(sim, kind, 1616, 1346)
        other.shape, other.z = 5, 0
        missile.z = 5 * ONE
        step(sim, [])
        assert (sim.state.pool.get(missile.id) is None) is gone
        if not gone:
            put_at(sim, other, 100, 100)
            put_at(sim, missile, 1616, 1350)


def test_static_objects_stop_it() -> None:
    sim, _target, missile = scene(1616, 1360, pitch=0)
    put(sim, 50, 41, "BLDG_N")
    missile.z = 5 * ONE
    assert any(only(step(sim, []), StaticHit) for _ in range(8))

"""No save and no input breaks a match with defences in it."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sim.busy import keys_for, tamper
from tests.sim.defences.helpers import HELI, JEEP, TANK
from tests.sim.play import WEST, new_state, put, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.defences import drone
from uoserver.sim.defences.turret import TurretState
from uoserver.sim.match import new_match, step
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import SaveError, load, save, state_hash
from uoserver.sim.simulation import Simulation


def defended(seed: int = 1, ticks: int = 420) -> Simulation:
    """Turrets of both sides that fire, drones of both, and the submarine about to."""
    sim = new_match(new_state(), (0, 1, 0))
    sim.state.rand.state = seed
    for side in sim.state.sides:
        side.drones = 5
    for column in range(58, 64):
        put(sim, column, 57, ("TOWER", "LARGE_TOWER")[column & 1], column & 1)
        put(sim, column, 63, "WALL_H", 1)
    one = spawn(sim, TANK, 59, 60)
    two = spawn(sim, JEEP, 62, 60, driver=1)
    heli = spawn(sim, HELI, 5, 5, WEST, driver=2)
    put_at(sim, heli, -50, 100)
    for _ in range(3):
        drone.send(sim, one)
        drone.send(sim, two)
    for obj in list(sim.state.pool.on_kind(Kind.DRONE)):
        put_at(sim, obj, 60 * 32 + 20 * (obj.slot & 3), 61 * 32 + 12 * (obj.slot & 7))
    for _ in range(ticks):
        put_at(sim, heli, -50, 100)
        step(sim, [])
    return sim


BUSY = defended()
SAVED = save(BUSY)


def test_all_of_them_are_there() -> None:
    kinds = {obj.kind for obj in BUSY.state.pool.slots if obj}
    assert {Kind.TURRET, Kind.DRONE, Kind.SUBMARINE, Kind.MISSILE} <= kinds
    targets = [
        obj.data.target
        for obj in BUSY.state.pool.on_kind(Kind.TURRET)
        if isinstance(obj.data, TurretState)
    ]
    assert len(targets) > 2


@pytest.mark.parametrize("dt", [1, 5])
def test_a_save_goes_on_as_the_match_does(dt: int) -> None:
    one, two = load(SAVED, CLASSES), load(SAVED, CLASSES)
    assert state_hash(one) == state_hash(BUSY)
    for frame in range(60):
        assert step(one, [], dt) == step(two, [], dt)
        if frame % 10 == 9:
            two = load(save(two), CLASSES)
    assert state_hash(one) == state_hash(two)


@pytest.mark.parametrize("seed", range(60))
def test_a_save_somebody_changed_is_refused_or_can_be_played(seed: int) -> None:
    source = random.Random(seed)
    content = json.loads(SAVED)
    for _ in range(source.choice((1, 2, 5))):
        tamper(content, source)
    try:
        sim = load(json.dumps(content).encode(), CLASSES)
    except SaveError:
        return
    for _ in range(80):
        step(sim, keys_for(source, 3), source.choice((1, 2, 3, 12)))
    check_state(sim.state)


EXTREMES = st.sampled_from((0, 1, -1, 511, 0x3FFFFF, (1 << 31) - 1, -(1 << 31), 1 << 40, 0x200000))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_numbers_of_their_own_that_are_let_in_can_be_played(data: st.DataObject) -> None:
    sim = load(SAVED, CLASSES)
    kinds = (Kind.TURRET, Kind.DRONE, Kind.SUBMARINE)
    objects = [obj for obj in sim.state.pool.slots if obj and obj.kind in kinds]
    for _ in range(data.draw(st.integers(1, 4))):
        obj = data.draw(st.sampled_from(objects))
        own = list(type(obj.data).__slots__)  # type: ignore[attr-defined]
        name = data.draw(st.sampled_from(("z", "think", "heading", "speed", "team", *own)))
        value = data.draw(EXTREMES)
        setattr(obj if hasattr(obj, name) else obj.data, name, value)
    try:
        sim = load(save(sim), CLASSES)
    except SaveError:
        return
    for _ in range(40):
        step(sim, [], data.draw(st.sampled_from((1, 12))))
    check_state(sim.state)


def test_a_map_full_of_towers_is_played_in_time() -> None:
    """Every tower that 64 drivers see wakes, up to the room in the pool."""
    state = new_state()
    sim = new_match(state, [0, 1] * 32)
    pads = {side.pad for side in state.sides}
    for at in range(128 * 128):
        if at not in pads:
            put(sim, at % 128, at // 128, "TOWER", at & 1)
    for number in range(64):
        spawn(sim, HELI, 60 + number % 8, 60 + number // 8, driver=number)
    for _ in range(5):
        step(sim, [])
    check_state(sim.state)
    assert len(list(sim.state.pool.on_kind(Kind.TURRET))) > 200

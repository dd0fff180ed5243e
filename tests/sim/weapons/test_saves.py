"""Shells, grenades and mines in saves, also in such that somebody tampered with."""

from __future__ import annotations

import json
import random
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.busy import NUMBERS, put_at
from tests.sim.play import cell, new_sim, put, spawn
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C, LEFT, RIGHT, UP, stick
from uoserver.sim.match import step
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.invariants import InvariantError, check_state
from uoserver.sim.saves.ranges import RANGES
from uoserver.sim.saves.saving import SaveError, load, save, state_hash
from uoserver.sim.simulation import Simulation, State
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.fire import launch
from uoserver.sim.weapons.grenade import GrenadeState
from uoserver.sim.weapons.mine import MineState
from uoserver.sim.weapons.missile import ShellState

KEYS = (0, FIRE_A, FIRE_B, FIRE_C, UP | FIRE_A, LEFT | FIRE_B, RIGHT, FIRE_A | FIRE_C)
FLYING = (Kind.MISSILE, Kind.HOMING_MISSILE, Kind.GRENADE, Kind.MINE)


def battle(seed: int, ticks: int = 150, dt: int = 1) -> Simulation:
    """Vehicles of all types that fire at each other and at what stands between them."""
    source = random.Random(seed)
    sim = new_sim((0, 1, 0, 1))
    for column in range(58, 70, 2):
        put(sim, column, 56, source.choice(("BUSH_1S", "BLDG_N", "WALL_V", "TOWER", "FLAG")), 1)
    for driver, type_ in enumerate(VehicleType):
        spawn(sim, type_, 60 + 3 * driver, 60, source.randrange(64) << 16, driver=driver)
    target = sim.state.pool.get(sim.state.drivers[3].vehicle)
    at = (*centre(cell(50, 60)), 0)
    launch(sim, Shot.HOMING, at, heading=0, pitch=0x355555, team=0, owner=target)
    keys = [0] * 4
    for tick in range(ticks):
        if tick % 9 == 0:
            keys = [stick(source.choice(KEYS)) for _ in range(4)]
        step(sim, keys, dt)
    return sim


def test_a_battle_has_all_of_them() -> None:
    sim = battle(3, 40)
    kinds = {obj.kind for obj in sim.state.pool.slots if obj}
    assert set(FLYING) <= kinds


@pytest.mark.parametrize("dt", [1, 3])
def test_a_battle_goes_on_alike_after_a_save(dt: int) -> None:
    for seed in range(6):
        sim = battle(seed, 20 + 17 * seed, dt)
        check_state(sim.state)
        twin = load(save(sim), CLASSES)
        for tick in range(60):
            keys = [stick(KEYS[(tick // 7 + driver) % len(KEYS)]) for driver in range(4)]
            assert step(sim, keys, dt) == step(twin, keys, dt)
        assert state_hash(sim) == state_hash(twin)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 1 << 20), st.integers(1, 12))
def test_a_battle_leaves_a_whole_state(seed: int, dt: int) -> None:
    source = random.Random(seed)
    sim = battle(seed, 1)
    for _ in range(60):
        step(sim, [stick(source.choice(KEYS)) for _ in range(4)], dt)
        check_state(sim.state)


BATTLE = json.loads(save(battle(3, 40)))
POOL = [each.name for each in fields(State)].index("pool")
SLOTS = BATTLE["state"][POOL][0]
MINE = [each for each in range(512) if SLOTS[each] and SLOTS[each][2] in map(int, FLYING)]
VEHICLES = [each for each in range(512) if SLOTS[each] and SLOTS[each][2] == Kind.VEHICLE]


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_save_with_other_numbers_is_refused_or_played(data: st.DataObject) -> None:
    content = json.loads(json.dumps(BATTLE))
    for _ in range(data.draw(st.integers(1, 3))):
        node = content["state"][POOL][0][data.draw(st.sampled_from(MINE + VEHICLES))]
        if data.draw(st.booleans()):
            node = node[-1]
        index = data.draw(st.integers(1, len(node) - 1))
        if isinstance(node[index], int):
            node[index] = data.draw(st.sampled_from(NUMBERS) | st.integers(-(1 << 31), 1 << 31))
    try:
        sim = load(json.dumps(content).encode(), CLASSES)
    except SaveError:
        return
    for tick in range(40):
        step(sim, [stick(KEYS[(tick // 5 + driver) % len(KEYS)]) for driver in range(4)])
        check_state(sim.state)


@pytest.mark.parametrize(
    ("kind", "data", "field", "bad", "good"),
    [
        (Kind.MISSILE, ShellState(0, 1), "shot", (-1, 12), (0, 11)),
        (Kind.HOMING_MISSILE, ShellState(0, 1), "life", (-1, 256), (0, 255)),
        (Kind.MISSILE, ShellState(0, 1), "pitch", (-1, 0x400000), (0, 0x3FFFFF)),
        (Kind.MISSILE, ShellState(0, 1), "velocity_x", (1 << 31,), (-(1 << 31),)),
        (Kind.MISSILE, ShellState(0, 1), "velocity_y", (1 << 31,), (-(1 << 31),)),
        (Kind.MISSILE, ShellState(0, 1), "velocity_z", (1 << 31,), (-(1 << 31),)),
        (Kind.MISSILE, ShellState(0, 1), "hit", (-2, 5), (-1, 4)),
        (Kind.MISSILE, ShellState(0, 1), "by", (-2, 64), (-1, 63)),
        (Kind.GRENADE, GrenadeState(0, 0, 0), "x", (1 << 31,), (-(1 << 31),)),
        (Kind.GRENADE, GrenadeState(0, 0, 0), "y", (1 << 31,), (-(1 << 31),)),
        (Kind.GRENADE, GrenadeState(0, 0, 0), "z", (1 << 31,), (-(1 << 31),)),
        (Kind.GRENADE, GrenadeState(0, 0, 0), "speed", (1 << 31,), (0,)),
        (Kind.GRENADE, GrenadeState(0, 0, 0), "ticks", (-1, 0x10000), (0, 0xFFFF)),
        (Kind.GRENADE, GrenadeState(0, 0, 0), "hit", (-2, 5), (-1, 4)),
        (Kind.GRENADE, GrenadeState(0, 0, 0), "by", (-2, 64), (-1, 63)),
        (Kind.MINE, MineState(), "timer", (-1, 52 * ONE + 1), (0, 52 * ONE)),
        (Kind.MINE, MineState(), "by", (-2, 64), (-1, 63)),
    ],
)
def test_numbers_of_shots(
    kind: Kind, data: object, field: str, bad: tuple[int, ...], good: tuple[int, ...]
) -> None:
    sim = new_sim()
    obj = sim.state.pool.take(kind, 0, 0, 0, 0)
    assert obj is not None
    obj.data = data
    before = getattr(data, field)
    for value in good:
        setattr(data, field, value)
        check_state(sim.state)
    for value in bad:
        setattr(data, field, value)
        with pytest.raises(InvariantError, match=f"{field} is {value}"):
            check_state(sim.state)
    setattr(data, field, before)


@pytest.mark.parametrize(
    ("field", "bad", "good"),
    [
        ("turret", (-1, 0x400000), (0x3FFFFF,)),
        ("turret_target", (-1, 0x400000), (0x3FFFFF,)),
        ("elevation", (-1, 0x400000), (0x3FFFFF,)),
        ("elevation_target", (-1, 0x400000), (0x3FFFFF,)),
        ("weapon", (-1, 2), (0, 1)),
        ("tube", (-6 * ONE - 1, 2 * ONE + 1), (-6 * ONE, 2 * ONE)),
    ],
)
def test_numbers_of_weapons(field: str, bad: tuple[int, ...], good: tuple[int, ...]) -> None:
    sim = new_sim()
    obj = spawn(sim, VehicleType.MSV, 40, 40)
    for value in good:
        put_at(obj, f"data.{field}", value)
        check_state(sim.state)
    for value in bad:
        put_at(obj, f"data.{field}", value)
        with pytest.raises(InvariantError, match=f"{field} is {value}"):
            check_state(sim.state)


def test_all_fields_of_shots_have_a_range_or_are_flags() -> None:
    for kind in (ShellState, GrenadeState, MineState):
        names = {each.name for each in fields(kind)}
        assert names - set(RANGES[kind]) <= {"ballistic"}

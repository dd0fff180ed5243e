"""No input breaks a match: any words, any number of ticks, on any land."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields
from enum import IntEnum
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sim.busy import busy_match, keys_for
from tests.sim.play import cell, new_state, spawn
from uoserver.sim.events import Launched
from uoserver.sim.grid import CELLS
from uoserver.sim.keys import DOWN, FIRE_A, FIRE_B, FIRE_C, FIRES, LEFT, RIGHT, UP, stick
from uoserver.sim.match import add_driver, new_match, remove_driver, step
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.invariants import InvariantError, check_state
from uoserver.sim.saves.ranges import COUNTED, RANGES
from uoserver.sim.saves.saving import load, save
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import STATICS
from uoserver.sim.tables.vehicles import VehicleType

WORDS = st.one_of(
    st.integers(0, 0xFFFFFFFF),
    st.integers(-(1 << 70), 1 << 70),
    st.builds(
        lambda keys: stick(sum(keys)),
        st.sets(st.sampled_from((UP, DOWN, LEFT, RIGHT, FIRE_A, FIRE_B, FIRE_C)), max_size=4),
    ),
    st.sampled_from((stick(UP), stick(UP | LEFT), FIRES, FIRE_A)),
)
PLACES = ((0, 0), (127, 127), (1, 64), (60, 60), (64, 1), (127, 3), (66, 67), (30, 30))


def rough_land(source: random.Random) -> Simulation:
    """All kinds of static objects and terrain, thick or thin, with drivers and their pads."""
    state = new_state()
    grid, full = state.grid, source.choice((0.0, 0.2, 0.9))
    pads = {side.pad for side in state.sides}
    for at in range(CELLS):
        if at in pads:
            continue
        if source.random() < 0.5:
            grid.terrain[at] = source.choice((0, 1, 2, source.randrange(112)))
        if source.random() < full:
            place(grid, at, source.randrange(1, len(STATICS)), source.randrange(3))
    grid.jitter = [(source.randrange(-12, 13), source.randrange(-12, 13), 0, 0) for _ in range(256)]
    teams = [source.randrange(2) for _ in range(source.randrange(1, 5))]
    sim = new_match(state, teams)
    for driver in range(len(teams)):
        if source.random() < 0.7:
            type_ = source.choice(list(VehicleType))
            obj = spawn(
                sim, type_, *source.choice(PLACES), source.randrange(0x400000), driver=driver
            )
            if obj.cell == cell(60, 60) and source.random() < 0.5:
                obj.x += source.randrange(-(1 << 20), 1 << 20)
            sim.state.drivers[driver].analog = source.random() < 0.2
            sim.state.drivers[driver].steer = source.randrange(0x400000)
    return sim


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(0, 1 << 20),
    st.lists(
        st.tuples(st.lists(WORDS, max_size=5), st.integers(1, 12), st.integers(1, 40)),
        min_size=1,
        max_size=6,
    ),
)
def test_any_input_on_any_land_leaves_a_whole_state(
    seed: int, script: list[tuple[list[int], int, int]]
) -> None:
    sim = rough_land(random.Random(seed))
    check_state(sim.state)
    for keys, dt, frames in script:
        for _ in range(frames):
            step(sim, keys, dt)
            check_state(sim.state)


@pytest.mark.parametrize("dt", [0, 13, -1, 1.5, 1.0, True, "1", None])
def test_a_frame_has_1_to_12_whole_ticks(dt: Any) -> None:
    sim = new_match(new_state())
    with pytest.raises(ValueError, match="is not 1 to 12"):
        step(sim, [0], dt)
    assert sim.state.tick == 0


@pytest.mark.parametrize("teams", [[0] * 65, [2], [-1, 0]])
def test_drivers_are_of_two_sides_and_not_too_many(teams: list[int]) -> None:
    with pytest.raises(ValueError, match="at most 64, of sides 0 and 1"):
        new_match(new_state(), teams)


def test_words_are_cut_to_32_bits_and_missing_ones_are_no_key() -> None:
    sim = new_match(new_state(), (0, 1))
    step(sim, [-1])
    assert [driver.keys for driver in sim.state.drivers] == [0xFFFFFFFF, 0]
    step(sim, [(1 << 40) + UP, 5, 6, 7])
    assert [driver.keys for driver in sim.state.drivers] == [UP, 5]
    assert [driver.keys_before for driver in sim.state.drivers] == [0xFFFFFFFF, 0]


def test_64_drivers_launch_from_one_pad_in_turn() -> None:
    sim = new_match(new_state(), [0] * 64)
    launched: list[int] = []
    for tick in range(700):
        events = step(sim, [FIRE_A if tick == 30 else 0] * 64)
        launched += [event.driver for event in events if isinstance(event, Launched)]
        if tick % 25 == 0:
            check_state(sim.state)
    assert launched[:1] == [0]
    assert len(set(launched)) == len(launched)


# -- saves that somebody tampered with -------------------------------------------------------------

BUSY = save(busy_match((0, 1, 0, 1, 0, 0), ticks=150))


def set_some_number(sim: Simulation, source: random.Random) -> Callable[[], None]:
    """Set a field of the state to some number of its range, mostly an end; return the way back."""
    state = sim.state
    objects: list[Any] = [obj for obj in state.pool.slots if obj is not None]
    data = [obj.data for obj in objects]
    views = [driver.view for driver in state.drivers]
    rest = [state, state, *state.sides, *state.timers.entries]
    what: Any = source.choice(source.choice((objects, data, state.drivers, views, rest)))
    name = source.choice([each.name for each in fields(what) if each.name not in UNTOUCHED])
    value = getattr(what, name)
    if isinstance(value, bool):
        setattr(what, name, not value)
    elif isinstance(value, IntEnum):
        setattr(what, name, source.choice(list(type(value))))
    elif isinstance(value, int):
        low, high = RANGES[type(what)].get(name, (-COUNTED, COUNTED))
        few = min(max(source.randrange(-3, 6), low), high)
        setattr(what, name, source.choice((low, high, high - 1, few, source.randint(low, high))))
    return partial(setattr, what, name, value)


UNTOUCHED = {"slot", "kind", "next", "prev", "where", "cell", "chain_next", "chain_prev", "parent"}
"""What `test_invariants` shows one by one; another number of these is hardly ever right."""


def come_or_leave(sim: Simulation, source: random.Random) -> None:
    present = [each.number for each in sim.state.drivers if each.view.mode is not Mode.GONE]
    if present and source.random() < 0.5:
        remove_driver(sim, source.choice(present))
    elif len(present) < 9:
        add_driver(sim, source.randrange(2))


def tampered(source: random.Random) -> Simulation:
    """A match of which some numbers are others, and which is not refused."""
    sim = load(BUSY, CLASSES)
    for _ in range(source.choice((1, 2, 4))):
        back = set_some_number(sim, source)
        try:
            check_state(sim.state, saved=True)
        except InvariantError:
            back()
    return load(save(sim), CLASSES)


@pytest.mark.parametrize("seed", range(5))
def test_a_save_with_other_numbers_is_refused_or_played_on_by_anybody(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(20):
        sim = tampered(source)
        for frame in range(40):
            if source.random() < 0.05:
                come_or_leave(sim, source)
                check_state(sim.state)
            step(sim, keys_for(source, len(sim.state.drivers)), source.choice((1, 1, 2, 12)))
            if frame % 4 == 1:
                check_state(sim.state)
        load(save(sim), CLASSES)

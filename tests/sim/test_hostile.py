"""No input breaks a match: any words, any number of ticks, on any land."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sim.play import cell, new_state, spawn
from uoserver.sim.events import Launched
from uoserver.sim.grid import CELLS
from uoserver.sim.keys import DOWN, FIRE_A, FIRE_B, FIRE_C, FIRES, LEFT, RIGHT, UP, stick
from uoserver.sim.match import new_match, step
from uoserver.sim.saves.invariants import check_state
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


@pytest.mark.parametrize("dt", [0, 13, -1])
def test_a_frame_has_1_to_12_ticks(dt: int) -> None:
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

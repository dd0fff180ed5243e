"""The bob and the steps that are heard (pmove2: Footsteps)."""

from __future__ import annotations

import pytest

from uoproto.states import UserCmd

from .runs import command, numbers, run, standing
from .spaces import GRASS, WATER, box, floor, solids

PRONE, CROUCH, WALK, SPRINT = 0x40, 0x80, 0x04, 0x08
WOOD = 21 << 20
MEADOW = solids(floor(0.0, GRASS))


@pytest.mark.parametrize(
    ("cmd", "rate"),
    [
        (command(127), 0.335),
        (command(-127), 0.36),
        (command(0, 127), 0.335 * 0.8 / 0.85),
        (command(127, 127), 0.335 / 0.925),
        (command(127, buttons=SPRINT), 0.335),
        (command(127, wbuttons=CROUCH), 0.34),
        (command(127, wbuttons=PRONE), 0.25),
        (command(127, wbuttons=WALK), 0.305),
    ],
)
def test_the_bob_at_full_speed(cmd: UserCmd, rate: float) -> None:
    """The keys' share of the speed is divided out again, of the side keys a part."""
    state = standing()
    run(state, MEADOW, cmd, 1600, 8)
    before = state.bob_cycle
    run(state, MEADOW, cmd, 300, 100)  # in steps of 100 ms: the bob is cut to whole numbers
    gained = state.bob_cycle - before & 255
    assert gained == pytest.approx(300 * rate, abs=6)


@pytest.mark.parametrize(
    ("cmd", "event"),
    [
        (command(127), 1 + 10),
        (command(-127), 1 + 10),
        (command(127, buttons=SPRINT), 70 + 10),
        (command(127, wbuttons=CROUCH), None),
        (command(127, wbuttons=WALK), None),
        (command(127, wbuttons=PRONE), None),
        (command(127, wbuttons=0x20), None),
    ],
)
def test_who_is_heard(cmd: UserCmd, event: int | None) -> None:
    state = standing()
    heard = set(numbers(run(state, MEADOW, cmd, 1400, 8)))
    assert heard == ({event} if event else set())


def test_two_steps_to_a_cycle() -> None:
    """0.335 a ms: 256 in 764 ms, with a step at 64 and at 192."""
    state = standing()
    run(state, MEADOW, command(127), 500, 8)
    # cut to whole numbers at each command of 8 ms: 2 of 2.68
    assert len(run(state, MEADOW, command(127), 2000, 20)) == pytest.approx(2000 * 2 / 853, abs=1)


@pytest.mark.parametrize("surface", [0, 0x2000 | GRASS, 25 << 20])
def test_silent_ground(surface: int) -> None:
    assert run(standing(), solids(floor(0.0, surface)), command(127), 1400, 8) == []


def test_the_surface_is_that_of_the_ground() -> None:
    assert set(numbers(run(standing(), solids(floor(0.0, WOOD)), command(127), 1400))) == {22}


@pytest.mark.parametrize(
    ("cmd", "event"),
    [
        (command(127), 21),
        (command(127, buttons=SPRINT), 90),
        (command(127, wbuttons=WALK), 44),
    ],
)
def test_all_is_heard_in_shallow_water(cmd: UserCmd, event: int) -> None:
    pool = solids(floor(0.0, GRASS), box((-999, -999, 0), (999, 999, 10), 0, WATER))
    state = standing()
    heard = set(numbers(run(state, pool, cmd, 1600, 8)))
    assert heard - {140} == {event}  # a sprint also tires


def test_who_stands_loses_the_bob_and_who_drifts_makes_no_step() -> None:
    state = standing(bob_cycle=77)
    run(state, MEADOW, command(), 8)
    assert state.bob_cycle == 0
    state = standing(bob_cycle=62, velocity=(150.0, 0.0, 0.0))
    assert run(state, MEADOW, command(), 8) == []
    assert state.bob_cycle == 64
    state = standing((0.0, 0.0, 500.0), ground_entity=1023, velocity=(190.0, 0.0, 0.0))
    run(state, MEADOW, command(127), 400)
    assert state.bob_cycle == 0

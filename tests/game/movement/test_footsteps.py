"""The bob and the steps that are heard (pmove2: Footsteps)."""

from __future__ import annotations

import pytest

from uoproto.states import UserCmd
from uoserver.game.movement.footsteps import footsteps, makes_noise

from .runs import command, numbers, run, standing
from .spaces import GRASS, WATER, Answer, Script, box, floor, solids
from .working import working

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


@pytest.mark.parametrize(
    ("flags", "wbuttons", "scale", "rate"),
    [
        (0, 0, 1.0, 0.335),
        (0, WALK, 0.4, 0.305),
        (0x40, 0, 1.0, 0.36),
        (0x40, WALK, 0.4, 0.325),
        (0x2, 0, 0.65, 0.34),
        (0x2, WALK, 0.65 * 0.4, 0.315),
        (0x42, 0, 0.65, 0.34),
        (0x1, 0, 0.15, 0.25),
        (0x1, WALK, 0.15 * 0.4, 0.24),
        (0x41, 0, 0.15, 0.25),
        (0x10000, 0, 1.6, 0.335),
    ],
)
def test_the_rate_of_every_gait(flags: int, wbuttons: int, scale: float, rate: float) -> None:
    """At nine tenths of its full speed nine tenths of the rate, whatever the gait."""
    speed = 190.0 * scale * 0.9
    state = standing(pm_flags=flags, velocity=(speed, 0.0, 0.0))
    footsteps(working(state, command(127, wbuttons=wbuttons), MEADOW, 701))
    assert state.bob_cycle == int(701 * rate * 0.9) & 255


@pytest.mark.parametrize(
    ("speed", "bob"),
    [
        (0.95, 0),
        (1.0, 7),
        (1.05, 7),
        (9.5, 7),
        (10.0, 7 + int(500 * 0.335 * 10.0 / 190)),
        (10.5, 7 + int(500 * 0.335 * 10.5 / 190)),
    ],
)
def test_slow_feet(speed: float, bob: int) -> None:
    """Below a unit a second the bob is 0, below 10 it rests."""
    state = standing(bob_cycle=7, velocity=(0.0, speed, 0.0))
    footsteps(working(state, command(127), MEADOW, 500))
    assert state.bob_cycle == bob


@pytest.mark.parametrize(
    ("right", "forward", "share"),
    [(127, 0, 0.85), (127, 127, 0.925), (127, -127, 0.925 * 0.85), (0, -127, 0.7), (0, 127, 1.0)],
)
def test_the_share_of_the_keys(right: int, forward: int, share: float) -> None:
    """((strafe - 1) * 0.75 + 2) / 2, backwards by (back + 1) / 2 as well."""
    state = standing(velocity=(95.0, 0.0, 0.0))
    footsteps(working(state, command(forward, right), MEADOW, 500))
    assert state.bob_cycle == int(500 * 0.335 * 0.5 / share)


def rungs(wbuttons: int = 0, since: int = 300, **fields: object) -> tuple[int, list[int], Script]:
    """Climb at 80 a second for 100 ms with the bob at 30: (bob, events, space)."""
    state = standing(
        (10.0, 20.0, 100.0),
        ground_entity=1023,
        pm_flags=0x10,
        velocity=(0.0, 0.0, 80.0),
        ladder_normal=(0.0, -1.0, 0.0),
        bob_cycle=30,
        jump_time=1000 - since,
        **fields,
    )
    space = Script(Answer(0.5, normal=(0.0, -1.0, 0.0), surface_flags=WOOD, contents=1))
    move = working(state, command(127, wbuttons=wbuttons), space, 100)
    footsteps(move)
    return state.bob_cycle, [number for number, _ in move.posted], space


def test_the_rate_of_rungs() -> None:
    """Speed over 95.25 and the gait; 0.45, of a walk 0.35; the surface is looked for 31 ahead."""
    bob, events, space = rungs()
    assert bob == int(30 + 100 * 80 / 95.25 * 0.45) == 67
    assert events == [1 + 21]
    assert space.asked == [((10.0, 20.0, 100.0), (10.0, 51.0, 100.0))]
    assert rungs(WALK)[0] == int(30 + 100 * 80 / (95.25 * 0.4) * 0.35) == 103


def test_rungs_are_not_heard_300_ms_after_a_jump() -> None:
    assert rungs(since=299)[:2] == (30, [])
    assert rungs(since=300)[0] == 67


@pytest.mark.parametrize(
    ("water", "flags", "heard"),
    [(0, 0, True), (0, 1, False), (0, 2, False), (1, 1, True), (2, 2, True), (3, 0, False)],
)
def test_noise_by_depth_and_stance(water: int, flags: int, heard: bool) -> None:
    move = working(standing(pm_flags=flags), space=MEADOW)
    move.water_level = water
    assert makes_noise(move) == heard


def test_who_has_no_speed_of_his_own_has_no_bob() -> None:
    state = standing(speed=0, velocity=(190.0, 0.0, 0.0), bob_cycle=7)
    footsteps(working(state, command(127), MEADOW, 500))
    assert state.bob_cycle == 7
    climber = standing(pm_flags=0x10, ground_entity=1023, velocity=(0, 0, 80.0), bob_cycle=7)
    climber.run_scale = 0.0
    footsteps(working(climber, command(127), MEADOW, 500))
    assert climber.bob_cycle == 7

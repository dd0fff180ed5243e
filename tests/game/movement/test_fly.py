"""Spectators, noclip, ufo (pmove2: Water, ladder, fly)."""

from __future__ import annotations

import math

import pytest

from uoproto.states import UserCmd
from uoserver.game.movement import MoveState

from .runs import command, run, standing
from .spaces import box, floor, solids
from .worlds import MakeSpace

LEFT, RIGHT = 0x10, 0x20
HIGH = (0.0, 0.0, 500.0)
SPACE = solids(floor())


def spectator(**fields: object) -> MoveState:
    return standing(HIGH, pm_type=4, speed=400, ground_entity=1023, **fields)


def speed_of(state: MoveState) -> float:
    return math.sqrt(sum(part * part for part in state.velocity))


@pytest.mark.parametrize(
    ("cmd", "speed"),
    [
        (command(127), 400.0),
        (command(-127), 400 * 0.7),
        (command(0, 127), 400 * 0.8),
        (command(up=127), 400.0),
        (command(127, 127), 400.0),
        (command(wbuttons=LEFT), 256.0),
        (command(wbuttons=RIGHT), 512.0),
    ],
)
def test_speeds_of_flight(cmd: UserCmd, speed: float) -> None:
    state = spectator()
    run(state, SPACE, cmd, 600, 16)
    assert speed_of(state) == pytest.approx(speed, rel=0.001)


def test_acceleration_and_friction() -> None:
    """8 * 400 a second squared; friction takes five times the speed a second."""
    state = spectator()
    run(state, SPACE, command(127), 50, 50)
    assert state.velocity == pytest.approx((160, 0, 0), abs=1e-3)
    assert state.origin == pytest.approx((8, 0, 500), abs=1e-3)
    state.velocity = (100.0, 0.0, -40.0)
    run(state, SPACE, command(), 20, 20)
    assert state.velocity == pytest.approx((90, 0, -36), abs=1e-4)
    state.velocity = (0.5, 0.5, 0.5)
    run(state, SPACE, command(), 20, 20)
    assert state.velocity == (0.0, 0.0, 0.0)


def test_the_keys_go_up_and_down() -> None:
    state = spectator()
    run(state, SPACE, command(wbuttons=LEFT), 300, 16)
    assert state.velocity[2] == pytest.approx(256.0, rel=0.01)
    run(state, SPACE, command(wbuttons=RIGHT), 600, 16)
    assert state.velocity[2] == pytest.approx(-512.0, rel=0.01)
    still = spectator()
    still.speed = 0
    run(still, SPACE, command(127, wbuttons=LEFT), 300, 16)
    assert still.velocity == (0.0, 0.0, 0.0)


def test_looking_down_flies_down() -> None:
    state = spectator()
    run(state, SPACE, command(127, pitch=30), 50, 50)
    assert state.velocity == pytest.approx((160 * math.cos(math.pi / 6), 0, -80), abs=0.1)


def test_a_spectator_goes_through_players_but_not_through_walls(make: MakeSpace) -> None:
    from .spaces import player

    space = make(floor(), player(5, (100.0, 0.0, 480.0)), box((300, -400, 0), (400, 400, 900)))
    state = spectator()
    run(state, space, command(127), 1500, 16)
    assert state.origin[0] == pytest.approx(300 - 8 - 0.125, abs=0.01)


@pytest.mark.parametrize(("kind", "factor"), [(2, 3.0), (3, 6.0)])
def test_noclip_is_three_times_as_fast_and_ufo_six(kind: int, factor: float) -> None:
    """Accelerates by 9, and goes through the floor."""
    state = standing(HIGH, pm_type=kind, ground_entity=1023)
    run(state, SPACE, command(127, pitch=45), 2000, 16)
    speed = speed_of(state)
    assert speed == pytest.approx(190 * factor, rel=0.12)
    assert state.origin[2] < 0
    assert state.ground_entity == 1023
    run(state, SPACE, command(), 1500, 16)
    assert speed_of(state) == 0.0


def test_flight_ends_what_walking_had() -> None:
    for kind in (2, 3, 4):
        state = standing(HIGH, pm_type=kind, pm_flags=0x10 | 0x20 | 0x80 | 0x10000)
        run(state, SPACE, command(), 16, 16)
        assert state.pm_flags & (0x10 | 0x20 | 0x80 | 0x10000) == 0


def test_noclip_without_keys_slows_by_8_25_of_its_speed() -> None:
    state = standing(HIGH, pm_type=2, velocity=(800.0, 0.0, 0.0))
    run(state, SPACE, command(), 10, 10)
    assert state.velocity == pytest.approx((800 * (1 - 0.0825), 0.0, 0.0), abs=0.01)
    slow = standing(HIGH, pm_type=2, velocity=(50.0, 0.0, 0.0))
    run(slow, SPACE, command(), 10, 10)
    assert slow.velocity[0] == pytest.approx(50 - 100 * 0.0825, abs=0.01)


@pytest.mark.parametrize(
    ("kind", "cmd", "velocity"),
    [
        (2, command(127), (190 * 3 * 0.09, 0.0, 0.0)),
        (3, command(127), (190 * 6 * 0.09, 0.0, 0.0)),
        (2, command(up=127), (0.0, 0.0, 190 * 3 * 0.09)),
        (2, command(0, 127), (0.0, -190 * 0.8 * 3 * 0.09, 0.0)),
        (2, command(127, pitch=-90), (51.3 * 0.03681, 0.0, 51.3 * 0.99932)),
        (2, command(127, 127, 127), tuple(190 * 3 * 0.09 / 3**0.5 * n for n in (1, -1, 1))),
        (4, command(127, pitch=-60), (95 * 0.08, 0.0, 95 * 3**0.5 * 0.08)),
        (4, command(0, 127, wbuttons=LEFT), (0.0, -152 * 0.08, 256 * 0.08)),
        (4, command(wbuttons=LEFT | RIGHT), (0.0, 0.0, -256 * 0.08)),
    ],
)
def test_the_first_hundredth_of_a_second(
    kind: int, cmd: UserCmd, velocity: tuple[float, float, float]
) -> None:
    """Accelerates by 8, noclip and ufo by 9, of the wish; the steepest look is 87.9 degrees."""
    state = standing(HIGH, pm_type=kind, ground_entity=1023)
    run(state, SPACE, cmd, 10, 10)
    assert state.velocity == pytest.approx(velocity, abs=0.01)
    place = [a + 0.01 * v for a, v in zip(HIGH, state.velocity, strict=True)]
    assert state.origin == pytest.approx(place, abs=1e-3)


@pytest.mark.parametrize("kind", [2, 3])
def test_noclip_stands_up_at_once(kind: int) -> None:
    state = standing(HIGH, pm_type=kind, view_height=11.0, view_height_target=11, lerp_time=990)
    run(state, SPACE, command(), 8)
    assert (state.view_height, state.view_height_target, state.lerp_time) == (60.0, 60, 0)


@pytest.mark.parametrize("speed", [0.5, 1.5, 5.0])
def test_slow_noclip_stops(speed: float) -> None:
    state = standing(HIGH, pm_type=2, velocity=(speed, 0.0, 0.0))
    run(state, SPACE, command(), 10, 10)
    assert state.velocity == (0.0, 0.0, 0.0)

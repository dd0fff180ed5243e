"""Free flight: friction, acceleration, the command's scale (pmove, pmove2)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.states import UserCmd
from uoserver.game.flight import SPEED, WORLD_EDGE, command_scale, fly, view_vectors

LEVEL = (0.0, 0.0, 0.0)
NOWHERE = (0.0, 0.0, 0.0)
FORWARD = UserCmd(forwardmove=127)
MOVES = st.integers(-128, 127)
COMMANDS = st.builds(UserCmd, forwardmove=MOVES, rightmove=MOVES, upmove=MOVES)
ANGLES = st.tuples(*[st.floats(-180, 180)] * 3)


@pytest.mark.parametrize(
    ("pitch", "yaw", "forward", "right"),
    [
        (0, 0, (1, 0, 0), (0, -1, 0)),
        (0, 90, (0, 1, 0), (1, 0, 0)),
        (0, 180, (-1, 0, 0), (0, 1, 0)),
        (90, 0, (0, 0, -1), (0, -1, 0)),
        (-90, 0, (0, 0, 1), (0, -1, 0)),
        (45, 0, (math.sqrt(0.5), 0, -math.sqrt(0.5)), (0, -1, 0)),
    ],
)
def test_view_vectors(
    pitch: float, yaw: float, forward: tuple[float, ...], right: tuple[float, ...]
) -> None:
    seen = view_vectors(pitch, yaw)
    assert seen[0] == pytest.approx(forward, abs=1e-12)
    assert seen[1] == pytest.approx(right, abs=1e-12)


@pytest.mark.parametrize(
    ("forward", "right", "up", "speed"),
    [
        (127, 0, 0, 400.0),
        (-127, 0, 0, 400 * 0.7),
        (0, 127, 0, 400 * 0.8),
        (0, -127, 0, 400 * 0.8),
        (0, 0, 127, 400.0),
        (127, 127, 0, 400.0),  # scaled by the stronger part, over the length of both
        (-127, 127, 0, 400 * 0.8),
        (127, 127, 127, 400.0),
        (64, 0, 0, 400 * 64 / 127),
        (0, 0, 0, 0.0),
    ],
)
def test_the_wish_speed_of_a_command(forward: int, right: int, up: int, speed: float) -> None:
    command = UserCmd(forwardmove=forward, rightmove=right, upmove=up)
    length = math.sqrt(forward**2 + right**2 + up**2)
    assert command_scale(command) * length == pytest.approx(speed)


def test_acceleration_from_rest() -> None:
    """Eight times the wish speed a second: 400 * 8 * 0.05 after 50 ms."""
    origin, velocity = fly(NOWHERE, NOWHERE, LEVEL, FORWARD, 50)
    assert velocity == pytest.approx((160, 0, 0))
    assert origin == pytest.approx((8, 0, 0))


def test_friction_takes_five_times_the_speed_a_second() -> None:
    origin, velocity = fly(NOWHERE, (100, 0, -40), LEVEL, UserCmd(), 20)
    assert velocity == pytest.approx((90, 0, -36))
    assert origin == pytest.approx((1.8, 0, -0.72))


@pytest.mark.parametrize("velocity", [(0.9, 0, 0), (0.5, 0.5, 0.5), (0, 0, -0.99)])
def test_slow_enough_is_still(velocity: tuple[float, float, float]) -> None:
    assert fly((1, 2, 3), velocity, LEVEL, UserCmd(), 50) == ((1, 2, 3), (0, 0, 0))


def test_full_speed_is_kept_in_balance() -> None:
    velocity, origin = NOWHERE, NOWHERE
    for _ in range(100):
        origin, velocity = fly(origin, velocity, LEVEL, FORWARD, 16)
    assert velocity == pytest.approx((SPEED, 0, 0))


def test_turning_loses_the_old_direction() -> None:
    velocity, origin = (SPEED, 0.0, 0.0), NOWHERE
    for _ in range(100):
        origin, velocity = fly(origin, velocity, (0, 90, 0), FORWARD, 16)
    assert velocity == pytest.approx((0, SPEED, 0), abs=0.1)


def test_looking_down_flies_down() -> None:
    _, velocity = fly(NOWHERE, NOWHERE, (30, 0, 0), FORWARD, 50)
    assert velocity == pytest.approx((160 * math.cos(math.pi / 6), 0, -80))


def test_a_step_has_a_longest_time() -> None:
    assert fly(NOWHERE, NOWHERE, LEVEL, FORWARD, 10_000) == fly(
        NOWHERE, NOWHERE, LEVEL, FORWARD, 200
    )


@given(
    st.tuples(*[st.floats(-WORLD_EDGE, WORLD_EDGE)] * 3),
    st.tuples(*[st.floats(-SPEED, SPEED)] * 3),
    ANGLES,
    COMMANDS,
    st.integers(1, 10_000),
)
def test_flight_stays_in_bounds(
    origin: tuple[float, float, float],
    velocity: tuple[float, float, float],
    angles: tuple[float, float, float],
    command: UserCmd,
    step: int,
) -> None:
    before = math.hypot(*velocity)
    place, moved = fly(origin, velocity, angles, command, step)
    assert all(math.isfinite(part) for part in (*place, *moved))
    assert all(abs(part) <= WORLD_EDGE for part in place)
    # forward and up add when looking up; what is gained across the old course adds by Pythagoras
    assert math.hypot(*moved) <= math.hypot(before, SPEED * math.sqrt(2) * 128 / 127) + 1e-6

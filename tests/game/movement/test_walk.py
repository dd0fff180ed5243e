"""Speeds on foot, over plain solids and over a real map (pmove: Command scale, Friction)."""

from __future__ import annotations

import math

import pytest

from uoproto.states import UserCmd
from uoserver.game.movement.constants import SURF_SLICK
from uoserver.game.movement.walk import dead_move, set_movement_dir

from .runs import GROUND, command, level_speed, run, standing
from .spaces import GRASS, Solid, box, floor, plane, player, solids
from .working import working
from .worlds import MakeSpace

SPRINT, LEAN, CROUCH, PRONE, WALK = 0x08, 0x20, 0x80, 0x40, 0x04


@pytest.mark.parametrize(
    ("cmd", "speed"),
    [
        (command(127), 190.0),
        (command(-127), 190 * 0.7),
        (command(0, 127), 190 * 0.8),
        (command(0, -127), 190 * 0.8),
        (command(127, 127), 190.0),  # the stronger part over the length of both
        (command(-127, 127), 190 * 0.8),
        (command(127, buttons=SPRINT), 190 * 1.6),
        (command(127, wbuttons=WALK), 190 * 0.4),
        (command(127, wbuttons=LEAN), 190 * 0.4),
        (command(127, wbuttons=CROUCH), 190 * 0.65),
        (command(-127, wbuttons=CROUCH), 190 * 0.65 * 0.7),
        (command(127, wbuttons=CROUCH, buttons=SPRINT), 190 * 0.65),
        (command(127, wbuttons=PRONE), 190 * 0.15),
        (command(-127, wbuttons=PRONE), 190 * 0.15 * 0.7),
        (command(0, 127, wbuttons=PRONE), 190 * 0.15 * 0.8),
        (command(-127, wbuttons=LEAN), 190 * 0.4 * 0.7),
        (command(64), 190 * 64 / 127),
    ],
)
def test_speeds_on_flat_ground(make: MakeSpace, cmd: UserCmd, speed: float) -> None:
    state = standing(fatigue=1.0)
    run(state, make(floor()), cmd, 1400, 16)
    assert level_speed(state) == pytest.approx(speed, abs=1e-3)
    assert state.origin[2] == pytest.approx(GROUND, abs=1e-4)
    assert state.velocity[2] == 0.0


@pytest.mark.parametrize("step", [1, 8, 16, 33, 66, 200])
def test_run_speed_in_any_slices(make: MakeSpace, step: int) -> None:
    state = standing()
    run(state, make(floor()), command(127, yaw=30), 1000, step)
    assert level_speed(state) == pytest.approx(190.0, abs=1e-3)
    x, y, _ = state.velocity
    assert math.degrees(math.atan2(y, x)) == pytest.approx(30.0, abs=0.01)


def test_from_rest_to_full_speed_and_back() -> None:
    """9 * 190 = 1710 units a second squared, less friction of 550."""
    state, space = standing(), solids(floor())
    run(state, space, command(127), 50, 50)
    assert level_speed(state) == pytest.approx(1710 * 0.05)
    state.velocity = (190.0, 0.0, 0.0)
    run(state, space, command(), 50, 50)
    assert level_speed(state) == pytest.approx(190 * (1 - 5.5 * 0.05), abs=1e-4)
    run(state, space, command(), 400, 50)
    assert state.velocity == (0.0, 0.0, 0.0)


def ramp(normal_z: float, first_x: float = 60.0) -> Solid:
    """A slope that rises along x, with this normal, beginning at ``first_x``."""
    x = -math.sqrt(1 - normal_z * normal_z)
    return plane((x, 0.0, normal_z), x * first_x)


def test_a_slope_of_071_is_walked_and_one_of_069_is_not(make: MakeSpace) -> None:
    walked, refused = standing(), standing()
    run(walked, make(floor(), ramp(0.71)), command(127), 1500)
    assert walked.origin[2] > 80
    assert walked.ground_entity == 1022
    run(refused, make(floor(), ramp(0.69)), command(127), 1500)
    assert refused.origin[2] < 1.5
    assert refused.origin[0] < 60


@pytest.mark.parametrize("normal_z", [0.99, 0.9, 0.75])
def test_speed_is_kept_on_slopes(make: MakeSpace, normal_z: float) -> None:
    """After clipping to the plane the amount of the velocity stays (pmove: Ground test)."""
    state = standing()
    run(state, make(floor(), ramp(normal_z, 20.0)), command(127), 1500, 16)
    speed = math.sqrt(sum(part * part for part in state.velocity))
    assert speed == pytest.approx(190.0, abs=0.5)
    assert state.velocity[2] > 0
    run(state, make(floor(), ramp(normal_z, 20.0)), command(-127), 400, 16)
    assert state.velocity[2] < 0
    assert state.ground_entity == 1022


def test_in_the_air_one_gains_a_ninth_of_that(make: MakeSpace) -> None:
    state = standing((0.0, 0.0, 500.0), ground_entity=1023)
    run(state, make(floor()), command(127), 50, 50)
    assert state.velocity[0] == pytest.approx(190 * 0.05, abs=1e-3)


def test_a_steep_slope_is_slid_down(make: MakeSpace) -> None:
    state = standing((200.0, 0.0, 280.0), ground_entity=1023)
    run(state, make(floor(), ramp(0.6)), command(), 1500)
    assert state.origin[0] < 60
    assert state.origin[2] == pytest.approx(GROUND, abs=0.2)


def test_ice_keeps_speed_and_gives_little(make: MakeSpace) -> None:
    """What gravity adds before the clip is speed along the ice, as in Quake III."""
    space = make(floor(0.0, SURF_SLICK))
    state = standing(velocity=(100.0, 0.0, 0.0))
    run(state, space, command(), 50, 50)
    assert level_speed(state) == pytest.approx(math.hypot(100.0, 800 * 0.05), abs=1e-3)
    state = standing()
    run(state, space, command(127), 50, 50)
    assert level_speed(state) == pytest.approx(math.hypot(190 * 0.05, 800 * 0.05), abs=1e-3)
    assert state.origin[2] == pytest.approx(GROUND, abs=1e-4)


def test_a_wall_ends_a_walk_and_turns_a_slanted_one(make: MakeSpace) -> None:
    space = make(floor(), box((100, -2000, -10), (200, 2000, 300)))
    state = standing()
    run(state, space, command(127), 1500, 16)
    assert state.origin[0] == pytest.approx(85 - 0.125, abs=0.01)
    assert level_speed(state) < 1
    state = standing()
    run(state, space, command(127, yaw=45), 2000, 16)
    assert state.origin[0] == pytest.approx(85 - 0.125, abs=0.05)
    assert state.velocity[1] > 80
    assert abs(state.velocity[0]) < 3


def test_a_player_stops_a_player(make: MakeSpace) -> None:
    touched: set[int] = set()
    state = standing()
    run(
        state,
        make(floor(), player(7, (100.0, 0.0, 0.125))),
        command(127),
        1500,
        16,
        each=lambda _, result: touched.update(result.touched),
    )
    assert 68 < state.origin[0] < 71
    assert state.origin[2] < 1
    assert touched == {7}


def test_who_stands_in_a_player_can_leave(make: MakeSpace) -> None:
    """pmove2: Single slice order, the trace helper."""
    touched: set[int] = set()
    state = standing((90.0, 0.0, GROUND))
    run(
        state,
        make(floor(), player(7, (100.0, 0.0, 0.125))),
        command(-127),
        1000,
        16,
        each=lambda _, result: touched.update(result.touched),
    )
    assert state.origin[0] < 0
    assert 7 in touched


def test_frozen_talking_and_dead_players_do_not_walk(make: MakeSpace) -> None:
    space = make(floor())
    for flags, kind in ((0x4000, 0), (0, 6), (0, 1), (0, 5)):
        state = standing(pm_flags=flags, pm_type=kind)
        run(state, space, command(127), 500, 16)
        assert state.origin == standing().origin
    state = standing()
    run(state, space, command(127, buttons=2), 500, 16)
    assert state.origin == standing().origin
    assert state.entity_flags & 0x20000
    run(state, space, command(127), 500, 16)
    assert not state.entity_flags & 0x20000
    assert state.origin[0] > 40


def test_a_dead_body_slides_to_a_stop(make: MakeSpace) -> None:
    state = standing(pm_type=6, velocity=(190.0, 0.0, 0.0))
    run(state, make(floor()), command(127), 1000, 16)
    assert level_speed(state) == 0
    assert 5 < state.origin[0] < 60


@pytest.mark.parametrize(
    ("cmd", "facing"),
    [
        (command(127), 0),
        (command(-127), 0),
        (command(127, 127), -45),
        (command(-127, -127), -45),
        (command(0, 127), -75),
        (command(0, -127), 75),
    ],
)
def test_legs_turn_to_where_one_goes(make: MakeSpace, cmd: UserCmd, facing: int) -> None:
    state = standing()
    run(state, make(floor(0.0, GRASS)), cmd, 500, 16)
    signed = state.movement_dir - 256 if state.movement_dir > 128 else state.movement_dir
    assert signed == pytest.approx(facing, abs=1)
    run(state, make(floor(0.0, GRASS)), command(), 16, 16)
    assert state.movement_dir == 0


@pytest.mark.parametrize(
    ("way", "degrees", "forward", "facing"),
    [
        (1.0, 30.5, 127, 30),
        (1.0, -30.5, 127, 226),
        (1.0, 100.0, 127, 75),
        (1.0, -100.0, 127, 181),
        (1.0, 149.5, -127, 226),
        (1.0, 149.5, -1, 226),
        (0.051, 30.5, 127, 30),
        (0.049, 30.0, 127, 0),
        (1.0, 1.05, 127, 1),
        (1.0, 0.9, 127, 0),
        (1.0, 30.0, 0, 0),
    ],
)
def test_the_byte_of_the_legs(way: float, degrees: float, forward: int, facing: int) -> None:
    """At most 75 degrees, of a way of more than 5 units a second (not read)."""
    state = standing((0.0, 0.0, GROUND), movement_dir=9)
    move = working(state, command(forward), msec=10)
    move.forward = (1.0, 0.0, 0.0)
    angle = math.radians(degrees)
    state.origin = (way * math.cos(angle), way * math.sin(angle), GROUND)
    set_movement_dir(move)
    assert state.movement_dir == facing
    state.ground_entity = 1023
    set_movement_dir(move)
    assert state.movement_dir == 0


@pytest.mark.parametrize(
    ("walking", "speed", "left"), [(True, 50.0, 30.0), (True, 15.0, 0.0), (False, 50.0, 50.0)]
)
def test_the_dead_lose_20_of_the_whole_speed(walking: bool, speed: float, left: float) -> None:
    """On the ground only (not read)."""
    state = standing(velocity=(0.6 * speed, 0.0, -0.8 * speed))
    move = working(state)
    move.walking = walking
    dead_move(move)
    assert state.velocity == pytest.approx((0.6 * left, 0.0, -0.8 * left), abs=1e-4)

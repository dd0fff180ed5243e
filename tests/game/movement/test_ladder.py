"""Ladders (pmove: Ladder)."""

from __future__ import annotations

import pytest

from uoserver.bsp.vectors import Vec3
from uoserver.game.movement import MoveState
from uoserver.game.movement.context import Move
from uoserver.game.movement.ladder import check_ladder, ladder_move

from .runs import GROUND, command, numbers, run, standing
from .spaces import SURF_LADDER, Answer, Script, Solid, box, floor, solids
from .working import working
from .worlds import MakeSpace

ON = 0x10
FACE = 60.0
LADDER = box((FACE, -40, 0), (200, 40, 200), SURF_LADDER)
WALL = box((FACE, -400, 0), (200, 400, 200))


def hanging(z: float = 80.0, **fields: object) -> MoveState:
    state = standing((FACE - 15 - 0.125, 0.0, z), ground_entity=1023, **fields)
    state.pm_flags |= ON
    state.ladder_normal = (-1.0, 0.0, 0.0)
    return state


def test_up_over_the_edge_and_down_again(make: MakeSpace) -> None:
    """190 * 0.5 = 95 units a second looking up; a level look takes five eighths of that."""
    space = make(floor(), LADDER)
    state = standing()
    run(state, space, command(127, pitch=-30), 500)
    assert state.pm_flags & ON
    assert state.ground_entity == 1023
    assert state.ladder_normal == (-1.0, 0.0, 0.0)
    assert state.velocity[2] == pytest.approx(95.0, abs=0.01)
    slow = hanging()
    run(slow, space, command(127), 300)
    assert slow.velocity[2] == pytest.approx(95.0 * 0.625, abs=0.1)
    run(state, space, command(127, pitch=-30), 3000)
    assert state.origin[2] == pytest.approx(200 + GROUND, abs=0.01) or state.origin[0] > 200
    state = hanging(100.0)
    run(state, space, command(127, pitch=60), 500)
    assert state.velocity[2] == pytest.approx(-95.0, abs=0.1)
    run(state, space, command(127, pitch=60), 1000)
    assert state.origin[2] == pytest.approx(GROUND, abs=0.3)


def test_the_way_back_from_the_top_is_climbed(make: MakeSpace) -> None:
    state = hanging(150.0)
    run(state, make(floor(), LADDER), command(-127), 400)
    assert state.velocity[2] == pytest.approx(-95 * 0.625 * 0.7, abs=0.1)
    assert state.pm_flags & ON


def test_without_keys_one_hangs_still(make: MakeSpace) -> None:
    state = hanging(100.0, velocity=(0.0, 40.0, 60.0))
    run(state, make(floor(), LADDER), command(), 300)
    place = state.origin
    run(state, make(floor(), LADDER), command(), 1000)
    assert state.origin == pytest.approx(place, abs=0.01)
    assert abs(state.velocity[2]) < 0.01


def test_sideways_at_a_fifth(make: MakeSpace) -> None:
    state = hanging(100.0)
    run(state, make(floor(), LADDER), command(0, 127), 300)
    assert abs(state.velocity[1]) == pytest.approx(190 * 0.8 * 0.2, abs=0.1)
    assert abs(state.velocity[2]) < 0.01


@pytest.mark.parametrize("solid", [WALL, box((FACE + 40, -40, 0), (200, 40, 200), SURF_LADDER)])
def test_no_ladder_no_hold(make: MakeSpace, solid: Solid) -> None:
    """A wall, and a ladder farther than 30 from who falls by."""
    state = standing((FACE - 16, 0.0, 120.0), ground_entity=1023)
    run(state, make(floor(), solid), command(), 100)
    assert not state.pm_flags & ON


def test_a_faller_takes_hold_within_30(make: MakeSpace) -> None:
    """From the shrunk box, 9 to each side: 39 from the middle."""
    for distance, holds in ((38.5, True), (40.5, False)):
        state = standing((FACE - distance, 0.0, 120.0), ground_entity=1023)
        run(state, make(floor(), LADDER), command(), 8)
        assert bool(state.pm_flags & ON) == holds


def test_from_the_ground_only_with_the_forward_key(make: MakeSpace) -> None:
    for forward, holds in ((127, True), (1, True), (0, False), (-127, False)):
        cmd = command(forward)
        state = standing((FACE - 15 - 0.125, 0.0, GROUND))
        run(state, make(floor(), LADDER), cmd, 8)
        assert bool(state.pm_flags & ON) == holds


def test_not_while_prone_stunned_or_just_after_a_jump(make: MakeSpace) -> None:
    space = make(floor(), LADDER)
    for fields in (
        {"pm_flags": 0x100, "pm_time": 900},
        {"jump_time": 1008 - 299},
    ):
        state = standing((FACE - 16, 0.0, 120.0), ground_entity=1023, **fields)
        run(state, space, command(), 8)
        assert not state.pm_flags & ON
    state = standing((FACE - 16, 0.0, 120.0), ground_entity=1023, jump_time=1008 - 300)
    run(state, space, command(), 8)
    assert state.pm_flags & ON


def test_jumping_off_goes_backwards_at_128(make: MakeSpace) -> None:
    """Reflected by the ladder when facing it; up with 0.75 of a jump; heard as metal."""
    state = hanging(100.0)
    events = run(state, make(floor(), LADDER), command(up=127), 8)
    assert numbers(events)[0] == 83
    assert state.velocity[0] == pytest.approx(-128.0, abs=0.1)
    assert state.velocity[2] == pytest.approx(0.75 * 249.8 - 6.4, abs=0.1)
    assert not state.pm_flags & ON


def test_the_view_stays_within_100_degrees_of_the_ladder(make: MakeSpace) -> None:
    state = hanging(100.0)
    run(state, make(floor(), LADDER), command(yaw=150), 8)
    assert state.angles[1] == pytest.approx(100.0, abs=0.01)
    run(state, make(floor(), LADDER), command(yaw=140), 8)
    assert state.angles[1] == pytest.approx(90.0, abs=0.02)  # the excess is absorbed
    state = hanging(100.0)
    run(state, make(floor(), LADDER), command(yaw=99), 8)
    assert state.angles[1] == pytest.approx(99.0, abs=0.01)
    assert state.delta_angles == (0, 0, 0)


def test_rungs_are_heard(make: MakeSpace) -> None:
    """Run base and the ladder's surface, metal where it has none."""
    state = hanging(20.0)
    events = run(state, make(floor(), LADDER), command(127, pitch=-30), 1500)
    assert set(numbers(events)) == {1 + 13}
    assert 2 <= len(events) <= 6


@pytest.mark.parametrize(("pitch", "forward", "push"), [(0.0, 0, 250.0), (-30.0, 127, 500.0)])
def test_in_the_air_one_is_pushed_into_the_ladder(
    make: MakeSpace, pitch: float, forward: int, push: float
) -> None:
    state = hanging(100.0)
    state.origin = (FACE - 15 - 12.0, 0.0, 100.0)
    run(state, make(floor(), LADDER), command(forward, pitch=pitch), 8)
    assert state.pm_flags & ON
    assert state.velocity[0] == pytest.approx(push, abs=0.01)


RUNG = Answer(0.5, normal=(-0.6, -0.8, 0.0), surface_flags=SURF_LADDER, contents=1)
STONE = Answer(0.5, normal=(-0.6, -0.8, 0.0), contents=1)
MIDDLE = (10.0, 20.0, 100.0)


def checked(state: MoveState, space: Script, *, walking: bool = False) -> Move:
    move = working(state, command(127), space)
    move.forward = (0.8, 0.6, 0.0)
    move.walking = walking
    check_ladder(move)
    return move


def ahead(distance: float, x: float = 0.8, y: float = 0.6) -> tuple[Vec3, Vec3]:
    return MIDDLE, (10.0 + distance * x, 20.0 + distance * y, 100.0)


@pytest.mark.parametrize(("walking", "reach"), [(True, 8.0), (False, 30.0)])
def test_the_probes_of_a_first_hold(walking: bool, reach: float) -> None:
    """Ahead, and then along the normal of what is there; with a box 6 narrower and from 8 up."""
    state = standing(MIDDLE, ground_entity=1022 if walking else 1023)
    space = Script(STONE, RUNG, RUNG)
    checked(state, space, walking=walking)
    assert space.asked[:2] == [ahead(reach), ahead(reach)]
    assert space.asked[2][0] == MIDDLE
    assert space.asked[2][1] == pytest.approx(ahead(reach, 0.6, 0.8)[1])
    small = ((-9.0, -9.0, 8.0), (9.0, 9.0, 70.0))
    assert space.boxes == [((-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)), small, small]
    assert state.pm_flags & ON
    assert state.ladder_normal == (-0.6, -0.8, 0.0)


@pytest.mark.parametrize(
    "answers",
    [
        (Answer(), RUNG, RUNG),
        (STONE, STONE, RUNG),
        (STONE, RUNG, STONE),
        (STONE, RUNG, Answer(surface_flags=SURF_LADDER)),
    ],
)
def test_both_probes_must_find_a_ladder(answers: tuple[Answer, ...]) -> None:
    state = standing(MIDDLE, ground_entity=1023)
    checked(state, Script(*answers))
    assert not state.pm_flags & ON
    assert state.ladder_normal == (0.0, 0.0, 0.0)


def test_a_hold_is_kept_along_the_old_normal() -> None:
    state = standing(MIDDLE, ground_entity=1023, pm_flags=ON, ladder_normal=(-0.6, -0.8, 0.0))
    space = Script(RUNG)
    checked(state, space)
    (way,) = space.asked
    assert way[1] == pytest.approx((10.0 + 18.0, 20.0 + 24.0, 100.0), abs=1e-5)
    assert state.pm_flags & ON


@pytest.mark.parametrize(
    ("drift", "left"),
    [(40.0, 40 * (1 - 0.128)), (-40.0, -40 * (1 - 0.128)), (2.0, 1.0), (-2.0, -1.0), (0.5, 0.0)],
)
def test_side_speed_is_lost_sixteen_times_a_second(drift: float, left: float) -> None:
    """At least a unit at once, and never more than there is."""
    state = hanging(100.0, velocity=(0.0, drift, 0.0))
    run(state, solids(floor(), LADDER), command(127), 8)
    assert state.velocity[1] == pytest.approx(left, abs=1e-3)


def test_climbing_gains_nine_times_the_wish_a_second() -> None:
    state = hanging(100.0)
    run(state, solids(floor(), LADDER), command(127, pitch=-30), 8)
    assert state.velocity[2] == pytest.approx(95 * 9 * 0.008, abs=0.01)


@pytest.mark.parametrize(("speed", "left"), [(60.0, 53.6), (-60.0, -53.6), (5.0, 0.0), (-5.0, 0.0)])
def test_without_the_forward_key_height_is_held_by_gravity(speed: float, left: float) -> None:
    state = hanging(100.0, velocity=(0.0, 0.0, speed))
    run(state, solids(floor(), LADDER), command(), 8)
    assert state.velocity[2] == pytest.approx(left, abs=1e-3)


def test_the_probe_of_a_narrow_body_is_a_line() -> None:
    state = standing(MIDDLE, ground_entity=1023, mins=(-4.0, -5.0, 0.0), maxs=(4.0, 5.0, 6.0))
    space = Script(STONE, RUNG, RUNG)
    checked(state, space)
    assert space.boxes[1] == ((0.0, 0.0, 8.0), (0.0, 0.0, 8.0))


def climbed(
    forward: int, right: int, velocity: Vec3 = (0.0, 0.0, 0.0), *, walking: bool = False
) -> Vec3:
    """Climb a ladder that stands askew for 10 ms, looking down x, with nothing in the way."""
    state = standing(
        MIDDLE, ground_entity=1023, pm_flags=ON, ladder_normal=(-0.6, -0.8, 0.0), velocity=velocity
    )
    move = working(state, command(forward, right), Script())
    move.forward, move.right = (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)
    move.walking = walking
    ladder_move(move)
    return state.velocity


INTO = (150.0, 200.0)
"""250 into the ladder."""


@pytest.mark.parametrize(
    ("forward", "right", "before", "after"),
    [
        (0, 127, (0.0, 0.0, 0.0), (2.736 * 0.8, -2.736 * 0.6, 0.0)),
        (0, -127, (0.0, 0.0, 0.0), (-2.736 * 0.8, 2.736 * 0.6, 0.0)),
        (-127, 0, (0.0, 0.0, 0.0), (0.0, 0.0, -190 * 0.7 * 0.5 * 0.625 * 0.09)),
        (0, 0, (32.0, -24.0, 0.0), (32.0 * 0.84, -24.0 * 0.84, 0.0)),
        (0, 0, (-32.0, 24.0, 0.0), (-32.0 * 0.84, 24.0 * 0.84, 0.0)),
        (0, 0, (0.04, -0.03, 0.0), (0.0, 0.0, 0.0)),
        (0, 0, (-0.04, 0.03, 0.0), (0.0, 0.0, 0.0)),
        (0, 0, (60.0, 80.0, 0.0), (0.0, 0.0, 0.0)),
        (0, 0, (0.0, 0.0, 20.0), (0.0, 0.0, 12.0)),
        (0, 0, (0.0, 0.0, -20.0), (0.0, 0.0, -12.0)),
        (0, 0, (0.0, 0.0, 5.0), (0.0, 0.0, 0.0)),
        (0, 0, (0.0, 0.0, -5.0), (0.0, 0.0, 0.0)),
    ],
)
def test_moves_along_a_ladder_that_stands_askew(
    forward: int, right: int, before: Vec3, after: Vec3
) -> None:
    """A fifth of the side speed along its plane; what leads into it is replaced."""
    x, y, z = after
    velocity = climbed(forward, right, before)
    assert velocity == pytest.approx((x + INTO[0], y + INTO[1], z), abs=1e-3)


def test_who_climbs_is_pushed_harder_and_who_stands_not_at_all() -> None:
    gained = 190 * 0.5 * 0.625 * 0.09
    assert climbed(127, 0) == pytest.approx((300.0, 400.0, gained), abs=1e-3)
    assert climbed(127, 0, walking=True) == pytest.approx((0.0, 0.0, gained), abs=1e-3)

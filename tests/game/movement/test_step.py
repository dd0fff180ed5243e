"""Steps up and down (pmove2: Step)."""

from __future__ import annotations

from typing import Any

import pytest

from uoserver.game.movement import MoveState, Space
from uoserver.game.movement.context import Move
from uoserver.game.movement.step import step_slide

from .runs import GROUND, command, level_speed, numbers, run, standing
from .spaces import GRASS, Answer, Script, Solid, box, floor, player, solids
from .working import working
from .worlds import MakeSpace

PRONE = 0x40


def block(height: float) -> Solid:
    return box((60, -400, -10), (900, 400, height))


@pytest.mark.parametrize(
    ("height", "climbed"), [(4, True), (17, True), (18, True), (19, False), (24, False)]
)
def test_a_step_of_18_is_climbed_and_one_of_19_is_not(
    make: MakeSpace, height: float, climbed: bool
) -> None:
    state = standing()
    run(state, make(floor(), block(height)), command(127), 1000)
    if climbed:
        assert state.origin[2] == pytest.approx(height + GROUND, abs=0.01)
        assert state.origin[0] > 80
    else:
        assert state.origin[2] == pytest.approx(GROUND, abs=0.01)
        assert state.origin[0] == pytest.approx(45 - 0.125, abs=0.01)


@pytest.mark.parametrize("step", [8, 16, 50])
def test_stairs_are_climbed_and_come_down(make: MakeSpace, step: int) -> None:
    stairs = [box((60 + 24 * n, -400, -10), (900, 400, 12 * (n + 1))) for n in range(10)]
    space = make(floor(), stairs)
    state = standing()
    run(state, space, command(127), 3000, step)
    assert state.origin[2] == pytest.approx(120 + GROUND, abs=0.01)
    run(state, space, command(-127), 6000, step)
    assert state.origin[2] == pytest.approx(GROUND, abs=0.01)


def test_a_step_tells_the_view_and_costs_speed(make: MakeSpace) -> None:
    """Event 145, 128 + the height; speed x (0.8 * (1 - height / 18) + 0.2)."""
    state = standing()
    space = make(floor(), block(9))
    events: list[tuple[int, int]] = []
    while not events:
        speed = level_speed(state)
        events = run(state, space, command(127), 8)
    assert events == [(145, 128 + 9)]
    assert state.events[0] == 145
    assert state.event_parms[0] == 137
    gained = min(190.0, speed + 8)
    assert level_speed(state) == pytest.approx(gained * (0.8 * 0.5 + 0.2), abs=5)


def test_a_small_step_is_not_told(make: MakeSpace) -> None:
    state = standing()
    assert run(state, make(floor(), block(0.4)), command(127), 800) == []
    assert state.origin[2] == pytest.approx(0.4 + GROUND, abs=0.01)


def test_ground_is_followed_down_9_and_left_beyond(make: MakeSpace) -> None:
    def walk_off(height: float) -> list[int]:
        state = standing((100.0, 0.0, height + GROUND))
        left: list[int] = []
        run(
            state,
            make(floor(), box((60, -400, -10), (900, 400, height))),
            command(127, yaw=180),
            1200,
            each=lambda s, _: left.append(s.ground_entity),
        )
        assert state.origin[2] == pytest.approx(GROUND, abs=0.01)
        return left

    assert 1023 not in walk_off(8.9)
    assert 1023 in walk_off(9.5)


def test_going_down_is_told_with_at_most_16(make: MakeSpace) -> None:
    state = standing((100.0, 0.0, 8 + GROUND))
    space = make(floor(), box((60, -400, -10), (900, 400, 8)))
    assert run(state, space, command(127, yaw=180), 700) == [(145, 128 - 8)]


def test_the_head_of_a_player_is_no_step(make: MakeSpace) -> None:
    """A lying player is 30 high; one of 10 would be climbed if he were a stone."""
    low = player(7, (100.0, 0.0, GROUND), 10.0)
    state = standing()
    run(state, make(floor(), low), command(127), 1000, 16)
    assert state.origin[2] == pytest.approx(GROUND, abs=0.01)
    stone = box((85, -15, 0), (115, 15, 10))
    state = standing()
    run(state, make(floor(), stone), command(127), 1000, 16)
    assert state.origin[0] > 100


def test_a_lying_man_climbs_10(make: MakeSpace) -> None:
    for height, climbed in ((9, True), (12, False)):
        state = standing()
        space = make(floor(), block(height))
        run(state, space, command(wbuttons=PRONE), 2600, 16)
        state.origin = (30.0, 0.0, GROUND)
        run(state, space, command(127, wbuttons=PRONE), 4000, 16)
        assert (state.origin[2] > height) == climbed


def test_a_step_up_is_heard(make: MakeSpace) -> None:
    """More than 3 high moves the bob on: here over 64."""
    state = standing(bob_cycle=58, velocity=(190.0, 0.0, 0.0), origin=(44.5, 0.0, GROUND))
    events = run(
        state, make(floor(0.0, GRASS), box((60, -400, -10), (900, 400, 12), GRASS)), command(127), 8
    )
    assert numbers(events) == [145, 1 + 10]


# -- single steps ---------------------------------------------------------------------------------


def stepped(state: MoveState, space: Space, *, msec: int = 1000, grounded: bool = True) -> Move:
    """Step for so long, on level ground or in the air."""
    work = working(state, command(127), space, msec)
    work.ground_plane = work.walking = grounded
    work.ground_normal = (0.0, 0.0, 1.0)
    step_slide(work, gravity=False)
    return work


def up_a_block(height: float, **fields: Any) -> tuple[MoveState, Move]:
    """Walk half a unit onto a block; the bob is at 10."""
    state = standing((44.5, 0.0, GROUND), velocity=(200.0, 0.0, 0.0), bob_cycle=10, **fields)
    return state, stepped(state, solids(floor(), block(height)), msec=5)


@pytest.mark.parametrize(
    ("height", "gained"),
    [(3, 0), (3.47, 0), (3.53, 9), (4, 9), (5, 9), (6, 10), (8, 12), (9, 12), (12, 12), (17, 12)],
)
def test_a_step_of_more_than_3_moves_the_bob_on(height: float, gained: int) -> None:
    """min(height / 2 in whole numbers, 4) * 1.25 + 7, cut to a whole number."""
    state, work = up_a_block(height)
    assert state.bob_cycle == 10 + gained
    assert work.posted == [(145, 128 + int(height + 0.5))]


def test_a_silent_step_does_not_move_the_bob() -> None:
    assert up_a_block(12, pm_flags=0x2)[0].bob_cycle == 10


@pytest.mark.parametrize(
    ("height", "flags", "kept"),
    [(9, 0, 0.6), (17, 0, 0.8 / 18 + 0.2), (5, 0x1, 0.6), (9, 0x1, 0.28)],
)
def test_speed_lost_by_a_step(height: float, flags: int, kept: float) -> None:
    """0.8 * (1 - height / reach) + 0.2; the reach is 18, of who lies 10."""
    state, _ = up_a_block(height, pm_flags=flags)
    assert state.origin[2] == pytest.approx(height + GROUND, abs=1e-3)
    assert state.velocity[0] == pytest.approx(200.0 * kept, abs=1e-3)


@pytest.mark.parametrize(("height", "told"), [(0.48, []), (0.52, [(145, 129)])])
def test_half_a_unit_is_told(height: float, told: list[tuple[int, int]]) -> None:
    assert up_a_block(height)[1].posted == told


def test_the_dead_are_not_told_of_steps_nor_slowed() -> None:
    state, work = up_a_block(9, pm_type=6)
    assert work.posted == []
    assert state.velocity[0] == pytest.approx(200.0, abs=1e-3)


WALL = Answer(0.5, normal=(-1.0, 0.0, 0.0), contents=1, entity=1022)
FREE = Answer()
UNIT: dict[str, Any] = {"origin": (0.0, 0.0, 100.0), "velocity": (1.0, 0.0, 0.0)}
"""A unit in the second of a step. The wall half way leaves 0.5 less a half thousandth."""
AIR = 1023


def under(fraction: float, entity: int = 1022) -> Answer:
    return Answer(fraction, normal=(0.0, 0.0, 1.0), contents=1, entity=entity)


def wall_at(x: float) -> Answer:
    return Answer(x, normal=(-1.0, 0.0, 0.0), contents=1, entity=1022)


@pytest.mark.parametrize(("more", "kept"), [(0.00095, False), (0.00105, True), (0.01, True)])
def test_a_step_must_lead_a_thousandth_further(more: float, kept: bool) -> None:
    higher = (0.4995 + more + 0.001) / 1.001
    state = standing(**UNIT)
    space = Script(WALL, FREE, FREE, wall_at(higher), FREE, under(0.5))
    stepped(state, space)
    assert state.origin[0] == pytest.approx(higher * 1.001 - 0.001 if kept else 0.4995, abs=1e-7)
    assert len(space.asked) == (6 if kept else 7)


@pytest.mark.parametrize("way", [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.6, 0.8)])
@pytest.mark.parametrize(("reached", "kept"), [(0.4, False), (0.6, True)])
def test_progress_is_measured_along_the_velocity(
    way: tuple[float, float], reached: float, kept: bool
) -> None:
    x, y = way
    state = standing((3.0, 7.0, 100.0), velocity=(x, y, 0.0))
    low = Answer(0.5, normal=(-x, -y, 0.0), contents=1)
    high = Answer(reached, normal=(-x, -y, 0.0), contents=1)
    stepped(state, Script(low, FREE, FREE, high, FREE, under(0.1)))
    part = reached if kept else 0.5
    assert state.origin[:2] == pytest.approx((3.0 + x * part, 7.0 + y * part), abs=2e-3)


@pytest.mark.parametrize(("entity", "climbed"), [(0, False), (63, False), (64, True), (1022, True)])
def test_bodies_below_64_are_no_ground_for_a_step(entity: int, climbed: bool) -> None:
    state = standing(**UNIT)
    stepped(state, Script(WALL, FREE, FREE, FREE, under(0.5, entity)))
    height = 118.0 - 13.5 if climbed else 100.0
    assert state.origin == pytest.approx((1.0 if climbed else 0.4995, 0.0, height))


@pytest.mark.parametrize(("fraction", "height"), [(1.0, 18.0), (0.5, 8.5), (2.05 / 19, 1.05)])
def test_the_way_up_and_down(fraction: float, height: float) -> None:
    """19 up, a unit less is climbed; down again by that and 9."""
    state = standing(**UNIT)
    space = Script(WALL, FREE, under(fraction), FREE, FREE)
    stepped(state, space)
    assert space.asked[2] == ((0.0, 0.0, 100.0), (0.0, 0.0, 119.0))
    assert space.asked[3][0] == pytest.approx((0.0, 0.0, 100.0 + height))
    assert space.asked[4][0][2] == pytest.approx(100.0 + height)
    assert space.asked[4][1][2] == pytest.approx(100.0 - 9.0)
    assert state.origin == pytest.approx((1.0, 0.0, 100.0))


def test_less_than_a_unit_is_not_climbed() -> None:
    state = standing(**UNIT)
    space = Script(WALL, FREE, under(1.95 / 19), FREE)
    stepped(state, space)
    assert len(space.asked) == 4
    assert space.asked[3][1] == pytest.approx((0.4995, 0.0, 91.0))
    assert state.origin == pytest.approx((0.4995, 0.0, 100.0))


@pytest.mark.parametrize("fraction", [0.5, 0.95])
def test_who_does_not_gain_by_a_step_follows_the_ground_below(fraction: float) -> None:
    state = standing(**UNIT)
    space = Script(WALL, FREE, FREE, WALL, FREE, under(0.1), under(fraction))
    stepped(state, space)
    start, end = space.asked[6]
    assert start == pytest.approx((0.4995, 0.0, 100.0))
    assert end == pytest.approx((0.4995, 0.0, 91.0))
    assert state.origin[2] == pytest.approx(100.0 - 9.0 * fraction)


@pytest.mark.parametrize("fraction", [0.5, 0.95])
def test_ground_below_is_followed_without_a_wall(fraction: float) -> None:
    state = standing(**UNIT)
    space = Script(FREE, under(fraction))
    stepped(state, space)
    assert space.asked[1] == ((1.0, 0.0, 100.0), (1.0, 0.0, 91.0))
    assert state.origin[2] == pytest.approx(100.0 - 9.0 * fraction)


# -- steps in the air -----------------------------------------------------------------------------


def jumping(room: float, **fields: Any) -> MoveState:
    """In the air at 100 after a jump that may lead so much higher: its height is 39."""
    values: dict[str, Any] = {
        **UNIT,
        "pm_flags": 0x2000,
        "ground_entity": AIR,
        "jump_z": 100.0 + room - 39.0,
        **fields,
    }
    return standing(**values)


@pytest.mark.parametrize(
    ("room", "reach"),
    [(-5.0, 0.0), (0.5, 0.0), (0.95, 0.0), (1.0, 1.0), (1.05, 1.05), (10.0, 10.0), (30.0, 18)],
)
def test_a_step_in_a_jump_reaches_as_high_as_the_jump(room: float, reach: float) -> None:
    """At most 18; less than a unit is none."""
    space = Script(WALL, FREE)
    stepped(jumping(room), space, grounded=False)
    assert len(space.asked) == (5 if reach else 2)
    if reach:
        assert space.asked[2][1] == pytest.approx((0.0, 0.0, 101.0 + reach), abs=1e-4)


def test_a_step_in_the_air_needs_a_jump() -> None:
    for fields in ({"pm_flags": 0}, {"pm_time": 100}):
        space = Script(WALL, FREE)
        stepped(jumping(20.0, **fields), space, grounded=False)
        assert len(space.asked) == 2


@pytest.mark.parametrize(("rise", "climbs"), [(-1.0, False), (0.0, False), (0.05, True)])
def test_on_a_ladder_only_who_moves_up_climbs_steps(rise: float, climbs: bool) -> None:
    space = Script(WALL, FREE)
    stepped(jumping(20.0, pm_flags=0x10, velocity=(1.0, 0.0, rise)), space, grounded=False)
    assert len(space.asked) == (5 if climbs else 2)


def test_a_step_as_high_as_the_jump_is_not_taken() -> None:
    """Ground at take-off + 39 is too high, a little below is not."""
    for part, kept in ((0.0, False), (0.125, True)):
        state = jumping(8.0)
        stepped(state, Script(WALL, FREE, FREE, FREE, under(part)), grounded=False)
        height = 108.0 - 8.0 * part if kept else 100.0
        assert state.origin == pytest.approx((1.0 if kept else 0.5, 0.0, height))


@pytest.mark.parametrize(
    ("slack", "rise", "left"),
    [
        (0.09, 50.0, 0.0),
        (0.09, -50.0, 0.0),
        (0.105, 50.0, (2 * 800 * 0.105) ** 0.5),
        (0.105, -50.0, -50.0),
        (0.095, -50.0, 0.0),
        (4.0, 100.0, 80.0),
        (4.0, 79.0, 79.0),
    ],
)
def test_a_step_in_a_jump_takes_from_its_height(slack: float, rise: float, left: float) -> None:
    """Speed up is what still leads to the top; less than a tenth below it is none, falling too."""
    state = jumping(8.0, velocity=(1000.0, 0.0, rise))
    part = (slack + rise * 0.001) / 8.0
    side_on = Answer(part, normal=(1.0, 0.0, 0.0), contents=1, entity=1022)  # clips no height
    stepped(state, Script(WALL, FREE, FREE, FREE, side_on), msec=1, grounded=False)
    assert state.origin[2] == pytest.approx(108.0 - slack, abs=1e-4)
    assert state.velocity[2] == pytest.approx(left, abs=1e-2)


def test_a_climb_beyond_the_reach_turns_the_speed_round() -> None:
    """The rule has no floor: 24.73 up with a reach of 18 leaves less than nothing."""
    state = standing((0.0, 0.0, 100.0), velocity=(1.0, 0.0, 7.0))
    stepped(state, Script(WALL, FREE, FREE, FREE, under(0.01)))
    assert state.origin[2] == pytest.approx(124.73, abs=0.01)
    kept = 0.8 * (1.0 - (state.origin[2] - 100.0) / 18.0) + 0.2
    assert kept < -0.09
    assert state.velocity[0] == pytest.approx(kept, abs=1e-3)

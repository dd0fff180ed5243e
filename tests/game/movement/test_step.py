"""Steps up and down (pmove2: Step)."""

from __future__ import annotations

import pytest

from .runs import GROUND, command, level_speed, numbers, run, standing
from .spaces import GRASS, Solid, box, floor, player
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

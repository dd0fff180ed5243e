"""Stances: speeds of change, boxes, room to get up (pmove2: Stance)."""

from __future__ import annotations

import pytest

from uoserver.game.movement import MoveState
from uoserver.game.movement.stance import _lie_down, check_stance, free, set_box

from .runs import GROUND, command, numbers, run, standing
from .spaces import WATER, Answer, Script, box, floor, solids
from .working import working
from .worlds import MakeSpace

LATCH, PRONE, CROUCH = 0x02, 0x40, 0x80
LIES, DUCKS = 0x1, 0x2


def heights(state: MoveState, wbuttons: int, milliseconds: int) -> dict[int, tuple[float, float]]:
    """Return (eyes, box height) by the time since the start."""
    start = state.command_time
    seen: dict[int, tuple[float, float]] = {}
    run(
        state,
        solids(floor()),
        command(wbuttons=wbuttons),
        milliseconds,
        1,
        each=lambda now, result: seen.update(
            {now.command_time - start: (now.view_height, result.maxs[2])}
        ),
    )
    return seen


def test_down_to_the_crouch_and_up_again() -> None:
    """200 ms each; the box is small as soon as the button is down."""
    state = standing()
    down = heights(state, CROUCH, 300)
    # the change begins with the slice that sees the button, at 1 ms
    assert down[1] == (60.0, 50.0)
    assert down[1 + 60][0] == pytest.approx(56.0)
    assert down[1 + 160][0] == pytest.approx(44.0)
    assert down[1 + 199][0] > 40.0
    assert down[1 + 200] == (40.0, 50.0)
    assert state.entity_flags & 0x60 == 0x20
    up = heights(state, 0, 300)
    assert up[1] == (40.0, 70.0)
    assert up[1 + 40][0] == pytest.approx(44.0)
    assert up[1 + 140][0] == pytest.approx(56.0)
    assert up[1 + 200] == (60.0, 70.0)
    assert state.entity_flags & 0x60 == 0


def test_down_to_the_ground_and_up_again() -> None:
    """200 ms to the crouch, 400 to the ground; up in 400 and 200."""
    state = standing()
    down = heights(state, PRONE, 800)
    assert down[1] == (60.0, 50.0)
    assert down[1 + 200] == (40.0, 50.0)
    assert down[100][1] == 50.0
    assert down[300][1] == 30.0
    assert down[202 + 44 * 4][0] == pytest.approx(16.0, abs=0.9)
    assert down[202 + 400] == (11.0, 30.0)
    assert state.pm_flags & (LIES | DUCKS) == LIES
    assert state.entity_flags & 0x60 == 0x40
    up = heights(state, 0, 800)
    assert up[1][1] == 70.0
    assert up[1 + 400][0] == pytest.approx(40.0)
    assert up[300][0] == pytest.approx(33.0, abs=2.0)
    assert up[402 + 200][0] == 60.0


def test_lying_down_slows_for_1800_ms() -> None:
    state = standing()
    run(state, solids(floor()), command(wbuttons=PRONE), 230, 10)
    assert state.pm_flags & 0x2000
    assert 1780 <= state.pm_time <= 1800


def test_a_button_let_go_half_way_is_followed_when_the_change_is_over() -> None:
    """The target only changes when no change of height is under way."""
    state = standing()
    heights(state, CROUCH, 100)
    rest = heights(state, 0, 400)
    assert rest[100][0] == pytest.approx(40.0, abs=0.6)
    assert rest[320][0] == 60.0


@pytest.mark.parametrize("wbuttons", [CROUCH, CROUCH | LATCH])
def test_a_low_ceiling_keeps_one_down(make: MakeSpace, wbuttons: int) -> None:
    """Event 143; none while the latch of the stance buttons is held."""
    state = standing()
    open_air = make(floor())
    run(state, open_air, command(wbuttons=CROUCH), 300)
    low = make(floor(), box((-100, -100, 60), (100, 100, 80)))
    events = run(state, low, command(wbuttons=wbuttons & LATCH), 64)
    assert set(numbers(events)) == (set() if wbuttons & LATCH else {143})
    assert state.pm_flags & DUCKS
    assert run(state, open_air, command(), 8) == []
    assert not state.pm_flags & DUCKS


def test_who_lies_gets_up_as_far_as_there_is_room(make: MakeSpace) -> None:
    def under(height: float) -> tuple[int, list[int]]:
        state = standing()
        run(state, make(floor()), command(wbuttons=PRONE), 800, 16)
        ceiling = make(floor(), box((-200, -200, height), (200, 200, height + 20)))
        events = numbers(run(state, ceiling, command(), 16, 16))
        return state.pm_flags & 3, events

    assert under(72.0) == (0, [])
    assert under(60.0) == (DUCKS, [])
    assert under(40.0) == (LIES, [144])


def test_where_one_cannot_lie_down(make: MakeSpace) -> None:
    """No room for the legs, water, the air: 0x8000 and event 142, or 143 from the crouch."""
    wall = box((-40, -100, 0), (-20, 100, 100))
    state = standing()
    events = run(state, make(floor(), wall), command(wbuttons=PRONE), 16, 16)
    assert numbers(events) == [142]
    assert state.pm_flags & 0x8001 == 0x8000
    run(state, make(floor(), wall), command(wbuttons=CROUCH), 300, 16)
    assert numbers(run(state, make(floor(), wall), command(wbuttons=PRONE), 16, 16)) == [143]
    pool = box((-99, -99, 0), (99, 99, 5), 0, WATER)
    wet = standing()
    assert 142 in numbers(run(wet, make(floor(), pool), command(wbuttons=PRONE), 16, 16))
    assert not wet.pm_flags & LIES
    flying = standing((0.0, 0.0, 300.0), ground_entity=1023)
    run(flying, make(floor()), command(wbuttons=PRONE), 16, 16)
    assert not flying.pm_flags & LIES


def test_players_leave_room_to_get_up() -> None:
    """Bodies are not counted: who lies under a player is not held down by him."""
    from .spaces import player

    state = standing()
    run(state, solids(floor()), command(wbuttons=CROUCH), 300)
    run(state, solids(floor(), player(4, (0.0, 0.0, 55.0))), command(), 8)
    assert not state.pm_flags & DUCKS


def test_lying_down_takes_direction_and_pitch() -> None:
    state = standing()
    run(state, solids(floor()), command(wbuttons=PRONE, yaw=50, pitch=30), 8)
    assert state.prone_direction == pytest.approx(50.0, abs=0.01)
    assert state.prone_direction_pitch == 0.0
    assert state.prone_torso_pitch == 0.0
    state = standing()
    run(state, solids(floor()), command(wbuttons=PRONE, pitch=80), 8)
    assert state.prone_torso_pitch == pytest.approx(35.0, abs=0.8)


def test_on_a_ladder_the_stance_buttons_do_nothing() -> None:
    space = solids(floor(), box((16, -100, 0), (60, 100, 300), 8))
    state = standing((0.0, 0.0, 50.0), ground_entity=1023)
    run(state, space, command(127), 100)
    assert state.pm_flags & 0x10
    events = run(state, space, command(127, wbuttons=CROUCH), 8)
    assert 142 in numbers(events)
    assert not state.pm_flags & DUCKS


@pytest.mark.parametrize(
    ("entity_flags", "stance"),
    [(0x2010, LIES), (0x4010, DUCKS), (0x6010, 0), (0x100010, 0)],
)
def test_turrets_and_vehicles_force_a_stance(entity_flags: int, stance: int) -> None:
    state = standing(entity_flags=entity_flags)
    run(state, solids(floor()), command(127, wbuttons=CROUCH if stance != DUCKS else 0), 400, 16)
    assert state.pm_flags & 3 == stance
    assert state.origin == (0.0, 0.0, GROUND)


def test_the_dead_lie_at_eight() -> None:
    """180 units a second from 60 down to 8."""
    state = standing(pm_type=6)
    run(state, solids(floor()), command(), 200, 10)
    assert state.view_height == pytest.approx(60 - 36, abs=0.01)
    run(state, solids(floor()), command(), 200, 10)
    assert state.view_height == 8.0


def test_a_spectator_is_small_and_has_no_stance() -> None:
    state = standing(pm_type=4, speed=400, pm_flags=3)
    results = []
    events = run(
        state,
        solids(floor()),
        command(wbuttons=PRONE),
        8,
        each=lambda _, result: results.append((result.mins, result.maxs)),
    )
    assert results == [((-8.0, -8.0, -8.0), (8.0, 8.0, 16.0))]
    assert numbers(events) == [142]
    assert state.pm_flags & 3 == 0
    assert state.view_height == 0


def test_who_lies_down_is_lifted_by_ten_and_let_down() -> None:
    """Other players do not count; the ground is looked for a quarter below."""
    slope = Answer(0.95, normal=(-0.6, 0.0, 0.8), contents=1)
    space = Script(Answer(0.5), Answer(0.2), slope)
    state = standing((10.0, 20.0, 30.0), pm_flags=LIES | 0x420, view_height_target=11)
    move = working(state, command(127), space)
    set_box(move)
    _lie_down(move)
    assert space.asked == [
        ((10.0, 20.0, 30.0), (10.0, 20.0, 40.0)),
        ((10.0, 20.0, 35.0), (10.0, 20.0, 30.0)),
        ((10.0, 20.0, 34.0), (10.0, 20.0, 33.75)),
    ]
    assert set(space.masks) == {0x00810011}
    assert set(space.boxes) == {((-15.0, -15.0, 0.0), (15.0, 15.0, 30.0))}
    assert state.origin == (10.0, 20.0, 34.0)
    assert state.prone_direction_pitch == pytest.approx(-36.87, abs=0.01)
    assert state.pm_flags == LIES


@pytest.mark.parametrize(("forward", "right", "left"), [(0, 0, 0x420), (1, 0, 0), (0, -1, 0)])
def test_who_lies_down_moving_may_crawl(forward: int, right: int, left: int) -> None:
    state = standing(pm_flags=LIES | 0x420)
    _lie_down(working(state, command(forward, right)))
    assert state.pm_flags == LIES | left


@pytest.mark.parametrize(
    ("view", "torso"), [(0.0, 0.0), (44.0, 0.0), (46.0, 1.0), (-44.0, 0.0), (-46.0, -1.0)]
)
def test_the_torso_is_within_45_of_the_view(view: float, torso: float) -> None:
    state = standing(pm_flags=LIES)
    state.angles = (view, 0.0, 0.0)
    _lie_down(working(state))
    assert state.prone_torso_pitch == pytest.approx(torso)


@pytest.mark.parametrize(
    ("flags", "target", "height"),
    [
        (0, 60, 70.0),
        (0, 40, 70.0),
        (0, 11, 70.0),
        (DUCKS, 60, 70.0),
        (DUCKS, 40, 50.0),
        (DUCKS, 11, 50.0),
        (LIES, 60, 70.0),
        (LIES, 40, 50.0),
        (LIES, 11, 30.0),
    ],
)
def test_the_height_of_the_box(flags: int, target: int, height: float) -> None:
    move = working(standing(pm_flags=flags, view_height_target=target))
    set_box(move)
    assert (move.mins, move.maxs) == ((-15.0, -15.0, 0.0), (15.0, 15.0, height))


def test_room_to_get_up_is_asked_for_where_one_is() -> None:
    space = Script(Answer(0.0, startsolid=True))
    move = working(standing((10.0, 20.0, 30.0)), space=space)
    assert free(move, 50.0)
    assert space.asked == [((10.0, 20.0, 30.0), (10.0, 20.0, 30.0))]
    assert space.boxes == [((-15.0, -15.0, 0.0), (15.0, 15.0, 50.0))]
    assert space.masks == [0x00810011]
    space.answers = [Answer(0.0, startsolid=True, allsolid=True)]
    assert not free(move, 50.0)


def test_without_ground_the_body_lies_level() -> None:
    state = standing(pm_flags=LIES)
    air = Answer(normal=(-0.6, 0.0, 0.8))
    _lie_down(working(state, space=Script(air, air, air)))
    assert state.prone_direction_pitch == 0.0


def test_entity_flags_of_who_stands_are_the_capsule_alone() -> None:
    state = standing(entity_flags=0x60)
    check_stance(working(state))
    assert state.entity_flags == 0x10


@pytest.mark.parametrize("buttons", [PRONE, CROUCH, PRONE | CROUCH])
def test_a_ladder_eats_stance_buttons_at_its_foot_too(buttons: int) -> None:
    state = standing(pm_flags=0x10)
    move = working(state, command(wbuttons=buttons | 0x04))
    check_stance(move)
    assert (move.wbuttons, state.pm_flags) == (0x04, 0x10)
    assert numbers(move.posted) == [142]

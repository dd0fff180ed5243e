"""Water (pmove: Water level; pmove2: Water, ladder, fly)."""

from __future__ import annotations

import pytest

from uoserver.game.movement.water import set_water_level

from .runs import command, level_speed, numbers, run, standing
from .spaces import WATER, Script, box, floor
from .working import working
from .worlds import MakeSpace


@pytest.mark.parametrize(
    ("depth", "level"),
    [(0.0, 0), (1.0, 0), (2.0, 1), (30.0, 1), (31.0, 2), (60.0, 2), (61.0, 3), (200.0, 3)],
)
def test_levels_and_speeds(make: MakeSpace, depth: float, level: int) -> None:
    """Feet and 1, half the eyes, the eyes; each level takes a sixth of the speed."""
    pool = (
        box((-999, -999, -1), (999, 999, depth), 0, WATER)
        if depth
        else box((-1, -1, -9), (1, 1, -8))
    )
    levels = []
    state = standing()
    run(
        state,
        make(floor(), pool),
        command(127),
        1500,
        16,
        each=lambda _, result: levels.append(result.water_level),
    )
    assert set(levels) == {level}
    full = 190 * (1 - level / 6)
    assert level_speed(state) == pytest.approx(full, rel=0.001)


def test_who_crouches_is_deeper_in(make: MakeSpace) -> None:
    levels = []
    run(
        standing(),
        make(floor(), box((-999, -999, -1), (999, 999, 25), 0, WATER)),
        command(wbuttons=0x80),
        400,
        each=lambda _, result: levels.append(result.water_level),
    )
    assert (levels[0], levels[-1]) == (1, 2)


def test_events_of_touching_and_leaving(make: MakeSpace) -> None:
    space = make(floor(), box((60, -400, -1), (120, 400, 10), 0, WATER))
    events = numbers(run(standing(), space, command(127), 1500))
    assert [number for number in events if number in (146, 147)] == [146, 147]
    assert set(events) <= {146, 147, 21}


@pytest.mark.parametrize(
    ("eyes", "half", "whole"), [(60.0, 30, 60), (41.5, 20, 41), (11.9, 5, 11), (0.0, 0, 0)]
)
def test_where_water_is_looked_for(eyes: float, half: int, whole: int) -> None:
    """The height of the eyes cut to a whole number, and half of that again."""
    space = Script(contents=WATER)
    state = standing((1.0, 2.0, 30.0), view_height=eyes, mins=(-15.0, -15.0, 0.0))
    move = working(state, space=space)
    set_water_level(move)
    assert space.points == [(1.0, 2.0, 30.0 + up) for up in (1.0, half, whole)]
    assert move.water_level == 3


def test_heights_of_a_spectator_count_from_his_feet() -> None:
    """His box reaches 8 below him: feet and 1, then half and all of eyes + 8."""
    space = Script(contents=WATER)
    move = working(standing((1.0, 2.0, 30.0), view_height=3.0), space=space)
    move.mins = (-8.0, -8.0, -8.0)
    set_water_level(move)
    assert [point[2] for point in space.points] == [23.0, 22.0 + 5, 22.0 + 11]

"""Water (pmove: Water level; pmove2: Water, ladder, fly)."""

from __future__ import annotations

import pytest

from .runs import command, level_speed, numbers, run, standing
from .spaces import WATER, box, floor
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

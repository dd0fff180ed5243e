"""What lies near a mover: nothing that he could meet is ever ruled out (rules: Collision)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uoserver.sim.grid import CELL_SHIFT
from uoserver.sim.kernel.fixmath import CELL, HALF_CELL, ONE
from uoserver.sim.near import (
    BEFORE,
    BEHIND,
    CELL_PX,
    HEIGHTS,
    PIXEL,
    SAME,
    cells_around,
    near,
)
from uoserver.sim.shapes import reach
from uoserver.sim.tables.statics import STATICS

SIDES = ((SAME, 0), (BEFORE, -1), (BEHIND, 1))
PLACES = st.integers(-3 * CELL, 131 * CELL)
WAYS = st.integers(0, 40 * ONE)
JITTERS = st.integers(-12, 12)


def test_cells_come_row_by_row_with_the_bits_of_both_ways() -> None:
    cells, beyond = cells_around(50, 60, True)
    assert not beyond
    assert cells == (
        *((7730, SAME, SAME), (7729, BEFORE, SAME), (7731, BEHIND, SAME)),
        *((7602, SAME, BEFORE), (7601, BEFORE, BEFORE), (7603, BEHIND, BEFORE)),
        *((7858, SAME, BEHIND), (7857, BEFORE, BEHIND), (7859, BEHIND, BEHIND)),
    )


def test_cells_off_the_map_are_left_out_but_told() -> None:
    assert cells_around(0, 0, True) == (
        ((0, SAME, SAME), (1, BEHIND, SAME), (128, SAME, BEHIND), (129, BEHIND, BEHIND)),
        True,
    )
    cells, beyond = cells_around(50, 1, False)
    assert beyond
    assert {row for _, _, row in cells} == {SAME, BEHIND}
    assert cells_around(300, -300, True) == ((), True)


@given(PLACES, WAYS, WAYS, JITTERS)
def test_who_is_ruled_out_does_not_meet(place: int, before: int, behind: int, jitter: int) -> None:
    """Against the plain rule: boxes meet where neither ends before the other begins."""
    cell = place >> CELL_SHIFT
    first = (place - before >> PIXEL) - cell * CELL_PX
    last = (place + behind >> PIXEL) - cell * CELL_PX
    for axis in (0, 1):
        found = near(axis, first, last)
        for number, static in enumerate(STATICS):
            around = reach(static.shape)
            for bit, side in SIDES:
                middle = (cell + side) * CELL + HALF_CELL + jitter * ONE * static.jitter
                low, high = middle + around[axis], middle + around[axis + 2]
                if static.shape and low <= place + behind and high >= place - before:
                    assert found[number] & bit
                if not static.shape:
                    assert not found[number]


@given(PLACES, WAYS, WAYS)
def test_who_is_a_pixel_apart_wherever_it_stands_is_ruled_out(
    place: int, before: int, behind: int
) -> None:
    cell = place >> CELL_SHIFT
    first = (place - before >> PIXEL) - cell * CELL_PX
    last = (place + behind >> PIXEL) - cell * CELL_PX
    for axis in (0, 1):
        found = near(axis, first, last)
        for number, static in enumerate(STATICS):
            around, by = reach(static.shape), 12 * ONE * static.jitter
            for bit, side in SIDES:
                middle = (cell + side) * CELL + HALF_CELL
                low, high = middle + around[axis] - by, middle + around[axis + 2] + by
                if low > place + behind + ONE or high < place - before - ONE:
                    assert not found[number] & bit


def test_heights_hold_each_static_object() -> None:
    for static, heights in zip(STATICS, HEIGHTS, strict=True):
        if static.shape:
            lows, highs = zip(*((part.low, part.high) for part in static.shape), strict=True)
            assert heights == (min(lows), max(highs))

"""Lines in whole pixels (rules 3: Segment test)."""

from __future__ import annotations

import pytest

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.lines import crosses, edges_of, turned

SQUARE = ((-4, -4), (4, -4), (4, 4), (-4, 4))
Line = tuple[int, int, int, int]


def px(*points: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple((x * ONE, y * ONE) for x, y in points)


def meet(a: Line, b: Line) -> bool:
    """Whether two lines, x y to x y in pixels, cross; asked both ways."""
    start, end = px((a[0], a[1]), (a[2], a[3]))
    edges = [(b[0] * ONE, b[1] * ONE, b[2] - b[0], b[3] - b[1])]
    return crosses(start, end, edges)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0, 0, 10, 0), (5, -5, 5, 5), True),
        ((0, 0, 10, 0), (5, 5, 5, -5), True),  # the other sign of the denominator
        ((0, 0, 10, 0), (5, 1, 5, 5), False),
        ((0, 0, 10, 0), (5, 0, 5, 5), True),  # touching counts
        ((0, 0, 10, 0), (10, -5, 10, 5), True),
        ((0, 0, 10, 0), (11, -5, 11, 5), False),
        ((0, 0, 10, 0), (-1, -5, -1, 5), False),
        ((0, 0, 10, 0), (0, 1, 10, 1), False),  # side by side
        ((0, 0, 10, 0), (5, 0, 20, 0), True),  # on each other
        ((0, 0, 10, 0), (10, 0, 20, 0), True),
        ((0, 0, 10, 0), (11, 0, 20, 0), False),
        ((20, 0, 11, 0), (10, 0, 0, 0), False),
        ((0, 0, 0, 10), (0, 11, 0, 20), False),
        ((0, 0, 0, 10), (0, 10, 0, 20), True),
        ((5, 0, 5, 0), (0, 0, 10, 0), True),  # a place is a line, too
        ((5, 1, 5, 1), (0, 0, 10, 0), False),
        ((5, 2, 5, 2), (0, 0, 10, 10), False),  # beside a slanted one
        ((0, 0, 8, 8), (2, 2, 20, 20), True),
        ((0, 0, 8, 8), (9, 9, 20, 20), False),
    ],
)
def test_which_lines_cross(a: Line, b: Line, expected: bool) -> None:
    assert meet(a, b) is expected
    assert meet(b, a) is expected


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(
    ("b", "expected"),
    [
        *(((0, -5, 0, 5), True), ((10, -5, 10, 5), True), ((5, 0, 5, 5), True)),
        *(((5, -5, 5, 0), True), ((-1, -5, -1, 5), False), ((11, -5, 11, 5), False)),
        *(((5, 1, 5, 5), False), ((5, -5, 5, -1), False), ((4, 0, 6, 5), True)),
        *(((5, 0, 20, 0), True), ((10, 0, 20, 0), True), ((11, 0, 20, 0), False)),
        *(((-9, 0, 0, 0), True), ((-9, 0, -1, 0), False)),
    ],
)
def test_ends_count_whichever_way_lines_run(b: Line, expected: bool, flip: bool) -> None:
    other = (b[2], b[3], b[0], b[1]) if flip else b
    for a in ((0, 0, 10, 0), (10, 0, 0, 0)):
        assert meet(a, other) is expected
        assert meet(other, a) is expected


def test_differences_are_rounded_down_to_pixels() -> None:
    edge = [(5 * ONE, 0, 0, 5)]
    assert crosses((0, -1), (10 * ONE, -1), edge)  # a hair above it
    assert not crosses((0, 1), (10 * ONE, 1), [(5 * ONE, 2 * ONE, 0, 5)])
    assert not crosses((0, 0), (5 * ONE - 1, 0), edge)
    assert crosses((0, ONE), (10 * ONE, ONE), [(5 * ONE, 2 * ONE - 1, 0, 5)])
    assert not crosses((0, 1), (10 * ONE, 1), [(5 * ONE, -5 * ONE, 0, 4)])


def test_any_of_the_edges_counts() -> None:
    edges = edges_of(px(*SQUARE))
    assert crosses((0, 0), (9 * ONE, 0), edges)
    assert not crosses((0, 0), (3 * ONE, 3 * ONE), edges)
    assert not crosses((0, 0), (9 * ONE, 0), [])


def test_edges_close_a_polygon_with_ways_in_whole_pixels() -> None:
    assert edges_of([(0, 0), (3 * ONE - 1, 0), (0, 2 * ONE)]) == (
        (0, 0, 2, 0),
        (3 * ONE - 1, 0, -3, 2),
        (0, 2 * ONE, 0, -2),
    )


def test_a_polygon_turns_clockwise_by_steps() -> None:
    corners = px(*SQUARE[:3])
    assert turned(corners, 0) == edges_of(corners)
    assert turned(corners, 16) == edges_of(px((4, -4), (4, 4), (-4, 4)))
    eighth = turned(px((0, -4)), 8)
    assert eighth == ((0x2D410, -0x2D410, 0, 0),)

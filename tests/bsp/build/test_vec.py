from __future__ import annotations

import pytest

from uoserver.bsp.build.vec import (
    Box,
    add,
    bounds,
    cross,
    dot,
    length,
    moved,
    scaled,
    sub,
    union,
    unit,
)

BOX = Box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0))


def test_arithmetic() -> None:
    a, b = (1.0, 2.0, 3.0), (4.0, -5.0, 6.0)
    assert add(a, b) == (5.0, -3.0, 9.0)
    assert sub(a, b) == (-3.0, 7.0, -3.0)
    assert scaled(a, 2.0) == (2.0, 4.0, 6.0)
    assert dot(a, b) == 12.0
    assert cross(a, b) == (27.0, 6.0, -13.0)
    assert length((2.0, 3.0, 6.0)) == 7.0
    assert unit((0.0, 0.0, -4.0)) == (0.0, 0.0, -1.0)
    assert unit((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)
    assert moved(a, 1, 9.0) == (1.0, 9.0, 3.0)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_touching_boxes(axis: int) -> None:
    for at, margin, touches in [(3.0, 0.0, False), (3.0, 4.0, True), (-1.0, 0.0, True)]:
        other = Box(moved((0.0, 0.0, 0.0), axis, BOX.maxs[axis] + at), (9.0, 9.0, 9.0))
        assert BOX.touches(other, margin) == other.touches(BOX, margin) == touches
    edge = Box(BOX.maxs, (9.0, 9.0, 9.0))
    assert BOX.touches(edge)


def test_boxes_hold_their_ends() -> None:
    assert BOX.contains((1.0, 0.0, 3.0))
    assert not BOX.contains((1.0, 0.0, 3.001))
    assert not BOX.contains((-0.001, 0.0, 3.0))


def test_bounds_and_unions() -> None:
    assert bounds([(1.0, 5.0, -1.0), (2.0, -3.0, 0.0)]) == ((1.0, -3.0, -1.0), (2.0, 5.0, 0.0))
    assert union([BOX, Box((-1.0, 1.0, 1.0), (0.0, 9.0, 1.0))]) == (
        (-1.0, 0.0, 0.0),
        (1.0, 9.0, 3.0),
    )

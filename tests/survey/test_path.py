from __future__ import annotations

from itertools import pairwise

import pytest

from tests.survey.lands import Land, cross_wall, lattice_of
from uoserver.survey.path import find_path

WEST, EAST = (-1152.0, 128.0), (1152.0, 128.0)


def length(land: Land, *, closed: float | None = None) -> int:
    """Steps of the way from west to east, 0 for none; ``closed`` is where nobody gets through."""
    clip = land.clip()
    lattice = lattice_of(clip, land.bounds, [(-1400.0, 0.0, 0.125), (1400.0, 0.0, 0.125)])

    def shut(node: int) -> bool:
        return closed is not None and lattice.place(node)[0] == closed

    nodes = find_path(clip, lattice, lattice.nearest(*WEST), lattice.nearest(*EAST), shut)
    if nodes:
        assert lattice.place(nodes[0]) == WEST
        assert lattice.place(nodes[-1]) == EAST
        for a, b in pairwise(nodes):
            (x0, y0), (x1, y1) = lattice.place(a), lattice.place(b)
            assert abs(x1 - x0) + abs(y1 - y0) == 64.0
    return max(0, len(nodes) - 1)


def test_straight_on() -> None:
    assert length(Land()) == 36


def test_through_a_gap_and_not_through_a_slit() -> None:
    assert length(cross_wall(Land(), 32.0, gap=150.0)) == 36 + 2 * 2
    assert length(cross_wall(Land(), 32.0, gap=80.0)) == 0
    assert length(cross_wall(Land(), 32.0, 17.0)) == 36


def test_no_way_where_all_is_closed() -> None:
    assert length(Land(), closed=64.0) == 0
    assert length(Land(), closed=-1344.0) == 36


@pytest.mark.parametrize(("high", "expected"), [(18, 36), (20, 0), (-18, 36), (-20, 0)])
def test_steps_both_up_and_down(high: float, expected: int) -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (32, 512, 0))
    land.box((32, -512, -64), (1536, 512, high))
    assert length(land) == expected


def test_slopes() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 0))
    slope = (-(0.2**0.5), 0.0, 0.8**0.5)
    land.box((0, -512, -64), (512, 512, 256), cuts=[(slope, 0.0)])
    land.box((512, -512, -64), (1536, 512, 256))
    assert length(land) == 36


def test_low_roofs() -> None:
    for high, expected in ((85, 36), (70, 0)):
        land = Land()
        land.box((0, -512, high), (200, 512, high + 20))
        assert length(land) == expected


def test_ground_that_is_not_reached() -> None:
    land = Land()
    land.box((-200, -512, 0), (200, 512, 60))
    assert length(land) == 0

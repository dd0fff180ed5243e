from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.collision.windings import base_winding, bounds, chop

SQUARE = [(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (10.0, 10.0, 0.0), (0.0, 10.0, 0.0)]


def test_a_cut_keeps_the_front() -> None:
    assert chop(SQUARE, (1.0, 0.0, 0.0), 4.0) == [
        (4.0, 0.0, 0.0),
        (10.0, 0.0, 0.0),
        (10.0, 10.0, 0.0),
        (4.0, 10.0, 0.0),
    ]
    assert bounds(chop(SQUARE, (-1.0, 0.0, 0.0), -4.0)) == ((0, 0, 0), (4, 10, 0))


def test_nothing_in_front_is_nothing() -> None:
    assert chop(SQUARE, (1.0, 0.0, 0.0), 11.0) == []
    assert chop(SQUARE, (1.0, 0.0, 0.0), 10.0) == []
    assert chop(SQUARE, (1.0, 0.0, 0.0), 9.9) == []
    assert chop(SQUARE, (1.0, 0.0, 0.0), 9.85) != []
    assert chop(SQUARE, (0.0, 0.0, 1.0), 0.0) == []  # lies on it


def test_a_plane_within_a_tenth_of_the_edge_cuts_nothing() -> None:
    assert chop(SQUARE, (1.0, 0.0, 0.0), 0.1) is SQUARE
    assert chop(SQUARE, (1.0, 0.0, 0.0), 0.125) is not SQUARE


def test_a_corner_is_cut_off() -> None:
    s = 0.5**0.5
    cut = chop(SQUARE, (s, s, 0.0), 5.0 * s)
    assert len(cut) == 5
    assert (0.0, 0.0, 0.0) not in cut


normals = st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda n: sum(x * x for x in n) > 0.01)


@given(normals, st.floats(-1e5, 1e5))
def test_a_base_winding_lies_on_its_plane_beyond_the_world(
    direction: tuple[float, float, float], dist: float
) -> None:
    length = sum(x * x for x in direction) ** 0.5
    x, y, z = (component / length for component in direction)
    winding = base_winding((x, y, z), dist)
    for px, py, pz in winding:
        assert x * px + y * py + z * pz == pytest.approx(dist, abs=1e-6)
    sides = [
        sum((a - b) ** 2 for a, b in zip(winding[i], winding[i - 1], strict=True)) for i in range(4)
    ]
    assert all(side == pytest.approx(524288.0**2) for side in sides)


def test_the_first_square_of_axial_planes_is_level_and_upright() -> None:
    far = 262144.0
    assert base_winding((0.0, 0.0, 1.0), 8.0) == [
        (far, far, 8.0),
        (far, -far, 8.0),
        (-far, -far, 8.0),
        (-far, far, 8.0),
    ]
    assert base_winding((1.0, 0.0, 0.0), 8.0) == [
        (8.0, -far, far),
        (8.0, far, far),
        (8.0, far, -far),
        (8.0, -far, -far),
    ]
    assert base_winding((0.0, 1.0, 0.0), 8.0)[0] == (far, 8.0, far)


def test_a_tenth_off_is_still_on_the_plane() -> None:
    assert chop(SQUARE, (0.0, 0.0, 1.0), -0.1) == []
    assert chop(SQUARE, (0.0, 0.0, 1.0), 0.1) == []
    way = (1.0, 0.0, 0.0)
    # What lies a tenth behind is kept, and no edge to or from it is cut.
    behind = [(-0.1, 0.0, 0.0), (-5.0, 5.0, 0.0), (5.0, 5.0, 0.0)]
    assert chop(behind, way, 0.0) == [(-0.1, 0.0, 0.0), (0.0, 5.0, 0.0), (5.0, 5.0, 0.0)]
    # Nor is one to what lies a tenth in front.
    before = [(0.1, 0.0, 0.0), (5.0, 5.0, 0.0), (-5.0, 5.0, 0.0)]
    assert chop(before, way, 0.0) == [(0.1, 0.0, 0.0), (5.0, 5.0, 0.0), (0.0, 5.0, 0.0)]


@given(st.floats(0.25, 9.75))
def test_cuts_by_axial_planes_lie_on_them_exactly(dist: float) -> None:
    skew = [(0.1, 0.3, 7.0), (9.9, 1.3, 7.0), (9.95, 9.7, 7.0), (0.07, 9.1, 7.0)]
    for sign in (1.0, -1.0):
        cut = chop(skew, (sign, 0.0, 0.0), sign * dist)
        assert sum(x == dist for x, _, _ in cut) == 2

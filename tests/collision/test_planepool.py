from __future__ import annotations

import pytest

from uoserver.bsp import BspError
from uoserver.collision.planepool import MAX_PATCH_PLANES, NO_PLANE, PlanePool, equal, negated

A, B, C = (0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (64.0, 64.0, 0.0)


def test_three_points_face_by_their_order() -> None:
    pool = PlanePool()
    # (C - A) x (B - A) points up.
    assert pool.through(A, B, C) == 0
    assert pool.planes[0] == (0, 0, 1, 0)
    assert pool.through(A, C, B) == 1
    assert pool.planes[1] == (0, 0, -1, 0)


def test_points_on_a_line_have_no_plane() -> None:
    assert PlanePool().through(A, B, (0.0, 128.0, 0.0)) == NO_PLANE


def test_a_plane_serves_points_within_a_tenth_of_it() -> None:
    pool = PlanePool()
    pool.through(A, B, C)
    assert pool.through((0.0, 0.0, 0.1), (0.0, 64.0, -0.1), (64.0, 64.0, 0.0)) == 0
    assert pool.through((0.0, 0.0, 0.11), (0.0, 64.0, 0.0), (64.0, 64.0, 0.0)) == 1


def test_equations_match_within_their_tolerances() -> None:
    plane = (0.0, 0.0, 1.0, 100.0)
    assert equal(plane, (0.00009, 0.0, 1.0, 100.019)) is False
    assert equal(plane, (0.00011, 0.0, 1.0, 100.0)) is None
    assert equal(plane, (0.0, 0.0, 1.0, 100.021)) is None
    assert equal(plane, negated(plane)) is True
    assert equal(plane, (0.0, 0.0, -1.0, 100.0)) is None


def test_equations_are_found_facing_either_way() -> None:
    pool = PlanePool()
    assert pool.find((0.0, 0.0, 1.0, 3.99)) == (0, False)
    # Another bucket of distances, but the same plane.
    assert pool.find((0.0, 0.0, 1.0, 4.005)) == (0, False)
    assert pool.find((0.0, 0.0, -1.0, -4.005)) == (0, True)
    assert pool.find((0.0, 0.0, 1.0, 4.02)) == (1, False)
    assert pool.find((0.0, 0.0, 1.0, 4.005)) == (0, False)  # both match: the first one


def test_the_pool_is_bounded() -> None:
    pool = PlanePool()
    for number in range(MAX_PATCH_PLANES):
        pool.find((0.0, 0.0, 1.0, float(number)))
    assert pool.find((0.0, 0.0, 1.0, 5.0)) == (5, False)
    with pytest.raises(BspError, match="planes"):
        pool.find((0.0, 0.0, 1.0, -1.0))

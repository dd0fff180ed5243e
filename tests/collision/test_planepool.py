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


def test_the_numbers_are_those_of_the_reference() -> None:
    assert MAX_PATCH_PLANES == 4096
    assert NO_PLANE < 0  # planes are numbered from 0


def test_points_at_a_tenth_are_still_on_a_plane() -> None:
    for height in (0.1, -0.1):
        pool = PlanePool()
        pool.through(A, B, C)
        assert pool.through((0.0, 0.0, height), (0.0, 64.0, height), (64.0, 64.0, height)) == 0
        beyond = 1.25 * height
        for other in range(3):
            points = [(x, y, beyond if at == other else 0.0) for at, (x, y, _) in enumerate(FLAT)]
            pool = PlanePool()
            pool.through(A, B, C)
            assert pool.through(*points) == 1


FLAT = (A, B, C)


@pytest.mark.parametrize(("lean", "number"), [(0.0, 0), (0.0005, 0), (-0.0005, 1)])
def test_a_plane_at_right_angles_faces_the_same_way(lean: float, number: int) -> None:
    # So small a triangle lies within a tenth of the plane however it stands.
    pool = PlanePool()
    pool.through(A, B, C)
    size = 0.0625
    # Its normal is (C - A) x (B - A): along y, with next to nothing of z.
    assert pool.through((0.0, 0.0, 0.0), (size, 0.0, 0.0), (0.0, -lean * size, size)) == number


def test_equations_must_differ_by_less_than_the_tolerances() -> None:
    flat = (0.0, 0.0, 0.0, 0.0)
    for axis, tolerance in enumerate((0.0001, 0.0001, 0.0001, 0.02)):
        for sign in (1.0, -1.0):
            at, below = [0.0] * 4, [0.0] * 4
            at[axis], below[axis] = sign * tolerance, sign * tolerance * 0.99
            assert equal((at[0], at[1], at[2], at[3]), flat) is None
            assert equal((below[0], below[1], below[2], below[3]), flat) is False
    slope = (0.48, 0.64, 0.6, 7.0)
    assert equal(slope, slope) is False
    assert negated(slope) == (-0.48, -0.64, -0.6, -7.0)


def test_a_plane_of_the_next_bucket_is_found() -> None:
    pool = PlanePool()
    assert pool.find((0.0, 0.0, 1.0, 4.005)) == (0, False)
    assert pool.find((0.0, 0.0, 1.0, 3.99)) == (0, False)

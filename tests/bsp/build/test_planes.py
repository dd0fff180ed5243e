from __future__ import annotations

from uoserver.bsp.build.planes import PlanePool, same_plane

UP = (0.0, 0.0, 1.0)


def test_each_plane_stands_once() -> None:
    pool = PlanePool()
    assert pool.index(UP, 16.0) == 0
    assert pool.index((1.0, 0.0, 0.0), 16.0) == 1
    assert pool.index(UP, 16.0) == 0
    assert pool.index((0.0, 0.0, -1.0), 16.0) == 2
    assert pool.planes == [(UP, 16.0), ((1.0, 0.0, 0.0), 16.0), ((0.0, 0.0, -1.0), 16.0)]


def test_near_planes_are_one_across_whole_units() -> None:
    pool = PlanePool()
    assert pool.index(UP, 15.9996) == 0
    assert pool.index(UP, 16.0003) == 0
    assert pool.index((1e-7, 0.0, 1.0), -0.0001) == 1
    assert pool.index(UP, 0.0001) == 1
    assert pool.index(UP, 0.01) == 2


def test_margins() -> None:
    assert same_plane(UP, 1.0, UP, 1.0009)
    assert not same_plane(UP, 1.0, UP, 1.0011)
    assert not same_plane(UP, 1.0, (2e-6, 0.0, 1.0), 1.0)
    assert same_plane(UP, 1.0, (2e-6, 0.0, 1.0), 1.0, normal_epsilon=1e-5)

from __future__ import annotations

import math

import pytest

from tests.collision.maps import floor_map
from uoserver.collision.hull import MAX_HULLS, Brush, Hull, HullStore
from uoserver.collision.trace import NO_FACE

FACES = (NO_FACE,) * 6


def test_a_standing_player() -> None:
    hull = Hull((-15, -15, 0), (15, 15, 70), capsule=True)
    assert hull.center == (0, 0, 35)
    assert hull.half == (15, 15, 35)
    assert (hull.radius, hull.half_height, hull.offset) == (15, 35, (0, 0, 20))
    assert hull.extents == (15, 15, 35)
    assert not hull.is_point


def test_a_capsule_is_as_deep_as_it_is_wide() -> None:
    hull = Hull((-15, -2, 0), (15, 2, 70), capsule=True)
    assert hull.extents == (15, 15, 35)
    flat = Hull((-15, -15, -4), (15, 15, 4), capsule=True)
    assert (flat.radius, flat.offset, flat.extents) == (4, (0, 0, 0), (4, 4, 4))


def test_the_sphere_record_of_a_box_does_not_widen_it() -> None:
    hull = Hull((-15, -2, 0), (15, 2, 70), capsule=False)
    assert (hull.radius, hull.extents) == (15, (15, 2, 35))


def test_a_flat_box_reaches_as_far_as_the_sphere_that_terrain_sees() -> None:
    assert Hull((-15, -3, -4), (15, 3, 4), capsule=False).reach == (15, 15, 26)
    assert Hull((-15, -3, 0), (15, 3, 70), capsule=False).reach == (15, 15, 35)
    assert Hull((-15, -3, 0), (15, 3, 70), capsule=True).reach == (15, 15, 35)


def test_a_point_has_maxs_that_add_up_to_nothing() -> None:
    assert Hull((3, 4, 5), (3, 4, 5), capsule=False).is_point
    assert not Hull((0, 0, 0), (0, 0, 1), capsule=False).is_point


def test_planes_move_by_the_corner_or_by_the_cap() -> None:
    normal = (0.6, 0.0, 0.8)
    box = Hull((-15, -15, 0), (15, 15, 70), capsule=False)
    assert box.push(*normal) == pytest.approx(0.6 * 15 + 0.8 * 35)
    capsule = Hull((-15, -15, 0), (15, 15, 70), capsule=True)
    assert capsule.push(*normal) == 15 + 0.8 * 20
    assert capsule.push(0.6, 0.0, -0.8) == 15 + 0.8 * 20


def test_a_brush_grows_on_all_sides() -> None:
    brush = Brush(7, 1, (0, 0, 0), (64, 64, 64), FACES, ((0.6, 0.0, 0.8, 50.0, NO_FACE),))
    hull = Hull((-15, -15, 0), (15, 15, 70), capsule=True)
    grown = hull.expand(brush)
    assert grown[:6] == (-15, -15, -35, 79, 79, 99)
    assert grown[6] == 1
    assert grown[7] == ((0.6, 0.0, 0.8, 50.0 + 15 + 0.8 * 20, NO_FACE),)
    assert grown[9] == 7
    assert hull.expanded(brush) is hull.expanded(brush)


def test_a_tilted_capsule_reaches_where_its_spheres_are() -> None:
    hull = Hull((-15, -15, 0), (15, 15, 70), capsule=True).tilted((20.0, 0.0, 0.0))
    assert hull.extents == (35, 15, 15)
    assert hull.push(1.0, 0.0, 0.0) == 35
    assert hull.half == (15, 15, 35)


@pytest.mark.parametrize(
    ("mins", "maxs"),
    [((1, 0, 0), (0, 0, 0)), ((0, 0, math.nan), (0, 0, 0)), ((0, 0, 0), (0, math.inf, 0))],
)
def test_what_is_no_box_is_refused(
    mins: tuple[float, float, float], maxs: tuple[float, float, float]
) -> None:
    with pytest.raises(ValueError, match="no box"):
        Hull(mins, maxs, capsule=False)


def test_the_store_keeps_the_latest_hulls() -> None:
    store = HullStore()
    first = store.get((0, 0, 0), (1, 1, 1), capsule=False)
    assert store.get((0, 0, 0), (1, 1, 1), capsule=True) is not first
    assert store.get((0, 0, 0), (1, 1, 1), capsule=False) is first
    for size in range(2, MAX_HULLS + 1):
        store.get((0, 0, 0), (size, size, size), capsule=False)
    # The capsule was the one longest unused.
    assert store.get((0, 0, 0), (1, 1, 1), capsule=False) is first
    for size in range(MAX_HULLS + 1, 2 * MAX_HULLS + 1):
        store.get((0, 0, 0), (size, size, size), capsule=False)
    assert store.get((0, 0, 0), (1, 1, 1), capsule=False) is not first


def test_a_brush_holds_its_sides() -> None:
    clip = floor_map().clip()
    brush = clip.brushes[0]
    assert brush.holds(512, -512, 0)
    assert not brush.holds(512.001, 0, -1)
    wedge = Brush(0, 1, (0, 0, 0), (8, 8, 8), FACES, ((0.0, 0.0, 1.0, 4.0, NO_FACE),))
    assert wedge.holds(1, 1, 4)
    assert not wedge.holds(1, 1, 4.5)


def test_a_brush_holds_every_one_of_its_sides() -> None:
    brush = Brush(0, 1, (0, 0, 0), (8, 8, 8), FACES)
    for axis in range(3):
        for place, held in ((0.0, True), (-0.001, False), (8.0, True), (8.001, False)):
            point = [4.0, 4.0, 4.0]
            point[axis] = place
            assert brush.holds(*point) is held


def test_sixteen_hulls_are_kept() -> None:
    assert MAX_HULLS == 16


def test_what_was_grown_is_kept() -> None:
    hull = Hull((-1, -1, -1), (1, 1, 1), capsule=False)
    brush = Brush(3, 1, (0, 0, 0), (8, 8, 8), FACES)
    grown = hull.expanded(brush)
    assert grown == hull.expand(brush)
    assert hull.expanded(brush) is grown

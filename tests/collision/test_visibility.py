from __future__ import annotations

import pytest

from tests.collision.maps import MapMaker
from uoserver.bsp import BspError
from uoserver.bsp.records import Visibility
from uoserver.collision import Link, VisibilityIndex, World
from uoserver.collision.body import Body


def rooms(rows: Visibility | None = None) -> VisibilityIndex:
    """Four rooms in a row along x, split at -64, 0 and 64; the last is solid."""
    maker = MapMaker()
    planes = [maker.plane((1.0, 0.0, 0.0), x) for x in (-64.0, 0.0, 64.0)]
    west = maker.leaf([], cluster=0, area=0)
    inner = maker.leaf([], cluster=1, area=1)
    east = maker.leaf([], cluster=9, area=2)
    solid = maker.leaf([], cluster=-1, area=-1)
    maker.node(planes[1], 2, 1)
    maker.node(planes[0], inner, west)
    maker.node(planes[2], solid, east)
    maker.box((500, 500, 500), (501, 501, 501))
    return maker.clip(rows).visibility


# Cluster 0 sees 0 and 1, cluster 1 all of 0, 1 and 9; the others nothing.
ROWS = Visibility(10, 2, bytes([3, 0, 3, 2, *([0] * 16)]))


def link(*clusters: int, last: int = -1) -> Link:
    return Link(clusters, last, (-1, -1), (0, 0, 0), (0, 0, 0))


def test_leaves_clusters_and_areas_of_points() -> None:
    index = rooms()
    assert [index.cluster_at((x, 0, 0)) for x in (-100, -10, 0, 64)] == [0, 1, 9, -1]
    assert [index.area_at((x, 0, 0)) for x in (-100, -10, 0, 64)] == [0, 1, 2, -1]
    assert [index.leaf_at((x, 0, 0)) for x in (-100, -10, 0, 64)] == [0, 1, 2, 3]
    assert index.leaves_in((-70, 0, 0), (10, 1, 1)) == [2, 1, 0]
    assert (index.clusters, index.areas) == (10, 3)


def test_a_map_without_rows_is_all_visible() -> None:
    index = rooms()
    assert index.row(3) == b"\xff" * 32
    assert index.sees(0, 9)
    assert index.sees(-1, 9)
    assert not index.sees(0, -1)


def test_rows_decide_who_sees_whom() -> None:
    index = rooms(ROWS)
    assert index.row(1) == b"\3\2"
    assert (index.sees(0, 1), index.sees(0, 9), index.sees(1, 9)) == (True, False, True)
    assert not index.sees(1, -1)
    assert not index.sees(1, 16)


def test_a_cluster_without_a_row_has_the_first() -> None:
    index = rooms(ROWS)
    assert index.row(-1) == index.row(10) == index.row(0)


def test_a_link_is_seen_by_any_of_its_clusters() -> None:
    index = rooms(ROWS)
    assert index.link_visible(0, link(9, 1))
    assert not index.link_visible(0, link(9))
    assert not index.link_visible(0, link())
    # Cut: everything from the last listed cluster to the very last counts.
    assert index.link_visible(1, link(5, last=9))
    assert not index.link_visible(1, link(5, last=8))


@pytest.mark.parametrize(
    "rows",
    [Visibility(0, 4, b""), Visibility(10, 1, bytes(10)), Visibility(10, 2, bytes(19))],
)
def test_rows_that_are_too_short_are_refused(rows: Visibility) -> None:
    with pytest.raises(BspError, match="lump 28"):
        rooms(rows)


def test_areas_are_apart_until_a_portal_opens() -> None:
    index = rooms()
    assert index.areas_connected(1, 1)
    assert not index.areas_connected(0, 1)
    index.adjust_area_portal(0, 1, open=True)
    index.adjust_area_portal(2, 1, open=True)
    assert index.areas_connected(0, 2)
    index.adjust_area_portal(1, 0, open=True)
    index.adjust_area_portal(0, 1, open=False)
    assert index.areas_connected(0, 2)  # one of the two is still open
    index.adjust_area_portal(0, 1, open=False)
    assert not index.areas_connected(0, 2)
    assert index.areas_connected(1, 2)


def test_negative_areas_are_connected_to_nothing() -> None:
    index = rooms()
    index.adjust_area_portal(-1, 0, open=True)
    assert not index.areas_connected(-1, -1)
    assert not index.areas_connected(-1, 0)


def test_areas_that_are_not_there_are_refused() -> None:
    index = rooms()
    with pytest.raises(ValueError, match="area 3 of 3"):
        index.areas_connected(0, 3)
    with pytest.raises(ValueError, match="area 3 of 3"):
        index.adjust_area_portal(3, 0, open=True)
    with pytest.raises(ValueError, match="no open portal"):
        index.adjust_area_portal(0, 1, open=False)


def test_a_link_lists_the_clusters_and_areas_of_its_box() -> None:
    maker = MapMaker()
    plane = maker.plane((1.0, 0.0, 0.0), 0.0)
    maker.node(plane, maker.leaf([], cluster=4, area=2), maker.leaf([], cluster=7, area=3))
    world = World(maker.clip())
    small = world.link(1, Body((50, 0, 0), mins=(-8, -8, -8), maxs=(8, 8, 8)))
    assert small == Link((4,), -1, (2, -1), (41, -9, -9), (59, 9, 9))
    across = world.link(1, Body((8.5, 0, 0), mins=(-8, -8, -8), maxs=(8, 8, 8)))
    assert (across.clusters, across.areas) == ((4, 7), (2, 3))

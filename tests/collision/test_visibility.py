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


def link(*clusters: int, cut: bool = False) -> Link:
    return Link(clusters, cut, (-1, -1), (0, 0, 0), (0, 0, 0))


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
    assert not index.link_visible(1, link(5))
    assert index.link_visible(1, link(5, cut=True))


@pytest.mark.parametrize(
    "rows",
    [Visibility(0, 4, b""), Visibility(10, 1, bytes(10)), Visibility(10, 2, bytes(19))],
)
def test_rows_that_are_too_short_are_refused(rows: Visibility) -> None:
    with pytest.raises(BspError, match=r"^lump 28 \(visibility\), record 0: "):
        rooms(rows)


def test_a_link_lists_the_clusters_and_areas_of_its_box() -> None:
    maker = MapMaker()
    plane = maker.plane((1.0, 0.0, 0.0), 0.0)
    maker.node(plane, maker.leaf([], cluster=4, area=2), maker.leaf([], cluster=7, area=3))
    world = World(maker.clip())
    world.link(1, Body((50, 0, 0), mins=(-8, -8, -8), maxs=(8, 8, 8)))
    assert world.placed(1) == Link((4,), False, (2, -1), (41, -9, -9), (59, 9, 9))
    world.link(1, Body((8.5, 0, 0), mins=(-8, -8, -8), maxs=(8, 8, 8)))
    across = world.placed(1)
    assert across is not None
    assert (across.clusters, across.areas) == ((4, 7), (2, 3))


def slabs(clusters: list[int]) -> World:
    """Return a world of one leaf for each cluster given, ten units thick, along x from 0 on."""
    maker = MapMaker()
    last = maker.leaf([], cluster=clusters[-1])
    for at, cluster in enumerate(clusters[:-1], 1):
        plane = maker.plane((1.0, 0.0, 0.0), 10.0 * at)
        beyond = last if at == len(clusters) - 1 else at
        maker.node(plane, beyond, maker.leaf([], cluster=cluster))
    return World(maker.clip())


@pytest.mark.parametrize(
    ("clusters", "listed", "cut"),
    [
        ([3, 3, 3, 3, 7] * 10, {3, 7}, False),
        ([*range(16)] * 2, set(range(16)), False),
        ([*range(17)], None, True),
        ([5] * 128, {5}, False),
        ([5] * 129, {5}, True),
    ],
)
def test_a_link_lists_a_cluster_once_and_says_when_it_lists_not_all(
    clusters: list[int], listed: set[int] | None, cut: bool
) -> None:
    body = Body((0, 0, 0), mins=(1, 0, 0), maxs=(10.0 * len(clusters) - 1, 8, 8))
    world = slabs(clusters)
    assert world.placed(1) is None
    world.link(1, body)
    placed = world.placed(1)
    assert placed is not None
    assert placed.cut == cut
    assert len(set(placed.clusters)) == len(placed.clusters)
    if listed is not None:
        assert set(placed.clusters) == listed


def test_rows_that_just_fit_are_taken() -> None:
    assert rooms(Visibility(1, 1, b"\1")).row(0) == b"\1"
    assert rooms(Visibility(16, 2, bytes(32))).row(15) == b"\0\0"
    with pytest.raises(BspError, match=r"^lump 28 \(visibility\), record 0: "):
        rooms(Visibility(17, 2, bytes(34)))


def test_every_bit_of_a_row_is_a_clusters_own() -> None:
    index = rooms(Visibility(16, 2, bytes([0b10000001, 0b00000010] * 16)))
    assert [cluster for cluster in range(-3, 20) if index.sees(0, cluster)] == [0, 7, 9]


def test_rows_of_a_map_without_them_are_as_long_as_its_clusters_need() -> None:
    # One byte for each cluster, in steps of 32 (spec: an all-visible fallback row).
    for clusters, length in ((1, 32), (32, 32), (33, 64)):
        maker = MapMaker()
        leaf = maker.leaf([], cluster=clusters - 1)
        maker.node(maker.plane((1.0, 0.0, 0.0), 0.0), leaf, leaf)
        assert len(maker.clip().visibility.row(0)) == length


def test_without_leaves_there_are_no_clusters_and_no_areas() -> None:
    index = VisibilityIndex([], [], None)
    assert (index.clusters, index.areas) == (0, 0)

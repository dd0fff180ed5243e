"""Who is seen from where: cluster rows and areas."""

from __future__ import annotations

import pytest

from uoserver.bsp.records import Visibility
from uoserver.collision import ZERO, Areas, Link, VisibilityIndex
from uoserver.collision.tree import Leaf, Node, make_node
from uoserver.game.interest import Interest

EYE = (10.0, 0.0, 0.0)
"""In front of the plane: leaf 0."""


def interest(*rows: int, areas: tuple[int, ...] = (0, 0, 0)) -> tuple[Interest, Areas]:
    """Return three slabs along x: beyond 0, -100 to 0, and below, with these rows of 3 bits."""
    nodes: list[Node] = [
        make_node((1.0, 0.0, 0.0), 0.0, -1, 1),
        make_node((1.0, 0.0, 0.0), -100.0, -2, -3),
    ]
    leaves = [Leaf(cluster, area, (), ()) for cluster, area in enumerate(areas)]
    index = VisibilityIndex(nodes, leaves, Visibility(3, 1, bytes(rows)) if rows else None)
    joined = Areas(index.areas)
    return Interest(index, joined), joined


def at(*clusters: int, areas: tuple[int, int] = (0, -1)) -> Link:
    return Link(clusters, False, areas, ZERO, ZERO)


def test_an_entity_is_seen_by_any_of_its_clusters() -> None:
    view, _ = interest(0b001, 0b110, 0b110)
    view.update({1: at(0), 2: at(1), 3: at(0, 2)})
    assert view.seen_from(EYE) == {1, 3}
    assert view.seen_from((-50.0, 0.0, 0.0)) == {2, 3}
    view.update({1: None, 3: at(0, 2)})
    assert view.seen_from(EYE) == {3}


def test_one_that_touches_too_much_is_seen_by_all() -> None:
    view, _ = interest(0b001, 0b110, 0b110)
    view.update({1: at(1), 2: at(1)._replace(cut=True)})
    assert view.seen_from(EYE) == {2}


def test_what_moves_is_seen_where_it_is_now() -> None:
    view, _ = interest(0b001, 0b110, 0b110)
    view.update({1: at(1)})
    assert view.seen_from(EYE) == set()
    view.update({1: at(0)})
    assert view.seen_from(EYE) == {1}


def test_without_rows_all_are_seen() -> None:
    view, _ = interest()
    view.update({1: at(2)})
    assert view.seen_from(EYE) == {1}


def test_closed_areas_hide() -> None:
    view, joined = interest(0b111, 0b111, 0b111, areas=(0, 1, 1))
    view.update({1: at(0), 2: at(1, areas=(1, -1)), 3: at(0, 1, areas=(1, 0))})
    assert view.seen_from(EYE) == {1, 3}
    joined.adjust_portal(0, 1, True)
    view.update({1: at(0), 2: at(1, areas=(1, -1)), 3: at(0, 1, areas=(1, 0))})
    assert view.seen_from(EYE) == {1, 2, 3}


@pytest.mark.parametrize(
    ("cluster", "area", "seen"), [(-1, -1, {1}), (-1, 0, {1}), (0, -1, {1}), (0, 0, set())]
)
def test_from_inside_a_solid_all_are_seen(cluster: int, area: int, seen: set[int]) -> None:
    # A leaf that lacks either is no room: the base row or "no area" would decide nothing there.
    nodes: list[Node] = [make_node((1.0, 0.0, 0.0), 0.0, -1, -2)]
    leaves = [Leaf(cluster, area, (), ()), Leaf(0, 0, (), ())]
    view = Interest(VisibilityIndex(nodes, leaves, Visibility(1, 1, b"\0")), Areas(1))
    view.update({1: at(0)})
    assert view.seen_from(EYE) == seen
    assert view.seen_from((-1.0, 0.0, 0.0)) == set()

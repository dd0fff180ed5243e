from __future__ import annotations

import pytest

from tests.bsp.check.damage import Edit, Row, found_after
from tests.bsp.factory import change
from uoserver.bsp import Map
from uoserver.bsp.check import tree
from uoserver.bsp.records import Node, Visibility

NUMBERS = ((0, 0), (2, 0), (3, 1), (4, 2), (5, 0))
"""Leaves with a cluster, and which."""


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        (lambda m: change(m, "nodes", 1, plane=4), [("node-plane", 20, 1, "plane", 4)]),
        (lambda m: change(m, "nodes", 1, plane=-1), [("node-plane", 20, 1, "plane", -1)]),
        (lambda m: change(m, "nodes", 2, children=(-4, 3)), [("node-child", 20, 2, "children", 3)]),
        (
            lambda m: change(m, "nodes", 2, children=(-4, -7)),
            [("node-child", 20, 2, "children", -7)],
        ),
        (
            lambda m: change(m, "nodes", 2, children=(-32769, -5)),
            [
                ("node-child", 20, 2, "children", -32769),
                ("node-child-size", 20, 2, "children", -32769),
            ],
        ),
        (
            lambda m: change(m, "nodes", 2, children=(-4, 0)),
            [("node-tree", 20, 2, "children", 0)],
        ),
        (
            lambda m: change(m, "nodes", 0, children=(1, 2)),
            [("node-tree", 20, 1, "children", 2)],
        ),
        (
            lambda m: change(m, "nodes", 0, children=(-3, -2)),
            [("node-unreached", 20, 1, None, None), ("node-unreached", 20, 2, None, None)],
        ),
        (lambda m: change(m, "leaf_brushes", 2, to=3), [("leaf-brush", 22, 2, "brush", 3)]),
        (lambda m: change(m, "leaf_brushes", 0, to=-1), [("leaf-brush", 22, 0, "brush", -1)]),
        (lambda m: change(m, "leaf_surfaces", 1, to=2), [("leaf-surface", 23, 1, "patch", 2)]),
        (
            lambda m: change(m, "leaves", 3, first_leaf_surface=2),
            [("leaf-span", 21, 3, "first_leaf_surface", 2)],
        ),
        (
            lambda m: change(m, "leaves", 3, leaf_brush_count=3),
            [("leaf-span", 21, 3, "first_leaf_brush", 1)],
        ),
        (
            lambda m: change(m, "leaves", 3, first_leaf_brush=-1),
            [("leaf-span", 21, 3, "first_leaf_brush", -1)],
        ),
        (
            lambda m: change(m, "leaves", 3, leaf_surface_count=-1),
            [("leaf-span", 21, 3, "leaf_surface_count", -1)],
        ),
        (lambda m: change(m, "leaves", 0, first_leaf_brush=99), []),
        (lambda m: change(m, "leaves", 3, cluster=3), [("leaf-cluster", 21, 3, "cluster", 3)]),
        (
            lambda m: change(m, "leaves", 3, cluster=-32769),
            [("leaf-size", 21, 3, "cluster", -32769)],
        ),
        (lambda m: change(m, "leaves", 3, area=256), [("leaf-area", 21, 3, "area", 256)]),
        (lambda m: change(m, "leaves", 3, area=-2), [("leaf-area", 21, 3, "area", -2)]),
        (lambda m: change(m, "leaves", 3, cell=2), [("leaf-cell", 21, 3, "cell", 2)]),
        (lambda m: change(m, "leaves", 3, cell=-1), []),
        (
            lambda m: setattr(m, "visibility", Visibility(9, 1, bytes(9))),
            [("visibility-row", 28, None, "row_bytes", 1)],
        ),
        (
            lambda m: setattr(m, "visibility", Visibility(0, 1, b"")),
            [
                *(("leaf-cluster", 21, leaf, "cluster", n) for leaf, n in NUMBERS),
                ("visibility-row", 28, None, "cluster_count", 0),
            ],
        ),
        (lambda m: setattr(m, "visibility", Visibility(8, 1, bytes(8))), []),
        (lambda m: setattr(m, "visibility", None), []),
    ],
)
def test_damage(edit: Edit, rows: list[Row]) -> None:
    assert found_after(edit) == rows


def test_clusters_without_visibility_are_free() -> None:
    def edit(source: Map) -> None:
        source.visibility = None
        change(source, "leaves", 3, cluster=1000)

    assert found_after(edit) == []


def test_rows_that_no_leaf_asks_for() -> None:
    """No leaf has a cluster, but a head without rows is no visibility all the same."""

    def edit(source: Map) -> None:
        source.visibility = Visibility(0, 1, b"")
        for leaf in range(len(source.leaves)):
            change(source, "leaves", leaf, cluster=-1)

    assert found_after(edit) == [("visibility-row", 28, None, "cluster_count", 0)]


@pytest.mark.parametrize(
    ("field", "first"),
    [("leaf_brush_count", "first_leaf_brush"), ("leaf_surface_count", "first_leaf_surface")],
)
def test_leaves_that_share_long_spans(
    monkeypatch: pytest.MonkeyPatch, field: str, first: str
) -> None:
    def edit(source: Map) -> None:
        empty = source.leaves[1]._replace(leaf_brush_count=0, leaf_surface_count=0)
        source.leaves = [empty._replace(**{first: 0, field: 2})] * 6

    monkeypatch.setattr(tree, "MAX_LEAF_ENTRIES", 12)
    assert found_after(edit) == []
    monkeypatch.setattr(tree, "MAX_LEAF_ENTRIES", 11)
    assert found_after(edit) == [("leaf-total", 21, 5, field, 2)]


def test_more_nodes_than_children_can_name() -> None:
    """A chain longer than 16 bits: each node's child is in the file, but stock cuts it short."""

    def edit(source: Map) -> None:
        bounds = ((0, 0, 0), (0, 0, 0))
        source.nodes = [Node(0, (number + 1, -2), *bounds) for number in range(32769)]
        source.nodes.append(Node(0, (-2, -2), *bounds))

    assert found_after(edit) == [
        ("node-child-size", 20, 32767, "children", 32768),
        ("node-child-size", 20, 32768, "children", 32769),
    ]

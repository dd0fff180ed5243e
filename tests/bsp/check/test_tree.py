from __future__ import annotations

import pytest

from tests.bsp.check.damage import Edit, Row, found_after
from tests.bsp.factory import change
from uoserver.bsp import Map
from uoserver.bsp.records import Node, Visibility


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

from __future__ import annotations

import pytest

from tests.bsp.check.damage import Edit, Row, found, found_after
from tests.bsp.factory import change, complete_map
from uoserver.bsp import Map, write
from uoserver.bsp.records import AabbTree


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        (
            lambda m: change(m, "surfaces", 1, material=3),
            [("surface-material", 6, 1, "material", 3)],
        ),
        (
            lambda m: change(m, "surfaces", 1, first_vertex=5),
            [("surface-span", 6, 1, "first_vertex", 5)],
        ),
        (
            lambda m: change(m, "surfaces", 1, first_vertex=-1),
            [("surface-span", 6, 1, "first_vertex", -1)],
        ),
        (
            lambda m: change(m, "surfaces", 1, first_index=7),
            [("surface-span", 6, 1, "first_index", 7)],
        ),
        (
            lambda m: change(m, "surfaces", 1, index_count=2),
            [("surface-triangles", 6, 1, "index_count", 2)],
        ),
        (
            lambda m: change(m, "surfaces", 0, vertex_count=3),
            [("draw-index", 6, 0, "first_index", 3)],
        ),
        (lambda m: change(m, "draw_indexes", 0, to=-1), [("draw-index", 6, 0, "first_index", -1)]),
        (
            lambda m: change(m, "draw_vertices", 2, st=(float("inf"), 0.0)),
            [("draw-vertex", 7, 2, None, None)],
        ),
        (
            lambda m: change(m, "surfaces", 1, lightmap=1),
            [("lightmap-missing", 1, None, "length", 0)],
        ),
        (
            lambda m: change(m, "cull_groups", 1, surface_count=3),
            [("cull-surfaces", 9, 1, "first_surface", 1)],
        ),
        (
            lambda m: change(m, "cull_group_indexes", 1, to=2),
            [("cull-index", 10, 1, "cull_group", 2)],
        ),
        (lambda m: change(m, "cells", 1, aabb_tree=4), [("aabb-tree", 17, 1, "aabb_tree", 4)]),
        (lambda m: change(m, "cells", 1, aabb_tree=-1), [("aabb-tree", 17, 1, "aabb_tree", -1)]),
        (
            lambda m: change(m, "aabb_trees", 0, child_count=4),
            [("aabb-tree", 17, 0, "aabb_tree", 0)],
        ),
        (
            lambda m: change(m, "aabb_trees", 2, child_count=-1),
            [
                ("aabb-tree", 16, 2, "child_count", -1),
                ("aabb-tree", 17, 0, "aabb_tree", 0),
            ],
        ),
        (
            lambda m: change(m, "aabb_trees", 2, surface_count=3),
            [("aabb-surfaces", 16, 2, "first_surface", 1)],
        ),
        (lambda m: change(m, "aabb_trees", 0, surface_count=99), []),
        (
            lambda m: change(m, "cells", 0, portal_count=3),
            [("cell-span", 17, 0, "first_portal", 0)],
        ),
        (
            lambda m: change(m, "cells", 0, first_cull_group=1),
            [("cell-span", 17, 0, "first_cull_group", 1)],
        ),
        (
            lambda m: change(m, "cells", 0, occluder_count=-1),
            [("cell-span", 17, 0, "occluder_count", -1)],
        ),
        (
            lambda m: change(m, "cells", 0, mins=(257.0, 0.0, 0.0)),
            [("cell-bounds", 17, 0, "mins", 257.0)],
        ),
        (lambda m: change(m, "portals", 1, plane=4), [("portal-plane", 18, 1, "plane", 4)]),
        (lambda m: change(m, "portals", 1, cell=-1), [("portal-cell", 18, 1, "cell", -1)]),
        (
            lambda m: change(m, "portals", 1, first_vertex=4),
            [("portal-span", 18, 1, "first_vertex", 4)],
        ),
    ],
)
def test_damage(edit: Edit, rows: list[Row]) -> None:
    assert found_after(edit) == rows


@pytest.mark.parametrize("lightmap", [-1, 1])
def test_lightmaps_that_no_surface_accounts_for(lightmap: int) -> None:
    source = complete_map()
    change(source, "surfaces", 0, lightmap=lightmap)
    assert found(write(source)) == [("lightmap-count", 1, None, "length", 786_432)]


def test_trees_that_never_close_are_looked_at_once() -> None:
    """Each record claims all behind it; a walk from each would take a square of their number."""

    def edit(source: Map) -> None:
        source.aabb_trees += [AabbTree(0, 0, 2)] * 200_000

    assert found_after(edit) == []

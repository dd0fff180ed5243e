"""What is drawn: surfaces, vertices, and the trees over them."""

from __future__ import annotations

from uoserver.bsp.access import aabb_children, surface_triangles, walk_aabb
from uoserver.bsp.build import build_map
from uoserver.bsp.build.draw import MAX_TREE_SURFACES, surface_trees
from uoserver.bsp.build.vec import Box
from uoserver.bsp.model import Map

from .sources import box, world


def rows(count: int) -> Map:
    parts = [box((20 * n, 0, 0), (20 * n + 10, 10, 10), "m/wall") for n in range(count)]
    source = world(*parts, material_1="textures/m/wall concrete solid")
    return build_map(source, visibility=False).map


def test_a_brush_is_one_surface_for_each_material() -> None:
    built = rows(3)
    assert len(built.surfaces) == 3
    for surface in built.surfaces:
        assert (surface.vertex_count, surface.index_count, surface.lightmap) == (24, 36, -1)
        assert len(surface_triangles(built, surface)) == 12
    assert {vertex.normal for vertex in built.draw_vertices} == {
        *((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
        *((0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)),
    }


def test_caulk_is_not_drawn() -> None:
    built = build_map(world(box((0, 0, 0), (8, 8, 8))), visibility=False).map
    assert built.surfaces == []


def test_children_of_a_tree_share_out_its_surfaces() -> None:
    """So do those of real maps, whose order of records this is (test_access)."""
    built = rows(100)
    records = [record for record, _ in walk_aabb(built, built.cells[0].aabb_tree)]
    assert sorted(records) == list(range(len(built.aabb_trees)))
    terminal = 0
    children = aabb_children(built, 0)
    for record, tree in enumerate(built.aabb_trees):
        assert (record in children) == (tree.surface_count > MAX_TREE_SURFACES)
        at = tree.first_surface
        for child in children.get(record, ()):
            assert built.aabb_trees[child].first_surface == at
            at += built.aabb_trees[child].surface_count
        if record in children:
            assert at == tree.first_surface + tree.surface_count
        else:
            terminal += tree.surface_count
    assert terminal == 100


def test_the_order_of_surfaces_is_a_permutation() -> None:
    boxes = [
        Box((float(n * 37 % 50), 0.0, 0.0), (float(n * 37 % 50 + 1), 1.0, 1.0)) for n in range(50)
    ]
    records, order = surface_trees(boxes)
    assert sorted(order) == list(range(50))
    assert records[0].surface_count == 50
    first = records[records[0].first_surface + 1]
    assert max(order.index(n) for n in range(50) if boxes[n].mins[0] < 25) < first.surface_count

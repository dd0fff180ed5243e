from __future__ import annotations

import pytest

from tests.shared import shared_path
from uoserver.bsp import Map, read
from uoserver.bsp.access import (
    aabb_children,
    brush_sides,
    curve_rows,
    occluder_edges,
    patch_triangles,
    sides_by_brush,
    surface_triangles,
    walk_aabb,
)
from uoserver.bsp.errors import BspError
from uoserver.bsp.records import (
    AabbTree,
    Brush,
    BrushSide,
    DrawVertex,
    Occluder,
    OccluderEdge,
    Patch,
    Surface,
)


def brushes(*side_counts: int, sides: int) -> Map:
    source = Map()
    source.brushes = [Brush(count, 0) for count in side_counts]
    source.brush_sides = [BrushSide.planar(number, 0) for number in range(sides)]
    return source


def test_brush_sides_follow_each_other() -> None:
    source = brushes(6, 7, 6, sides=19)
    assert list(brush_sides(source)) == [0, 6, 13]
    planes = [[side.plane for side in sides] for sides in sides_by_brush(source)]
    assert planes == [[*range(6)], [*range(6, 13)], [*range(13, 19)]]


@pytest.mark.parametrize("counts", [(6, 7), (6, -1)])
def test_brushes_without_their_sides(counts: tuple[int, ...]) -> None:
    with pytest.raises(BspError, match="brush 1"):
        list(brush_sides(brushes(*counts, sides=12)))


#  0 ─┬─ 1 ─┬─ 4 ─── 6
#     │     └─ 5
#     ├─ 2
#     └─ 3 ─── 7                   and 8 on its own
TREE = (3, 2, 0, 1, 1, 0, 0, 0, 0)


def trees(*child_counts: int) -> Map:
    source = Map()
    source.aabb_trees = [AabbTree(0, 0, count) for count in child_counts]
    return source


def test_aabb_children() -> None:
    source = trees(*TREE)
    children = {0: range(1, 4), 1: range(4, 6), 4: range(6, 7), 3: range(7, 8)}
    assert aabb_children(source, 0) == children
    assert aabb_children(source, 8) == {}


def test_walk_aabb() -> None:
    source = trees(*TREE)
    assert list(walk_aabb(source, 0)) == [
        *((0, 0), (1, 1), (4, 2), (6, 3), (5, 2), (2, 1), (3, 1), (7, 2))
    ]
    assert list(walk_aabb(source, 8)) == [(8, 0)]


@pytest.mark.parametrize("counts", [(), (1,), (2, 0), (-1,), (1, -3, 0), (1 << 30, 0)])
def test_broken_aabb_trees(counts: tuple[int, ...]) -> None:
    with pytest.raises(BspError, match="lump 16"):
        list(walk_aabb(trees(*counts), 0))
    with pytest.raises(BspError, match="lump 16"):
        aabb_children(trees(*counts), 0)
    with pytest.raises(BspError, match="lump 16"):
        aabb_children(trees(0), 1)


def test_occluder_edges() -> None:
    source = Map()
    source.occluder_edges = [OccluderEdge((number, 0), (0, 0)) for number in range(5)]
    occluder = Occluder(0, 0, 2, 3, 0, 0)
    assert [edge.planes[0] for edge in occluder_edges(source, occluder)] == [0, 1]
    by_field = occluder_edges(source, occluder, by_first_edge=True)
    assert [edge.planes[0] for edge in by_field] == [3, 4]
    longer = occluder._replace(edge_count=3)
    assert len(occluder_edges(source, longer)) == 3
    with pytest.raises(BspError, match="lump 14"):
        occluder_edges(source, longer, by_first_edge=True)
    with pytest.raises(BspError, match="lump 14"):
        occluder_edges(source, occluder._replace(edge_count=-1))


def terrain() -> Map:
    source = Map()
    source.patch_vertices = [(float(number), 0.0, 0.0) for number in range(10)]
    source.patch_indexes = [9, 9, 0, 1, 2, 2, 1, 3, 9]
    return source


def test_patch_triangles() -> None:
    patch = Patch.terrain(0, 4, 6, 5, 2)
    assert patch_triangles(terrain(), patch) == [(5, 6, 7), (7, 6, 8)]


@pytest.mark.parametrize(
    "patch",
    [
        Patch.terrain(0, 4, 6, 7, 2),  # vertices beyond lump 25
        Patch.terrain(0, 4, 6, 5, 4),  # indexes beyond lump 26
        Patch.terrain(0, 3, 6, 5, 2),  # index 3 of 3 vertices
        Patch.terrain(0, 4, -3, 5, 2),
        Patch.curve(0, 3, 3, 1, 0),
    ],
)
def test_damaged_terrain(patch: Patch) -> None:
    with pytest.raises(BspError):
        patch_triangles(terrain(), patch)


def test_negative_indexes_are_no_vertices() -> None:
    source = terrain()
    source.patch_indexes[2] = -1
    with pytest.raises(BspError, match="none of its 4"):
        patch_triangles(source, Patch.terrain(0, 4, 6, 5, 2))


def test_curve_rows() -> None:
    source = terrain()
    source.patch_vertices += [(10.0, 0.0, 0.0)] * 6
    rows = curve_rows(source, Patch.curve(0, 3, 5, 1, 1))
    assert [[point[0] for point in row] for row in rows][:3] == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert len(rows) == 5
    with pytest.raises(BspError, match="lump 25"):
        curve_rows(source, Patch.curve(0, 3, 5, 1, 2))
    with pytest.raises(BspError):
        curve_rows(source, Patch.curve(0, -3, -3, 1, 0))
    with pytest.raises(BspError):
        curve_rows(source, Patch.terrain(0, 3, 3, 0, 0))


def test_surface_triangles() -> None:
    source = Map()
    vertex = DrawVertex((0.0, 0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0, 1.0), b"\xff" * 4)
    source.draw_vertices = [vertex] * 8
    source.draw_indexes = [7, 0, 1, 2, 0, 2]
    assert surface_triangles(source, Surface(0, -1, 5, 3, 3, 1)) == [(5, 6, 7)]
    assert surface_triangles(source, Surface(0, -1, 5, 3, 5, 1)) == [(5, 6, 7)]
    with pytest.raises(BspError, match="lump 8"):
        surface_triangles(source, Surface(0, -1, 5, 3, 6, 1))
    with pytest.raises(BspError, match="lump 7"):
        surface_triangles(source, Surface(0, -1, 6, 3, 3, 1))


@pytest.mark.parametrize("name", ["brmap2_a", "pv_mini_harbor"])
def test_real_maps(name: str) -> None:
    source = read(shared_path(f"maps/{name}.bsp").read_bytes())
    for sides in sides_by_brush(source):
        low, high = (
            [side.distance for side in sides[:6:2]],
            [side.distance for side in sides[1:6:2]],
        )
        assert all(a < b for a, b in zip(low, high, strict=True))
        assert all(0 <= side.plane < len(source.planes) for side in sides[6:])
    records = []
    for cell in source.cells:
        records += [record for record, _ in walk_aabb(source, cell.aabb_tree)]
        for parent, children in aabb_children(source, cell.aabb_tree).items():
            # Children share out the surfaces of their parent, which proves whose they are.
            first, count, _ = source.aabb_trees[parent]
            for child in children:
                assert source.aabb_trees[child].first_surface == first
                first += source.aabb_trees[child].surface_count
            assert first == source.aabb_trees[parent].first_surface + count
    assert sorted(records) == list(range(len(source.aabb_trees)))
    drawn = sum(len(surface_triangles(source, surface)) for surface in source.surfaces)
    assert drawn == sum(surface.index_count for surface in source.surfaces) // 3
    kinds = [patch.is_terrain for patch in source.patches]
    assert (kinds.count(True), kinds.count(False)) == {
        "brmap2_a": (2, 2),
        "pv_mini_harbor": (0, 127),
    }[name]

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tests.bsp.build.solids import WEDGE, make
from tests.bsp.build.sources import box
from tests.bsp.build.test_curve import curve
from uoserver.bsp.access import aabb_children, walk_aabb
from uoserver.bsp.build.draw import MAX_TREE_SURFACES, DrawLumps, is_drawn, surface_trees
from uoserver.bsp.build.grids import WHITE, SourceMesh, Vertex
from uoserver.bsp.build.materials import TOOL_MATERIALS, Flags
from uoserver.bsp.build.vec import Box, cross, dot, sub
from uoserver.bsp.model import Map
from uoserver.bsp.records import AabbTree


def test_what_is_drawn() -> None:
    assert is_drawn(Flags(0, 1))
    assert is_drawn(Flags(0, 0x20))
    assert not is_drawn(Flags(0x80, 1))
    assert not is_drawn(Flags(0, 0x10000))
    assert not is_drawn(TOOL_MATERIALS["textures/common/caulk"])
    assert not is_drawn(TOOL_MATERIALS["textures/common/clip"])


def test_a_brush_is_a_surface_for_each_material() -> None:
    draw = DrawLumps()
    draw.add_solid(make(box((0, 0, 0), (8, 8, 8))), [5, None, 3, 5, None, None])
    assert [(s.material, s.vertex_count, s.index_count) for s in draw.surfaces] == [
        (3, 4, 6),
        (5, 8, 12),
    ]
    assert (draw.surfaces[1].first_vertex, draw.surfaces[1].first_index) == (4, 6)
    assert draw.boxes[0] == ((0.0, 0.0, 0.0), (8.0, 0.0, 8.0))
    draw.add_solid(make(WEDGE), [None] * 5)
    assert len(draw.surfaces) == 2


def test_triangles_of_brushes_face_outward() -> None:
    draw = DrawLumps()
    draw.add_solid(make(WEDGE), [1] * 5)
    indexes = draw.indexes
    assert len(indexes) == 3 * (3 * 2 + 2 * 1)
    for at in range(0, len(indexes), 3):
        a, b, c = (draw.vertices[index] for index in indexes[at : at + 3])
        normal = cross(sub(c.position, a.position), sub(b.position, a.position))
        assert dot(normal, a.normal) > 0
        assert a.normal == b.normal == c.normal


def test_vertices_of_patches_are_shared_and_shaded() -> None:
    places = [(0.0, 0.0, 0.0), (0.0, 8.0, 0.0), (8.0, 8.0, 0.0), (8.0, 0.0, 0.0)]
    mesh = SourceMesh(
        1, "m", [Vertex(p, (0.0, 0.0), WHITE) for p in places], [(0, 1, 2), (0, 2, 3)]
    )
    draw = DrawLumps()
    draw.add_mesh(mesh, 2)
    assert draw.indexes == [0, 1, 2, 0, 2, 3]
    assert [vertex.normal for vertex in draw.vertices] == [(0.0, 0.0, 1.0)] * 4
    draw.add_curve(curve(3, 3), 2)
    assert draw.surfaces[1].first_vertex == 4
    assert draw.surfaces[1].vertex_count == 25


def built_tree(trees: list[AabbTree]) -> Map:
    built = Map()
    built.aabb_trees = trees
    return built


@given(st.integers(0, 200), st.integers(0, 99))
def test_trees_share_out_all_surfaces(count: int, seed: int) -> None:
    chance = random.Random(seed)
    boxes = []
    for _ in range(count):
        x, y, z = (chance.uniform(-999, 999) for _ in range(3))
        boxes.append(Box((x, y, z), (x + 8, y + 8, z + 8)))
    trees, order = surface_trees(boxes)
    assert sorted(order) == list(range(count))
    built = built_tree(trees)
    children = aabb_children(built, 0)
    walked = [record for record, _ in walk_aabb(built, 0)]
    assert sorted(walked) == list(range(len(trees)))
    runs: list[int] = []
    for record in walked:
        first, size, _ = trees[record]
        if record in children:
            inside = [trees[child] for child in children[record]]
            assert inside[0].first_surface == first
            assert sum(child.surface_count for child in inside) == size
        else:
            assert size <= MAX_TREE_SURFACES
            runs += range(first, first + size)
    assert runs == list(range(count))

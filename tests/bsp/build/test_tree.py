from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bsp.build.solids import make
from tests.bsp.build.sources import box
from uoserver.bsp.build.items import MARGIN, BrushItem
from uoserver.bsp.build.planes import PlanePool
from uoserver.bsp.build.tree import (
    DUMMY_LEAF,
    MAX_LEAF_BRUSHES,
    NOWHERE,
    Blocks,
    Tree,
    TreeBuilder,
)
from uoserver.bsp.build.vec import Box
from uoserver.bsp.records import Leaf
from uoserver.bsp.vectors import Vec3

WORLD = Box((-1024.0, -1024.0, -256.0), (1024.0, 1024.0, 768.0))
BLOCKS = Blocks(((-512.0, 0.0, 512.0), (0.0,)), lambda region: 256.0 + region.mins[0] / 8)


def items(seed: int, count: int) -> list[BrushItem]:
    chance = random.Random(seed)
    made = []
    for number in range(count):
        low = [
            chance.randrange(-960, 800, 8),
            chance.randrange(-960, 800, 8),
            chance.randrange(-256, 600, 8),
        ]
        size = [chance.randrange(8, 200, 8) for _ in range(3)]
        high = [a + b for a, b in zip(low, size, strict=True)]
        solid = make(box((low[0], low[1], low[2]), (high[0], high[1], high[2])))
        made.append(BrushItem(number, solid, chance.random() < 0.4))
    return made


def leaf_at(tree: Tree, point: Vec3) -> Leaf:
    child = 0
    while child >= 0:
        node = tree.nodes[child]
        normal, distance = tree.planes.planes[node.plane]
        front = sum(a * b for a, b in zip(normal, point, strict=True)) >= distance
        child = node.children[0 if front else 1]
    return tree.leaves[-1 - child]


def brushes_of(tree: Tree, leaf: Leaf) -> set[int]:
    first = leaf.first_leaf_brush
    return set(tree.leaf_brushes[first : first + leaf.leaf_brush_count])


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(1, 120))
def test_leaves_list_every_brush_that_comes_near(seed: int, count: int) -> None:
    brushes = items(seed, count)
    tree = TreeBuilder(PlanePool(), BLOCKS).build(WORLD, brushes, [])
    chance = random.Random(seed)
    for _ in range(200):
        x, y, z = (
            chance.choice((value, round(value / 8) * 8 + chance.choice((-0.1, 0.0, 0.1))))
            for value in (chance.uniform(*ends) for ends in zip(*WORLD, strict=True))
        )
        leaf = leaf_at(tree, (x, y, z))
        near = {b.number for b in brushes if b.solid.contains((x, y, z), MARGIN)}
        assert near <= brushes_of(tree, leaf)
        if leaf.cluster == NOWHERE:
            assert (leaf.area, leaf.cell) == (NOWHERE, NOWHERE)
            assert any(b.structural and b.solid.contains((x, y, z)) for b in brushes)
        else:
            region = tree.clusters[leaf.cluster]
            assert (leaf.area, leaf.cell) == (0, 0)
            outside = not WORLD.contains((x, y, z))  # rounded over the edge
            assert outside or region is None or region.contains((x, y, z))
            assert (region is None) == (leaf.cluster == 0)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(0, 80))
def test_every_leaf_but_the_dummy_hangs_in_the_tree_once(seed: int, count: int) -> None:
    tree = TreeBuilder(PlanePool(), BLOCKS).build(WORLD, items(seed, count), [])
    children = [child for node in tree.nodes for child in node.children]
    assert sorted(child for child in children if child >= 0) == list(range(1, len(tree.nodes)))
    hanging = sorted(-1 - child for child in children if child < 0)
    assert hanging == list(range(1, len(tree.leaves)))
    assert tree.leaves[0] == DUMMY_LEAF
    ends = 0
    for leaf in tree.leaves[1:]:
        assert leaf.first_leaf_brush == ends
        ends += leaf.leaf_brush_count
    assert ends == len(tree.leaf_brushes)
    used = {leaf.cluster for leaf in tree.leaves[1:]} - {NOWHERE}
    assert used | {0} == set(range(len(tree.clusters)))


def test_a_crowd_is_parted() -> None:
    """More brushes than a leaf may hold, though none is worth a plane of its own."""
    crowd = [
        BrushItem(number, make(box((9 * number, 0, 0), (9 * number + 8, 8, 8))), False)
        for number in range(100)
    ]
    region = Box((-10.0, -8.0, -8.0), (1010.0, 16.0, 16.0))
    tree = TreeBuilder(PlanePool(), Blocks()).build(region, crowd, [])
    assert max(leaf.leaf_brush_count for leaf in tree.leaves) <= MAX_LEAF_BRUSHES
    assert tree.crowded == []


def test_a_crowd_in_one_place_is_told() -> None:
    crowd = [
        BrushItem(n, make(box((0, 0, 0), (8, 8, 8))), False) for n in range(MAX_LEAF_BRUSHES + 1)
    ]
    tree = TreeBuilder(PlanePool(), Blocks()).build(Box((-1.0,) * 3, (9.0,) * 3), crowd, [])
    assert len(tree.crowded) == 1
    few = TreeBuilder(PlanePool(), Blocks()).build(Box((-1.0,) * 3, (9.0,) * 3), crowd[1:], [])
    assert few.crowded == []


def test_one_leaf_alone_still_has_a_node() -> None:
    tree = TreeBuilder(PlanePool(), Blocks()).build(WORLD, [], [])
    assert len(tree.nodes) == 1
    assert len(tree.leaves) == 3
    assert leaf_at(tree, (0.0, 0.0, 0.0)).cluster == 1
    assert leaf_at(tree, (-1100.0, 0.0, 0.0)).cluster == NOWHERE


def test_nodes_hold_whole_boxes_around_their_regions() -> None:
    region = Box((-10.5, -8.0, -8.25), (10.5, 8.0, 8.0))
    tree = TreeBuilder(PlanePool(), Blocks(((0.0,), ()))).build(region, [], [])
    assert (tree.nodes[0].mins, tree.nodes[0].maxs) == ((-11, -8, -9), (11, 8, 8))

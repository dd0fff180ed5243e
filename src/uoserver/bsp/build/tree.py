"""The BSP tree over a map's brushes and patches.

All planes are axial: at a slanted one a box sweep visits both sides within 2,048 units
(collision: Tree walk). The upper levels cut the world into blocks, each a visibility cluster;
below, the faces of structural brushes part solid from open space and crowded regions are split
until leaves are small.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from uoserver.bsp.build.items import BrushItem, PatchItem, within
from uoserver.bsp.build.planes import PlanePool
from uoserver.bsp.build.split import AnyItem, best_split, halves, structural_faces, work
from uoserver.bsp.build.vec import AXES, Box
from uoserver.bsp.records import Leaf, Node

MAX_LEAF_BRUSHES: Final = 48
"""A leaf with more is split wherever a plane parts its brushes at all."""
MAX_DEPTH: Final = 120
"""Levels below a block; no source can make the builder recurse deeper."""
MAX_NODES: Final = 32_767
"""Children of a node are 16 bits (validator 7)."""
NOWHERE: Final = -1
"""Cluster, area and cell of a leaf inside a solid."""

DUMMY_LEAF: Final = Leaf(0, 0, 0, 0, 0, 0, 0, 0, 0)
"""Leaf 0 of every real map, which no node reaches (maps: README)."""


@dataclass(slots=True)
class Blocks:
    """How the world is cut into clusters: planes across x and y, and a top for each block.

    Above its top a block belongs to one common cluster, the open sky.
    """

    cuts: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    top: Callable[[Box], float | None] = lambda box: None  # noqa: ARG005


@dataclass(slots=True)
class Tree:
    """Nodes, leaves and the two lists of what is in the leaves.

    `clusters` holds the box of each cluster. Number 0 is the sky, without a box; the others are
    numbered as the first open leaf of each is made.
    """

    planes: PlanePool
    nodes: list[Node] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=lambda: [DUMMY_LEAF])
    leaf_brushes: list[int] = field(default_factory=list)
    leaf_patches: list[int] = field(default_factory=list)
    clusters: list[Box | None] = field(default_factory=lambda: [None])
    crowded: list[Box] = field(default_factory=list)
    """Leaves that hold more than MAX_LEAF_BRUSHES, as no plane parts these."""


@dataclass(slots=True)
class _Cluster:
    """A cluster that gets its number with its first open leaf."""

    box: Box | None
    number: int | None = None


class TreeBuilder:
    """Builds a `Tree`; `build` may be called once."""

    def __init__(self, planes: PlanePool, blocks: Blocks) -> None:
        self.tree: Final = Tree(planes)
        self._blocks: Final = blocks
        # Its row, which shows everything, is also that of an eye in no cluster (collision2:
        # World sectors).
        self._sky: Final = _Cluster(None, 0)

    def build(self, box: Box, brushes: list[BrushItem], patches: list[PatchItem]) -> Tree:
        """Return the tree over all of `box`; there is at least one node, as loaders want one."""
        child = self._add_blocks(box, brushes, patches, *self._blocks.cuts)
        if child < 0:
            # One leaf alone: part it from an empty one at the world's edge.
            tree = self.tree
            ends = len(tree.leaf_patches), len(tree.leaf_brushes)
            tree.leaves.append(Leaf(NOWHERE, NOWHERE, ends[0], 0, ends[1], 0, NOWHERE, 0, 0))
            plane = tree.planes.index(AXES[0], box.mins[0] - 1.0)
            tree.nodes.append(Node(plane, (child, -len(tree.leaves)), *_whole(box)))
        return self.tree

    def _add_blocks(
        self,
        box: Box,
        brushes: list[BrushItem],
        patches: list[PatchItem],
        xs: tuple[float, ...],
        ys: tuple[float, ...],
    ) -> int:
        """Add the subtree of a rectangle of blocks; return the child reference."""
        if not xs and not ys:
            return self._add_block(box, brushes, patches)
        axis = 0 if len(xs) >= len(ys) else 1
        cuts = xs if axis == 0 else ys
        middle = len(cuts) // 2
        before, at, after = cuts[:middle], cuts[middle], cuts[middle + 1 :]

        def add(part: Box, rest: tuple[float, ...]) -> int:
            inside = within(brushes, part), within(patches, part)
            return self._add_blocks(part, *inside, *((rest, ys) if axis == 0 else (xs, rest)))

        front, back = halves(box, axis, at)
        return self._add_node(box, axis, at, lambda: add(front, after), lambda: add(back, before))

    def _add_block(self, box: Box, brushes: list[BrushItem], patches: list[PatchItem]) -> int:
        top = self._blocks.top(box)
        if top is None or not box.mins[2] < top < box.maxs[2]:
            return self._add_region(_Cluster(box), box, brushes, patches, 0)
        sky, ground = halves(box, 2, top)
        return self._add_node(
            box,
            2,
            top,
            lambda: self._add_region(self._sky, sky, within(brushes, sky), within(patches, sky), 0),
            lambda: self._add_region(
                _Cluster(ground), ground, within(brushes, ground), within(patches, ground), 0
            ),
        )

    def _add_region(
        self,
        cluster: _Cluster,
        box: Box,
        brushes: list[BrushItem],
        patches: list[PatchItem],
        depth: int,
    ) -> int:
        split = None if depth >= MAX_DEPTH else self._choose(box, brushes, patches)
        if split is None:
            return self._add_leaf(cluster, box, brushes, patches)
        axis, at = split

        def add(part: Box) -> int:
            inside = within(brushes, part), within(patches, part)
            return self._add_region(cluster, part, *inside, depth + 1)

        front, back = halves(box, axis, at)
        return self._add_node(box, axis, at, lambda: add(front), lambda: add(back))

    def _choose(
        self, box: Box, brushes: list[BrushItem], patches: list[PatchItem]
    ) -> tuple[int, float] | None:
        """Return the plane (axis, coordinate) to split a region at, None to leave it whole."""
        items: list[AnyItem] = [*brushes, *patches]
        best = best_split(items, box)
        if best is not None and best.cost < work(items):
            return best.axis, best.at
        if faces := structural_faces(brushes, box):
            shaping = best_split(items, box, faces)
            if shaping is not None:
                return shaping.axis, shaping.at
        if len(brushes) > MAX_LEAF_BRUSHES and (parting := best_split(brushes, box)) is not None:
            return parting.axis, parting.at
        return None

    def _add_node(
        self, box: Box, axis: int, at: float, front: Callable[[], int], back: Callable[[], int]
    ) -> int:
        """Add a node before its children, the front one first."""
        nodes = self.tree.nodes
        number = len(nodes)
        plane = self.tree.planes.index(AXES[axis], at)
        nodes.append(Node(plane, (0, 0), *_whole(box)))
        nodes[number] = nodes[number]._replace(children=(front(), back()))
        return number

    def _add_leaf(
        self, cluster: _Cluster, box: Box, brushes: list[BrushItem], patches: list[PatchItem]
    ) -> int:
        tree = self.tree
        solid = any(item.structural and item.solid.covers(box) for item in brushes)
        if not solid and cluster.number is None:
            cluster.number = len(tree.clusters)
            tree.clusters.append(cluster.box)
        if len(brushes) > MAX_LEAF_BRUSHES:
            tree.crowded.append(box)
        place = NOWHERE if solid else 0
        tree.leaves.append(
            Leaf(
                cluster=NOWHERE if solid or cluster.number is None else cluster.number,
                area=place,
                first_leaf_surface=len(tree.leaf_patches),
                leaf_surface_count=len(patches),
                first_leaf_brush=len(tree.leaf_brushes),
                leaf_brush_count=len(brushes),
                cell=place,
                first_light=0,
                light_count=0,
            )
        )
        tree.leaf_brushes.extend(item.number for item in brushes)
        tree.leaf_patches.extend(item.number for item in patches)
        return -len(tree.leaves)  # -1 - index


def _whole(box: Box) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return the box in whole units, grown to them."""
    (ax, ay, az), (bx, by, bz) = box
    return (
        (math.floor(ax), math.floor(ay), math.floor(az)),
        (math.ceil(bx), math.ceil(by), math.ceil(bz)),
    )

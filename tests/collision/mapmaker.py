"""Collision lumps written by hand, with a tree that is deep and slanted on purpose.

Independent of the map builder, so that a map for the tracer's proof can hold shapes and trees
which no sensible source asks for.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from itertools import combinations, product
from typing import Final

from tests.bsp.factory import make_map

Point = tuple[float, float, float]
Plane = tuple[Point, float]
Box = tuple[Point, Point]

SLANTS: Final[tuple[Point, ...]] = ((0.6, 0.8, 0.0), (-1.0, 0.0, 0.0), (0.0, -0.6, 0.8))
"""Directions of the tree's odd nodes; a negative axis counts as slanted (collision: Loading)."""
SLANT_EVERY: Final = 3


class MapMaker:
    """Collects brushes and patches; after `begin_model` they belong to that inline model."""

    def __init__(self) -> None:
        self.materials: list[bytes] = []
        self.planes: list[Plane] = []
        self.sides = b""
        self.brushes: list[bytes] = []
        self.patches: list[bytes] = []
        self.points: list[Point] = []
        self.indexes: list[int] = []
        self.boxes: dict[str, list[Box]] = {"brush": [], "patch": []}
        self.starts: list[tuple[int, int]] = [(0, 0)]

    def material(self, name: str, surface_flags: int, contents: int) -> int:
        self.materials.append(struct.pack("<64sII", name.encode(), surface_flags, contents))
        return len(self.materials) - 1

    def brush(
        self, box: Box, materials: Sequence[int], planes: Sequence[Plane] = (), contents: int = 0
    ) -> None:
        """Add a brush; ``materials`` are taken in turn by its sides in file order."""
        mins, maxs = box
        self.sides += b"".join(
            struct.pack("<fi", bound[axis], materials[(axis * 2 + high) % len(materials)])
            for axis in (0, 1, 2)
            for high, bound in enumerate((mins, maxs))
        )
        for k, plane in enumerate(planes, 6):
            self.planes.append(plane)
            self.sides += struct.pack("<ii", len(self.planes) - 1, materials[k % len(materials)])
        self.brushes.append(struct.pack("<hh", 6 + len(planes), contents or materials[0]))
        self.boxes["brush"].append(box)

    def convex(self, planes: Sequence[Plane], materials: Sequence[int]) -> None:
        """Add the brush that lies behind all ``planes``, with its own bounds as axial sides."""
        slanted = [plane for plane in planes if max(map(abs, plane[0])) < 1]
        self.brush(bounds_of(vertices_of(planes)), materials, slanted)

    def curve(
        self, points: Sequence[Point], width: int, height: int, error: int, material: int
    ) -> None:
        self.patches.append(
            struct.pack("<hBxhhiI", material, 0, width, height, error, len(self.points))
        )
        self.points += points
        self.boxes["patch"].append(bounds_of(points))

    def terrain(self, points: Sequence[Point], indexes: Sequence[int], material: int) -> None:
        self.patches.append(
            struct.pack(
                *("<hBxhhII", material, 1),
                *(len(points), len(indexes), len(self.points), len(self.indexes)),
            )
        )
        self.points += points
        self.indexes += indexes
        self.boxes["patch"].append(bounds_of(points))

    def begin_model(self) -> None:
        self.starts.append((len(self.brushes), len(self.patches)))

    def finish(self, depth: int, entities: bytes = b'{\n"classname" "worldspawn"\n}\n\0') -> bytes:
        """Return the file, with a tree of ``depth`` levels over the world's part."""
        tree = Tree(self, depth)
        brush_count, patch_count = self.ends(0)
        both = self.boxes["brush"][:brush_count] + self.boxes["patch"][:patch_count]
        world = bounds_of([corner for box in both for corner in box])
        tree.grow(world, list(range(brush_count)), list(range(patch_count)), 0)
        models = b""
        patch_runs = list(tree.leaf_patches)
        for number, (brush, patch) in enumerate(self.starts):
            brush_end, patch_end = self.ends(number)
            parts = self.boxes["brush"][brush:brush_end] + self.boxes["patch"][patch:patch_end]
            mins, maxs = bounds_of([corner for box in parts for corner in box])
            run = (0, 0) if number == 0 else (len(patch_runs), patch_end - patch)
            if number:
                patch_runs += range(patch, patch_end)
            models += struct.pack("<6f6i", *mins, *maxs, 0, 0, *run, brush, brush_end - brush)
        return make_map(
            {
                0: b"".join(self.materials),
                2: b"".join(struct.pack("<4f", *normal, d) for normal, d in self.planes),
                3: self.sides,
                4: b"".join(self.brushes),
                20: b"".join(tree.nodes),
                21: b"".join(tree.leaves),
                22: struct.pack(f"<{len(tree.leaf_brushes)}i", *tree.leaf_brushes),
                23: struct.pack(f"<{len(patch_runs)}i", *patch_runs),
                24: b"".join(self.patches),
                25: b"".join(struct.pack("<3f", *point) for point in self.points),
                26: struct.pack(f"<{len(self.indexes)}h", *self.indexes),
                27: models,
                29: entities,
            }
        )

    def ends(self, model: int) -> tuple[int, int]:
        if model + 1 < len(self.starts):
            return self.starts[model + 1]
        return len(self.brushes), len(self.patches)


class Tree:
    """Halves a box along its longest side; every third level cuts at a slant instead."""

    def __init__(self, maker: MapMaker, depth: int) -> None:
        self.maker = maker
        self.depth = depth
        self.nodes: list[bytes] = []
        # Leaf 0 is a dummy that no node reaches, as in shipped maps.
        self.leaves: list[bytes] = [struct.pack("<9i", -1, 0, 0, 0, 0, 0, 0, 0, 0)]
        self.leaf_brushes: list[int] = []
        self.leaf_patches: list[int] = []

    def grow(self, box: Box, brushes: list[int], patches: list[int], level: int) -> int:
        """Add the subtree of what touches ``box``; return its child number."""
        if level == self.depth or (level > 1 and len(brushes) + len(patches) < 2):
            return self._leaf(brushes, patches)
        mins, maxs = box
        middle = [(low + high) / 2 for low, high in zip(mins, maxs, strict=True)]
        axis = max((0, 1, 2), key=lambda k: maxs[k] - mins[k])
        normal = tuple(float(k == axis) for k in (0, 1, 2))
        slanted = level % SLANT_EVERY == SLANT_EVERY - 1
        if slanted:
            normal = SLANTS[level // SLANT_EVERY % len(SLANTS)]
        plane = ((normal[0], normal[1], normal[2]), dot(normal, middle))
        self.maker.planes.append(plane)
        number = len(self.nodes)
        self.nodes.append(b"")
        halves: list[Box] = [box, box]
        if not slanted:
            above = tuple(middle[k] if k == axis else mins[k] for k in (0, 1, 2))
            below = tuple(middle[k] if k == axis else maxs[k] for k in (0, 1, 2))
            halves = [
                ((above[0], above[1], above[2]), maxs),
                (mins, (below[0], below[1], below[2])),
            ]
        plane_number = len(self.maker.planes) - 1
        children = []
        for sign, half in zip((1.0, -1.0), halves, strict=True):
            kept = [
                [n for n in numbers if reaches(self.maker.boxes[kind][n], plane, sign)]
                for kind, numbers in (("brush", brushes), ("patch", patches))
            ]
            children.append(self.grow(half, kept[0], kept[1], level + 1))
        bounds = [math.floor(low) for low in mins] + [math.ceil(high) for high in maxs]
        self.nodes[number] = struct.pack("<9i", plane_number, *children, *bounds)
        return number

    def _leaf(self, brushes: list[int], patches: list[int]) -> int:
        number = len(self.leaves)
        spans = (len(self.leaf_patches), len(patches), len(self.leaf_brushes), len(brushes))
        self.leaves.append(struct.pack("<9i", number - 1, 0, *spans, 0, 0, 0))
        self.leaf_brushes += brushes
        self.leaf_patches += patches
        return -1 - number


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def reaches(box: Box, plane: Plane, sign: float) -> bool:
    """Whether a corner of the box lies on that side of the plane or in it."""
    normal, distance = plane
    return any(
        (dot(normal, corner) - distance) * sign >= 0 for corner in product(*zip(*box, strict=True))
    )


def bounds_of(points: Sequence[Point]) -> Box:
    xs, ys, zs = zip(*points, strict=True)
    return (min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs))


def vertices_of(planes: Sequence[Plane]) -> list[Point]:
    """Return the corners of the convex body behind all planes."""
    found = []
    for (a, da), (b, db), (c, dc) in combinations(planes, 3):
        bc, ca, ab = cross(b, c), cross(c, a), cross(a, b)
        size = dot(a, bc)
        if abs(size) < 1e-6:
            continue
        x, y, z = ((da * p + db * q + dc * r) / size for p, q, r in zip(bc, ca, ab, strict=True))
        if all(dot(normal, (x, y, z)) <= distance + 1e-6 for normal, distance in planes):
            found.append((x, y, z))
    return found


def cross(a: Point, b: Point) -> Point:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])

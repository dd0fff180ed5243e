"""Small maps for the collision tests, made straight from records.

Every brush and patch is listed in every leaf unless a split is asked for, so that what a test
sees does not hang on a map compiler.
"""

from __future__ import annotations

from collections.abc import Sequence

from uoserver.bsp import Map
from uoserver.bsp.records import (
    Brush,
    BrushSide,
    Leaf,
    Material,
    Model,
    Node,
    Patch,
    Plane,
    Visibility,
)
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ClipModel, load_clip_model
from uoserver.collision.contents import PLAYER_CLIP, SOLID, WATER

STONE, WATER_TOP, CLIP, ICE, WOOD = range(5)
MATERIALS = [
    Material.make("textures/test/stone", 5 << 20, SOLID),
    Material.make("textures/test/water", 20 << 20, WATER),
    Material.make("textures/test/clip", 0x80, PLAYER_CLIP),
    Material.make("textures/test/ice", 12 << 20 | 2, SOLID),
    Material.make("textures/test/wood", 21 << 20, SOLID),
]

EDGE = 4096
Half = tuple[Vec3, float]
"""A half space: normal and distance of the plane in front of which nothing is."""


class MapMaker:
    """Collects brushes, patches and inline models; `map` and `clip` give what they make."""

    def __init__(self) -> None:
        self.map_ = Map()
        self.map_.materials = list(MATERIALS)
        self.map_.planes = [Plane((1.0, 0.0, 0.0), 0.0)]
        self.nodes: list[Node] = []
        self.leaves: list[Leaf] = []
        self.models: list[tuple[int, int, int, int]] = []

    def box(
        self,
        mins: Sequence[float],
        maxs: Sequence[float],
        material: int = STONE,
        *,
        sides: dict[int, int] | None = None,
        cuts: Sequence[Half] = (),
        cut_material: int | None = None,
    ) -> int:
        """Add a brush, cut by half spaces; `sides` are other materials by side of the file."""
        number = len(self.map_.brushes)
        self.map_.brushes.append(Brush(6 + len(cuts), material))
        for side in range(6):
            distance = (maxs if side % 2 else mins)[side // 2]
            self.map_.brush_sides.append(
                BrushSide.axial(float(distance), (sides or {}).get(side, material))
            )
        for normal, distance in cuts:
            self.map_.brush_sides.append(
                BrushSide.planar(
                    self.plane(normal, distance), material if cut_material is None else cut_material
                )
            )
        return number

    def plane(self, normal: Vec3, distance: float) -> int:
        """Add a plane and return its number."""
        self.map_.planes.append(Plane(normal, distance))
        return len(self.map_.planes) - 1

    def curve(
        self, points: Sequence[Sequence[Vec3]], max_error: int = 4, material: int = STONE
    ) -> int:
        """Add a curve patch from rows of control points."""
        first = len(self.map_.patch_vertices)
        self.map_.patch_vertices.extend(point for row in points for point in row)
        self.map_.patches.append(
            Patch.curve(material, len(points[0]), len(points), max_error, first)
        )
        return len(self.map_.patches) - 1

    def terrain(
        self, vertices: Sequence[Vec3], triangles: Sequence[Sequence[int]], material: int = STONE
    ) -> int:
        """Add an indexed terrain patch."""
        map_ = self.map_
        first, first_index = len(map_.patch_vertices), len(map_.patch_indexes)
        map_.patch_vertices.extend(vertices)
        map_.patch_indexes.extend(index for triangle in triangles for index in triangle)
        map_.patches.append(
            Patch.terrain(material, len(vertices), 3 * len(triangles), first, first_index)
        )
        return len(map_.patches) - 1

    def model(self, first_brush: int, brush_count: int, patches: Sequence[int] = ()) -> int:
        """Make an inline model of brushes that the world then does not have."""
        self.models.append((first_brush, brush_count, *_span(self.map_.leaf_surfaces, patches)))
        return len(self.models)

    def leaf(
        self,
        brushes: Sequence[int],
        patches: Sequence[int] = (),
        *,
        cluster: int = 0,
        area: int = 0,
    ) -> int:
        """Add a leaf; return how a node refers to it."""
        spans = (
            *_span(self.map_.leaf_surfaces, patches),
            *_span(self.map_.leaf_brushes, brushes),
        )
        self.leaves.append(Leaf(cluster, area, *spans, 0, 0, 0))
        return -len(self.leaves)

    def node(self, plane: int, front: int, back: int) -> int:
        """Add a node; the first one added is the root."""
        self.nodes.append(Node(plane, (front, back), (0, 0, 0), (0, 0, 0)))
        return len(self.nodes) - 1

    def map(self, rows: Visibility | None = None) -> Map:
        """Return the map; without nodes of its own it gets two equal leaves split at x = 0."""
        map_ = self.map_
        if not self.nodes:
            owned = {
                number for first, count, *_ in self.models for number in range(first, first + count)
            }
            brushes = [n for n in range(len(map_.brushes)) if n not in owned]
            patches = [n for n in range(len(map_.patches)) if n not in map_.leaf_surfaces]
            self.node(0, self.leaf(brushes, patches), self.leaf(brushes, patches))
        map_.nodes, map_.leaves, map_.visibility = self.nodes, self.leaves, rows
        world = Model((-EDGE,) * 3, (EDGE,) * 3, 0, 0, 0, 0, 0, len(map_.brushes))
        map_.models = [world]
        for first, count, first_surface, surface_count in self.models:
            mins, maxs = self._bounds(range(first, first + count))
            map_.models.append(Model(mins, maxs, 0, 0, first_surface, surface_count, first, count))
        return map_

    def _bounds(self, numbers: range) -> tuple[Vec3, Vec3]:
        sides = self.map_.brush_sides
        firsts = [0]
        for brush in self.map_.brushes:
            firsts.append(firsts[-1] + brush.side_count)
        rows = [[sides[firsts[n] + side].distance for side in range(6)] for n in numbers]
        columns = list(zip(*rows, strict=True)) or [(0.0,)] * 6
        return (
            (min(columns[0]), min(columns[2]), min(columns[4])),
            (max(columns[1]), max(columns[3]), max(columns[5])),
        )

    def clip(self, rows: Visibility | None = None) -> ClipModel:
        """Return the clip model."""
        return load_clip_model(self.map(rows))


def _span(lump: list[int], numbers: Sequence[int]) -> tuple[int, int]:
    first = len(lump)
    lump.extend(numbers)
    return first, len(numbers)


def floor_map() -> MapMaker:
    """Return a stone floor whose top is z = 0, 512 units each way and 64 thick."""
    maker = MapMaker()
    maker.box((-512, -512, -64), (512, 512, 0))
    return maker

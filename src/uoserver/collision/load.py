"""From the lumps of a map to what traces run on; every reference is checked on the way.

Refused is what a trace would trip over (validator rules 5 to 13): indexes and spans out of
range, a node tree with a cycle or a shared node, coordinates that are no numbers.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from uoserver.bsp import Map
from uoserver.bsp.limits import MAX_LEAF_ENTRIES
from uoserver.bsp.records import AXIAL_SIDES, Material
from uoserver.bsp.schema import LumpIndex
from uoserver.bsp.vectors import Vec3

from .contents import BRUSH_CONTENTS
from .damage import check_index, check_numbers, check_span, damaged
from .hull import Brush, BrushPlane, Faces
from .trace import Face
from .tree import Leaf, Node, make_node

_INT16: Final = range(-(1 << 15), 1 << 15)
_UNSIGNED: Final = 0xFFFF_FFFF
_FLOATS: Final = struct.Struct("<f")
_INTS: Final = struct.Struct("<i")


class InlineModel(NamedTuple):
    """A model's box, grown by 1, with its brushes and patches; those of model 0 are the tree's."""

    mins: Vec3
    maxs: Vec3
    brushes: tuple[int, ...]
    patches: tuple[int, ...]


class Surface(NamedTuple):
    """What traces need of a material."""

    flags: int
    contents: int
    name: str


def load_surfaces(source: Map) -> list[Surface]:
    """Return the materials with unsigned flags."""

    def surface(material: Material) -> Surface:
        flags, contents = material.surface_flags, material.content_flags
        return Surface(flags & _UNSIGNED, contents & _UNSIGNED, material.name)

    return [surface(material) for material in source.materials]


def load_planes(source: Map) -> list[tuple[Vec3, float]]:
    """Return the planes; raises BspError for what are no numbers."""
    for number, plane in enumerate(source.planes):
        check_numbers(LumpIndex.PLANES, number, (*plane.normal, plane.distance))
    return [(plane.normal, plane.distance) for plane in source.planes]


def load_brushes(
    source: Map, surfaces: list[Surface], planes: list[tuple[Vec3, float]]
) -> list[Brush]:
    """Return the brushes. Their sides are consecutive in lump 3, in the order of the brushes.

    Contents are those of the brush's material, less the bits that no brush has
    (collision: Loading). Raises BspError.
    """
    sides = source.brush_sides
    faces: dict[Face, Face] = {}
    brushes = []
    cursor = 0
    for number, (side_count, material) in enumerate(source.brushes):
        if side_count < AXIAL_SIDES:
            raise damaged(LumpIndex.BRUSHES, number, f"{side_count} sides")
        check_span(LumpIndex.BRUSHES, number, "sides", cursor, side_count, len(sides))
        check_index(LumpIndex.BRUSHES, number, "material", material, len(surfaces))
        contents = surfaces[material].contents & BRUSH_CONTENTS
        bounds: list[float] = []
        axial: list[Face] = []
        others: list[BrushPlane] = []
        for at in range(cursor, cursor + side_count):
            raw, side_material = sides[at]
            check_index(LumpIndex.BRUSH_SIDES, at, "material", side_material, len(surfaces))
            flags, _, name = surfaces[side_material]
            order = at - cursor
            if order < AXIAL_SIDES:
                bounds.extend(_FLOATS.unpack(raw))
                face = Face(_AXES[order], flags, contents, name)
                axial.append(faces.setdefault(face, face))
                continue
            plane: int = _INTS.unpack(raw)[0]
            check_index(LumpIndex.BRUSH_SIDES, at, "plane", plane, len(planes))
            normal, dist = planes[plane]
            face = Face(normal, flags, contents, name)
            others.append((*normal, dist, faces.setdefault(face, face)))
        check_numbers(LumpIndex.BRUSHES, number, bounds)
        x0, x1, y0, y1, z0, z1 = bounds
        brushes.append(
            Brush(number, contents, (x0, y0, z0), (x1, y1, z1), _by_kind(axial), tuple(others))
        )
        cursor += side_count
    return brushes


_AXES: Final[tuple[Vec3, ...]] = (
    *((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
    *((0.0, 1.0, 0.0), (0.0, 0.0, -1.0), (0.0, 0.0, 1.0)),
)
"""Normals of the axial sides in the order of the file."""


def _by_kind(axial: list[Face]) -> Faces:
    """Return the faces of the axial sides, mins first."""
    x0, x1, y0, y1, z0, z1 = axial
    return x0, y0, z0, x1, y1, z1


def load_nodes(source: Map, planes: list[tuple[Vec3, float]]) -> list[Node]:
    """Return the nodes; raises BspError unless what node 0 reaches is a tree."""
    if not source.nodes:
        raise damaged(LumpIndex.NODES, 0, "a map needs a node")
    nodes = []
    node_count, leaf_count = len(source.nodes), len(source.leaves)
    for number, node in enumerate(source.nodes):
        check_index(LumpIndex.NODES, number, "plane", node.plane, len(planes))
        for child in node.children:
            if child >= 0:
                check_index(LumpIndex.NODES, number, "child", child, node_count)
            else:
                check_index(LumpIndex.NODES, number, "leaf", -1 - child, leaf_count)
        nodes.append(make_node(*planes[node.plane], *node.children))
    met = bytearray(node_count)
    stack = [0]
    while stack:
        number = stack.pop()
        if met[number]:
            raise damaged(LumpIndex.NODES, number, "is reached twice")
        met[number] = 1
        stack.extend(child for child in nodes[number][-2:] if child >= 0)
    return nodes


class _Spans:
    """Spans of an index lump, bounded in all."""

    def __init__(self, lump: LumpIndex, values: list[int], of: int) -> None:
        for at, value in enumerate(values):
            check_index(lump, at, "index", value, of)
        self.values: Final = values
        self.budget = MAX_LEAF_ENTRIES

    def get(self, lump: LumpIndex, record: int, what: str, first: int, count: int) -> list[int]:
        check_span(lump, record, what, first, count, len(self.values))
        self.budget -= count
        if self.budget < 0:
            raise damaged(lump, record, f"more than {MAX_LEAF_ENTRIES} {what} in all")
        return self.values[first : first + count]


def load_leaves(source: Map, brush_count: int, patch_count: int) -> list[Leaf]:
    """Return the leaves; raises BspError."""
    brushes = _Spans(LumpIndex.LEAF_BRUSHES, source.leaf_brushes, brush_count)
    patches = _Spans(LumpIndex.LEAF_SURFACES, source.leaf_surfaces, patch_count)
    leaves = []
    lump = LumpIndex.LEAVES
    for number, leaf in enumerate(source.leaves):
        if leaf.cluster not in _INT16 or leaf.area not in _INT16:
            raise damaged(lump, number, f"cluster {leaf.cluster}, area {leaf.area}")
        first, count = leaf.first_leaf_brush, leaf.leaf_brush_count
        own_brushes = brushes.get(lump, number, "leaf brushes", first, count)
        first, count = leaf.first_leaf_surface, leaf.leaf_surface_count
        own_patches = patches.get(lump, number, "leaf surfaces", first, count)
        leaves.append(Leaf(leaf.cluster, leaf.area, tuple(own_brushes), tuple(own_patches)))
    return leaves


def load_models(source: Map, brush_count: int, patch_count: int) -> list[InlineModel]:
    """Return the models. Those after the world count their brushes in lump 4 itself.

    Raises BspError; a map has at least one model.
    """
    if not source.models:
        raise damaged(LumpIndex.MODELS, 0, "a map needs a model")
    patches = _Spans(LumpIndex.LEAF_SURFACES, source.leaf_surfaces, patch_count)
    models = []
    lump = LumpIndex.MODELS
    budget = MAX_LEAF_ENTRIES
    for number, model in enumerate(source.models):
        check_numbers(lump, number, (*model.mins, *model.maxs))
        (x0, y0, z0), (x1, y1, z1) = model.mins, model.maxs
        box = ((x0 - 1.0, y0 - 1.0, z0 - 1.0), (x1 + 1.0, y1 + 1.0, z1 + 1.0))
        if number == 0:
            models.append(InlineModel(*box, (), ()))
            continue
        first, count = model.first_brush, model.brush_count
        check_span(lump, number, "brushes", first, count, brush_count)
        budget -= count
        if budget < 0:
            raise damaged(lump, number, f"more than {MAX_LEAF_ENTRIES} brushes in all")
        own = patches.get(
            lump, number, "leaf surfaces", model.first_leaf_surface, model.leaf_surface_count
        )
        models.append(InlineModel(*box, tuple(range(first, first + count)), tuple(own)))
    return models

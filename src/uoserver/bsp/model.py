"""The map: 33 lumps as lists of records, decoded when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar, cast, overload

from uoserver.bsp.codec import BytesCodec, Codec, RecordCodec, VisibilityCodec
from uoserver.bsp.entities import Entity, format_entities, parse_entities
from uoserver.bsp.header import Header
from uoserver.bsp.records import (
    AabbTree,
    Brush,
    BrushSide,
    Cell,
    CullGroup,
    DrawVertex,
    Leaf,
    Light,
    Material,
    Model,
    Node,
    Occluder,
    OccluderEdge,
    Patch,
    Plane,
    Portal,
    Surface,
    Visibility,
)
from uoserver.bsp.schema import LumpIndex
from uoserver.bsp.vectors import Vec3

T = TypeVar("T")


class LumpAttribute(Generic[T]):
    """An attribute of `Map`: decoded on first access, then kept, and free to be replaced."""

    def __init__(self, codec: Codec[T]) -> None:
        self.codec: Final = codec

    @overload
    def __get__(self, instance: None, owner: type[Map]) -> LumpAttribute[T]: ...
    @overload
    def __get__(self, instance: Map, owner: type[Map]) -> T: ...
    def __get__(self, instance: Map | None, owner: type[Map]) -> T | LumpAttribute[T]:
        if instance is None:
            return self
        values = instance.values
        if self.codec.index not in values:
            values[self.codec.index] = self.codec.decode(instance.raw(self.codec.index))
        return cast("T", values[self.codec.index])

    def __set__(self, instance: Map, value: T) -> None:
        instance.values[self.codec.index] = value


def _records(index: LumpIndex, record: Callable[..., T]) -> LumpAttribute[list[T]]:
    return LumpAttribute(RecordCodec(index, record))


def _numbers(index: LumpIndex) -> LumpAttribute[list[int]]:
    return LumpAttribute(RecordCodec[int](index, None))


def _points(index: LumpIndex) -> LumpAttribute[list[Vec3]]:
    return LumpAttribute(RecordCodec[Vec3](index, None))


def _bytes(index: LumpIndex) -> LumpAttribute[bytes]:
    return LumpAttribute(BytesCodec(index))


class Map:
    """The lumps of a map as lists that may be edited or replaced; ``Map()`` is an empty map.

    Records are the NamedTuples of `uoserver.bsp.records`; lumps whose records have one field
    hold plain integers or points. A map that was read keeps the file it came from, and a lump
    is decoded when its attribute is first asked for.
    """

    materials = _records(LumpIndex.MATERIALS, Material)
    lightmaps = _bytes(LumpIndex.LIGHTMAPS)
    planes = _records(LumpIndex.PLANES, Plane)
    brush_sides = _records(LumpIndex.BRUSH_SIDES, BrushSide)
    brushes = _records(LumpIndex.BRUSHES, Brush)
    unknown_5 = _bytes(LumpIndex.UNKNOWN_5)
    surfaces = _records(LumpIndex.SURFACES, Surface)
    draw_vertices = _records(LumpIndex.DRAW_VERTICES, DrawVertex)
    draw_indexes = _numbers(LumpIndex.DRAW_INDEXES)
    cull_groups = _records(LumpIndex.CULL_GROUPS, CullGroup)
    cull_group_indexes = _numbers(LumpIndex.CULL_GROUP_INDEXES)
    portal_vertices = _points(LumpIndex.PORTAL_VERTICES)
    occluders = _records(LumpIndex.OCCLUDERS, Occluder)
    occluder_planes = _numbers(LumpIndex.OCCLUDER_PLANES)
    occluder_edges = _records(LumpIndex.OCCLUDER_EDGES, OccluderEdge)
    occluder_indexes = _numbers(LumpIndex.OCCLUDER_INDEXES)
    aabb_trees = _records(LumpIndex.AABB_TREES, AabbTree)
    cells = _records(LumpIndex.CELLS, Cell)
    portals = _records(LumpIndex.PORTALS, Portal)
    light_indexes = _numbers(LumpIndex.LIGHT_INDEXES)
    nodes = _records(LumpIndex.NODES, Node)
    leaves = _records(LumpIndex.LEAVES, Leaf)
    leaf_brushes = _numbers(LumpIndex.LEAF_BRUSHES)
    leaf_surfaces = _numbers(LumpIndex.LEAF_SURFACES)
    patches = _records(LumpIndex.PATCHES, Patch)
    patch_vertices = _points(LumpIndex.PATCH_VERTICES)
    patch_indexes = _numbers(LumpIndex.PATCH_INDEXES)
    models = _records(LumpIndex.MODELS, Model)
    visibility: LumpAttribute[Visibility | None] = LumpAttribute(VisibilityCodec())
    entity_text = _bytes(LumpIndex.ENTITIES)
    lights = _records(LumpIndex.LIGHTS, Light)
    unknown_31 = _bytes(LumpIndex.UNKNOWN_31)
    light_cache = _bytes(LumpIndex.LIGHT_CACHE)

    def __init__(self, source: bytes | None = None, header: Header | None = None) -> None:
        """Make an empty map; `read` passes the file it has checked and the file's header."""
        self.source: Final = source
        self.header: Final = header
        self.values: Final[dict[LumpIndex, Any]] = {}

    def raw(self, index: LumpIndex) -> memoryview:
        """Return the bytes a lump had when the map was read, without a copy of them."""
        if self.source is None or self.header is None:
            return memoryview(b"")
        return self.header.lumps[index].view(self.source)

    @property
    def entities(self) -> list[Entity]:
        """The entities, parsed from `entity_text` on each access; setting writes the text.

        Getting raises EntityTextError, setting BspError for text that quotes cannot hold.
        """
        return parse_entities(self.entity_text)

    @entities.setter
    def entities(self, entities: Iterable[Entity]) -> None:
        self.entity_text = format_entities(entities)


ATTRIBUTES: Final = {
    name: attribute for name, attribute in vars(Map).items() if isinstance(attribute, LumpAttribute)
}
"""The lump attributes of `Map` by name, in the order of `LumpIndex`."""
CODECS: Final = {attribute.codec.index: attribute.codec for attribute in ATTRIBUTES.values()}

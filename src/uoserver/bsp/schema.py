"""Layout of an IBSP version 59 file, stated with construct (spec: BSP format).

A schema is the one statement of a record's fields; the records of `uoserver.bsp.records` bear
the same names in the same order. Bulk lumps are not parsed with it, as that is some sixty times
slower: `struct_of` derives a `struct.Struct` of the same layout.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import Any, Final, NamedTuple

from construct import (
    Array,
    Bytes,
    Float32l,
    Int8ul,
    Int16sl,
    Int16ul,
    Int32sl,
    Int32ul,
    Renamed,
    Struct,
)

IDENT: Final = b"IBSP"
VERSION: Final = 59
LUMP_COUNT: Final = 33
HEADER_SIZE: Final = 272
LUMP_ALIGNMENT: Final = 4
NAME_SIZE: Final = 64
"""Bytes of a material name with its NUL."""
LIGHTMAP_SIZE: Final = 512 * 512 * 3
"""Bytes of one lightmap page (spec: Lump 1)."""
LIGHT_CACHE_BUCKETS: Final = 8192
LIGHT_CACHE_BUCKET_ENTRIES: Final = 32


class LumpIndex(IntEnum):
    """Slots of the lump directory; 5 and 31 have no known meaning."""

    MATERIALS = 0
    LIGHTMAPS = 1
    PLANES = 2
    BRUSH_SIDES = 3
    BRUSHES = 4
    UNKNOWN_5 = 5
    SURFACES = 6
    DRAW_VERTICES = 7
    DRAW_INDEXES = 8
    CULL_GROUPS = 9
    CULL_GROUP_INDEXES = 10
    PORTAL_VERTICES = 11
    OCCLUDERS = 12
    OCCLUDER_PLANES = 13
    OCCLUDER_EDGES = 14
    OCCLUDER_INDEXES = 15
    AABB_TREES = 16
    CELLS = 17
    PORTALS = 18
    LIGHT_INDEXES = 19
    NODES = 20
    LEAVES = 21
    LEAF_BRUSHES = 22
    LEAF_SURFACES = 23
    PATCHES = 24
    PATCH_VERTICES = 25
    PATCH_INDEXES = 26
    MODELS = 27
    VISIBILITY = 28
    ENTITIES = 29
    LIGHTS = 30
    UNKNOWN_31 = 31
    LIGHT_CACHE = 32

    @property
    def title(self) -> str:
        """What messages call the lump: ``lump 2 (planes)``."""
        return f"lump {self.value} ({self.name.lower()})"


LUMP: Final = Struct("length" / Int32sl, "offset" / Int32sl)
HEADER: Final = Struct("ident" / Bytes(4), "version" / Int32sl, "lumps" / Array(LUMP_COUNT, LUMP))

VEC2: Final = Array(2, Float32l)
VEC3: Final = Array(3, Float32l)

RECORDS: Final = {
    LumpIndex.MATERIALS: Struct(
        "raw_name" / Bytes(NAME_SIZE), "surface_flags" / Int32sl, "content_flags" / Int32sl
    ),
    LumpIndex.PLANES: Struct("normal" / VEC3, "distance" / Float32l),
    # The first six sides of a brush hold a distance in `raw`, later ones an int32 plane index.
    LumpIndex.BRUSH_SIDES: Struct("raw" / Bytes(4), "material" / Int32sl),
    LumpIndex.BRUSHES: Struct("side_count" / Int16sl, "material" / Int16sl),
    LumpIndex.SURFACES: Struct(
        "material" / Int16sl,
        "lightmap" / Int16sl,
        "first_vertex" / Int32sl,
        "vertex_count" / Int16ul,
        "index_count" / Int16ul,
        "first_index" / Int32ul,
    ),
    LumpIndex.DRAW_VERTICES: Struct(
        "position" / VEC3, "st" / VEC2, "lightmap" / VEC2, "normal" / VEC3, "color" / Bytes(4)
    ),
    LumpIndex.DRAW_INDEXES: Struct("vertex" / Int16sl),
    LumpIndex.CULL_GROUPS: Struct(
        "mins" / VEC3, "maxs" / VEC3, "first_surface" / Int32sl, "surface_count" / Int32sl
    ),
    LumpIndex.CULL_GROUP_INDEXES: Struct("cull_group" / Int32sl),
    LumpIndex.PORTAL_VERTICES: Struct("position" / VEC3),
    LumpIndex.OCCLUDERS: Struct(
        "first_plane" / Int32sl,
        "plane_count" / Int16sl,
        "edge_count" / Int16sl,
        "first_edge" / Int32sl,
        "first_vertex" / Int32sl,
        "vertex_count" / Int16sl,
        "padding" / Bytes(2),
    ),
    LumpIndex.OCCLUDER_PLANES: Struct("plane" / Int32sl),
    LumpIndex.OCCLUDER_EDGES: Struct("planes" / Array(2, Int8ul), "vertices" / Array(2, Int8ul)),
    LumpIndex.OCCLUDER_INDEXES: Struct("occluder" / Int16sl),
    LumpIndex.AABB_TREES: Struct(
        "first_surface" / Int32sl, "surface_count" / Int32sl, "child_count" / Int32sl
    ),
    LumpIndex.CELLS: Struct(
        "mins" / VEC3,
        "maxs" / VEC3,
        "aabb_tree" / Int32sl,
        "first_portal" / Int32sl,
        "portal_count" / Int32sl,
        "first_cull_group" / Int32sl,
        "cull_group_count" / Int32sl,
        "first_occluder" / Int32sl,
        "occluder_count" / Int32sl,
    ),
    LumpIndex.PORTALS: Struct(
        "plane" / Int32sl, "cell" / Int32sl, "first_vertex" / Int32sl, "vertex_count" / Int32sl
    ),
    LumpIndex.LIGHT_INDEXES: Struct("light" / Int16sl),
    LumpIndex.NODES: Struct(
        "plane" / Int32sl,
        "children" / Array(2, Int32sl),
        "mins" / Array(3, Int32sl),
        "maxs" / Array(3, Int32sl),
    ),
    LumpIndex.LEAVES: Struct(
        "cluster" / Int32sl,
        "area" / Int32sl,
        "first_leaf_surface" / Int32sl,
        "leaf_surface_count" / Int32sl,
        "first_leaf_brush" / Int32sl,
        "leaf_brush_count" / Int32sl,
        "cell" / Int32sl,
        "first_light" / Int32sl,
        "light_count" / Int32sl,
    ),
    LumpIndex.LEAF_BRUSHES: Struct("brush" / Int32sl),
    LumpIndex.LEAF_SURFACES: Struct("patch" / Int32sl),
    # `raw` is a PATCH_CURVE when the mode is 0, else a PATCH_TERRAIN.
    LumpIndex.PATCHES: Struct(
        "material" / Int16sl, "mode" / Int8ul, "padding" / Bytes(1), "raw" / Bytes(12)
    ),
    LumpIndex.PATCH_VERTICES: Struct("position" / VEC3),
    LumpIndex.PATCH_INDEXES: Struct("vertex" / Int16sl),
    # first_brush and brush_count are brushes, not entries of lump 22 (collision: Loading).
    LumpIndex.MODELS: Struct(
        "mins" / VEC3,
        "maxs" / VEC3,
        "first_surface" / Int32sl,
        "surface_count" / Int32sl,
        "first_leaf_surface" / Int32sl,
        "leaf_surface_count" / Int32sl,
        "first_brush" / Int32sl,
        "brush_count" / Int32sl,
    ),
    # What `parameters` holds depends on the type; no reader of `rest` is known.
    LumpIndex.LIGHTS: Struct(
        "type" / Int32sl,
        "color" / VEC3,
        "position" / VEC3,
        "direction" / VEC3,
        "parameters" / Bytes(16),
        "rest" / Bytes(16),
    ),
}
"""Record layouts of the lumps that are arrays of records."""

PATCH_CURVE: Final = Struct(
    "width" / Int16sl, "height" / Int16sl, "max_error" / Int32sl, "first_vertex" / Int32ul
)
PATCH_TERRAIN: Final = Struct(
    "vertex_count" / Int16sl,
    "index_count" / Int16sl,
    "first_vertex" / Int32ul,
    "first_index" / Int32ul,
)
LIGHT_PARAMETERS: Final = {
    3: Struct("linear" / Float32l),
    4: Struct("quadratic" / Float32l, "constant" / Float32l),
    5: Struct("cutoff_cos" / Float32l, "exponent" / Int32sl),
    7: Struct(
        "quadratic" / Float32l,
        "constant" / Float32l,
        "cutoff_cos" / Float32l,
        "exponent" / Int32sl,
    ),
}
"""What stands first in the `parameters` of a light, for the types that have any."""
VISIBILITY_HEADER: Final = Struct("cluster_count" / Int32sl, "row_bytes" / Int32sl)
LIGHT_CACHE_ENTRY: Final = Struct(
    "key" / Int32ul,
    "sample_state" / Int8ul,
    "diffuse_sun_visibility" / Array(5, Int8ul),
    "visible_light_bits" / Int16ul,
)
LIGHT_CACHE_SIZE: Final = LIGHT_CACHE_BUCKETS * LIGHT_CACHE_BUCKET_ENTRIES * 12
"""Bytes of a complete light-visibility cache (spec: Lump 32)."""


def record_struct(lump: LumpIndex) -> struct.Struct:
    """Return the `struct.Struct` of one record of `lump`; arrays become single values."""
    return struct_of(RECORDS[lump])


def struct_of(schema: Struct) -> struct.Struct:
    """Return the `struct.Struct` of a schema; arrays become single values."""
    return struct.Struct("<" + "".join(field.code for field in fields_of(schema)))


class Field(NamedTuple):
    """One field of a schema: its name, format codes and number of values."""

    name: str
    code: str
    values: int | None
    """How many an array has, None for a plain field."""


def fields_of(schema: Struct) -> tuple[Field, ...]:
    """Return the fields of a schema made of numbers, bytes and arrays of numbers."""
    return tuple(
        Field(part.name, _code(part), int(part.subcon.count) if _is_array(part) else None)
        for part in schema.subcons
    )


def _is_array(part: Any) -> bool:
    return isinstance(part.subcon, Array)


def _code(schema: Any) -> str:
    """Return the format codes of a construct made of arrays, bytes and numbers."""
    if isinstance(schema, Renamed):
        return _code(schema.subcon)
    if isinstance(schema, Array):
        return _code(schema.subcon) * int(schema.count)
    if isinstance(schema, Bytes):
        return f"{int(schema.length)}s"
    return str(schema.fmtstr).lstrip("<")

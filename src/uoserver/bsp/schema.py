"""Layout of an IBSP version 59 file, stated with construct (spec: BSP format).

A schema is the one statement of a record's fields. Bulk lumps are not parsed with it, as that
is some sixty times slower: `record_struct` derives a `struct.Struct` of the same layout.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import Any, Final

from construct import Array, Bytes, Float32l, Int16sl, Int32sl, Renamed, Struct

IDENT: Final = b"IBSP"
VERSION: Final = 59
LUMP_COUNT: Final = 33
HEADER_SIZE: Final = 272
LUMP_ALIGNMENT: Final = 4


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


LUMP: Final = Struct("length" / Int32sl, "offset" / Int32sl)
HEADER: Final = Struct("ident" / Bytes(4), "version" / Int32sl, "lumps" / Array(LUMP_COUNT, LUMP))

VEC3: Final = Array(3, Float32l)

RECORDS: Final = {
    LumpIndex.MATERIALS: Struct(
        "name" / Bytes(64), "surface_flags" / Int32sl, "content_flags" / Int32sl
    ),
    LumpIndex.PLANES: Struct("normal" / VEC3, "distance" / Float32l),
    # The first six sides of a brush hold a distance here, later ones an int32 plane index.
    LumpIndex.BRUSH_SIDES: Struct("plane" / Bytes(4), "material" / Int32sl),
    LumpIndex.BRUSHES: Struct("side_count" / Int16sl, "material" / Int16sl),
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
    LumpIndex.NODES: Struct(
        "plane" / Int32sl,
        "children" / Array(2, Int32sl),
        "mins" / Array(3, Int32sl),
        "maxs" / Array(3, Int32sl),
    ),
    LumpIndex.LEAVES: Struct(
        "cluster" / Int32sl,
        "area" / Int32sl,
        "first_patch" / Int32sl,
        "patch_count" / Int32sl,
        "first_brush" / Int32sl,
        "brush_count" / Int32sl,
        "cell" / Int32sl,
        "first_light" / Int32sl,
        "light_count" / Int32sl,
    ),
    LumpIndex.LEAF_BRUSHES: Struct("brush" / Int32sl),
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
}
"""Record layouts known so far, by lump."""


def record_struct(lump: LumpIndex) -> struct.Struct:
    """Return the `struct.Struct` of one record of `lump`; arrays become single values."""
    return struct.Struct("<" + _codes(RECORDS[lump]))


def _codes(schema: Any) -> str:
    """Return the format codes of a construct made of structs, arrays, bytes and numbers."""
    if isinstance(schema, Renamed):
        return _codes(schema.subcon)
    if isinstance(schema, Struct):
        return "".join(_codes(part) for part in schema.subcons)
    if isinstance(schema, Array):
        return _codes(schema.subcon) * int(schema.count)
    if isinstance(schema, Bytes):
        return f"{int(schema.length)}s"
    return str(schema.fmtstr).lstrip("<")

"""Map files for tests: of lumps that a test names, or a whole small map to damage."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from uoserver.bsp.model import Map
from uoserver.bsp.records import (
    AabbTree,
    Brush,
    BrushSide,
    Cell,
    CullGroup,
    DrawVertex,
    IntVec3,
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

ENTITY_TEXT = b"""{
"classname" "worldspawn"
}
{
"origin" "-512 0 24"
"angles" "0 90 0"
"classname" "mp_teamdeathmatch_spawn"
}
{
"classname" "mp_teamdeathmatch_intermission"
"origin" "0 64 312"
}
\0"""
COMPLETE_TEXT = (
    ENTITY_TEXT[:-1]
    + b"""{
"classname" "script_vehicle"
"model" "*1"
"origin" "0 0 16"
}
\0"""
)
WORLD = struct.pack("<6f6i", -1024, -512, -64, 1024, 512, 960, 0, 0, 0, 0, 0, 6)
LUMPS = {27: WORLD, 29: ENTITY_TEXT}


def make_map(
    lumps: Mapping[int, bytes] = LUMPS, *, ident: bytes = b"IBSP", version: int = 59
) -> bytes:
    """Lay `lumps` out in index order, aligned to 4 bytes, after a 272-byte header."""
    directory, body = b"", b""
    for index in range(33):
        lump = lumps.get(index, b"")
        directory += struct.pack("<ii", len(lump), 272 + len(body))
        body += lump + bytes(-len(lump) % 4)
    return ident + struct.pack("<i", version) + directory + body


def with_lump_entry(data: bytes, index: int, length: int, offset: int) -> bytes:
    """Return `data` with one directory entry replaced."""
    at = 8 + 8 * index
    return data[:at] + struct.pack("<ii", length, offset) + data[at + 8 :]


def change(source: Map, lump: str, record: int, **fields: object) -> None:
    """Replace fields of one record, or the whole of one that is a plain number or point."""
    records = getattr(source, lump)
    if set(fields) == {"to"}:
        records[record] = fields["to"]
    else:
        records[record] = records[record]._replace(**fields)


def box(mins: IntVec3, maxs: IntVec3, material: int) -> list[BrushSide]:
    """Return the six axial sides of a box."""
    corners = zip(mins, maxs, strict=True)
    return [BrushSide.axial(value, material) for pair in corners for value in pair]


def complete_map(*, bulky: bool = True) -> Map:
    """Return a small map without a fault in which no lump is empty.

    A floor, a wedge on it, a crate as inline model 1, a curve and a hill; two cells with a
    portal each way, two occluders. Without `bulky` lumps 1 and 32, four megabytes of zeros,
    are empty and no surface names a lightmap.
    """
    room = Map()
    room.materials = [
        Material.make("textures/common/caulk", 0x80, 1),
        Material.make("textures/test/snow", 19 << 20, 1),
        Material.make("textures/test/wood", 21 << 20, 0x8000001),
    ]
    room.planes = [
        Plane((0.0, 0.0, 1.0), 0.0),
        Plane((1.0, 0.0, 0.0), 0.0),
        Plane((0.0, 1.0, 0.0), 0.0),
        Plane((0.6, 0.0, 0.8), 96.0),
    ]
    room.brush_sides = [
        *box((-256, -256, -64), (256, 256, 0), 1),
        *box((64, -32, 0), (128, 32, 64), 2),
        BrushSide.planar(3, 2),
        *box((-32, -32, 0), (32, 32, 32), 2),
    ]
    room.brushes = [Brush(6, 1), Brush(7, 2), Brush(6, 2)]
    low, high = (-256, -256, -64), (256, 256, 256)
    room.nodes = [
        Node(0, (1, -2), low, high),
        Node(1, (2, -3), (-256, -256, 0), high),
        Node(2, (-4, -5), (0, -256, 0), high),
    ]
    room.leaves = [
        Leaf(0, 0, 0, 0, 0, 0, 0, 0, 0),  # the dummy that compilers begin with
        Leaf(-1, -1, 0, 0, 0, 1, -1, 0, 0),
        Leaf(0, 0, 0, 2, 1, 0, 0, 0, 2),
        Leaf(1, 0, 1, 1, 1, 1, 0, 1, 1),
        Leaf(2, 1, 0, 0, 1, 1, 1, 1, 2),
        Leaf(0, 0, 0, 0, 2, 1, 0, 0, 0),  # of the inline model
    ]
    room.leaf_brushes = [0, 1, 2]
    room.leaf_surfaces = [0, 1]
    room.patches = [Patch.curve(1, 3, 3, 4, 0), Patch.terrain(1, 4, 6, 9, 0)]
    room.patch_vertices = [
        *((float(32 * x), float(32 * y), float(8 * (x % 2))) for y in range(3) for x in range(3)),
        *((float(64 * x), float(64 * y), float(16 * x * y)) for y in range(2) for x in range(2)),
    ]
    room.patch_indexes = [0, 2, 1, 1, 2, 3]
    room.models = [
        Model((-256.0, -256.0, -64.0), (256.0, 256.0, 256.0), 0, 2, 0, 2, 0, 2),
        Model((-33.0, -33.0, -1.0), (33.0, 33.0, 33.0), 2, 1, 2, 0, 2, 1),
    ]
    room.visibility = Visibility(3, 1, b"\7\7\7")
    room.entity_text = COMPLETE_TEXT
    _add_drawn(room, bulky=bulky)
    room.lights = [
        Light(1, (1.0, 1.0, 0.9), (0.0, 0.0, 0.0), (0.0, 0.6, 0.8)),
        Light(5, (1.0, 0.5, 0.5), (0.0, 0.0, 200.0), (0.0, 0.0, -1.0), b"\0\0\0\x3f" + bytes(12)),
    ]
    room.light_indexes = [-1, 1, 0]
    room.unknown_5, room.unknown_31 = b"five", b"thirty-one"
    if bulky:
        room.light_cache = bytes(8192 * 32 * 12)
    return room


def _add_drawn(room: Map, *, bulky: bool) -> None:
    def vertex(x: float, y: float) -> DrawVertex:
        return DrawVertex((x, y, 0.0), (x / 64, y / 64), (0.0, 0.0), (0.0, 0.0, 1.0), b"\xff" * 4)

    room.draw_vertices = [
        vertex(x, y) for x, y in ((-256, -256), (256, -256), (256, 256), (-256, 256))
    ] + [vertex(x, y) for x, y in ((0, 0), (32, 0), (0, 32))]
    room.draw_indexes = [0, 2, 1, 0, 3, 2, 0, 2, 1]
    lightmap = 0 if bulky else -1
    room.surfaces = [
        Surface(1, lightmap, 0, 4, 6, 0),
        Surface(2, -1, 4, 3, 3, 6),
        Surface(2, -1, 4, 3, 3, 6),
    ]
    if bulky:
        room.lightmaps = bytes(512 * 512 * 3)
    room.cull_groups = [
        CullGroup((-256.0, -256.0, 0.0), (256.0, 256.0, 0.0), 0, 1),
        CullGroup((0.0, 0.0, 0.0), (32.0, 32.0, 0.0), 1, 1),
    ]
    room.cull_group_indexes = [0, 1]
    room.portal_vertices = [
        *((0.0, y, z) for y, z in ((-256.0, 0.0), (0.0, 0.0), (0.0, 256.0), (-256.0, 256.0))),
        *((64.0, y, z) for y, z in ((-32.0, 0.0), (32.0, 0.0), (0.0, 64.0))),
    ]
    room.occluders = [Occluder(0, 3, 3, 0, 4, 3), Occluder(2, 2, 1, 3, 0, 4)]
    room.occluder_planes = [0, 1, 2, 3]
    room.occluder_edges = [
        OccluderEdge((0, 1), (0, 1)),
        OccluderEdge((1, 2), (1, 2)),
        OccluderEdge((2, 0), (2, 0)),
        OccluderEdge((0, 1), (3, 2)),
    ]
    room.occluder_indexes = [0, 1]
    room.aabb_trees = [AabbTree(0, 2, 2), AabbTree(0, 1, 0), AabbTree(1, 1, 0), AabbTree(0, 0, 0)]
    room.cells = [
        Cell((-256.0, -256.0, 0.0), (256.0, 256.0, 256.0), 0, 0, 1, 0, 2, 0, 2),
        Cell((0.0, -256.0, 0.0), (256.0, 0.0, 256.0), 3, 1, 1, 0, 0, 0, 0),
    ]
    room.portals = [Portal(1, 1, 0, 4), Portal(1, 0, 0, 4)]

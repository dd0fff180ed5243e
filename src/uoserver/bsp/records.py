"""The records of a map, one class for each lump that is an array of them (spec: Lump details).

Fields stand in the order of the file and bear the names of `uoserver.bsp.schema`. Coordinates
are map units. A span is a first record and a count in another lump.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from uoserver.bsp.errors import UnwritableError
from uoserver.bsp.schema import NAME_SIZE, PATCH_CURVE, PATCH_TERRAIN, struct_of
from uoserver.bsp.vectors import Vec3

Pair = tuple[int, int]
IntVec3 = tuple[int, int, int]
Vec2 = tuple[float, float]

AXIAL_SIDES: Final = 6
"""Sides of every brush that hold a coordinate, in the order min x, max x, min y, ..., max z."""

_FLOAT: Final = struct.Struct("<f")
_INT: Final = struct.Struct("<i")
_CURVE: Final = struct_of(PATCH_CURVE)
_TERRAIN: Final = struct_of(PATCH_TERRAIN)


def _pack(layout: struct.Struct, *values: float) -> bytes:
    try:
        return layout.pack(*values)
    except (struct.error, OverflowError, TypeError) as error:
        raise UnwritableError(f"{values}: {error}") from None


class Material(NamedTuple):
    """Lump 0. `raw_name` holds all 64 bytes; compilers leave what they like after the NUL.

    Flags are signed as in the file: the highest content bit makes a negative number.
    """

    raw_name: bytes
    surface_flags: int
    content_flags: int

    @property
    def name(self) -> str:
        """The name up to its NUL, one character per byte."""
        return self.raw_name.split(b"\0", 1)[0].decode("latin-1")

    @classmethod
    def make(cls, name: str, surface_flags: int, content_flags: int) -> Material:
        """Return a material; flags may be given signed or unsigned.

        Raises UnwritableError for a name that 63 bytes of latin-1 without NUL cannot hold.
        """
        try:
            raw = name.encode("latin-1")
        except UnicodeEncodeError:
            raise UnwritableError(f"material name beyond latin-1: {name!r}") from None
        if len(raw) >= NAME_SIZE or b"\0" in raw:
            raise UnwritableError(f"no material name: {name[:80]!r}")
        return cls(raw.ljust(NAME_SIZE, b"\0"), _signed(surface_flags), _signed(content_flags))


def _signed(flags: int) -> int:
    return flags - (1 << 32) if flags >> 31 == 1 else flags


class Plane(NamedTuple):
    """Lump 2: the points where ``dot(normal, point) == distance``."""

    normal: Vec3
    distance: float


class BrushSide(NamedTuple):
    """Lump 3. `raw` is a coordinate in the first six sides of a brush, a plane in later ones.

    The six hold the brush's box itself, not plane distances with their signs
    (collision: Loading).
    """

    raw: bytes
    material: int

    @property
    def distance(self) -> float:
        """The coordinate of one of the first six sides."""
        return float(_FLOAT.unpack(self.raw)[0])

    @property
    def plane(self) -> int:
        """The plane index of a later side."""
        return int(_INT.unpack(self.raw)[0])

    @classmethod
    def axial(cls, distance: float, material: int) -> BrushSide:
        """Return one of the first six sides; raises UnwritableError beyond binary32."""
        return cls(_pack(_FLOAT, distance), material)

    @classmethod
    def planar(cls, plane: int, material: int) -> BrushSide:
        """Return a later side; raises UnwritableError beyond 32 bits."""
        return cls(_pack(_INT, plane), material)


class Brush(NamedTuple):
    """Lump 4. The sides of consecutive brushes are consecutive (`access.brush_sides`)."""

    side_count: int
    material: int


class Surface(NamedTuple):
    """Lump 6: drawn triangles. Vertex indexes count from `first_vertex`; lightmap < 0: none."""

    material: int
    lightmap: int
    first_vertex: int
    vertex_count: int
    index_count: int
    first_index: int


class DrawVertex(NamedTuple):
    """Lump 7; `color` is four bytes with alpha last."""

    position: Vec3
    st: Vec2
    lightmap: Vec2
    normal: Vec3
    color: bytes


class CullGroup(NamedTuple):
    """Lump 9: a box and a span of surfaces."""

    mins: Vec3
    maxs: Vec3
    first_surface: int
    surface_count: int


class Occluder(NamedTuple):
    """Lump 12: spans of lumps 13, 14 and 11 (`access.occluder_edges` on the second)."""

    first_plane: int
    plane_count: int
    edge_count: int
    first_edge: int
    first_vertex: int
    vertex_count: int
    padding: bytes = b"\0\0"


class OccluderEdge(NamedTuple):
    """Lump 14: two planes and two vertices, counted within the occluder's own spans."""

    planes: Pair
    vertices: Pair


class AabbTree(NamedTuple):
    """Lump 16, stored depth first: a span of surfaces, or that many children right behind."""

    first_surface: int
    surface_count: int
    child_count: int


class Cell(NamedTuple):
    """Lump 17: a box, its tree in lump 16 and spans of lumps 18, 10 and 15."""

    mins: Vec3
    maxs: Vec3
    aabb_tree: int
    first_portal: int
    portal_count: int
    first_cull_group: int
    cull_group_count: int
    first_occluder: int
    occluder_count: int


class Portal(NamedTuple):
    """Lump 18: a way into `cell` from the cell whose span holds the record."""

    plane: int
    cell: int
    first_vertex: int
    vertex_count: int


class Node(NamedTuple):
    """Lump 20. A child below 0 is leaf ``-1 - child``; the front one stands first."""

    plane: int
    children: Pair
    mins: IntVec3
    maxs: IntVec3


class Leaf(NamedTuple):
    """Lump 21. A negative cluster is in no visibility row; spans of lumps 23, 22 and 19."""

    cluster: int
    area: int
    first_leaf_surface: int
    leaf_surface_count: int
    first_leaf_brush: int
    leaf_brush_count: int
    cell: int
    first_light: int
    light_count: int


class Patch(NamedTuple):
    """Lump 24: a quadratic curve when `mode` is 0, else indexed terrain.

    Each kind has its own fields in `raw`; asking for those of the other kind reads nonsense.
    """

    material: int
    mode: int
    padding: bytes
    raw: bytes

    @property
    def is_terrain(self) -> bool:
        """Whether this is indexed terrain."""
        return self.mode != 0

    @property
    def width(self) -> int:
        """Points of a curve's row."""
        return int(_CURVE.unpack(self.raw)[0])

    @property
    def height(self) -> int:
        """Rows of a curve."""
        return int(_CURVE.unpack(self.raw)[1])

    @property
    def max_error(self) -> int:
        """How far a curve's facets may lie from it, in map units."""
        return int(_CURVE.unpack(self.raw)[2])

    @property
    def vertex_count(self) -> int:
        """Vertices of a terrain patch, or of a curve: the product of its sides."""
        if self.is_terrain:
            return int(_TERRAIN.unpack(self.raw)[0])
        return self.width * self.height

    @property
    def index_count(self) -> int:
        """Indexes of a terrain patch in lump 26, three to a triangle."""
        return int(_TERRAIN.unpack(self.raw)[1])

    @property
    def first_vertex(self) -> int:
        """First vertex in lump 25."""
        if self.is_terrain:
            return int(_TERRAIN.unpack(self.raw)[2])
        return int(_CURVE.unpack(self.raw)[3])

    @property
    def first_index(self) -> int:
        """First index of a terrain patch in lump 26."""
        return int(_TERRAIN.unpack(self.raw)[3])

    @classmethod
    def curve(
        cls, material: int, width: int, height: int, max_error: int, first_vertex: int
    ) -> Patch:
        """Return a curve; raises UnwritableError for values beyond their fields."""
        return cls(material, 0, b"\0", _pack(_CURVE, width, height, max_error, first_vertex))

    @classmethod
    def terrain(
        cls, material: int, vertex_count: int, index_count: int, first_vertex: int, first_index: int
    ) -> Patch:
        """Return indexed terrain; raises UnwritableError for values beyond their fields."""
        return cls(
            material,
            1,
            b"\0",
            _pack(_TERRAIN, vertex_count, index_count, first_vertex, first_index),
        )


class Model(NamedTuple):
    """Lump 27. Record 0 is the world; others are the inline models ``*1``, ``*2``, ...

    Of inline models `first_brush` counts brushes, not entries of lump 22 as the public page
    says (collision: Loading).
    """

    mins: Vec3
    maxs: Vec3
    first_surface: int
    surface_count: int
    first_leaf_surface: int
    leaf_surface_count: int
    first_brush: int
    brush_count: int


class Light(NamedTuple):
    """Lump 30; `access.light_parameters` reads `parameters`, nothing known reads `rest`."""

    type: int
    color: Vec3
    position: Vec3
    direction: Vec3
    parameters: bytes = bytes(16)
    rest: bytes = bytes(16)


class Visibility(NamedTuple):
    """Lump 28: `cluster_count` rows of `row_bytes` bytes; a set bit means it can be seen."""

    cluster_count: int
    row_bytes: int
    rows: bytes

    def row(self, cluster: int) -> bytes:
        """Return the row of a cluster; raises IndexError for one that has none."""
        if not 0 <= cluster < self.cluster_count:
            raise IndexError(f"cluster {cluster} of {self.cluster_count}")
        return self.rows[cluster * self.row_bytes : (cluster + 1) * self.row_bytes]

"""Patches of a map source: curve grids, terrain grids and indexed terrain.

A grid is written column by column: `width` groups of `height` vertices. A vertex is
``( x y z u v )``, with four colour bytes or a turned-edge flag behind where the editor writes them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.bsp.build.problems import SourceError
from uoserver.bsp.build.tokens import Words, checked
from uoserver.bsp.build.vec import cross, length, sub
from uoserver.bsp.vectors import Vec3

MAX_CURVE_SIDE: Final = 129
"""Width and height of a curve (collision2: Curve patches: build)."""
MAX_TERRAIN_SIDE: Final = 256
"""Width and height of a terrain grid: 65,536 vertices, all that a map may have."""
MAX_MESH_VERTICES: Final = 65_536
MAX_MESH_TRIANGLES: Final = 131_072
"""Of indexed terrain: all that a map may have (validator 13)."""
CURVE_ERROR: Final = 8
"""Subdivision error of a curve that states none; all curves of real maps have it."""
MAX_CURVE_ERROR: Final = 1024

WHITE: Final = b"\xff\xff\xff\xff"

_CURVE_KINDS: Final = ("patchDef2", "patchDef3", "patchDef5")
_TERRAIN_KINDS: Final = ("patchTerrainDef3",)
_MESH_KIND: Final = "indexedTerrain"
_MAX_HEAD: Final = 16
_MIN_AREA: Final = 1e-6
"""Triangles of less than half this (square units) have no plane."""


class Vertex(NamedTuple):
    """A vertex of a patch: place, texture coordinates in repeats, colour r g b a."""

    position: Vec3
    st: tuple[float, float]
    color: bytes


class SourceCurve(NamedTuple):
    """A quadratic curve grid; vertex (column, row) is ``vertices[row * width + column]``."""

    line: int
    material: str
    width: int
    height: int
    max_error: int
    vertices: list[Vertex]


class SourceMesh(NamedTuple):
    """Terrain: triangles over shared vertices, clockwise as seen from the solid's outside."""

    line: int
    material: str
    vertices: list[Vertex]
    triangles: list[tuple[int, int, int]]


def parse_shape(kind: str, line: int, words: Words) -> SourceCurve | SourceMesh:
    """Read the inside of the braces of a patch, whose kind stands in `line`; raises SourceError."""
    if kind == _MESH_KIND:
        return _parse_mesh(line, words)
    if kind not in (*_CURVE_KINDS, *_TERRAIN_KINDS):
        raise SourceError(line, f"unknown part {kind[:32]!r}")
    is_curve = kind in _CURVE_KINDS
    material = words.name("a material")
    width, height, others = _parse_head(words, MAX_CURVE_SIDE if is_curve else MAX_TERRAIN_SIDE)
    if is_curve and (width < 3 or height < 3 or width % 2 == 0 or height % 2 == 0):
        raise SourceError(line, f"a curve of {width} x {height}: both must be odd, from 3")
    if width < 2 or height < 2:
        raise SourceError(line, f"terrain of {width} x {height}: both must be 2 or more")
    vertices, turned = _parse_grid(words, width, height)
    if is_curve:
        # The newer head ends with the subdivision error: w h contents flags value kind error.
        error = int(others[4]) if kind == "patchDef5" and len(others) >= 5 else CURVE_ERROR
        if not 0 < error <= MAX_CURVE_ERROR:
            raise SourceError(line, f"a subdivision error of {error}, 1 to {MAX_CURVE_ERROR}")
        return SourceCurve(line, material, width, height, error, vertices)
    return SourceMesh(line, material, vertices, _grid_triangles(width, height, vertices, turned))


def _parse_head(words: Words, limit: int) -> tuple[int, int, list[float]]:
    words.expect("(")
    width, height = words.whole(), words.whole()
    if not (0 < width <= limit and 0 < height <= limit):
        raise SourceError(words.line, f"a grid of {width} x {height}, at most {limit} x {limit}")
    others = words.numbers(_MAX_HEAD)
    words.expect(")")
    return width, height, others


def _parse_grid(words: Words, width: int, height: int) -> tuple[list[Vertex], list[bool]]:
    """Return vertices and turned-edge flags, row by row."""
    columns: list[list[tuple[Vertex, bool]]] = []
    words.expect("(")
    for _ in range(width):
        words.expect("(")
        columns.append([_parse_vertex(words) for _ in range(height)])
        words.expect(")")
    words.expect(")")
    rows = [column[row] for row in range(height) for column in columns]
    return [vertex for vertex, _ in rows], [turned for _, turned in rows]


def _parse_vertex(words: Words) -> tuple[Vertex, bool]:
    words.expect("(")
    line = words.line
    values = words.numbers(10)
    words.expect(")")
    if len(values) not in (5, 6, 9, 10):
        raise SourceError(line, "a vertex is x y z u v, then r g b a, then a turned-edge flag")
    position = checked((values[0], values[1], values[2]), line)
    color = WHITE
    if len(values) >= 9:
        if not all(0 <= value <= 255 for value in values[5:9]):
            raise SourceError(line, "a colour is four numbers from 0 to 255")
        color = bytes(int(value) for value in values[5:9])
    turned = len(values) in (6, 10) and values[-1] != 0
    return Vertex(position, (values[3], values[4]), color), turned


def _grid_triangles(
    width: int, height: int, vertices: list[Vertex], turned: list[bool]
) -> list[tuple[int, int, int]]:
    """Cut each cell along the diagonal from its first corner, or the other if that is turned.

    A grid of terrain faces up, whichever way its columns run.
    """
    triangles: list[tuple[int, int, int]] = []
    for y in range(height - 1):
        for x in range(width - 1):
            a = y * width + x
            b, c, d = a + 1, a + width + 1, a + width
            triangles += [(a, b, d), (b, c, d)] if turned[a] else [(a, b, c), (c, d, a)]
    if sum(_plan_area(vertices, triangle) for triangle in triangles) < 0:
        triangles = [(a, c, b) for a, b, c in triangles]
    # A cell drawn together to a line or a point has no triangle there.
    return [triangle for triangle in triangles if not _is_flat(vertices, triangle)]


def _plan_area(vertices: list[Vertex], triangle: tuple[int, int, int]) -> float:
    """Return twice the area seen from above, positive for a triangle that faces up."""
    (ax, ay, _), (bx, by, _), (cx, cy, _) = (vertices[i].position for i in triangle)
    return (cx - ax) * (by - ay) - (cy - ay) * (bx - ax)


def _is_flat(vertices: list[Vertex], triangle: tuple[int, int, int]) -> bool:
    a, b, c = (vertices[i].position for i in triangle)
    return length(cross(sub(c, a), sub(b, a))) < _MIN_AREA


def _parse_mesh(line: int, words: Words) -> SourceMesh:
    """Read ``material ( vertices triangles ) ( vertex ... ) ( ( a b c ) ... )``."""
    material = words.name("a material")
    words.expect("(")
    vertex_count, triangle_count = words.whole(), words.whole()
    words.expect(")")
    if not 3 <= vertex_count <= MAX_MESH_VERTICES:
        raise SourceError(line, f"{vertex_count} vertices, 3 to {MAX_MESH_VERTICES}")
    if not 1 <= triangle_count <= MAX_MESH_TRIANGLES:
        raise SourceError(line, f"{triangle_count} triangles, 1 to {MAX_MESH_TRIANGLES}")
    words.expect("(")
    vertices = [_parse_vertex(words)[0] for _ in range(vertex_count)]
    words.expect(")")
    words.expect("(")
    triangles: list[tuple[int, int, int]] = []
    for _ in range(triangle_count):
        words.expect("(")
        triangle = words.whole(), words.whole(), words.whole()
        words.expect(")")
        if not all(0 <= index < vertex_count for index in triangle):
            raise SourceError(words.line, f"a triangle over vertices 0 to {vertex_count - 1}")
        if _is_flat(vertices, triangle):
            raise SourceError(words.line, "the corners of a triangle lie on one line")
        triangles.append(triangle)
    words.expect(")")
    return SourceMesh(line, material, vertices, triangles)

"""Triangles, edges and vertices of an indexed terrain patch (collision2: Indexed terrain)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from uoserver.bsp.errors import BspError
from uoserver.bsp.vectors import Vec3

_FLAT: Final = 6.4e-9
"""Square of how little a concave edge may bend, against the triangle's reach, to be left out."""
_FACES_DOWN: Final = 0.001
_SLACK: Final = 0.002
"""How far beyond a triangle a point may hit it, by the length of its sides: more than the
tolerance of the barycentric test."""
_MARGIN: Final = 0.01


Edge = tuple[int, Vec3, Vec3, float, Vec3, Vec3]
"""A unique number, the first vertex, direction, length and the two axes across it."""

Vertex = tuple[int, Vec3]
"""A number that is negative, to differ from those of edges, and the point. Only vertices that an
edge still has are met."""

Corner = tuple[Edge | None, Vertex | None]
"""The edge opposite a corner, and the corner's vertex."""

Inner = tuple[Vec3, float, Vec3, float, tuple[Corner, Corner, Corner]]
"""Two barycentric vectors with their offsets, and the corners.

``s = vector . p - offset`` is 1 at the second vertex and 0 at the others, t likewise at the third.
"""

Triangle = tuple[
    *tuple[float, float, float, float, float, float],
    *tuple[float, float, float, float],
    Inner,
]
"""A box with a margin, the plane, and the rest: flat, as sweeps look at very many."""


class Mesh(NamedTuple):
    """A patch's triangles in order. `faces_down`: all of them do, as far as they face at all."""

    triangles: list[Triangle]
    mins: Vec3
    maxs: Vec3
    faces_down: bool


def build_mesh(vertices: Sequence[Vec3], indexes: Sequence[int]) -> Mesh:
    """Return the mesh of a patch's vertices and its indexes, three to a triangle.

    A triangle without area cannot be hit and is left out. A patch may have no vertices
    (validator rule 10), of which nothing is hit. Raises BspError for an index out of range,
    indexes that are no triples, and a triangle that names a vertex twice.
    """
    if len(indexes) % 3:
        raise BspError(f"{len(indexes)} indexes are no triangles")
    for index in indexes:
        if not 0 <= index < len(vertices):
            raise BspError(f"index {index} of {len(vertices)} vertices")
    triples = [(a, b, c) for a, b, c in zip(*[iter(indexes)] * 3, strict=True)]
    for a, b, c in triples:
        if a in (b, c) or b == c:
            raise BspError(f"degenerate triangle {a} {b} {c}")
    edges = _edges(vertices, triples)
    kept = {index: (-1 - index, vertices[index]) for pair in edges for index in pair}

    def corner(own: int, first: int, second: int) -> Corner:
        return edges.get(_pair(first, second)), kept.get(own)

    triangles = []
    for a, b, c in triples:
        corners = (corner(a, b, c), corner(b, c, a), corner(c, a, b))
        triangle = _triangle(vertices[a], vertices[b], vertices[c], corners)
        if triangle is not None:
            triangles.append(triangle)
    heights = [triangle[8] for triangle in triangles]
    down = min(heights, default=0.0) < -_FACES_DOWN and max(heights) <= _FACES_DOWN
    xs, ys, zs = zip(*vertices, strict=True) if vertices else ((0.0,),) * 3
    return Mesh(triangles, (min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs)), down)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _edges(
    vertices: Sequence[Vec3], triples: list[tuple[int, int, int]]
) -> dict[tuple[int, int], Edge]:
    """Return the edges that sweeps test, by their vertices: each once, without flat ones."""
    opposites: dict[tuple[int, int], tuple[int, int, int]] = {}
    for triple in triples:
        for k in range(3):
            first, second, opposite = triple[k], triple[(k + 1) % 3], triple[(k + 2) % 3]
            pair = _pair(first, second)
            known = opposites.get(pair)
            if known is None:
                opposites[pair] = (first, second, opposite)
            elif _is_flat(*(vertices[at] for at in (first, second, opposite, known[2]))):
                del opposites[pair]
    edges = {}
    for number, (pair, (first, second, _)) in enumerate(opposites.items()):
        edge = _edge(number, vertices[first], vertices[second])
        if edge is not None:
            edges[pair] = edge
    return edges


def _minus(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: Vec3, b: Vec3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vec3, b: Vec3) -> Vec3:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def _is_flat(first: Vec3, second: Vec3, opposite: Vec3, previous: Vec3) -> bool:
    """Return whether an edge met again is left out (collision2: edge list)."""
    cross = _cross(_minus(second, opposite), _minus(first, opposite))
    if _dot(cross, _minus(previous, opposite)) <= 0.0:
        return False
    to_first, to_second = _minus(first, previous), _minus(second, previous)
    reach = max(_dot(to_first, to_first), _dot(to_second, to_second))
    return _dot(cross, cross) < _FLAT * reach


def _edge(number: int, first: Vec3, second: Vec3) -> Edge | None:
    along = _minus(second, first)
    length = sqrt(_dot(along, along))
    if length == 0.0:
        return None
    direction = (along[0] / length, along[1] / length, along[2] / length)
    least = min(range(3), key=lambda axis: abs(direction[axis]))
    x, y, z = (
        (1.0 if axis == least else 0.0) - direction[least] * direction[axis] for axis in range(3)
    )
    size = sqrt(x * x + y * y + z * z)
    across = (x / size, y / size, z / size)
    return (number, first, direction, length, across, _cross(direction, across))


def _triangle(a: Vec3, b: Vec3, c: Vec3, corners: tuple[Corner, Corner, Corner]) -> Triangle | None:
    ab, ac = _minus(b, a), _minus(c, a)
    nx, ny, nz = _cross(ac, ab)
    area = sqrt(nx * nx + ny * ny + nz * nz)
    first, second = sqrt(_dot(ab, ab)), sqrt(_dot(ac, ac))
    if area == 0.0 or first == 0.0 or second == 0.0:
        return None
    normal = (nx / area, ny / area, nz / area)
    e1 = (ab[0] / first, ab[1] / first, ab[2] / first)
    e2 = (ac[0] / second, ac[1] / second, ac[2] / second)
    d = _dot(e1, e2)
    if d * d >= 1.0:
        return None
    k = 1.0 / (1.0 - d * d)
    ks, kt = k / first, k / second
    s = (ks * (e1[0] - d * e2[0]), ks * (e1[1] - d * e2[1]), ks * (e1[2] - d * e2[2]))
    t = (kt * (e2[0] - d * e1[0]), kt * (e2[1] - d * e1[1]), kt * (e2[2] - d * e1[2]))
    grow = _SLACK * (first + second) + _MARGIN
    (x0, x1), (y0, y1), (z0, z1) = ((min(v), max(v)) for v in zip(a, b, c, strict=True))
    return (
        *(x0 - grow, y0 - grow, z0 - grow, x1 + grow, y1 + grow, z1 + grow),
        *(*normal, _dot(normal, a)),
        (s, _dot(s, a), t, _dot(t, a), corners),
    )

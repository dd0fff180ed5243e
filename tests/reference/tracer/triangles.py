"""An indexed patch becomes triangles with shared edges (collision2: 3. Indexed terrain: build)."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.reference.tracer.vectors import (
    AXES,
    Vec,
    cross,
    dot,
    highest,
    length,
    lowest,
    scale,
    sub,
    unit,
)

FLAT_EDGE: Final = 6.4e-9
FACES_DOWN: Final = 0.001


class Edge(NamedTuple):
    """A line from ``origin``; the two radial axes measure the distance to it."""

    origin: Vec
    direction: Vec
    length: float
    radial: tuple[Vec, Vec]


class Triangle(NamedTuple):
    """A one-sided triangle; ``s`` is 1 at its second vertex, ``t`` at its third.

    ``vertices[k]`` and ``edges[k]`` belong to corner k: its vertex, and the edge opposite to it;
    None where no edge was kept.
    """

    normal: Vec
    distance: float
    s: Vec
    s_offset: float
    t: Vec
    t_offset: float
    vertices: list[Vec | None]
    edges: list[Edge | None]
    mins: Vec
    maxs: Vec

    def mask(self, point: Vec) -> int:
        """Return which borders a point lies outside of: 1 past v1-v2, 2 past v2-v0, 4 v0-v1."""
        s = dot(self.s, point) - self.s_offset
        t = dot(self.t, point) - self.t_offset
        return (1 if s + t > 1 else 0) | (2 if s < 0 else 0) | (4 if t < 0 else 0)


class Terrain(NamedTuple):
    """All triangles of a patch; ``faces_down`` picks the cap that is swept."""

    triangles: list[Triangle]
    faces_down: bool


def make_terrain(points: list[Vec], indexes: list[int]) -> Terrain:
    """Build the triangles in the order of their indexes."""
    corners = [tuple(indexes[at : at + 3]) for at in range(0, len(indexes), 3)]
    kept = kept_edges(points, corners)
    edges = {key: edge(points[key[0]], points[key[1]]) for key in kept}
    by_ends = {frozenset(key): made for key, made in edges.items()}
    with_edge = {end for key in kept for end in key}
    triangles = []
    for a, b, c in corners:
        made = triangle(points[a], points[b], points[c])
        if made is None:
            continue
        made.vertices.extend(points[k] if k in with_edge else None for k in (a, b, c))
        made.edges.extend(by_ends.get(frozenset(pair)) for pair in ((b, c), (c, a), (a, b)))
        triangles.append(made)
    rises = [made.normal[2] for made in triangles]
    faces_down = any(z < -FACES_DOWN for z in rises) and not any(z > FACES_DOWN for z in rises)
    return Terrain(triangles, faces_down)


def triangle(v0: Vec, v1: Vec, v2: Vec) -> Triangle | None:
    """Return the triangle without its edges; None when it has no area."""
    first, second = sub(v1, v0), sub(v2, v0)
    normal = unit(cross(second, first))
    e1, e2 = unit(first), unit(second)
    if normal is None or e1 is None or e2 is None:
        return None
    d = dot(e1, e2)
    k = 1 / (1 - d * d)
    s = scale(sub(e1, scale(e2, d)), k / length(first))
    t = scale(sub(e2, scale(e1, d)), k / length(second))
    corners = [v0, v1, v2]
    plane = (normal, dot(normal, v0))
    return Triangle(*plane, s, dot(s, v0), t, dot(t, v0), [], [], lowest(corners), highest(corners))


def kept_edges(points: list[Vec], corners: list[tuple[int, ...]]) -> dict[tuple[int, int], int]:
    """Return the edges that stay, by their ends, with the opposite vertex that came first."""
    kept: dict[tuple[int, int], int] = {}
    for triple in corners:
        for k in (0, 1, 2):
            first, second, opposite = (triple[(k + step) % 3] for step in (0, 1, 2))
            known = next((key for key in ((first, second), (second, first)) if key in kept), None)
            if known is None:
                kept[first, second] = opposite
                continue
            previous = points[kept[known]]
            here = points[opposite]
            across = cross(sub(points[second], here), sub(points[first], here))
            concave = dot(across, sub(previous, here)) > 0
            reach = max(dot(span, span) for span in (sub(points[end], previous) for end in known))
            if concave and dot(across, across) < FLAT_EDGE * reach:
                del kept[known]
    return kept


def edge(origin: Vec, end: Vec) -> Edge:
    span = sub(end, origin)
    size = length(span)
    direction = scale(span, 1 / size)
    steepest = min((0, 1, 2), key=lambda axis: abs(direction[axis]))
    first = unit(cross(direction, AXES[steepest])) or AXES[0]
    return Edge(origin, direction, size, (first, cross(direction, first)))

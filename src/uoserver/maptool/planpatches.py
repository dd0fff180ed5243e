"""Triangles of terrain and curves that look up, for plans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from uoserver.bsp import Map
from uoserver.bsp.records import Patch
from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3

MAX_CURVE_SIDE: Final = 129
"""Width and height of a curve (collision2: Curve patches: build)."""
STEPS: Final = 4
"""Pieces that each quadratic arc of a curve is drawn in."""

Triangle = tuple[Vec3, Vec3, Vec3]


def patch_triangles(source: Map, limit: int) -> Iterator[tuple[int, Triangle]]:
    """Yield (material, triangle) of the world's patches, at most `limit` looked at."""
    looked_at = 0
    inline = _inline_patches(source)
    for number, patch in enumerate(source.patches):
        if number in inline or not 0 <= patch.material < len(source.materials):
            continue
        pieces = _terrain(source, patch) if patch.is_terrain else _curve(source, patch)
        for triangle in pieces:
            looked_at += 1
            if looked_at > limit:
                return
            if _looks_up(triangle):
                yield patch.material, triangle


def _inline_patches(source: Map) -> set[int]:
    found: set[int] = set()
    for model in source.models[1:]:
        first = max(model.first_leaf_surface, 0)
        found.update(source.leaf_surfaces[first : first + max(model.leaf_surface_count, 0)])
    return found


def _looks_up(triangle: Triangle) -> bool:
    """Whether the solid side is seen from above: corners run clockwise (collision2: 3)."""
    (ax, ay, _), (bx, by, _), (cx, cy, _) = triangle
    return (cx - ax) * (by - ay) - (cy - ay) * (bx - ax) > 0.0


def _vertices(source: Map, first: int, count: int) -> Sequence[Vec3]:
    """Return a span of lump 25, empty when it is not all there or not all in a world."""
    points = source.patch_vertices[first : first + count] if first >= 0 < count else []
    if len(points) != count:
        return ()
    inside = all(abs(value) <= MAX_WORLD_COORD for point in points for value in point)
    return points if inside else ()


def _terrain(source: Map, patch: Patch) -> Iterator[Triangle]:
    points = _vertices(source, patch.first_vertex, patch.vertex_count)
    first, count = patch.first_index, patch.index_count
    if first < 0:
        return
    indexes = source.patch_indexes[first : first + max(count, 0)]
    for i in range(0, len(indexes) - 2, 3):
        a, b, c = indexes[i : i + 3]
        if min(a, b, c) >= 0 and max(a, b, c) < len(points):
            yield points[a], points[b], points[c]


def _curve(source: Map, patch: Patch) -> Iterator[Triangle]:
    width, height = patch.width, patch.height
    sides = (width, height)
    if any(not 3 <= side <= MAX_CURVE_SIDE or side % 2 == 0 for side in sides):
        return
    points = _vertices(source, patch.first_vertex, width * height)
    if not points:
        return
    rows = [_refined(points[y * width : (y + 1) * width]) for y in range(height)]
    columns = [_refined([row[x] for row in rows]) for x in range(len(rows[0]))]
    for left, right in pairwise(columns):
        for y in range(len(left) - 1):
            # Facets are made of the transposed grid (collision2: Curve patches: order).
            yield left[y], left[y + 1], right[y + 1]
            yield right[y + 1], right[y], left[y]


def _refined(points: Sequence[Vec3]) -> list[Vec3]:
    """Return points along the quadratic arcs over every second control point."""
    refined = [points[0]]
    for i in range(0, len(points) - 2, 2):
        p, q, r = points[i : i + 3]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            u = 1.0 - t
            a, b, c = u * u, 2.0 * u * t, t * t
            refined.append(
                (
                    a * p[0] + b * q[0] + c * r[0],
                    a * p[1] + b * q[1] + c * r[1],
                    a * p[2] + b * q[2] + c * r[2],
                )
            )
    return refined

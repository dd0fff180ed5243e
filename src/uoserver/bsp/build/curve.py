"""Curves as triangles, for drawing; the clip model subdivides the grid itself."""

from __future__ import annotations

from typing import Final

from uoserver.bsp.build.grids import SourceCurve, Vertex

STEPS: Final = 4
"""Straight pieces that each span of three points becomes, both ways."""
MAX_DRAWN_SIDE: Final = 129
"""A wider grid gets fewer pieces, so that its vertices fit 16-bit indexes."""


def tessellate(curve: SourceCurve) -> tuple[list[Vertex], list[tuple[int, int, int]]]:
    """Return vertices and triangles of a curve.

    The triangles face where the collision's do: (x, y), (x + 1, y), (x + 1, y + 1) of the grid
    is clockwise from the front (collision2: Curve patches: build).
    """
    steps = STEPS
    while steps > 1 and max(curve.width, curve.height) // 2 * steps + 1 > MAX_DRAWN_SIDE:
        steps //= 2
    rows = [curve.vertices[y * curve.width : (y + 1) * curve.width] for y in range(curve.height)]
    wide = [_subdivided(row, steps) for row in rows]
    columns = [_subdivided(list(column), steps) for column in zip(*wide, strict=True)]
    width, height = len(columns), len(columns[0])
    vertices = [column[y] for y in range(height) for column in columns]
    triangles: list[tuple[int, int, int]] = []
    for y in range(height - 1):
        for x in range(width - 1):
            a = y * width + x
            triangles += [(a, a + 1, a + width + 1), (a + width + 1, a + width, a)]
    return vertices, triangles


def _subdivided(points: list[Vertex], steps: int) -> list[Vertex]:
    """Return the points of a row of quadratic spans, `steps` to a span and the last one."""
    made: list[Vertex] = []
    for start in range(0, len(points) - 2, 2):
        a, b, c = points[start : start + 3]
        made += [_between(a, b, c, step / steps) for step in range(steps)]
    return [*made, points[-1]]


def _between(a: Vertex, b: Vertex, c: Vertex, part: float) -> Vertex:
    rest = 1.0 - part
    by_a, by_b, by_c = rest * rest, 2.0 * rest * part, part * part
    x, y, z = (by_a * a.position[i] + by_b * b.position[i] + by_c * c.position[i] for i in range(3))
    s, t = (by_a * a.st[i] + by_b * b.st[i] + by_c * c.st[i] for i in range(2))
    color = bytes(
        int(by_a * a.color[i] + by_b * b.color[i] + by_c * c.color[i] + 0.5) for i in range(4)
    )
    return Vertex((x, y, z), (s, t), color)

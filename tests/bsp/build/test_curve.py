from __future__ import annotations

import pytest

from uoserver.bsp.build.curve import MAX_DRAWN_SIDE, STEPS, tessellate
from uoserver.bsp.build.grids import SourceCurve, Vertex
from uoserver.bsp.build.vec import cross, sub


def curve(width: int, height: int) -> SourceCurve:
    vertices = [
        Vertex(
            (16.0 * x, 16.0 * y, 32.0 * (x % 2)),
            (float(x), float(y)),
            bytes((x % 2 * 200, 0, 0, 255)),
        )
        for y in range(height)
        for x in range(width)
    ]
    return SourceCurve(1, "m", width, height, 8, vertices)


def test_points_of_a_quadratic_span() -> None:
    vertices, triangles = tessellate(curve(3, 3))
    assert len(vertices) == (STEPS + 1) ** 2
    assert len(triangles) == 2 * STEPS**2
    row = vertices[: STEPS + 1]
    assert [vertex.position for vertex in row] == [
        *((0.0, 0.0, 0.0), (8.0, 0.0, 12.0), (16.0, 0.0, 16.0), (24.0, 0.0, 12.0)),
        (32.0, 0.0, 0.0),
    ]
    assert [vertex.st for vertex in row] == [(x / 2, 0.0) for x in range(5)]
    assert row[2].color == bytes((100, 0, 0, 255))


def test_ends_of_spans_are_points_of_the_grid() -> None:
    source = curve(7, 5)
    vertices, _ = tessellate(source)
    width = 3 * STEPS + 1
    for x in range(0, 7, 2):
        for y in range(0, 5, 2):
            at = vertices[y // 2 * STEPS * width + x // 2 * STEPS]
            assert at.position == source.vertices[y * 7 + x].position


def test_triangles_face_where_collision_does() -> None:
    """(x, y), (x + 1, y), (x + 1, y + 1) is clockwise from the front: for this grid, below."""
    vertices, triangles = tessellate(curve(3, 3))
    for triangle in triangles:
        a, b, c = (vertices[i].position for i in triangle)
        assert cross(sub(c, a), sub(b, a))[2] < 0


@pytest.mark.parametrize("side", [65, 67, 127, 129])
def test_wide_grids_get_fewer_pieces(side: int) -> None:
    vertices, _ = tessellate(curve(side, 3))
    assert len(vertices) % (side // 2) != 0
    steps = {65: 4, 67: 2, 127: 2, 129: 2}[side]
    assert len(vertices) == (side // 2 * steps + 1) * (steps + 1)
    assert side // 2 * steps + 1 <= MAX_DRAWN_SIDE

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.build.grids import WHITE, SourceMesh, Vertex
from uoserver.bsp.build.meshes import MAX_PATCH_TRIANGLES, split_mesh


def made(columns: int, rows: int) -> SourceMesh:
    vertices = [
        Vertex((64.0 * x, 64.0 * y, float(x * y)), (0.0, 0.0), WHITE)
        for y in range(rows + 1)
        for x in range(columns + 1)
    ]
    triangles = []
    for y in range(rows):
        for x in range(columns):
            a = y * (columns + 1) + x
            d = a + columns + 1
            triangles += [(a, d + 1, a + 1), (a, d, d + 1)]
    return SourceMesh(7, "m", vertices, triangles)


def places(mesh: SourceMesh) -> list[tuple[object, ...]]:
    return [tuple(mesh.vertices[i].position for i in triangle) for triangle in mesh.triangles]


@given(st.integers(1, 30), st.integers(1, 30))
def test_every_triangle_is_kept_once(columns: int, rows: int) -> None:
    mesh = made(columns, rows)
    pieces = split_mesh(mesh)
    assert sorted(place for piece in pieces for place in places(piece)) == sorted(places(mesh))
    for piece in pieces:
        assert (piece.line, piece.material) == (7, "m")
        assert 0 < len(piece.triangles) <= MAX_PATCH_TRIANGLES
        assert sorted({i for t in piece.triangles for i in t}) == list(range(len(piece.vertices)))
    sizes = [len(piece.triangles) for piece in pieces]
    assert len(pieces) == 1 or min(sizes) >= MAX_PATCH_TRIANGLES // 2 - 1


def test_pieces_are_compact() -> None:
    """Of a strip: runs along it, none of both ends."""
    for piece in split_mesh(made(256, 1)):
        xs = [vertex.position[0] for vertex in piece.vertices]
        assert max(xs) - min(xs) <= 64 * (MAX_PATCH_TRIANGLES // 2 + 1)


def test_a_small_mesh_stays_whole() -> None:
    mesh = made(4, 8)
    (piece,) = split_mesh(mesh)
    assert places(piece) == places(mesh)

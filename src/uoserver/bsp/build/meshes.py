"""Terrain cut into patches that traces and file fields can bear.

A trace tests all triangles of a patch whose box it touches, so patches are small: neighbouring
triangles in a compact piece of the ground. The fields for counts have 16 bits.
"""

from __future__ import annotations

from typing import Final

from uoserver.bsp.build.grids import SourceMesh
from uoserver.bsp.build.vec import bounds

MAX_PATCH_TRIANGLES: Final = 64
"""Triangles of one patch; far below what 16-bit counts hold."""


def split_mesh(mesh: SourceMesh) -> list[SourceMesh]:
    """Return a mesh as patches of at most MAX_PATCH_TRIANGLES triangles with their own vertices.

    Split at the middle triangle along the longer of x and y, so that pieces are compact as
    seen from above; vertices of a piece stand in the order of their first use.
    """
    middles = [
        (ax + bx + cx, ay + by + cy)
        for (ax, ay, _), (bx, by, _), (cx, cy, _) in (
            (mesh.vertices[a].position, mesh.vertices[b].position, mesh.vertices[c].position)
            for a, b, c in mesh.triangles
        )
    ]
    waiting = [list(range(len(mesh.triangles)))]
    pieces: list[list[int]] = []
    while waiting:
        group = waiting.pop()
        if len(group) <= MAX_PATCH_TRIANGLES:
            pieces.append(sorted(group))
            continue
        box = bounds(
            mesh.vertices[index].position for number in group for index in mesh.triangles[number]
        )
        axis = 0 if box.maxs[0] - box.mins[0] >= box.maxs[1] - box.mins[1] else 1
        group.sort(key=lambda number: (middles[number][axis], middles[number][1 - axis], number))
        # A power of two pieces of even size, none a small rest.
        waiting += [group[len(group) // 2 :], group[: len(group) // 2]]
    return [_extract(mesh, piece) for piece in pieces]


def _extract(mesh: SourceMesh, numbers: list[int]) -> SourceMesh:
    local: dict[int, int] = {}
    triangles = [
        tuple(local.setdefault(index, len(local)) for index in mesh.triangles[number])
        for number in numbers
    ]
    return SourceMesh(
        mesh.line,
        mesh.material,
        [mesh.vertices[index] for index in local],
        [(a, b, c) for a, b, c in triangles],
    )

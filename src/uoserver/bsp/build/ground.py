"""The ground seen from above: upward terrain triangles, and where that surface has open edges.

Terrain is one-sided: what comes down through it is stopped, what comes up is not (collision2:
Sweep against triangles). Lines and players above the ground get under it only sideways below an
edge that no neighbouring triangle shares. Where solid brushes stand behind all of the edge's
depth it is sealed, else open. With no open edge nobody is under the ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from uoserver.bsp.build.grids import SourceMesh
from uoserver.bsp.build.solid import Solid
from uoserver.bsp.build.vec import Box, cross, sub, unit
from uoserver.bsp.vectors import Vec3

MIN_UP: Final = 0.01
"""Triangles with a normal less upward than this are walls, not ground."""
PIECE: Final = 64.0
"""Edges are looked at in pieces of at most this length."""
BEHIND: Final = 0.25
"""Solids are looked for on an edge and this far behind it."""
TOUCH: Final = 1e-3


class GroundTriangle(NamedTuple):
    """An upward triangle: corners, clockwise from above, and its plane z = sx * x + sy * y + c."""

    corners: tuple[Vec3, Vec3, Vec3]
    slope_x: float
    slope_y: float
    constant: float


Edge = tuple[Vec3, Vec3]
"""Both ends; the ground lies to the right, seen from above."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Upward triangles and their edges without a neighbour, past which there is no ground."""

    triangles: list[GroundTriangle]
    edges: list[Edge]
    open_edges: list[Edge]
    """Pieces of edges that are not sealed, in order of lines."""
    open_line: int = 0
    """Line of the terrain that the first open edge is of."""


def find_ground(meshes: Iterable[SourceMesh], solids: list[Solid], world: Box) -> Ground:
    """Return the ground of opaque terrain `meshes` among opaque `solids`."""
    triangles: list[GroundTriangle] = []
    directed: dict[Edge, list[int]] = {}
    """Lines of the triangles with an edge in this direction."""
    for mesh in meshes:
        for triangle in _upward(mesh):
            triangles.append(triangle)
            for i in range(3):
                edge = triangle.corners[i], triangle.corners[(i + 1) % 3]
                directed.setdefault(edge, []).append(mesh.line)
    # Neighbours run along a shared edge in opposite directions, once each.
    edges = {
        edge: lines[0]
        for edge, lines in directed.items()
        if len(lines) != 1 or len(directed.get((edge[1], edge[0]), ())) != 1
    }
    found = [
        (piece, line)
        for edge, line in edges.items()
        for piece in _pieces(edge)
        if not _is_sealed(piece, solids, world)
    ]
    return Ground(
        triangles, list(edges), [piece for piece, _ in found], found[0][1] if found else 0
    )


def column(solid: Solid, x: float, y: float) -> tuple[float, float] | None:
    """Return the heights between which a vertical line runs inside a solid, None for nowhere."""
    (ax, ay, low), (bx, by, high) = solid.box
    if not (ax - TOUCH <= x <= bx + TOUCH and ay - TOUCH <= y <= by + TOUCH):
        return None
    for (nx, ny, nz), distance, _ in solid.sides:
        rest = distance - nx * x - ny * y
        if nz > 0.0:
            high = min(high, rest / nz)
        elif nz < 0.0:
            low = max(low, rest / nz)
        elif rest < -TOUCH:
            return None
    return (low, high) if low <= high else None


def _upward(mesh: SourceMesh) -> Iterable[GroundTriangle]:
    for triangle in mesh.triangles:
        a, b, c = (mesh.vertices[index].position for index in triangle)
        x, y, z = unit(cross(sub(c, a), sub(b, a)))
        if z >= MIN_UP:
            yield GroundTriangle((a, b, c), -x / z, -y / z, (x * a[0] + y * a[1]) / z + a[2])


def _pieces(edge: Edge) -> list[Edge]:
    start, end = edge
    along = sub(end, start)
    count = max(1, math.ceil(math.sqrt(along[0] * along[0] + along[1] * along[1]) / PIECE))
    places = [
        (
            start[0] + along[0] * i / count,
            start[1] + along[1] * i / count,
            start[2] + along[2] * i / count,
        )
        for i in range(count + 1)
    ]
    return list(pairwise(places))


def _is_sealed(piece: Edge, solids: list[Solid], world: Box) -> bool:
    """Whether solids stand behind an edge from its height down to the bottom of the world.

    The ground lies to the right of an edge, as triangles run clockwise.
    """
    (ax, ay, az), (bx, by, bz) = piece
    size = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    out_x, out_y = (ay - by) / size * BEHIND, (bx - ax) / size * BEHIND
    ends = [(ax, ay), (ax + out_x, ay + out_y), (bx, by), (bx + out_x, by + out_y)]
    if not all(
        world.mins[0] <= x <= world.maxs[0] and world.mins[1] <= y <= world.maxs[1] for x, y in ends
    ):
        return True  # at the edge of the world
    near = [
        columns
        for solid in solids
        if None not in (columns := [column(solid, x, y) for x, y in ends])
    ]
    spans = [[span for span in columns if span is not None] for columns in near]
    heights = [az, az, bz, bz]
    while any(height > world.mins[2] + TOUCH for height in heights):
        lower = next(
            (
                [low for low, _ in columns]
                for columns in spans
                if all(
                    low <= height <= high + TOUCH
                    for (low, high), height in zip(columns, heights, strict=True)
                )
                and any(low < height for (low, _), height in zip(columns, heights, strict=True))
            ),
            None,
        )
        if lower is None:
            return False
        heights = lower
    return True

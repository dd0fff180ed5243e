"""What a renderer draws: surfaces, their vertices and indexes, and trees over the surfaces.

One surface for each material of a brush, one for each patch. Nothing is lit here: no lightmap.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from uoserver.bsp.build.curve import tessellate
from uoserver.bsp.build.grids import WHITE, SourceCurve, SourceMesh, Vertex
from uoserver.bsp.build.materials import FOLIAGE, GLASS, NODRAW, SOLID, WATER, Flags
from uoserver.bsp.build.solid import Solid
from uoserver.bsp.build.vec import Box, add, bounds, cross, sub, union, unit
from uoserver.bsp.records import AabbTree, DrawVertex, Surface
from uoserver.bsp.vectors import Vec3

NO_LIGHTMAP: Final = -1
MAX_TREE_SURFACES: Final = 16
"""Surfaces of a terminal record of the trees over them; real maps have up to 15."""
_NO_LIGHT: Final = (0.0, 0.0)


def is_drawn(flags: Flags) -> bool:
    """Whether a material shows: it is not marked nodraw and has contents that are seen."""
    return not flags.surface & NODRAW and bool(flags.contents & (SOLID | FOLIAGE | GLASS | WATER))


@dataclass(slots=True)
class DrawLumps:
    """Lumps 6 to 8 as they grow; `boxes` are those of the surfaces."""

    surfaces: list[Surface] = field(default_factory=list)
    vertices: list[DrawVertex] = field(default_factory=list)
    indexes: list[int] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    def add_solid(self, solid: Solid, materials: list[int | None]) -> None:
        """Add the faces of a brush; `materials` has a number for each face that is drawn."""
        for material in sorted({number for number in materials if number is not None}):
            vertices: list[DrawVertex] = []
            triangles: list[tuple[int, int, int]] = []
            for face, winding, number in zip(solid.faces, solid.windings, materials, strict=True):
                if number != material:
                    continue
                first = len(vertices)
                vertices += [
                    DrawVertex(point, face.axes.at(point), _NO_LIGHT, face.normal, WHITE)
                    for point in winding
                ]
                triangles += [(first, first + i - 1, first + i) for i in range(2, len(winding))]
            self._add(material, vertices, triangles)

    def add_mesh(self, mesh: SourceMesh, material: int) -> None:
        """Add a terrain patch; a vertex's normal is the mean over its triangles, by their size."""
        self._add(material, _shaded(mesh.vertices, mesh.triangles), mesh.triangles)

    def add_curve(self, curve: SourceCurve, material: int) -> None:
        """Add a curve as triangles."""
        vertices, triangles = tessellate(curve)
        self._add(material, _shaded(vertices, triangles), triangles)

    def _add(
        self, material: int, vertices: list[DrawVertex], triangles: list[tuple[int, int, int]]
    ) -> None:
        self.surfaces.append(
            Surface(
                material,
                NO_LIGHTMAP,
                len(self.vertices),
                len(vertices),
                3 * len(triangles),
                len(self.indexes),
            )
        )
        self.boxes.append(bounds(vertex.position for vertex in vertices))
        self.vertices += vertices
        for triangle in triangles:
            self.indexes += triangle


def _shaded(vertices: list[Vertex], triangles: list[tuple[int, int, int]]) -> list[DrawVertex]:
    normals: list[Vec3] = [(0.0, 0.0, 0.0)] * len(vertices)
    for triangle in triangles:
        a, b, c = (vertices[index].position for index in triangle)
        normal = cross(sub(c, a), sub(b, a))
        for index in triangle:
            normals[index] = add(normals[index], normal)
    return [
        DrawVertex(vertex.position, vertex.st, _NO_LIGHT, unit(normal), vertex.color)
        for vertex, normal in zip(vertices, normals, strict=True)
    ]


def surface_trees(boxes: list[Box]) -> tuple[list[AabbTree], list[int]]:
    """Return lump 16 over the surfaces with these boxes, and the order they must stand in.

    The children of a record stand right behind it, then what is below the first of them, then
    what is below the next. Each record spans a run of surfaces in the order returned; the
    children of one share out its run (spec: Lump 16).
    """
    records: list[AabbTree] = []
    order = list(range(len(boxes)))

    def add_records(runs: list[tuple[int, int]]) -> None:
        first_record = len(records)
        records.extend(AabbTree(first, count, 0) for first, count in runs)
        for record, (first, count) in enumerate(runs, start=first_record):
            if count <= MAX_TREE_SURFACES:
                continue
            _sort_run(order, first, count, boxes)
            half = count // 2
            records[record] = AabbTree(first, count, 2)
            add_records([(first, half), (first + half, count - half)])

    add_records([(0, len(boxes))])
    return records, order


def _sort_run(order: list[int], first: int, count: int, boxes: list[Box]) -> None:
    """Sort a run of surfaces along the longest axis of their common box."""
    run = order[first : first + count]
    box = union(boxes[number] for number in run)
    sizes = [high - low for low, high in zip(*box, strict=True)]
    axis = max(range(3), key=lambda i: sizes[i])
    run.sort(key=lambda number: (boxes[number].mins[axis] + boxes[number].maxs[axis], number))
    order[first : first + count] = run

"""From the patch lumps to curves and terrain; every reference is checked on the way."""

from __future__ import annotations

from typing import Final

from uoserver.bsp import BspError, Map
from uoserver.bsp.limits import MAX_CURVE_POINTS, MAX_TERRAIN_INDEXES, MAX_TERRAIN_VERTICES
from uoserver.bsp.records import Patch as Record
from uoserver.bsp.schema import LumpIndex
from uoserver.bsp.vectors import Vec3

from .curve import Curve
from .curvegrid import MAX_GRID_SIZE, CurveGrid, subdivide
from .damage import check_index, check_numbers, check_span, damaged
from .facets import build_facets
from .load import Surface
from .patch import Patch, PatchRecord
from .terrain import Terrain
from .terraingrid import TerrainGrid
from .terrainmesh import build_mesh

MAX_CURVE_CELLS: Final = 65_536
"""Cells of all subdivided curves together; a map that has many curves has some two thousand."""

_LUMP: Final = LumpIndex.PATCHES


def load_patches(source: Map, surfaces: list[Surface]) -> list[Patch]:
    """Return the patches; raises BspError naming the record at fault."""
    for number, point in enumerate(source.patch_vertices):
        check_numbers(LumpIndex.PATCH_VERTICES, number, point)
    loader = _Loader(source, surfaces)
    patches: list[Patch] = []
    for number, record in enumerate(source.patches):
        check_index(_LUMP, number, "material", record.material, len(surfaces))
        patches.append(
            loader.terrain(number, record) if record.is_terrain else loader.curve(number, record)
        )
    return patches


class _Loader:
    """Builds patches within the limits that hold for all of them together."""

    def __init__(self, source: Map, surfaces: list[Surface]) -> None:
        self._vertices: Final = source.patch_vertices
        self._indexes: Final = source.patch_indexes
        self._surfaces: Final = surfaces
        self._vertex_budget = MAX_TERRAIN_VERTICES
        self._index_budget = MAX_TERRAIN_INDEXES
        self._point_budget = MAX_CURVE_POINTS
        self._cell_budget = MAX_CURVE_CELLS

    def terrain(self, number: int, record: Record) -> Terrain:
        """Return a terrain patch."""
        first, count = record.first_vertex, record.vertex_count
        check_span(_LUMP, number, "vertices", first, count, len(self._vertices))
        first_index, index_count = record.first_index, record.index_count
        check_span(_LUMP, number, "indexes", first_index, index_count, len(self._indexes))
        self._vertex_budget -= count
        self._index_budget -= index_count
        if self._vertex_budget < 0 or self._index_budget < 0:
            raise damaged(_LUMP, number, "more terrain than a map may have")
        try:
            mesh = build_mesh(
                self._vertices[first : first + count],
                self._indexes[first_index : first_index + index_count],
            )
        except BspError as error:
            raise damaged(_LUMP, number, str(error)) from None
        box = self._record(number, record, mesh.mins, mesh.maxs)
        return Terrain(box, TerrainGrid(mesh.triangles), mesh.faces_down)

    def curve(self, number: int, record: Record) -> Curve:
        """Return a curve patch."""
        width, height, first = record.width, record.height, record.first_vertex
        if not (0 < width <= MAX_GRID_SIZE and 0 < height <= MAX_GRID_SIZE):
            raise damaged(_LUMP, number, f"curve of {width} x {height} points")
        check_span(_LUMP, number, "vertices", first, width * height, len(self._vertices))
        self._point_budget -= width * height
        if self._point_budget < 0:
            raise damaged(_LUMP, number, "more points of curves than a map may have")
        try:
            points = self._vertices[first : first + width * height]
            grid = subdivide(points, width, height, record.max_error)
            planes, facets = build_facets(self._afford(grid))
        except BspError as error:
            raise damaged(_LUMP, number, str(error)) from None
        return Curve.build(self._record(number, record, *grid.bounds()), planes, facets)

    def _afford(self, grid: CurveGrid) -> CurveGrid:
        self._cell_budget -= len(grid.columns) * len(grid.columns[0])
        if self._cell_budget < 0:
            raise BspError("more curves than a map may have")
        return grid

    def _record(self, number: int, record: Record, mins: Vec3, maxs: Vec3) -> PatchRecord:
        flags, contents, name = self._surfaces[record.material]
        return PatchRecord(number, mins, maxs, contents, flags, name)

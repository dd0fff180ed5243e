"""Drawn surfaces, cells, portals and what orders them (spec: Cross-lump relationships)."""

from __future__ import annotations

from array import array

from uoserver.bsp.check.lumps import IndexSpans, Lumps, check_entries, finite
from uoserver.bsp.check.report import Report
from uoserver.bsp.records import AabbTree, Cell, CullGroup, DrawVertex, Portal, Surface
from uoserver.bsp.schema import LIGHTMAP_SIZE, LumpIndex


def check_surfaces(report: Report, lumps: Lumps) -> None:
    """Check lumps 1, 6, 7 and 8."""
    index = LumpIndex.SURFACES
    materials = lumps.count(LumpIndex.MATERIALS)
    vertices, indexes = lumps.count(LumpIndex.DRAW_VERTICES), lumps.count(LumpIndex.DRAW_INDEXES)
    spans = IndexSpans(report, lumps, LumpIndex.DRAW_INDEXES)
    lightmaps = 0
    for record, surface in enumerate(lumps.records(index, Surface)):
        lightmaps = max(lightmaps, surface.lightmap + 1)
        report.out_of(
            "surface-material", index, record, "material", surface.material, materials, "materials"
        )
        count = ("vertex_count", surface.vertex_count)
        first = ("first_vertex", surface.first_vertex)
        report.span("surface-span", index, record, first, count, vertices)
        count, first = ("index_count", surface.index_count), ("first_index", surface.first_index)
        if surface.index_count % 3:
            problem = f"{surface.index_count} indexes"
            report.add(
                "surface-triangles", problem, index, record, "index_count", surface.index_count
            )
        if not report.span("surface-span", index, record, first, count, indexes):
            continue
        seen = spans.look(surface.first_index, surface.index_count)
        for value in () if seen is None else seen[:2]:
            if not 0 <= value < surface.vertex_count:
                problem = f"names vertex {value} of {surface.vertex_count}"
                report.add("draw-index", problem, index, record, "first_index", value)
                break
    _check_lightmaps(report, lumps, lightmaps)
    for record, vertex in enumerate(lumps.records(LumpIndex.DRAW_VERTICES, DrawVertex)):
        values = (*vertex.position, *vertex.st, *vertex.lightmap, *vertex.normal)
        if not finite(values):
            report.add("draw-vertex", "is not finite", LumpIndex.DRAW_VERTICES, record)


def _check_lightmaps(report: Report, lumps: Lumps, wanted: int) -> None:
    index = LumpIndex.LIGHTMAPS
    length = len(lumps.raw(index))
    if length and length != wanted * LIGHTMAP_SIZE:
        problem = f"{length} bytes, surfaces name {wanted} lightmaps of {LIGHTMAP_SIZE}"
        report.add("lightmap-count", problem, index, field="length", value=length)
    elif wanted and not length:
        problem = f"empty, surfaces name {wanted} lightmaps"
        report.add("lightmap-missing", problem, index, field="length", value=0)


def check_cull_groups(report: Report, lumps: Lumps) -> None:
    """Check lumps 9 and 10."""
    index = LumpIndex.CULL_GROUPS
    surfaces = lumps.count(LumpIndex.SURFACES)
    for record, group in enumerate(lumps.records(index, CullGroup)):
        first = ("first_surface", group.first_surface)
        count = ("surface_count", group.surface_count)
        report.span("cull-surfaces", index, record, first, count, surfaces)
    groups = lumps.count(index)
    check_entries(report, lumps, "cull-index", LumpIndex.CULL_GROUP_INDEXES, groups, "cull groups")


def check_cells(report: Report, lumps: Lumps) -> None:
    """Check lumps 16 and 17."""
    whole = _check_trees(report, lumps)
    index = LumpIndex.CELLS
    portals, entries = lumps.count(LumpIndex.PORTALS), lumps.count(LumpIndex.CULL_GROUP_INDEXES)
    occluders = lumps.count(LumpIndex.OCCLUDER_INDEXES)
    for record, cell in enumerate(lumps.records(index, Cell)):
        if not 0 <= cell.aabb_tree < len(whole):
            problem = f"{cell.aabb_tree}, there are {len(whole)} records"
            report.add("aabb-tree", problem, index, record, "aabb_tree", cell.aabb_tree)
        elif not whole[cell.aabb_tree]:
            problem = f"the tree at {cell.aabb_tree} lacks children"
            report.add("aabb-tree", problem, index, record, "aabb_tree", cell.aabb_tree)
        for limit, first, count in (
            (portals, "first_portal", "portal_count"),
            (entries, "first_cull_group", "cull_group_count"),
            (occluders, "first_occluder", "occluder_count"),
        ):
            start, length = getattr(cell, first), getattr(cell, count)
            report.span("cell-span", index, record, (first, start), (count, length), limit)
        for low, high in zip(cell.mins, cell.maxs, strict=True):
            if not (finite((low, high)) and low <= high):
                report.add("cell-bounds", f"{low} to {high}", index, record, "mins", low)
                break


def _check_trees(report: Report, lumps: Lumps) -> bytearray:
    """Check the surfaces of lump 16; return for each record whether its tree is whole.

    Read from the last record, a tree is made of as many of the whole ones behind it as it has
    children; so each record is looked at once, whatever the counts are.
    """
    index = LumpIndex.AABB_TREES
    surfaces = lumps.count(LumpIndex.SURFACES)
    children = array("i")
    for record, tree in enumerate(lumps.records(index, AabbTree)):
        children.append(tree.child_count)
        if tree.child_count == 0:
            first = ("first_surface", tree.first_surface)
            count = ("surface_count", tree.surface_count)
            report.span("aabb-surfaces", index, record, first, count, surfaces)
    whole = bytearray(len(children))
    behind = 0
    for record in range(len(children) - 1, -1, -1):
        whole[record] = 0 <= children[record] <= behind
        behind = behind - children[record] + 1 if whole[record] else 0
        if children[record] < 0:
            problem = f"{children[record]} children"
            report.add("aabb-tree", problem, index, record, "child_count", children[record])
    return whole


def check_portals(report: Report, lumps: Lumps) -> None:
    """Check lump 18."""
    index = LumpIndex.PORTALS
    planes, cells = lumps.count(LumpIndex.PLANES), lumps.count(LumpIndex.CELLS)
    vertices = lumps.count(LumpIndex.PORTAL_VERTICES)
    for record, portal in enumerate(lumps.records(index, Portal)):
        report.out_of("portal-plane", index, record, "plane", portal.plane, planes, "planes")
        report.out_of("portal-cell", index, record, "cell", portal.cell, cells, "cells")
        first = ("first_vertex", portal.first_vertex)
        count = ("vertex_count", portal.vertex_count)
        report.span("portal-span", index, record, first, count, vertices)

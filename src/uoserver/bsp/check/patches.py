"""Curves and indexed terrain (validator 10, 13)."""

from __future__ import annotations

from uoserver.bsp.check.lumps import IndexSpans, Lumps, placed
from uoserver.bsp.check.report import Report
from uoserver.bsp.check.rules import MAX_CURVE_SIDE, MAX_PATCH_INDEXES, MAX_PATCH_VERTICES
from uoserver.bsp.check.totals import Total
from uoserver.bsp.limits import MAX_CURVE_POINTS, MAX_TERRAIN_INDEXES, MAX_TERRAIN_VERTICES
from uoserver.bsp.records import Patch
from uoserver.bsp.schema import LumpIndex

INDEX = LumpIndex.PATCHES


def check_patches(report: Report, lumps: Lumps) -> None:
    """Check lumps 24, 25 and 26."""
    materials, vertices = lumps.count(LumpIndex.MATERIALS), lumps.count(LumpIndex.PATCH_VERTICES)
    for index, limit in (
        (LumpIndex.PATCH_VERTICES, MAX_PATCH_VERTICES),
        (LumpIndex.PATCH_INDEXES, MAX_PATCH_INDEXES),
    ):
        count = lumps.count(index)
        if count > limit:
            problem = f"{count}, at most {limit}"
            report.add("patch-total", problem, index, field="length", value=count)
    for record, point in enumerate(lumps.points(LumpIndex.PATCH_VERTICES)):
        if not placed(point):
            problem = f"{point} is no place in a world"
            report.add(
                "patch-vertex", problem, LumpIndex.PATCH_VERTICES, record, "position", str(point)
            )
    # Enough to look at all indexes of terrain within its limit.
    spans = IndexSpans(report, lumps, LumpIndex.PATCH_INDEXES, MAX_TERRAIN_INDEXES)
    totals = _Totals(report)
    for record, patch in enumerate(lumps.records(INDEX, Patch)):
        report.out_of(
            "patch-material", INDEX, record, "material", patch.material, materials, "materials"
        )
        totals.add(record, patch)
        if patch.is_terrain:
            _check_terrain(report, lumps, record, patch, spans)
        else:
            _check_curve(report, record, patch, vertices)


class _Totals:
    """What all patches name together."""

    def __init__(self, report: Report) -> None:
        self._vertices, self._indexes, self._points = (
            Total(report, "patch-sum", INDEX, field, limit, what)
            for field, limit, what in (
                ("vertex_count", MAX_TERRAIN_VERTICES, "vertices of terrain"),
                ("index_count", MAX_TERRAIN_INDEXES, "indexes of terrain"),
                (None, MAX_CURVE_POINTS, "points of curves"),
            )
        )

    def add(self, record: int, patch: Patch) -> None:
        if patch.is_terrain:
            self._vertices.add(record, patch.vertex_count)
            self._indexes.add(record, patch.index_count)
        else:
            self._points.add(record, patch.vertex_count)


def _check_curve(report: Report, record: int, patch: Patch, vertices: int) -> None:
    whole = True
    for field, side in (("width", patch.width), ("height", patch.height)):
        if not 3 <= side <= MAX_CURVE_SIDE or side % 2 == 0:
            problem = f"{side} points, sides have 3, 5, ... {MAX_CURVE_SIDE}"
            report.add("patch-curve", problem, INDEX, record, field, side)
            whole = False
    if whole:
        first = ("first_vertex", patch.first_vertex)
        report.span("patch-span", INDEX, record, first, ("width", patch.vertex_count), vertices)


def _check_terrain(
    report: Report, lumps: Lumps, record: int, patch: Patch, spans: IndexSpans
) -> None:
    counts = ("vertex_count", patch.vertex_count), ("index_count", patch.index_count)
    for field, count in counts:
        if count < 0 or (field == "index_count" and count % 3):
            report.add("patch-counts", f"{count}", INDEX, record, field, count)
    if min(patch.vertex_count, patch.index_count) < 0:
        return
    vertices, indexes = lumps.count(LumpIndex.PATCH_VERTICES), lumps.count(LumpIndex.PATCH_INDEXES)
    first_vertex, first_index = (
        ("first_vertex", patch.first_vertex),
        ("first_index", patch.first_index),
    )
    report.span("patch-span", INDEX, record, first_vertex, counts[0], vertices)
    if not report.span("patch-span", INDEX, record, first_index, counts[1], indexes):
        return
    seen = spans.look(patch.first_index, patch.index_count)
    if seen is None:
        return
    for value in (seen.smallest, seen.largest):
        if not 0 <= value < patch.vertex_count:
            problem = f"names vertex {value} of {patch.vertex_count}"
            report.add("patch-index", problem, INDEX, record, "first_index", value)
            break
    if seen.degenerate is not None:
        problem = f"triangle {seen.degenerate} has a vertex twice"
        report.add("patch-degenerate", problem, INDEX, record, "first_index", seen.degenerate)

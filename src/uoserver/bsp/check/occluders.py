"""Occluders and their parts (spec: Lumps 12 to 15)."""

from __future__ import annotations

from uoserver.bsp.check.lumps import FREE_INDEXES, SHARING, Lumps, check_entries
from uoserver.bsp.check.report import Report
from uoserver.bsp.records import Occluder
from uoserver.bsp.schema import LumpIndex


def check_occluders(report: Report, lumps: Lumps) -> None:
    """Check lumps 12 to 15."""
    index = LumpIndex.OCCLUDERS
    planes, edges = lumps.count(LumpIndex.OCCLUDER_PLANES), lumps.count(LumpIndex.OCCLUDER_EDGES)
    vertices = lumps.count(LumpIndex.PORTAL_VERTICES)
    budget = SHARING * edges + FREE_INDEXES
    for record, occluder in enumerate(lumps.records(index, Occluder)):
        sound = True
        for limit, first, count in (
            (planes, "first_plane", "plane_count"),
            (vertices, "first_vertex", "vertex_count"),
            (edges, "first_edge", "edge_count"),
        ):
            start, length = getattr(occluder, first), getattr(occluder, count)
            sound &= report.span(
                "occluder-span", index, record, (first, start), (count, length), limit
            )
        budget -= 2 * max(occluder.edge_count, 0)
        if budget < 0:
            report.add("shared-indexes", "the rest was not looked at", LumpIndex.OCCLUDER_EDGES)
            break
        if sound:
            _check_edges(report, lumps, record, occluder)
    plane_count, occluders = lumps.count(LumpIndex.PLANES), lumps.count(index)
    check_entries(report, lumps, "occluder-plane", LumpIndex.OCCLUDER_PLANES, plane_count, "planes")
    check_entries(
        report, lumps, "occluder-index", LumpIndex.OCCLUDER_INDEXES, occluders, "occluders"
    )


def _check_edges(report: Report, lumps: Lumps, record: int, occluder: Occluder) -> None:
    """Check the edges by the field's span, and those the original loader takes instead."""
    raw = lumps.raw(LumpIndex.OCCLUDER_EDGES)
    starts = {occluder.first_edge: "occluder-edge"}
    starts.setdefault(0, "occluder-first-edge")
    for first, rule in starts.items():
        span = raw[4 * first : 4 * (first + occluder.edge_count)]
        for field, values, limit in (
            ("planes", (*span[0::4], *span[1::4]), occluder.plane_count),
            ("vertices", (*span[2::4], *span[3::4]), occluder.vertex_count),
        ):
            largest = max(values, default=-1)
            if largest < limit:
                continue
            edge = first + values.index(largest) % occluder.edge_count
            problem = f"{largest}, occluder {record} has {limit}"
            report.add(rule, problem, LumpIndex.OCCLUDER_EDGES, edge, field, largest)

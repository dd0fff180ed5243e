"""The BSP tree, its leaves, their index lumps and visibility (validator 7 to 9)."""

from __future__ import annotations

from uoserver.bsp.check.lumps import Lumps, check_entries
from uoserver.bsp.check.report import Report
from uoserver.bsp.check.rules import MAX_AREAS
from uoserver.bsp.check.solids import INT16
from uoserver.bsp.check.totals import Total
from uoserver.bsp.limits import MAX_LEAF_ENTRIES
from uoserver.bsp.records import Leaf, Node
from uoserver.bsp.schema import VISIBILITY_HEADER, LumpIndex, record_struct, struct_of


def check_nodes(report: Report, lumps: Lumps) -> None:
    """Check lump 20: planes and children exist, and the nodes are a tree."""
    index = LumpIndex.NODES
    planes, nodes = lumps.count(LumpIndex.PLANES), lumps.count(index)
    leaves = lumps.count(LumpIndex.LEAVES)
    for record, node in enumerate(lumps.records(index, Node)):
        report.out_of("node-plane", index, record, "plane", node.plane, planes, "planes")
        for child in node.children:
            if child >= nodes:
                problem = f"{child}, there are {nodes} nodes"
                report.add("node-child", problem, index, record, "children", child)
            elif child < -leaves:
                problem = f"{child} is leaf {-1 - child}, there are {leaves}"
                report.add("node-child", problem, index, record, "children", child)
            if child not in INT16:
                problem = f"{child} does not fit 16 bits"
                report.add("node-child-size", problem, index, record, "children", child)
    if nodes:
        _walk(report, lumps, nodes)


def _walk(report: Report, lumps: Lumps, nodes: int) -> None:
    """Check that each node has one parent, so that every walk down ends."""
    index = LumpIndex.NODES
    layout, raw = record_struct(index), lumps.raw(index)
    reached = bytearray(nodes)
    reached[0] = 1
    waiting = [0]
    while waiting:
        record = waiting.pop()
        _, *children = layout.unpack_from(raw, record * layout.size)[:3]
        for child in children:
            if not 0 <= child < nodes:
                continue
            if reached[child]:
                problem = f"node {child} has been reached before"
                report.add("node-tree", problem, index, record, "children", child)
                continue
            reached[child] = 1
            waiting.append(child)
    record = -1
    for _ in range(reached.count(0)):
        record = reached.index(0, record + 1)
        report.add("node-unreached", "no walk from node 0 comes here", index, record)


def check_leaves(report: Report, lumps: Lumps) -> None:
    """Check lump 21 but for its lights."""
    index = LumpIndex.LEAVES
    entries = lumps.count(LumpIndex.LEAF_SURFACES), lumps.count(LumpIndex.LEAF_BRUSHES)
    cells = lumps.count(LumpIndex.CELLS)
    rows = visibility_head(lumps)
    surface_total, brush_total = (
        Total(report, "leaf-total", index, field, MAX_LEAF_ENTRIES, what)
        for field, what in (("leaf_surface_count", "patches"), ("leaf_brush_count", "brushes"))
    )
    for record, leaf in enumerate(lumps.records(index, Leaf)):
        surfaces = ("leaf_surface_count", leaf.leaf_surface_count)
        brushes = ("leaf_brush_count", leaf.leaf_brush_count)
        first = ("first_leaf_surface", leaf.first_leaf_surface)
        report.span("leaf-span", index, record, first, surfaces, entries[0])
        first = ("first_leaf_brush", leaf.first_leaf_brush)
        report.span("leaf-span", index, record, first, brushes, entries[1])
        surface_total.add(record, leaf.leaf_surface_count)
        brush_total.add(record, leaf.leaf_brush_count)
        places = ("cluster", leaf.cluster), ("area", leaf.area), ("cell", leaf.cell)
        for field, value in (*places, surfaces, brushes):
            if value not in INT16:
                problem = f"{value} does not fit 16 bits"
                report.add("leaf-size", problem, index, record, field, value)
        if rows is not None and leaf.cluster >= rows[0]:
            problem = f"{leaf.cluster}, there are {rows[0]} rows"
            report.add("leaf-cluster", problem, index, record, "cluster", leaf.cluster)
        if not -1 <= leaf.area < MAX_AREAS:
            problem = f"{leaf.area}, areas are -1 to {MAX_AREAS - 1}"
            report.add("leaf-area", problem, index, record, "area", leaf.area)
        if leaf.cell >= cells:
            problem = f"{leaf.cell}, there are {cells} cells"
            report.add("leaf-cell", problem, index, record, "cell", leaf.cell)


def check_leaf_entries(report: Report, lumps: Lumps) -> None:
    """Check lumps 22 and 23."""
    brushes, patches = lumps.count(LumpIndex.BRUSHES), lumps.count(LumpIndex.PATCHES)
    check_entries(report, lumps, "leaf-brush", LumpIndex.LEAF_BRUSHES, brushes, "brushes")
    check_entries(report, lumps, "leaf-surface", LumpIndex.LEAF_SURFACES, patches, "patches")


def visibility_head(lumps: Lumps) -> tuple[int, int] | None:
    """Return clusters and bytes of a row, None without visibility."""
    raw = lumps.raw(LumpIndex.VISIBILITY)
    if not raw:
        return None
    clusters, row_bytes = struct_of(VISIBILITY_HEADER).unpack_from(raw)
    return clusters, row_bytes


def check_visibility(report: Report, lumps: Lumps) -> None:
    """Check that lump 28, whose size is known to be right, has rows, and whole ones."""
    head = visibility_head(lumps)
    if head is None:
        return
    clusters, row_bytes = head
    index = LumpIndex.VISIBILITY
    if not clusters:
        report.add("visibility-row", "no rows", index, field="cluster_count", value=clusters)
    elif row_bytes * 8 < clusters:
        problem = f"{row_bytes} bytes for {clusters} clusters"
        report.add("visibility-row", problem, index, field="row_bytes", value=row_bytes)

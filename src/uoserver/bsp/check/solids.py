"""Materials, planes, brushes and models (validator 5, 6, 11, 12)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

from uoserver.bsp.check.lumps import Lumps, placed
from uoserver.bsp.check.report import Report
from uoserver.bsp.check.rules import MAX_MODELS, UNIT_TOLERANCE
from uoserver.bsp.check.totals import Total
from uoserver.bsp.limits import MAX_LEAF_ENTRIES
from uoserver.bsp.records import AXIAL_SIDES, Brush, BrushSide, Material, Model, Plane
from uoserver.bsp.schema import LumpIndex
from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3

INT16 = range(-(1 << 15), 1 << 15)


def check_materials(report: Report, lumps: Lumps) -> None:
    """Check lump 0."""
    index = LumpIndex.MATERIALS
    for record, material in enumerate(lumps.records(index, Material)):
        if b"\0" not in material.raw_name:
            report.add(
                "material-name",
                f"{material.name!r} has no NUL",
                index,
                record,
                "raw_name",
                material.name,
            )


def check_planes(report: Report, lumps: Lumps) -> None:
    """Check lump 2."""
    index = LumpIndex.PLANES
    for record, ((x, y, z), distance) in enumerate(lumps.records(index, Plane)):
        length = math.sqrt(x * x + y * y + z * z)
        if not abs(length - 1.0) <= UNIT_TOLERANCE:  # also for NaN
            problem = f"a normal of length {length:.6g}"
            report.add("plane-normal", problem, index, record, "normal", length)
        elif not placed((distance,)):
            problem = f"{distance} is no place in a world"
            report.add("plane-normal", problem, index, record, "distance", distance)


def check_brushes(report: Report, lumps: Lumps) -> None:
    """Check lumps 3 and 4, whose sides are counted off brush by brush."""
    sides = enumerate(lumps.records(LumpIndex.BRUSH_SIDES, BrushSide))
    side_total = lumps.count(LumpIndex.BRUSH_SIDES)
    materials = lumps.count(LumpIndex.MATERIALS)
    brush_count = lumps.count(LumpIndex.BRUSHES)
    index = LumpIndex.BRUSHES
    if side_total < AXIAL_SIDES * brush_count:
        problem = f"{side_total} sides for {brush_count} brushes"
        report.add(
            "brush-sides-total",
            problem,
            lump=LumpIndex.BRUSH_SIDES,
            field="length",
            value=side_total,
        )
    used = 0
    for record, brush in enumerate(lumps.records(index, Brush)):
        count = brush.side_count
        report.out_of(
            "brush-material", index, record, "material", brush.material, materials, "materials"
        )
        if count < AXIAL_SIDES:
            report.add("brush-sides", f"{count} sides", index, record, "side_count", count)
        if used + count > side_total:
            problem = f"{count} sides from {used} on, there are {side_total}"
            report.add("brush-span", problem, index, record, "side_count", count)
            return  # where later brushes begin is anyone's guess
        used += max(count, 0)
        _check_sides(report, lumps, record, islice(sides, max(count, 0)))
    if used < side_total:
        problem = f"{side_total - used} sides behind those of the last brush"
        report.add("brush-sides-left", problem, lump=LumpIndex.BRUSH_SIDES, record=used)


def _check_sides(
    report: Report, lumps: Lumps, brush: int, sides: Iterator[tuple[int, BrushSide]]
) -> None:
    index = LumpIndex.BRUSH_SIDES
    materials, planes = lumps.count(LumpIndex.MATERIALS), lumps.count(LumpIndex.PLANES)
    low = 0.0
    for place, (record, side) in enumerate(sides):
        report.out_of(
            "side-material", index, record, "material", side.material, materials, "materials"
        )
        if place >= AXIAL_SIDES:
            report.out_of("side-plane", index, record, "plane", side.plane, planes, "planes")
            continue
        distance = side.distance
        if not placed((distance,)) or (place % 2 and low > distance):
            problem = f"{distance}: no box around brush {brush}"
            report.add("brush-box", problem, index, record, "distance", distance)
        low = distance


def check_models(report: Report, lumps: Lumps) -> None:
    """Check lump 27."""
    index = LumpIndex.MODELS
    brushes, surfaces = lumps.count(LumpIndex.BRUSHES), lumps.count(LumpIndex.SURFACES)
    leaf_surfaces = lumps.count(LumpIndex.LEAF_SURFACES)
    if lumps.count(index) > MAX_MODELS:
        problem = f"{lumps.count(index)} models, at most {MAX_MODELS}"
        report.add("model-count", problem, lump=index, field="length", value=lumps.count(index))
    brush_total, patch_total = (
        Total(report, "model-total", index, field, MAX_LEAF_ENTRIES, what)
        for field, what in (("brush_count", "brushes"), ("leaf_surface_count", "patches"))
    )
    for record, model in enumerate(lumps.records(index, Model)):
        _check_bounds(report, record, model.mins, model.maxs)
        brush_span = ("first_brush", model.first_brush), ("brush_count", model.brush_count)
        patch_span = (
            ("first_leaf_surface", model.first_leaf_surface),
            ("leaf_surface_count", model.leaf_surface_count),
        )
        surface_span = (
            ("first_surface", model.first_surface),
            ("surface_count", model.surface_count),
        )
        inline = record > 0
        brush_rule = "model-brushes" if inline else "world-spans"
        patch_rule = "model-leaf-surfaces" if inline else "world-spans"
        report.span(brush_rule, index, record, *brush_span, brushes)
        report.span(patch_rule, index, record, *patch_span, leaf_surfaces)
        report.span("model-surfaces", index, record, *surface_span, surfaces)
        if inline:
            brush_total.add(record, model.brush_count)
            patch_total.add(record, model.leaf_surface_count)
            for field, value in (brush_span[1], patch_span[1]):
                if value not in INT16:
                    report.add(
                        "model-size", f"{value} does not fit 16 bits", index, record, field, value
                    )


def _check_bounds(report: Report, record: int, mins: Vec3, maxs: Vec3) -> None:
    rule = "model-bounds" if record else "world-bounds"
    for field, corner in (("mins", mins), ("maxs", maxs)):
        if record and not placed(corner):
            problem = f"{corner} is no place for a trace"
            report.add("model-place", problem, LumpIndex.MODELS, record, field, str(corner))
            return
    for low, high in zip(mins, maxs, strict=True):
        for field, value in (("mins", low), ("maxs", high)):
            if not abs(value) <= MAX_WORLD_COORD:
                report.add(
                    rule, f"{value} is no place in a world", LumpIndex.MODELS, record, field, value
                )
                return
        if low > high:
            problem = f"{low} lies above {high}"
            report.add(rule, problem, LumpIndex.MODELS, record, "mins", low)
            return

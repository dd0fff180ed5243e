"""Static lights, their index lump and the light cache (spec: Lumps 19, 30, 32)."""

from __future__ import annotations

import struct

from uoserver.bsp.check.lumps import IndexSpans, Lumps, finite
from uoserver.bsp.check.report import Report
from uoserver.bsp.lights import LightType, SampleState
from uoserver.bsp.records import Leaf, Light
from uoserver.bsp.schema import LIGHT_CACHE_ENTRY, LIGHT_CACHE_SIZE, LumpIndex, struct_of

KNOWN_TYPES = frozenset(LightType)


def check_lights(report: Report, lumps: Lumps) -> None:
    """Check lumps 19 and 30, and the spans of leaves."""
    index = LumpIndex.LIGHTS
    for record, light in enumerate(lumps.records(index, Light)):
        if light.type not in KNOWN_TYPES:
            report.add("light-type", f"{light.type}", index, record, "type", light.type)
        for field in ("color", "position", "direction"):
            value = getattr(light, field)
            if not finite(value):
                report.add("light-values", "is not finite", index, record, field, str(value))
    entries = lumps.count(LumpIndex.LIGHT_INDEXES)
    spans = IndexSpans(report, lumps, LumpIndex.LIGHT_INDEXES)
    for record, leaf in enumerate(lumps.records(LumpIndex.LEAVES, Leaf)):
        first, count = ("first_light", leaf.first_light), ("light_count", leaf.light_count)
        if not report.span("leaf-lights", LumpIndex.LEAVES, record, first, count, entries):
            continue
        seen = (
            spans.look(leaf.first_light + 1, leaf.light_count - 1) if leaf.light_count > 1 else None
        )
        if seen is not None and seen.smallest < 0:
            problem = f"{seen.smallest} is no light and not the first of leaf {record}"
            report.add(
                "leaf-lights", problem, LumpIndex.LEAVES, record, "first_light", seen.smallest
            )
    _check_entries(report, lumps)


def _check_entries(report: Report, lumps: Lumps) -> None:
    index = LumpIndex.LIGHT_INDEXES
    lights = lumps.count(LumpIndex.LIGHTS)
    if max(lumps.numbers(index), default=-1) < lights:
        return
    for record, value in enumerate(lumps.numbers(index)):
        if value >= lights:
            problem = f"{value}, there are {lights} lights"
            report.add("light-index", problem, index, record, "light", value)


def check_light_cache(report: Report, lumps: Lumps) -> None:
    """Check lump 32."""
    index = LumpIndex.LIGHT_CACHE
    raw = lumps.raw(index)
    if len(raw) not in (0, LIGHT_CACHE_SIZE):
        problem = f"{len(raw)} bytes, a complete cache has {LIGHT_CACHE_SIZE}"
        report.add("light-cache-size", problem, index, field="length", value=len(raw))
        return
    size = struct_of(LIGHT_CACHE_ENTRY).size
    states = bytes(raw[struct.calcsize("<I") :: size])
    if max(states, default=0) <= max(SampleState):
        return
    for record, state in enumerate(states):
        if state > max(SampleState):
            report.add("light-cache-state", f"{state}", index, record, "sample_state", state)

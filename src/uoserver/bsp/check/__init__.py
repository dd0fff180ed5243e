"""Checking a map file without trusting a byte of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uoserver.bsp.check.container import check_container
from uoserver.bsp.check.drawn import check_cells, check_cull_groups, check_portals, check_surfaces
from uoserver.bsp.check.lighting import check_light_cache, check_lights
from uoserver.bsp.check.lumps import Lumps
from uoserver.bsp.check.occluders import check_occluders
from uoserver.bsp.check.patches import check_patches
from uoserver.bsp.check.report import MAX_FINDINGS, Finding, Report
from uoserver.bsp.check.rules import RULES, Rule, Severity
from uoserver.bsp.check.solids import check_brushes, check_materials, check_models, check_planes
from uoserver.bsp.check.text import check_entities
from uoserver.bsp.check.tree import (
    check_leaf_entries,
    check_leaves,
    check_nodes,
    check_visibility,
)

__all__ = ["MAX_FINDINGS", "RULES", "Finding", "Rule", "Severity", "check"]

_PARTS: Final[tuple[Callable[[Report, Lumps], None], ...]] = (
    check_materials,
    check_planes,
    check_brushes,
    check_nodes,
    check_leaves,
    check_leaf_entries,
    check_visibility,
    check_patches,
    check_models,
    check_entities,
    check_surfaces,
    check_cull_groups,
    check_occluders,
    check_cells,
    check_portals,
    check_lights,
    check_light_cache,
)


def check(data: bytes) -> list[Finding]:
    """Return what breaks the rules of `RULES` in a file, in their order; never raises.

    A map without errors is one that `read` and `load_map` take. A clip model can be made of it
    unless a curve, once subdivided, has too many points, planes or facets: only subdividing
    proves that, which the map command ``check`` does. Of each rule `MAX_FINDINGS`
    findings are given and the others counted in one more, which has no record. A lump that
    cannot be read counts as empty, so that one damage may be found in several places. Lumps
    are read piece by piece and not kept.
    """
    report = Report()
    lumps = check_container(report, data)
    if lumps is not None:
        for part in _PARTS:
            part(report, lumps)
    return report.findings()

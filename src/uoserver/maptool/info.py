"""``info FILE``: what a map holds."""

from __future__ import annotations

import argparse
import math
from collections import Counter
from pathlib import Path
from typing import Final

from uoserver.bsp import Map, read
from uoserver.bsp.errors import BspError
from uoserver.bsp.header import Header, read_header
from uoserver.bsp.schema import (
    LIGHT_CACHE_ENTRY,
    LIGHTMAP_SIZE,
    RECORDS,
    LumpIndex,
    record_struct,
    struct_of,
)
from uoserver.bsp.spawn import read_points
from uoserver.commandline import OK, print_json, print_lines
from uoserver.survey import Survey, SurveyError, survey
from uoserver.survey.coordinates import cell_middle

from . import read_file

HELP: Final = "counts, sizes, entities, spawn points, bounds, pads and flags of a map"
EXAMPLES: Final = """examples:
  python -m uoserver.bsp info maps/mp/mp_foy.bsp
  python -m uoserver.bsp info --json maps/mp/mp_foy.bsp

Pads, flags and the way between are those of a match as it would be played on the map.
"""
SIDES: Final = ("allies", "axis")

Place = list[float]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a map file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the facts; raises BspError, OSError."""
    data = read_file(args.file)
    source = read(data)
    header = read_header(data)
    entities = source.entities
    points = read_points(entities)
    lumps = [
        (int(index), index.name.lower(), header.lumps[index].length, _count(source, header, index))
        for index in LumpIndex
    ]
    classes = _by_class(Counter(entity.classname for entity in entities))
    spawns = {name: len(points[name]) for name in sorted(points)}
    bounds = _bounds(source)
    plan, refused = _plan(source)
    if args.json:
        print_json(
            {
                "version": header.version,
                "lumps": [
                    {"index": index, "name": name, "bytes": size, "count": count}
                    for index, name, size, count in lumps
                ],
                "entities": classes,
                "spawn_points": spawns,
                "bounds": bounds,
                "pads": plan and dict(zip(SIDES, map(_places, plan.pads), strict=True)),
                "flags": plan and dict(zip(SIDES, map(_places, plan.flags), strict=True)),
                "way": plan and plan.way,
                "notes": list(plan.notes) if plan else [refused],
            }
        )
        return OK
    lines = [f"{args.file}: IBSP {header.version}, {len(data)} bytes"]
    if bounds is not None:
        low, high = (" ".join(f"{value:g}" for value in corner) for corner in bounds)
        lines.append(f"bounds: {low} to {high}")
    lines.append("lumps: number, name, bytes, count")
    lines += [
        f"  {index:2} {name:20} {size:10} {'' if count is None else count:>8}".rstrip()
        for index, name, size, count in lumps
    ]
    for title, counts in (("entities", classes), ("spawn points", spawns)):
        lines.append(f"{title}: {sum(counts.values())}")
        lines += [f"  {count:6} {name}" for name, count in counts.items()]
    lines += _told(plan) if plan else [f"no match can be played here: {refused}"]
    print_lines(lines)
    return OK


def _plan(source: Map) -> tuple[Survey | None, str]:
    """Return the survey of a map, or why there is none."""
    try:
        return survey(source), ""
    except SurveyError as error:
        return None, str(error)
    except BspError as error:
        return None, f"damaged: {error}"


def _places(cells: tuple[int, ...]) -> list[Place]:
    return [list(cell_middle(cell)) for cell in cells]


def _told(plan: Survey) -> list[str]:
    """Return what a host wants to know of a survey."""
    lines = []
    for title, both in (("pads", plan.pads), ("flags", plan.flags)):
        for side, cells in zip(SIDES, both, strict=True):
            places = ", ".join(f"{x:g} {y:g}" for x, y in _places(cells))
            lines.append(f"{title} of the {side}: {places}")
    way = f"of {plan.way} units joins the pads" if plan.way else "joins the pads: none"
    return [*lines, f"way for a jeep {way}", *(f"note: {note}" for note in plan.notes)]


def _count(source: Map, header: Header, index: LumpIndex) -> int | None:
    """Return how many records, pages, rows, entities or entries a lump has, None: unknown."""
    length = header.lumps[index].length
    if index in RECORDS:
        return length // record_struct(index).size
    if index == LumpIndex.LIGHTMAPS:
        return length // LIGHTMAP_SIZE
    if index == LumpIndex.VISIBILITY:
        return source.visibility.cluster_count if source.visibility else 0
    if index == LumpIndex.ENTITIES:
        return len(source.entities)
    if index == LumpIndex.LIGHT_CACHE:
        return length // struct_of(LIGHT_CACHE_ENTRY).size
    return None


def _by_class(counts: Counter[str]) -> dict[str, int]:
    return {name: counts[name] for name in sorted(counts)}


def _bounds(source: Map) -> list[list[float]] | None:
    """Return the corners of the world model, None where there is none that makes sense."""
    if not source.models:
        return None
    corners = [list(source.models[0].mins), list(source.models[0].maxs)]
    if not all(math.isfinite(value) for corner in corners for value in corner):
        return None
    return corners

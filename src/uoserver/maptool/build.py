"""``python -m uoserver.bsp build SRC -o OUT``: a map file from a map source."""

from __future__ import annotations

import argparse
import io
import time
from pathlib import Path
from typing import Final

from uoserver.bsp.build import BuildError, build_map
from uoserver.bsp.build.pack import make_pack
from uoserver.bsp.build.source import MAX_SOURCE
from uoserver.bsp.model import Map
from uoserver.bsp.write import write
from uoserver.commandline import OK, CommandError, print_json, progress
from uoserver.outfile import check_file, output_path, write_file

from . import FINDINGS, read_limited
from .soundness import find_faults

HELP: Final = "build a map from a text source"
EXAMPLES: Final = """\
examples:
  python -m uoserver.bsp build mp_yard.map -o mp_yard.bsp
  python -m uoserver.bsp build mp_yard.map -o mp_yard.pk3    a pack with maps/mp/mp_yard.bsp
  python -m uoserver.bsp build mp_yard.map -o x.bsp --no-vis quick: all places see each other

Problems and warnings are written to standard error as SRC:LINE: text. Exit codes: 0 built;
1 the source has problems, or the map would have errors by the command check: nothing is
written; 2 bad usage, or a file that cannot be read or written. docs/maps.md describes the
source."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("source", metavar="SRC", type=Path, help="the map source")
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=output_path,
        required=True,
        help="map or .pk3 to write",
    )
    parser.add_argument("--no-vis", action="store_true", help="leave visibility out")
    parser.add_argument("--json", action="store_true", help="print a summary as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Build a map; return the exit code."""
    source: Path = args.source
    check_file(args.output)
    # Line ends of any system count as one, as for a file opened as text.
    text = io.StringIO(read_limited(source, MAX_SOURCE, "a map source").decode("latin-1"), None)
    if args.output.exists() and args.output.samefile(source):
        raise CommandError(f"{args.output}: the source itself")
    start = time.perf_counter()
    try:
        result = build_map(text.read(), visibility=not args.no_vis, progress=progress)
    except BuildError as error:
        for problem in error.problems:
            progress(f"{source}:{problem}")
        if args.json:
            print_json({"problems": [problem._asdict() for problem in error.problems]})
        return FINDINGS
    for warning in result.warnings:
        progress(f"{source}:{warning.line}: warning: {warning.message}")
    data = write(result.map)
    # Sources may hold what no server takes, such as a curve too large for its error bound.
    faults = [fault for fault in find_faults(data) if fault.severity == "error"]
    if faults:
        for fault in faults:
            progress(f"{source}: the map would have an error: {fault.message} [{fault.rule}]")
        if args.json:
            print_json({"problems": [{"line": None, "message": each.message} for each in faults]})
        return FINDINGS
    if args.output.suffix == ".pk3":
        data = make_pack(f"maps/mp/{args.output.stem}.bsp", data)
    write_file(args.output, data)
    summary = _summary(result.map)
    if args.json:
        warnings = [warning._asdict() for warning in result.warnings]
        print_json({"file": str(args.output), "bytes": len(data), **summary, "warnings": warnings})
    counts = ", ".join(f"{count} {name}" for name, count in summary.items())
    seconds = time.perf_counter() - start
    progress(f"{args.output}: {len(data)} bytes, {counts}, in {seconds:.1f} s")
    return OK


def _summary(built: Map) -> dict[str, int]:
    return {
        "entities": len(built.entities),
        "brushes": len(built.brushes),
        "patches": len(built.patches),
        "models": len(built.models),
        "planes": len(built.planes),
        "nodes": len(built.nodes),
        "leaves": len(built.leaves),
        "clusters": max(leaf.cluster for leaf in built.leaves) + 1,
        "surfaces": len(built.surfaces),
    }

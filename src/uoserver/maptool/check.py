"""``check FILE``: the rules a map breaks, and whether a clip model can be made of it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from uoserver.commandline import OK, print_json, print_lines

from . import FINDINGS, read_file
from .soundness import find_faults

HELP: Final = "look for damage and for what the game would stumble over"
EXAMPLES: Final = """Exit code 1 means errors; warnings alone leave it at 0.
docs/maps.md lists the rules.

examples:
  python -m uoserver.bsp check maps/mp/mp_foy.bsp
  python -m uoserver.bsp check --json maps/mp/mp_foy.bsp
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a map file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the findings; raises OSError."""
    findings = find_faults(read_file(args.file))
    errors = sum(finding.severity == "error" for finding in findings)
    warnings = len(findings) - errors
    if args.json:
        listed = [finding._asdict() for finding in findings]
        print_json({"errors": errors, "warnings": warnings, "findings": listed})
    else:
        lines = [f"{each.severity}: {each.message} [{each.rule}]" for each in findings]
        lines.append(f"{args.file}: {errors} errors, {warnings} warnings")
        print_lines(lines)
    return FINDINGS if errors else OK

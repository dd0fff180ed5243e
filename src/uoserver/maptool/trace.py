"""``trace FILE --start x,y,z --end x,y,z``: what a line, box or capsule meets on its way."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

from uoserver.bsp import read
from uoserver.bsp.vectors import Vec3, parse_vector
from uoserver.collision import ZERO, Trace, load_clip_model
from uoserver.collision.contents import (
    PLAYER_MASK,
    content_names,
    surface_names,
    surface_type_name,
)
from uoserver.commandline import OK, CommandError, print_json, print_lines

from . import read_file

HELP: Final = "sweep a line, box or capsule through a map and print what it meets"
EXAMPLES: Final = """examples:
  python -m uoserver.bsp trace maps/mp/mp_foy.bsp --start 0,0,500 --end 0,0,-500
  python -m uoserver.bsp trace maps/mp/mp_foy.bsp --start 0,0,64 --end 200,0,64 \\
      --mins -15,-15,0 --maxs 15,15,70 --capsule --json

Equal start and end ask whether there is room. The mask is a number, 0x for hexadecimal; -1 meets
everything. The answer is that of the map alone: inline models are not in it.
"""

_NEGATIVE: Final = re.compile(r"-[0-9.].*")


def _vector(text: str) -> Vec3:
    """Return the vector of ``x,y,z``; raises what argparse makes a usage error of."""
    vector = parse_vector(text.replace(",", " "))
    if vector is None:
        raise argparse.ArgumentTypeError(f"not three coordinates: {text!r}")
    return vector


def _mask(text: str) -> int:
    try:
        mask = int(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a mask: {text!r}") from None
    if not -1 <= mask <= 0xFFFF_FFFF:
        raise argparse.ArgumentTypeError(f"a mask has 32 bits: {text!r}")
    return mask


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    # What begins with a minus is an option to argparse, unless this says it is a number. Its own
    # pattern does not know vectors.
    parser._negative_number_matcher = _NEGATIVE  # noqa: SLF001
    parser.add_argument("file", type=Path, metavar="FILE", help="a map file")
    for name in ("start", "end"):
        parser.add_argument(
            f"--{name}", type=_vector, required=True, metavar="x,y,z", help=f"{name} of the origin"
        )
    for name in ("mins", "maxs"):
        parser.add_argument(
            f"--{name}", type=_vector, default=ZERO, metavar="x,y,z", help="box about the origin"
        )
    parser.add_argument("--capsule", action="store_true", help="round the box to a capsule")
    parser.add_argument(
        "--mask", type=_mask, default=PLAYER_MASK, metavar="N", help="contents to meet (player's)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the answer; raises BspError, OSError, CommandError for mins above maxs."""
    if any(low > high for low, high in zip(args.mins, args.maxs, strict=True)):
        raise CommandError("mins above maxs")
    clip = load_clip_model(read(read_file(args.file)))
    trace = clip.trace(args.start, args.end, args.mins, args.maxs, args.mask, capsule=args.capsule)
    if args.json:
        print_json(
            {
                **trace._asdict(),
                "content_names": content_names(trace.contents),
                "surface_names": surface_names(trace.surface_flags),
                "surface_type": surface_type_name(trace.surface_flags),
            }
        )
    else:
        print_lines(_lines(trace))
    return OK


def _text(vector: Vec3) -> str:
    return " ".join(f"{value:.6g}" for value in vector)


def _lines(trace: Trace) -> list[str]:
    """Return the answer for people; what nothing was hit by has no surface."""
    solid = "all solid" if trace.allsolid else "start solid" if trace.startsolid else "no"
    lines = [
        f"fraction  {trace.fraction:.6g}",
        f"end       {_text(trace.endpos)}",
        f"in solid  {solid}",
    ]
    if trace.fraction == 1.0:
        return [*lines, "hit       nothing"]
    return [
        *lines,
        f"normal    {_text(trace.normal)}",
        f"contents  {trace.contents:#x} {' '.join(content_names(trace.contents))}".rstrip(),
        f"surface   {trace.surface_flags:#x} {surface_type_name(trace.surface_flags)}"
        f" {' '.join(surface_names(trace.surface_flags))}".rstrip(),
        f"material  {trace.material or 'none'}",
    ]

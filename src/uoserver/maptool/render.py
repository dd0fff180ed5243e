"""``render FILE -o PICTURE``: a plan of a map, seen from straight above.

Height shading, contour lines and shadows show the relief; tints show surface types; brushes with
air below are drawn as roofs, sky and other lids are left out. It needs Pillow, no display.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Final

from uoserver.bsp import read
from uoserver.commandline import OK, CommandError, print_json, progress
from uoserver.maptool import read_file
from uoserver.maptool.picture import FORMATS, check_suffix, encode_picture
from uoserver.maptool.plan import make_plan
from uoserver.maptool.planmatch import Family, signs_of
from uoserver.maptool.planpaint import paint
from uoserver.maptool.planraster import rasterise
from uoserver.outfile import check_file, output_path, write_file
from uoserver.survey import survey

HELP = "draw a plan of the collision geometry with spawn points and vehicles"
EXAMPLES = """examples:
  python -m uoserver.bsp render mp_foy.bsp -o mp_foy.png
  python -m uoserver.bsp render mp_foy.bsp -o small.jpg --size 600 --json
  python -m uoserver.bsp render mp_foy.bsp -o match.png --match

The suffix of PICTURE says the format: """ + ", ".join(FORMATS)

DEFAULT_SIZE: Final = 1200
MIN_SIZE: Final = 64
MAX_SIZE: Final = 4096
"""Pixels of the longer side: time and memory grow with its square."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the map, IBSP version 59")
    parser.add_argument(
        "-o",
        "--output",
        type=output_path,
        required=True,
        metavar="PICTURE",
        help="the picture to write",
    )
    parser.add_argument(
        "--size",
        type=int,
        default=DEFAULT_SIZE,
        metavar="PIXELS",
        help=f"longer side of the plan, {MIN_SIZE} to {MAX_SIZE}, default {DEFAULT_SIZE}",
    )
    parser.add_argument(
        "--match",
        action="store_true",
        help="draw pads, flag buildings and static objects of a match, instead of what the map has",
    )
    parser.add_argument("--json", action="store_true", help="print what was drawn as JSON")


def run(args: argparse.Namespace) -> int:
    """Draw the plan and write it; raises CommandError, BspError, OSError."""
    try:
        from uoserver.maptool.planmarks import ROWS, Sheet, collect_marks
        from uoserver.maptool.planobjects import draw_objects, legend_of
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "PIL":
            raise
        raise CommandError("pictures need Pillow: python -m pip install -e '.[render]'") from None
    check_suffix(args.output)
    if not MIN_SIZE <= args.size <= MAX_SIZE:
        raise CommandError(f"--size {args.size}: {MIN_SIZE} to {MAX_SIZE}")
    check_file(args.output)
    source = read(read_file(args.file))
    marks = collect_marks(source, args.file.stem)
    signs = signs_of(survey(source)) if args.match else ()
    plan = make_plan(source)
    grid = rasterise(plan, args.size)
    if args.match:
        sheet = Sheet(plan, grid, paint(plan, grid), ROWS + 1)
        draw_objects(sheet, signs)
        sheet.draw_legend(marks.title, legend_of(sheet, signs))
    else:
        sheet = Sheet(plan, grid, paint(plan, grid))
        sheet.draw_marks(marks)
        sheet.draw_legend(marks.title, sheet.legend_of(marks))
    write_file(args.output, encode_picture(sheet.image, args.output))
    families = Counter(sign.family for sign in signs)
    sides = Counter(point.side.value for point in marks.spawns)
    if args.json:
        print_json(
            {
                "file": str(args.file),
                "output": str(args.output),
                "width": sheet.image.width,
                "height": sheet.image.height,
                "units_per_pixel": grid.scale,
                "mins": list(plan.mins),
                "maxs": list(plan.maxs),
                "faces": len(plan.tops),
                "spawn_points": {side: sides[side] for side in ("allies", "axis", "any")},
                "vehicles": len(marks.vehicles),
                "models": len(marks.models),
                "match": {family.value: families[family] for family in Family}
                if args.match
                else None,
            }
        )
    else:
        progress(f"{args.output}: {sheet.image.width} x {sheet.image.height} pixels")
    return OK

"""Run every benchmark and print a table, or one JSON object with ``--json``.

The exit code is 0 whatever the ratios are; with ``--check`` it is 1 if one misses its target.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Final

from benchmarks import bodies, collision, delta, publishing, simulation, transforms, walking
from benchmarks.timing import Figure, Row

SECTIONS: Final = (
    transforms.run,
    delta.run,
    collision.run,
    walking.run,
    simulation.run,
    publishing.run,
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--check", action="store_true", help="exit with 1 if a target is missed (else always 0)"
    )
    options = parser.parse_args()

    measured: list[Row | Figure] = [item for section in SECTIONS for item in section()]
    rows = [item for item in measured if isinstance(item, Row)]
    figures = [item for item in measured if isinstance(item, Figure)]
    if options.json:
        result = {
            row.name: {
                "naive_us": round(row.naive_us, 2),
                "library_us": round(row.library_us, 2),
                "ratio": round(row.ratio, 1),
                "target": row.target,
            }
            for row in rows
        }
        values = {
            figure.name: {
                "value": round(figure.value, 3),
                "unit": figure.unit,
                "least": figure.least,
                "most": figure.most,
            }
            for figure in figures
        }
        print(json.dumps({"bodies": bodies.load()[0], "results": result, "figures": values}))
    else:
        print(f"{'':20}{'naive us':>10}{'library us':>12}{'ratio':>8}{'target':>8}")
        for row in rows:
            print(
                f"{row.name:20}{row.naive_us:10.1f}{row.library_us:12.2f}"
                f"{row.ratio:8.1f}{row.target:8g}{'' if row.met else '  missed'}"
            )
        for figure in figures:
            bound = (
                f"least {figure.least:g}" if figure.least is not None else f"most {figure.most:g}"
            )
            print(
                f"{figure.name:24}{figure.value:12.2f} {figure.unit:4}{bound:>14}"
                f"{'' if figure.met else '  missed'}"
            )
        print(f"bodies: {bodies.load()[0]}, {bodies.BODY_BYTES} bytes")
    return int(options.check and not all(item.met for item in measured))


if __name__ == "__main__":
    sys.exit(main())

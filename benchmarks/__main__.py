"""Run every benchmark and print a table, or one JSON object with ``--json``.

The exit code is 0 whatever the ratios are; with ``--check`` it is 1 if one misses its target.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Final

from benchmarks import bodies, delta, transforms

SECTIONS: Final = (transforms.run, delta.run)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--check", action="store_true", help="exit with 1 if a target is missed (else always 0)"
    )
    options = parser.parse_args()

    rows = [row for section in SECTIONS for row in section()]
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
        print(json.dumps({"bodies": bodies.load()[0], "results": result}))
    else:
        print(f"{'':20}{'naive us':>10}{'library us':>12}{'ratio':>8}{'target':>8}")
        for row in rows:
            print(
                f"{row.name:20}{row.naive_us:10.1f}{row.library_us:12.2f}"
                f"{row.ratio:8.1f}{row.target:8g}{'' if row.met else '  missed'}"
            )
        print(f"bodies: {bodies.load()[0]}, {bodies.BODY_BYTES} bytes")
    return int(options.check and not all(row.met for row in rows))


if __name__ == "__main__":
    sys.exit(main())

"""Rebuild every file of tests/golden/cases from the plain inputs, with the reference codec only.

    python -m tests.golden.make_cases            writes the files
    python -m tests.golden.make_cases --check    says which files are not what it would write

The bytes come from the second codec, never from the library that is tested against them. Under
continuous integration (``CI`` set) it only checks: a golden file changes by a person's hand.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from tests.golden.inputs import client, common, connectionless, players, primitives, server, states
from tests.reference.cases import build
from tests.reference.huffman import decompress

DIRECTORY = Path(__file__).parent / "cases"
MODULES = {
    "primitive": primitives,
    "connectionless": connectionless,
    "client": client,
    "server": server,
    "state": states,
    "player": players,
}


def finished(case: common.Json) -> common.Json:
    """Return the case with its datagrams and what only they can say."""
    if "datagrams" not in case:
        case = {**case, "datagrams": [datagram.hex() for datagram in build(case)]}
    if case["kind"] == "huffman":
        # The body as it comes back: padding may read as one more byte.
        body = bytes.fromhex(case["datagrams"][0])
        case = {**case, "decoded": decompress(body).hex()}
    return case


def laid_out(case: common.Json) -> str:
    """Return the case as JSON with one input a line."""
    lines = [f" {json.dumps(name)}: {json.dumps(case[name])}" for name in sorted(case)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def files() -> dict[str, str]:
    """Return the text of every case file by name."""
    texts = {}
    for part, module in MODULES.items():
        for name, case in module.CASES.items():
            texts[f"{part}-{name}.json"] = laid_out(finished(case))
    return texts


def main(arguments: list[str] | None = None) -> int:
    """Write or check the files; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    if os.environ.get("CI") and not check:
        print("refusing to write golden files under CI; use --check", file=sys.stderr)
        return 2
    wanted = files()
    present = {path.name: path.read_text(encoding="utf-8") for path in DIRECTORY.glob("*.json")}
    stale = sorted(
        name for name in wanted.keys() | present.keys() if wanted.get(name) != present.get(name)
    )
    for name in stale:
        if check:
            print(f"differs: {name}")
        elif name in wanted:
            (DIRECTORY / name).write_text(wanted[name], encoding="utf-8")
            print(f"written: {name}")
        else:
            (DIRECTORY / name).unlink()
            print(f"removed: {name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())

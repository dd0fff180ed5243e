"""Turn a demo into JSON, one line a message, for tools of any language.

python examples/demo_to_json.py demo0000.dm_3 | jq '.operations[] | select(.type == "snapshot")'
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from uoproto import DemoError, DemoPlayer
from uoproto.describe import item_to_json


def show(path: Path) -> int:
    """Print every message; return the exit code."""
    with path.open("rb") as stream:
        player = DemoPlayer(stream)
        try:
            for message in player:
                operations = [item_to_json(op, full=True) for op in message.operations]
                print(json.dumps({"sequence": message.sequence, "operations": operations}))
        except DemoError as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 1
    if player.reader.truncated:
        print(f"{path} ends inside a record", file=sys.stderr)
    return 0


def main() -> int:
    """Read the command line and print a demo; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("demo", type=Path, metavar="DEMO")
    path = parser.parse_args().demo
    try:
        code = show(path)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads the output, like head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        parser.error(f"{path}: {error.strerror}")
    return code


if __name__ == "__main__":
    sys.exit(main())

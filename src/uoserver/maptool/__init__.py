"""The commands of ``python -m uoserver.bsp`` and what they share.

Exit codes: 0 done; 1 findings with errors; 2 bad usage or an unreadable file. With ``--json``
standard output holds one object on its last line; progress goes to standard error.

A command is a module with ``HELP``, ``EXAMPLES``, ``add_arguments(parser)`` and
``run(args) -> exit code``. The package stands above `uoserver.collision`, as some commands trace.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from uoserver.bsp.header import MAX_MAP_SIZE

OK: Final = 0
FINDINGS: Final = 1
BAD_USAGE: Final = 2


class CommandError(Exception):
    """Ends a command with one line on standard error and an exit code."""

    def __init__(self, message: str, code: int = BAD_USAGE) -> None:
        super().__init__(message)
        self.code = code


def read_file(path: Path) -> bytes:
    """Return the bytes of a map file; raises `CommandError` for what cannot be one, OSError."""
    size = path.stat().st_size
    if size > MAX_MAP_SIZE:
        raise CommandError(f"{path}: {size} bytes, a map has at most {MAX_MAP_SIZE}")
    return path.read_bytes()


def print_json(result: Mapping[str, object]) -> None:
    """Print one object on one line."""
    sys.stdout.write(json.dumps(result, ensure_ascii=True) + "\n")


def progress(line: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(line + "\n")

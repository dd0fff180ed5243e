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
    return read_limited(path, MAX_MAP_SIZE, "a map")


def read_limited(path: Path, most: int, what: str) -> bytes:
    """Return the bytes of a file; raises `CommandError` for one that is too long, OSError.

    No more is read than that: devices have no size, and need not end.
    """
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise CommandError(f"{path}: {what} has at most {most} bytes")
    return data


def print_json(result: Mapping[str, object]) -> None:
    """Print one object on one line."""
    sys.stdout.write(json.dumps(result, ensure_ascii=True) + "\n")


def progress(line: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(line + "\n")

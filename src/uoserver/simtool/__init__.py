"""The commands of ``python -m uoserver.sim`` and what they share.

Exit codes: 0 done; 1 interrupted, or the reader of the output left; 2 bad usage or an unreadable
file. With ``--json`` standard output holds one object on its last line; progress goes to standard
error. A command is a module with ``HELP``, ``EXAMPLES``, ``add_arguments(parser)`` and
``run(args) -> exit code``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Final

OK: Final = 0
INTERRUPTED: Final = 1
BAD_USAGE: Final = 2


class CommandError(Exception):
    """Ends a command with one line on standard error and exit code 2."""


def print_json(result: Mapping[str, object]) -> None:
    """Print one object on one line."""
    sys.stdout.write(json.dumps(result, ensure_ascii=True) + "\n")


def plain(text: str) -> str:
    """Return a text of a file without what a terminal would obey instead of showing it."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines; what the terminal's encoding lacks is written as an escape."""
    encoding = sys.stdout.encoding or "ascii"
    for line in lines:
        shown = line.encode(encoding, "backslashreplace").decode(encoding)
        sys.stdout.write(shown + "\n")


def progress(line: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(line + "\n")

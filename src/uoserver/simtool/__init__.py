"""The commands of ``python -m uoserver.sim`` and what they share (`uoserver.commandline`)."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def plain(text: str) -> str:
    """Return a text of a file without what a terminal would obey instead of showing it."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines; what the terminal's encoding lacks is written as an escape."""
    encoding = sys.stdout.encoding or "ascii"
    for line in lines:
        shown = line.encode(encoding, "backslashreplace").decode(encoding)
        sys.stdout.write(shown + "\n")

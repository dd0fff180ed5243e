"""The commands of ``python -m uoserver.bsp`` and what they share.

The package stands above `uoserver.collision`, as some commands trace (`uoserver.commandline`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from uoserver.bsp.header import MAX_MAP_SIZE
from uoserver.commandline import CommandError

FINDINGS: Final = 1
"""Exit code of a command that found errors."""


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

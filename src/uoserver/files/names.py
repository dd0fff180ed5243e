"""Names of game files: relative, ``/`` between folders, the same on every system.

Names come from the network (downloads, map votes), from rcon and from config files, so one
check stands before every look-up: no name that passes it can leave the search path.
"""

from __future__ import annotations

import string
from typing import Final

from uoserver.files.errors import FileNameError

MAX_NAME: Final = 255
MAX_DEPTH: Final = 16
"""Folders in a name: each costs a directory listing where letter case is searched."""

# Meanings that Windows gives to some names in every folder; a host may copy his set-up there.
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{n}" for port in ("com", "lpt") for n in "0123456789\u00b9\u00b2\u00b3"}
)
_FORBIDDEN: Final = frozenset('\\:*?"<>|')
_FOLD: Final = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def check_name(name: str) -> str:
    """Return `name` unchanged when it is a proper game file name.

    Raises FileNameError for an absolute name, a drive or stream (``:``), a backslash, ``.`` and
    ``..``, empty parts, control characters (NUL among them), parts ending in a dot or blank,
    device names, and names too long or too deep.
    """
    if not 0 < len(name) <= MAX_NAME:
        raise FileNameError(f"name of {len(name)} characters, 1 to {MAX_NAME} are allowed")
    if any(char < " " or char == "\x7f" or char in _FORBIDDEN for char in name):
        raise FileNameError(f"forbidden character in {name!r}")
    parts = name.split("/")
    if len(parts) > MAX_DEPTH:
        raise FileNameError(f"more than {MAX_DEPTH} folders in {name!r}")
    for part in parts:
        # This also refuses the empty part, "." and "..".
        if not part or part[-1] in ". " or part.split(".", 1)[0].rstrip(" ").lower() in _DEVICES:
            raise FileNameError(f"{part!r} cannot be a part of a name: {name!r}")
    return name


def check_folder_name(name: str) -> str:
    """Return `name` when it is one proper folder name, as ``fs_game`` must be."""
    if "/" in name:
        raise FileNameError(f"a single folder is wanted, not {name!r}")
    return check_name(name)


def fold(name: str) -> str:
    """Return the form in which two names that differ in (ASCII) letter case are equal.

    The length stays, which `str.lower` does not promise.
    """
    return name.translate(_FOLD)

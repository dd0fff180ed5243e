"""Loose files of one game folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from uoserver.files.errors import FileMissingError, FileReadError, FileTooLargeError
from uoserver.files.names import fold
from uoserver.files.pack import MAX_FILE_SIZE


class Folder:
    """A game folder on disk, which need not exist.

    A name is tried exactly, then without regard to letter case, part by part. Symbolic links
    are followed wherever they lead: only the host can make one, and hosts link maps and packs
    together from several places; `names.check_name` keeps names from climbing out.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def locate(self, name: str) -> Path | None:
        """Return the path of the regular file called `name` (a checked name), or None."""
        exact = self.root / name
        if _is_file(exact):
            return exact
        path = self.root
        for part in name.split("/"):
            found = _entry_like(path, part)
            if found is None:
                return None
            path = found
        return path if _is_file(path) else None

    def read(self, name: str, limit: int = MAX_FILE_SIZE) -> bytes:
        """Return the bytes of a file; raises FileMissingError, FileTooLargeError, FileReadError."""
        path = self.locate(name)
        if path is None:
            raise FileMissingError(f"{self.root}: no {name}")
        try:
            with path.open("rb") as file:
                data = file.read(limit + 1)
        except OSError as error:
            raise FileReadError(f"{path}: {error.strerror}") from error
        if len(data) > limit:
            raise FileTooLargeError(f"{path} has more than {limit} bytes")
        return data

    def list(self, folder: str, suffix: str) -> list[str]:
        """Return the names, without path, of regular files in `folder` that end in `suffix`.

        `folder` is a checked name or ``""`` for the game folder itself; letter case does not
        count. The order is by name, so that it is the same on every system.
        """
        paths = [self.root]
        for part in folder.split("/") if folder else ():
            # On a case-sensitive system several folders may answer to one name.
            paths = [path for above in paths for path in _entries_like(above, part)]
        found = {
            path.name
            for above in paths
            for path in _children(above)
            if fold(path.name).endswith(fold(suffix)) and _is_file(path)
        }
        return sorted(found, key=lambda name: (fold(name), name))


def _is_file(path: Path) -> bool:
    # Never a device or a pipe: opening one could block the server.
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def _children(path: Path) -> list[Path]:
    try:
        return [path / name for name in sorted(os.listdir(path))]  # noqa: PTH208 (names only)
    except (OSError, ValueError):
        return []


def _entries_like(path: Path, part: str) -> list[Path]:
    return [child for child in _children(path) if fold(child.name) == fold(part)]


def _entry_like(path: Path, part: str) -> Path | None:
    exact = path / part
    try:
        if exact.exists():
            return exact
    except (OSError, ValueError):
        return None
    return next(iter(_entries_like(path, part)), None)

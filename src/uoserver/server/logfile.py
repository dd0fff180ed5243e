"""Files of logs of the game (log: File): in a game folder of the write path, only added to."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Final

from uoserver.files.errors import FileError
from uoserver.files.names import check_folder_name, check_name

log: Final = logging.getLogger("uoserver")

GAME_FOLDER: Final = "uo"
"""The game's own folder, where no ``fs_game`` is set."""


def game_folder(root: Path, fs_game: str) -> Path:
    """Return the folder below the write path that a server's own files go into.

    Raises `FileNameError` for an ``fs_game`` that leads elsewhere.
    """
    return root / check_folder_name(fs_game or GAME_FOLDER)


class LogFile:
    """One file below ``root``, the write path. What fails is told once, and the game goes on.

    ``what`` is what its messages are about.
    """

    def __init__(self, root: Path, what: str = "the game is") -> None:
        self._root: Final = root
        self._what: Final = what
        self._file: IO[str] | None = None
        self._told: set[str] = set()

    def open(self, folder: str, name: str) -> None:
        """Open ``name`` (cvar g_log) in a game folder, `GAME_FOLDER` when empty, to add to it.

        An empty name logs nothing. Folders that do not exist are made.
        """
        self.close()
        if not name:
            self._tell(logging.INFO, "g_log is empty: the game is not logged to a file")
            return
        try:
            path = game_folder(self._root, folder) / check_name(name)
            self._file = _open_to_add(path)
        except (OSError, FileError) as error:
            self._tell(logging.WARNING, f"{self._what} not logged: {error}")

    def write(self, lines: Iterable[str], *, sync: bool) -> None:
        """Add whole lines; with ``sync`` they are in the file at once."""
        if self._file is None:
            return
        try:
            self._file.writelines(lines)
            if sync:
                self._file.flush()
        except OSError as error:
            self._tell(logging.WARNING, f"{self._what} no longer logged: {error}")
            self._drop()

    def flush(self) -> None:
        """Put what is still in memory into the file."""
        self.write((), sync=True)

    def close(self) -> None:
        """Close the file; what was written is in it."""
        if self._file is None:
            return
        try:
            self._file.close()
        except OSError as error:
            self._tell(logging.WARNING, f"{self._what} no longer logged: {error}")
        self._file = None

    def _drop(self) -> None:
        """Give up a file that cannot be written, with what it still holds."""
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError:
                return

    def _tell(self, level: int, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            log.log(level, "%s", text)


def _open_to_add(path: Path) -> IO[str]:
    """Open a file, its folders made; raises `OSError`, for a pipe too: its reader may be late."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_fifo():
        raise OSError(f"{path} is a pipe")
    return path.open("a", encoding="latin-1", errors="replace", newline="\n")

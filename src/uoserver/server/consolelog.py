"""The console log: what the server logs and answers on its console, in a file of its own.

Cvar ``logfile`` is stock's: 0 none, 1 buffered, 2 each line at once. The file lies in the game
folder of the write path, as the game log does; one that is full is put away under a number.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uoserver.files.errors import FileError

from .logfile import game_folder
from .observer import Observer

if TYPE_CHECKING:
    from uoserver.console.cvars import Cvar, CvarRegistry

log: Final = logging.getLogger("uoserver")

NAME: Final = "console_mp.log"
FORMAT: Final = "%(asctime)s %(levelname)s %(message)s"
FLUSH_MS: Final = 1000
"""How long a line stays in memory with ``logfile 1``."""
SYNCED: Final = 2
_OPENED_BY: Final = ("logfile", "sv_logMaxSize", "sv_logKeep")


class ConsoleLog(Observer):
    """Keeps the file that the cvars want. What fails is told once, and the server goes on."""

    def __init__(self, cvars: CvarRegistry, root: Path) -> None:
        """Open the file in a game folder of ``root``, the write path, if one is wanted."""
        self._cvars: Final = cvars
        self._root: Final = root
        self._file: _File | None = None
        self._told: set[str] = set()
        self._next_flush = 0
        self._level_before: Final = log.level
        for name in _OPENED_BY:
            cvars.on_change(name, self._open)
        cvars.on_change("sv_logLevel", self._set_level)
        self._set_level()
        self._open()

    def note(self, line: str) -> None:
        """Take a line that the console printed."""
        if self._file is not None:
            self._file.handle(logging.makeLogRecord({"levelname": "CONSOLE", "msg": line}))

    def frame(self, now: int) -> None:
        """Write what is still in memory."""
        if self._file is not None and now >= self._next_flush:
            self._next_flush = now + FLUSH_MS
            self._file.write_out()

    def reread(self) -> None:
        """Open the file anew: it may have been moved away."""
        self._open()

    def close(self) -> None:
        """End the log; what was said is in the file."""
        self._shut()
        log.setLevel(self._level_before)

    def _set_level(self, _: Cvar | None = None) -> None:
        log.setLevel(self._cvars.get("sv_logLevel").upper())

    def _open(self, _: Cvar | None = None) -> None:
        self._shut()
        wanted = self._cvars.get_int("logfile")
        if not wanted:
            return
        try:
            path = game_folder(self._root, self._cvars.get("fs_game")) / NAME
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_fifo():
                self._tell(f"{path} is a pipe")  # to open it would wait for its reader
                return
            self._file = _File(
                path,
                synced=wanted >= SYNCED,
                size=int(self._cvars.get_float("sv_logMaxSize") * 2**20),
                keep=self._cvars.get_int("sv_logKeep"),
                failed=self._failed,
            )
        except (OSError, FileError) as error:
            self._tell(str(error))
        else:
            log.addHandler(self._file)

    def _failed(self, reason: str) -> None:
        self._shut()
        self._tell(reason)

    def _shut(self) -> None:
        file, self._file = self._file, None
        if file is None:
            return
        log.removeHandler(file)
        try:
            file.write_out()
            file.close()
        except OSError as error:
            self._tell(str(error))

    def _tell(self, reason: str) -> None:
        if reason not in self._told:
            self._told.add(reason)
            log.warning("the console is not logged to a file: %s", reason)


class _File(RotatingFileHandler):
    """The file; it counts its size itself, as asking for it would write each line at once."""

    def __init__(
        self, path: Path, *, synced: bool, size: int, keep: int, failed: Callable[[str], None]
    ) -> None:
        self._synced: Final = synced
        self._told_failure: Final = failed
        super().__init__(
            path, maxBytes=size, backupCount=keep, encoding="latin-1", errors="replace"
        )
        self._size = path.stat().st_size
        self.setFormatter(logging.Formatter(FORMAT))

    def shouldRollover(self, record: logging.LogRecord) -> bool:  # noqa: N802
        size = len(self.format(record)) + 1
        full = self._size > 0 and self._size + size > self.maxBytes
        self._size = size if full else self._size + size
        return full

    def flush(self) -> None:
        """Do what a handler does behind each line: nothing, if lines are buffered."""
        if self._synced:
            super().flush()

    def write_out(self) -> None:
        """Write what is in memory."""
        try:
            super().flush()
        except OSError as error:
            self._told_failure(str(error))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802
        self._told_failure(str(sys.exception()))

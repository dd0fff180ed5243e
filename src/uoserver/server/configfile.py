"""Config files that the server writes: ``writeconfig``, and the one it keeps its settings in.

Both lie in the game folder of the write path and are there whole or not at all, also when the
process is killed while it writes.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uoserver.console.archive import archive_text
from uoserver.console.errors import CommandError
from uoserver.files.errors import FileError, FileNameError
from uoserver.files.names import check_name
from uoserver.files.searchpath import MAX_TEXT_SIZE
from uoserver.outfile import make_folder, write_file

from .logfile import game_folder
from .observer import Observer

if TYPE_CHECKING:
    from uoserver.console.commands import Invocation
    from uoserver.console.cvars import CvarRegistry

    from .state import ServerState

log: Final = logging.getLogger("uoserver")

SAVED: Final = "uoserver.cfg"
SUFFIX: Final = ".cfg"
HEAD: Final = "// written by uoserver: changes made here while it runs are lost\n"
INTERVAL_MS: Final = 1000
"""The least time from one writing to the next: a host's script may change cvars each frame."""


def config_path(root: Path, folder: str, name: str) -> Path:
    """Return where a config file is written, in a game folder (empty: the game's own).

    Raises `FileError` for a name that is not that of a ``.cfg`` file, or whose file, by links or
    otherwise, lies outside of that folder.
    """
    base = game_folder(root, folder)
    if not check_name(name).lower().endswith(SUFFIX):
        raise FileNameError(f"a config file ends in {SUFFIX}, {name!r} does not")
    path = base / name
    try:
        inside = path.resolve().is_relative_to(base.resolve())
    except (OSError, RuntimeError):  # a link that leads to itself
        inside = False
    if not inside:
        raise FileNameError(f"{name!r} leads out of {base}")
    return path


def write_config(path: Path, text: str) -> None:
    """Write console text, its folders made; raises `OSError` that names the file.

    A text that ``exec`` would not read back whole is refused.
    """
    data = text.encode("latin-1", "replace")
    if len(data) > MAX_TEXT_SIZE:
        raise OSError(f"{path}: settings of {len(data)} bytes, {MAX_TEXT_SIZE} are allowed")
    make_folder(path.parent)
    write_file(path, data)


def saved_text(cvars: CvarRegistry) -> str | None:
    """Return what was kept of an earlier run, None for nothing.

    Only what this server would write counts: a file of that name in a pack does not.
    """
    if not cvars.get_int("sv_writeConfig"):
        return None
    root = Path(cvars.get("fs_homepath") or cvars.get("fs_basepath"))
    try:
        path = config_path(root, cvars.get("fs_game"), SAVED)
        data = path.read_bytes() if path.is_file() else None
    except (OSError, FileError) as error:
        log.warning("settings of the last run are not taken over: %s", error)
        return None
    return None if data is None else data[:MAX_TEXT_SIZE].decode("latin-1")


class ConfigFiles(Observer):
    """Writes archived cvars on command, and by itself when they change."""

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._written = saved_text(server.cvars) or ""
        self._failed = ""
        """The text that could not be written: it is not tried again."""
        self._next = 0
        self._seen = -1
        """How many changes are dealt with: to write all settings down takes a while."""
        server.commands.register(
            "writeconfig", self._write_command, "writeconfig FILE: write the archived cvars"
        )

    def _path(self, name: str) -> Path:
        root, folder = self._server.write_path, self._server.cvars.get("fs_game")
        if root is None:
            raise FileNameError("this server writes no files")
        return config_path(root, folder, name)

    def _write_command(self, call: Invocation) -> None:
        if len(call.words) != 2:
            raise CommandError("usage: writeconfig FILE")
        name = call.words[1]
        if "." not in name.rsplit("/", 1)[-1]:
            name += SUFFIX
        try:
            path = self._path(name)
            write_config(path, archive_text(self._server.cvars))
        except (OSError, FileError) as error:
            raise CommandError(f"can't write {name}: {error}") from error
        call.print(f"wrote {path}")

    def frame(self, now: int) -> None:
        """Write what changed, once a second at most."""
        if now >= self._next:
            self._next = now + INTERVAL_MS
            self._keep()

    def stopped(self) -> None:
        """Write what changed last, also what could not be written before."""
        self._seen, self._failed = -1, ""
        self._keep()

    def _keep(self) -> None:
        server = self._server
        if server.write_path is None or not server.cvars.get_int("sv_writeConfig"):
            return
        if self._seen == server.cvars.archive_changes:
            return
        self._seen = server.cvars.archive_changes
        lines = archive_text(server.cvars, changed=True)
        text = HEAD + lines
        if text in (self._written, self._failed) or not (lines or self._written):
            return  # who changed nothing finds no file
        try:
            write_config(self._path(SAVED), text)
        except (OSError, FileError) as error:
            if not self._failed:
                log.warning("settings are not kept over restarts: %s", error)
            self._failed = text
        else:
            self._written, self._failed = text, ""

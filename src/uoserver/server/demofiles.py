"""The files of demos: their folder, their names, and how much they may take."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from uoserver.files.names import check_folder_name

SUFFIX: Final = ".dm_3"
"""3 is the version of the format (parsing: Demo files)."""
MAX_FILE_BYTES: Final = 64 * 2**20
"""Size at which a recording goes on in another file: some hours of one client."""
MAX_FOLDER_BYTES: Final = 4 * 2**30
"""Nothing is recorded beyond: against a disk that fills up unseen."""
MAX_FILES: Final = 10_000
"""The same in files: against players who come and go, each time with a file of his own."""
MAX_TRIES: Final = 100
"""Numbers tried for a name: another server may record to the same folder."""
_NUMBERED: Final = re.compile(r"(?:.*_)?([0-9]{1,9})\.dm_3", re.IGNORECASE | re.DOTALL)


class DemoFolder:
    """The folder of a server's demos. It counts what is in it; `look` does so anew."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._bytes = 0
        self._files = 0
        self._next = 1

    def look(self) -> None:
        """Count what is there, so that numbers go on and limits hold; raises `OSError`."""
        self._bytes = self._files = 0
        self._next = 1
        with suppress(FileNotFoundError), os.scandir(self.path) as entries:
            for entry in entries:
                if not entry.name.lower().endswith(SUFFIX):
                    continue
                self._files += 1
                with suppress(OSError):  # gone meanwhile
                    self._bytes += entry.stat().st_size
                if match := _NUMBERED.fullmatch(entry.name):
                    self._next = max(self._next, int(match[1]) + 1)
                if self._files >= MAX_FILES:
                    return

    def create(self, stem: str) -> tuple[str, IO[bytes]]:
        """Make ``STEM_NUMBER.dm_3``, whose number no demo there has; return its name and it.

        Raises `OSError` when it cannot be made. The stem is trusted: `DemoFile` checks it.
        """
        if self._files >= MAX_FILES:
            raise OSError(errno.ENOSPC, f"there are {MAX_FILES} demos", str(self.path))
        self.path.mkdir(parents=True, exist_ok=True)
        for tries_left in range(MAX_TRIES, 0, -1):
            name = f"{stem}_{self._next:04d}{SUFFIX}"
            self._next += 1
            try:
                file = (self.path / name).open("xb")
            except FileExistsError:
                if tries_left == 1:
                    raise
                continue
            self._files += 1
            return name, file
        raise AssertionError

    def take(self, size: int) -> None:
        """Count bytes about to be written; raises `OSError` when they are too many."""
        if self._bytes + size > MAX_FOLDER_BYTES:
            text = f"demos take {MAX_FOLDER_BYTES >> 20} MiB"
            raise OSError(errno.ENOSPC, text, str(self.path))
        self._bytes += size


class DemoFile:
    """One file of a folder, made when it is first written to. All methods raise `OSError`.

    Raises `FileError` when its name, ``stem`` with a number, could be that of no file there.
    """

    def __init__(self, folder: DemoFolder, stem: str) -> None:
        check_folder_name(f"{stem}_0000{SUFFIX}")
        self._folder = folder
        self._stem = stem
        self._file: IO[bytes] | None = None
        self.name = ""
        """Empty until it is made."""
        self.size = 0
        """Bytes written."""

    def open(self) -> None:
        """Make the file, unless it is there."""
        if self._file is None:
            self.name, self._file = self._folder.create(self._stem)

    def write(self, data: bytes, /) -> None:
        """Add bytes to the end."""
        self.open()
        self._folder.take(len(data))
        if self._file is not None:
            self._file.write(data)
            self.size += len(data)

    def close(self) -> None:
        """Close the file, if it was made; what was written is in it then.

        One into which nothing was written is no demo: it is taken away, and has no name any more.
        """
        if self._file is None:
            return
        self._file.close()
        if not self.size and self.name:
            (self._folder.path / self.name).unlink(missing_ok=True)
            self.name = ""

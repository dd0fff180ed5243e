"""A pack that is being sent: opened for reading only, read piece by piece."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

_FLAGS: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""A pipe that took the place of the pack must not stop the server."""


class PackReader:
    """Reads a file of a known size and time; one that is another by now gives no bytes any more.

    Raises `OSError` where there is no regular file of that size, last ``modified`` at that time
    (nanoseconds since the epoch).
    """

    def __init__(self, path: Path, size: int, modified: int) -> None:
        self._expected = (size, modified)
        self.sent_to = 0
        """End of what was read so far, in bytes."""
        number = os.open(path, _FLAGS)
        if not self._unchanged(number):
            os.close(number)
            raise OSError(f"{path} is not the file it was")
        self._file = open(number, "rb", buffering=0)  # noqa: PTH123, SIM115

    def _unchanged(self, number: int) -> bool:
        now = os.fstat(number)
        same = (now.st_size, now.st_mtime_ns) == self._expected
        return same and stat.S_ISREG(now.st_mode) and now.st_nlink > 0

    def read(self, offset: int, length: int) -> bytes:
        """Return so many bytes, or fewer where the file has changed, is gone or unreadable."""
        try:
            if not self._unchanged(self._file.fileno()):
                return b""
            self._file.seek(offset)
            data = self._file.read(length)
        except (OSError, ValueError):
            return b""
        self.sent_to = offset + len(data)
        return data

    @property
    def closed(self) -> bool:
        """Whether the file is closed."""
        return self._file.closed

    def close(self) -> None:
        """Close the file; repeating it does nothing."""
        self._file.close()

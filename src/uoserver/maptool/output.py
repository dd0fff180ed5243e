"""Files that commands write."""

from __future__ import annotations

import os
from pathlib import Path


def write_file(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all; raises OSError that names it."""
    try:
        _write(path.resolve(), data)  # a link is to stay one
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise

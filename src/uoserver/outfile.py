"""Files and folders that commands write: refused beforehand, or there whole."""

from __future__ import annotations

import argparse
import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

MAX_STEM: Final = 40
"""Characters of a name that are kept in that of its first part: names have an end."""
_NO_FILE: Final = "exists and is no regular file"


def output_path(text: str) -> Path:
    """Return the path of an argument, for argparse: an empty text would be the working folder."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name")
    return Path(text)


def check_file(path: Path) -> None:
    """Raise OSError, which names the path, where `write_file` could not or should not write.

    Devices, pipes and sockets are refused: the new file would take their place.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        pass
    else:
        if stat.S_ISDIR(found.st_mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, _NO_FILE, str(path))
    folder = path.resolve().parent
    if not folder.is_dir():
        raise OSError(errno.ENOENT, "its folder does not exist", str(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, "its folder cannot be written to", str(path))


def make_folder(path: Path) -> None:
    """Make a folder, and those it is in, where there is none; raises OSError that names it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _named(error, path) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, "cannot be written to", str(path))


def write_file(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all; raises OSError that names it."""
    check_file(path)
    try:
        _write(path.resolve(), data)  # a link is to stay one
    except OSError as error:
        if error.errno is None:
            raise
        raise _named(error, path) from error


def _named(error: OSError, path: Path) -> OSError:
    """Return an error that names the path that was given, not one on the way to it."""
    return OSError(error.errno, error.strerror, str(path))


def _write(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name[:MAX_STEM]}.{os.getpid()}.part")
    try:
        with _new(part) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _new(part: Path) -> BinaryIO:
    """Make a first part. One that is there is of a process of the same number that was killed."""
    with suppress(FileNotFoundError):
        part.unlink()
    return part.open("xb")


def _sync_folder(folder: Path) -> None:
    """Have the new name outlive a loss of power, where a system can do that for a folder."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

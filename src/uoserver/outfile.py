"""Files and folders that commands write: refused beforehand, or there whole."""

from __future__ import annotations

import argparse
import errno
import os
import re
import stat
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

MAX_STEM: Final = 40
"""Characters of a name that are kept in that of its first part: names have an end."""
PART: Final = ".part"
STALE_SECONDS: Final = 3600
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
    # A number of chance: in containers each process has the same one, also that which was killed
    # here before.
    part = path.with_name(f".{path.name[:MAX_STEM]}.{token_hex(4)}{PART}")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _keep_name(path.parent)


def _keep_name(folder: Path) -> None:
    """Let the new name outlast a loss of power. Not all systems can; the file is whole anyway."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def clear_parts(path: Path) -> None:
    """Take away first parts of a file that `write_file` was killed over, an hour ago or more.

    Younger ones may be another process's, at work on the same file.
    """
    path = path.resolve()
    name = re.compile(re.escape(f".{path.name[:MAX_STEM]}.") + "[0-9a-f]{8}" + re.escape(PART))
    with suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            if name.fullmatch(entry.name) and time.time() - entry.stat().st_mtime > STALE_SECONDS:
                Path(entry.path).unlink(missing_ok=True)

"""A file of bans: read when somebody changed it, written whole, never lost.

Its lines may be edited while the server runs. One that cannot be read takes nothing with it: the
file as it was is kept aside as ``NAME.bad``, and what could be read counts.
"""

from __future__ import annotations

import errno
import logging
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Generic, TypeVar

from uoserver.outfile import clear_parts, make_folder, write_file

from .banlist import MAX_BANS, BanError

log: Final = logging.getLogger("uoserver")

T = TypeVar("T")

MAX_FILE_BYTES: Final = 2**20
"""Read of a file: four times what `MAX_BANS` full lines take."""
MAX_ASIDE: Final = 100
"""Files that are kept aside; then none is written any more."""
SHOWN_FAULTS: Final = 3
_Signature = tuple[int, int, int]
"""Inode, time of the last change in ns, size."""


class BanFile(Generic[T]):
    """One file of one kind of bans. ``read`` takes a line and raises `BanError`."""

    def __init__(
        self,
        path: Path,
        read: Callable[[str], T | None],
        write: Callable[[Iterable[T]], bytes],
        encoding: str,
    ) -> None:
        self.path: Final = path.resolve()
        self._read: Final = read
        self._write: Final = write
        self._encoding: Final = encoding
        self._known: _Signature | None = None
        self._looked = False
        self._fault: OSError | None = None

    def load(self) -> list[T] | None:
        """Return what the file holds, None when it is as it was when it was last read or written.

        No file holds nothing. Raises `OSError` for one that cannot be read; it is tried again,
        and not written to until it can.
        """
        try:
            signature = self._signature()
            if self._looked and signature == self._known:
                return None
            if not self._looked:
                clear_parts(self.path)
            bans, faults = self._parse(self._bytes()) if signature else ([], [])
        except OSError as error:
            self._fault, self._looked = error, False
            raise
        self._known, self._looked, self._fault = signature, True, None
        if faults:
            log.warning("%s is damaged: %s", self.path.name, "; ".join(faults[:SHOWN_FAULTS]))
            self._mend(bans)
        return bans

    def _mend(self, bans: list[T]) -> None:
        """Write what could be read; where that fails the file stays, and is not written to."""
        try:
            self._set_aside()
            self.save(bans)
        except OSError as error:
            self._fault = error
            log.warning("%s is left as it is, and not written to: %s", self.path.name, error)

    def save(self, bans: Iterable[T]) -> None:
        """Write the file; after a crash it is the old or the new one. Raises `OSError`."""
        if self._fault is not None:
            raise self._fault
        make_folder(self.path.parent)
        write_file(self.path, self._write(bans))
        self._known = self._signature()

    def _signature(self) -> _Signature | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(found.st_mode):  # opening a pipe would wait for its other end
            raise OSError(errno.EINVAL, "is no regular file", str(self.path))
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _bytes(self) -> bytes:
        with self.path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)

    def _parse(self, data: bytes) -> tuple[list[T], list[str]]:
        """Return the bans of a file, and what is wrong with it."""
        bans: list[T] = []
        faults: list[str] = []
        if len(data) > MAX_FILE_BYTES:
            faults.append(f"longer than {MAX_FILE_BYTES} bytes")
            data = data[:MAX_FILE_BYTES].rpartition(b"\n")[0]
        for number, line in enumerate(data.split(b"\n"), 1):
            try:
                ban = self._read(line.removesuffix(b"\r").decode(self._encoding))
            except (BanError, UnicodeDecodeError) as error:
                faults.append(f"line {number}: {error}")
                continue
            if ban is None:
                continue
            if len(bans) >= MAX_BANS:
                faults.append(f"line {number}: more than {MAX_BANS} bans")
                break
            bans.append(ban)
        return bans, faults

    def _set_aside(self) -> None:
        """Give the file a second name that nothing has; raises `OSError`.

        The first stays until the new file takes it: killed in between, nothing is lost.
        """
        for number in range(1, MAX_ASIDE + 1):
            aside = self.path.with_name(f"{self.path.name}.bad{number if number > 1 else ''}")
            if aside.exists():
                continue
            try:
                aside.hardlink_to(self.path)
            except FileExistsError:
                continue
            except OSError:  # some file systems know no second names
                self.path.replace(aside)
            log.warning(
                "%s is kept as %s; what could be read of it counts", self.path.name, aside.name
            )
            return
        raise OSError(errno.EEXIST, "damaged, and its names with .bad are taken", str(self.path))

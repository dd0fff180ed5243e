"""Where ``join --download`` puts what a server sends: packs below one folder, and nothing else."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from ..connection import Event
from ..connection.downloads import ClientDownloads
from ..connection.events import (
    DownloadFailed,
    DownloadFinished,
    DownloadProgress,
    DownloadRedirected,
)
from ..download import is_download_name
from . import progress

MAX_FETCHED: Final = 1 << 31
"""Bytes of one visit: a server must not fill the disk."""
_STEPS: Final = 10
"""Lines of progress for a file."""


class FetchError(Exception):
    """A file cannot be kept; the text says why."""


class PackStore:
    """Writes each file as ``NAME.tmp`` and gives it its name when it is whole.

    What is there already is never written over.
    """

    def __init__(self, folder: Path) -> None:
        self._root: Final = folder
        self._file: BinaryIO | None = None
        self._path = folder
        self._size = 0
        self._total = 0
        self._told = 0
        self._fetched = 0
        self._given_up: set[str] = set()  # more of them may be on its way
        self.downloaded: list[str] = []
        """Names of the files that came whole."""
        self._problems: dict[str, str] = {}

    @property
    def problems(self) -> list[str]:
        """What files that did not come, not even at a second try, failed for."""
        return [f"{name}: {reason}" for name, reason in self._problems.items()]

    def has(self, name: str, checksum: int) -> bool:  # noqa: ARG002
        """Say whether a pack of that name is here; whether it is the same is not looked at."""
        return (self._root / _with_suffix(name)).exists()

    def take(self, event: Event, downloads: ClientDownloads) -> None:
        """Keep what an event brings; a file that cannot be kept is given up."""
        try:
            match event:
                case DownloadProgress() if event.name not in self._given_up:
                    self._write(event)
                case DownloadFinished() if event.name not in self._given_up:
                    self._finish(event.name)
                case DownloadFailed():
                    self._discard()
                    self._problems.setdefault(event.name, event.reason)
                # a level that began meanwhile has the same file asked for anew
                case DownloadRedirected() if downloads.name == event.name and downloads.redirecting:
                    downloads.redirect_done(success=False)  # the server then sends blocks
        except (OSError, FetchError) as error:
            self._discard()
            if isinstance(event, DownloadProgress | DownloadFinished):
                self._given_up.add(event.name)
                self._problems[event.name] = f"download given up: {error}"
            downloads.cancel()

    def close(self) -> None:
        """Leave nothing unfinished behind."""
        self._discard()

    def _open(self, name: str) -> BinaryIO:
        if not is_download_name(name):
            raise FetchError(f"{name!r} is not the name of a pack")
        path = self._root / name
        try:
            inside = path.parent.resolve().is_relative_to(self._root.resolve())
        except RuntimeError:  # a link that leads to itself
            inside = False
        if not inside:  # told before folders are made, which would be made outside, too
            raise FetchError(f"{name} leads out of {self._root}")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise FetchError(f"{path} is there already")
        temporary = path.with_name(path.name + ".tmp")
        temporary.unlink(missing_ok=True)  # what an earlier visit left, were it a link
        self._path, self._size, self._told = path, 0, 0
        self._file = temporary.open("xb")
        return self._file

    def _write(self, event: DownloadProgress) -> None:
        file = self._file or self._open(event.name)
        self._size += len(event.data)
        self._fetched += len(event.data)
        self._total = event.total
        if self._size != event.received:
            raise FetchError(f"{event.name}: a piece is missing")
        if self._fetched > MAX_FETCHED:
            raise FetchError(f"more than {MAX_FETCHED} bytes in one visit")
        file.write(event.data)
        step = self._size * _STEPS // max(1, event.total)
        if step > self._told:
            self._told = step
            progress(f"{event.name}: {step * 100 // _STEPS} % of {event.total} bytes")

    def _finish(self, name: str) -> None:
        if self._file is None or self._size != self._total:
            raise FetchError(f"{name} is empty or not whole")
        self._file.close()
        self._file = None
        self._temporary.replace(self._path)
        self.downloaded.append(name)
        self._problems.pop(name, None)

    @property
    def _temporary(self) -> Path:
        return self._path.with_name(self._path.name + ".tmp")

    def _discard(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            with suppress(OSError):
                file.close()
            with suppress(OSError):
                self._temporary.unlink()


def _with_suffix(name: str) -> str:
    return name if name.lower().endswith(".pk3") else f"{name}.pk3"

"""The search path: every folder and pack a game file can come from, in order."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from uoserver.files.errors import FileError, FileMissingError, PackError
from uoserver.files.folder import Folder
from uoserver.files.names import check_folder_name, check_name, fold
from uoserver.files.pack import MAX_FILE_SIZE, Pack

GAME_FOLDERS: Final = ("uo", "main")
"""Folders of the game itself, the expansion before what it expands."""
MAX_PACKS: Final = 1024
"""Open packs: each holds a file descriptor and its directory in memory."""
MAX_TEXT_SIZE: Final = 1024 * 1024
"""Largest config file: every byte of one becomes work for the console."""
BUILTIN_LABEL: Final = "builtin.pk3"


class Location(NamedTuple):
    """Where a file was found: `source` is the path of its pack or of the file itself."""

    name: str
    source: str
    packed: bool
    builtin: bool


class PackFile(NamedTuple):
    """An open pack: its game folder, its name without ``.pk3``, and the file as it was opened.

    ``size`` is in bytes, ``modified`` in nanoseconds since the epoch.
    """

    folder: str
    name: str
    path: Path
    size: int
    modified: int
    pack: Pack

    @property
    def full_name(self) -> str:
        """What clients call it."""
        return f"{self.folder}/{self.name}.pk3"


class SearchPath:
    """All places game files are read from; close it, or use it as a context manager.

    `problems` holds one line for each pack that could not be opened and was passed over, and one
    each for an ``fs_game`` that is nowhere and an ``fs_basepath`` that can be no game's folder.
    """

    def __init__(self, builtin: bool = True) -> None:
        """Make a path with nothing but the pack that ships with the server (or not even it)."""
        self.problems: list[str] = []
        self._sources: list[Folder | Pack] = []
        self._builtin: Pack | None = None
        self._packs: list[PackFile] = []
        if builtin:
            self._builtin = Pack(io.BytesIO(_builtin_bytes()), BUILTIN_LABEL)

    @classmethod
    def open(cls, basepath: str, homepath: str = "", fs_game: str = "") -> SearchPath:
        """Return the search path of a server (design: Files and console).

        ``fs_game``, then ``uo``, then ``main``; for each of them the folder below `homepath`
        before the one below `basepath` (empty: none); in a folder its packs in descending name
        order, then loose files; the built-in pack last. Raises FileNameError for a bad
        `fs_game`.
        """
        games = list(GAME_FOLDERS)
        if fs_game and fold(fs_game) not in games:
            games.insert(0, check_folder_name(fs_game))
        search = cls()
        search.problems += _basepath_problems(basepath)
        roots = [root for root in dict.fromkeys((homepath, basepath)) if root]
        for game in games:
            for root in roots:
                search.add_folder(Path(root, game))
        if fs_game and not any(Path(root, fs_game).is_dir() for root in roots):
            search.problems.append(f"fs_game: there is no folder {fs_game} in {' or '.join(roots)}")
        return search

    def add_folder(self, path: Path) -> None:
        """Append a game folder: its packs, then its loose files."""
        folder = Folder(path)
        for name in sorted(folder.list("", ".pk3"), key=fold, reverse=True):
            if len(self._packs) >= MAX_PACKS:
                self.problems.append(f"{path / name}: more than {MAX_PACKS} packs")
                break
            file = path / name
            try:
                now = file.stat()
                pack = Pack(file, str(file))
            except (PackError, OSError) as error:
                self.problems.append(str(error))
                continue
            self._sources.append(pack)
            self._packs.append(
                PackFile(path.name, name[:-4], file, now.st_size, now.st_mtime_ns, pack)
            )
        self._sources.append(folder)

    def packs(self) -> list[PackFile]:
        """Return the packs of the game folders in their order, without the built-in one."""
        return list(self._packs)

    def close(self) -> None:
        """Close all packs."""
        for source in self._all():
            if isinstance(source, Pack):
                source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _all(self) -> Iterator[Folder | Pack]:
        yield from self._sources
        if self._builtin is not None:
            yield self._builtin

    def find(self, name: str) -> Location | None:
        """Return where `name` would be read from, or None; raises FileNameError."""
        check_name(name)
        for source in self._all():
            if isinstance(source, Pack):
                if name in source:
                    return Location(name, source.label, True, source is self._builtin)
            elif (path := source.locate(name)) is not None:
                return Location(name, str(path), False, False)
        return None

    def read(self, name: str, limit: int = MAX_FILE_SIZE) -> bytes:
        """Return the bytes of the first file called `name`.

        Raises FileNameError, FileMissingError, FileTooLargeError (over `limit` bytes),
        FileReadError or PackError. A damaged first file does not fall through to the next: a
        host should see it rather than play another map.
        """
        check_name(name)
        for source in self._all():
            try:
                return source.read(name, limit)
            except FileMissingError:
                continue
        raise FileMissingError(f"{name} is nowhere in the search path")

    def list(self, folder: str, suffix: str) -> list[str]:
        """Return the names, without path, of files directly in `folder` that end in `suffix`.

        Letter case does not count; a name that several sources have is listed once, as the
        first spells it. The order is by name.
        """
        if folder:
            check_name(folder)
        prefix = fold(folder) + "/" if folder else ""
        names: dict[str, str] = {}
        for source in self._all():
            if isinstance(source, Folder):
                found = source.list(folder, suffix)
            else:
                found = [
                    name[len(prefix) :]
                    for name in source
                    if fold(name).startswith(prefix)
                    and fold(name).endswith(fold(suffix))
                    and "/" not in name[len(prefix) :]
                ]
            for name in found:
                names.setdefault(fold(name), name)
        return [names[key] for key in sorted(names)]

    def read_text(self, name: str, limit: int = MAX_TEXT_SIZE) -> str | None:
        """Return a file as text of one character per byte, or None when it cannot be had.

        The form the console's ``exec`` wants: any failure is passed over in one line.
        """
        try:
            return self.read(name, limit).decode("latin-1")
        except FileError:
            return None


def _builtin_bytes() -> bytes:
    return resources.files("uoserver").joinpath("data", BUILTIN_LABEL).read_bytes()


def _basepath_problems(basepath: str) -> list[str]:
    """Return a line about a mistyped folder, or one that is a step too deep.

    A folder without a game is none: a host may run the shipped map from it, whatever it is called.
    """
    path = Path(basepath)
    if basepath and not path.is_dir():
        return [f"fs_basepath: there is no folder {basepath}"]
    inside = fold(path.resolve().name) in GAME_FOLDERS and Folder(path).list("", ".pk3")
    if inside and not any((path / game).is_dir() for game in GAME_FOLDERS):
        return [f"fs_basepath: {basepath} holds neither uo nor main; is the folder above it meant?"]
    return []

"""What the Tab key offers on the server's terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from uoproto.text import tokenize

if TYPE_CHECKING:
    from uoserver.console.commands import CommandRegistry
    from uoserver.files.searchpath import SearchPath

MAP_FOLDER: Final = "maps/mp"
MAP_SUFFIX: Final = ".bsp"
_TAKES_CVAR: Final = frozenset({"set", "seta", "sets", "setu", "reset", "toggle", "vstr"})
_TAKES_MAP: Final = frozenset({"map", "devmap"})


class Completer:
    """Finds names that a word may become; safe to ask from another thread than the server's."""

    def __init__(self, commands: CommandRegistry, files: SearchPath) -> None:
        self._commands: Final = commands
        self._files: Final = files

    def candidates(self, before: str, word: str) -> list[str]:
        """Return in order the names that begin with `word`, without regard to letter case.

        ``before`` is what stands on the line in front of the word: only what is behind the last
        ``;`` counts.
        """
        words = tokenize(before.rpartition(";")[2])
        beginning = word.lower()
        names = {name for name in self._names(words) if name.lower().startswith(beginning)}
        return sorted(names, key=lambda name: (name.lower(), name))

    def _names(self, words: list[str]) -> Iterable[str]:
        commands = (command.name for command in self._commands)
        cvars = (cvar.name for cvar in self._commands.cvars)
        if not words:
            return [*commands, *cvars]
        if len(words) > 1:
            return ()
        first = words[0].lower()
        if first in _TAKES_CVAR:
            return cvars
        if first in _TAKES_MAP:
            return _stems(self._files.list, MAP_FOLDER, MAP_SUFFIX)
        if first == "exec":
            return self._files.list("", ".cfg")
        if first in {"help", "cmdlist", "cvarlist"}:
            return [*commands, *cvars]
        return ()


def _stems(find: Callable[[str, str], list[str]], folder: str, suffix: str) -> list[str]:
    return [name[: -len(suffix)] for name in find(folder, suffix)]

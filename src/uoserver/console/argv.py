"""The process's command line as console text: ``+set NAME VALUE +exec FILE +map NAME``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from uoproto.text import tokenize
from uoserver.console.errors import ArgvError
from uoserver.console.tokens import quote

_EARLY: Final = frozenset({"set", "seta", "sets", "setu"})


class StartCommands(NamedTuple):
    """Console lines of a command line, in the order stock runs them: `early`, then `late`."""

    early: tuple[str, ...]
    late: tuple[str, ...]

    @property
    def text(self) -> str:
        """All lines as one console text."""
        return "\n".join(self.early + self.late)


def split_argv(argv: Sequence[str]) -> StartCommands:
    """Split arguments (without the program's name) into console lines.

    A command begins at an argument of ``+`` and a letter; everything else belongs to the
    command before it, so a value may be ``+5``. All ``+set`` (also seta, sets, setu) come first
    and run once. One argument may hold a whole command (``"+map mp_foy"``). Text is one
    character per byte from here on. Raises ArgvError for a word before the first command and
    for one that console text cannot carry.
    """
    commands: list[list[str]] = []
    for argument in argv:
        word = argument.encode("utf-8", "surrogateescape").decode("latin-1")
        if word[:1] == "+" and word[1:2].isalpha():
            commands.append(tokenize(word[1:]))
        elif commands:
            commands[-1].append(word)
        else:
            raise ArgvError(f"expected a command like +map NAME, not {argument!r}")
    early: list[str] = []
    late: list[str] = []
    for words in commands:
        line = _line(words)
        (early if words[0].lower() in _EARLY else late).append(line)
    return StartCommands(tuple(early), tuple(late))


def _line(words: Sequence[str]) -> str:
    quoted = [quote(word) for word in words]
    if None in quoted:
        bad = words[quoted.index(None)]
        raise ArgvError(f"a quote or line end cannot stand in a console line: {bad!r}")
    return " ".join(word for word in quoted if word is not None)

"""Words of a map source: one pass, one word of look-ahead, lines counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from uoserver.bsp.build.problems import SourceError
from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3

MAX_WORD: Final = 4096
"""Characters of one word; a quote that swallows a file would fill memory."""
MAX_NUMBER: Final = 1e9
"""Larger numbers are no place, shift or scale; their products would leave binary32."""

_WORD: Final = re.compile(r'//[^\n]*|"(?P<quoted>[^"\n]*)"|(?P<bare>[{}()\[\]]|[^\s{}()\[\]"]+|")')
_NUMBER: Final = re.compile(
    r"[+-]?(?:[0-9]{1,20}\.?[0-9]{0,30}|\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,2})?"
)
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,10}")


class Word(NamedTuple):
    """A word, its line and whether it stood in quotes."""

    line: int
    text: str
    quoted: bool

    def is_sign(self, text: str) -> bool:
        """Whether this is the bare word `text`, such as a brace."""
        return not self.quoted and self.text == text


class Words:
    """The words of a source, in order; `line` is the line of the last one taken."""

    def __init__(self, text: str) -> None:
        self._words = _split(text)
        self._ahead: Word | None = next(self._words, None)
        self.line = 1
        self.depth = 0
        """Braces open behind the last word."""

    def peek(self) -> Word | None:
        """Return the next word without taking it, or None at the end."""
        return self._ahead

    def take(self) -> Word:
        """Return the next word; raises SourceError at the end of the source."""
        word = self._ahead
        if word is None:
            raise SourceError(self.line, "the source ends too early")
        self._ahead = next(self._words, None)
        self.line = word.line
        if not word.quoted and word.text in ("{", "}"):
            self.depth += 1 if word.text == "{" else -1
        return word

    def expect(self, sign: str) -> None:
        """Take the bare word `sign`; raises SourceError for any other."""
        word = self.take()
        if not word.is_sign(sign):
            raise SourceError(word.line, f"expected {sign}, found {word.text[:32]!r}")

    def accept(self, sign: str) -> bool:
        """Take the next word if it is the bare word `sign`; return whether it was."""
        if self._ahead is not None and self._ahead.is_sign(sign):
            self.take()
            return True
        return False

    def name(self, what: str) -> str:
        """Take a word that is no bracket."""
        word = self.take()
        if not word.quoted and word.text in "{}()[]":
            raise SourceError(word.line, f"expected {what}, found {word.text!r}")
        return word.text

    def number(self) -> float:
        """Take a number; raises SourceError for other words."""
        word = self.take()
        if not _NUMBER.fullmatch(word.text):
            raise SourceError(word.line, f"expected a number, found {word.text[:32]!r}")
        value = float(word.text)
        if abs(value) > MAX_NUMBER:
            raise SourceError(word.line, f"the number {word.text[:32]} is beyond {MAX_NUMBER:.0e}")
        return value

    def whole(self) -> int:
        """Take a whole number; raises SourceError for other words."""
        word = self.take()
        if not _WHOLE.fullmatch(word.text):
            raise SourceError(word.line, f"expected a whole number, found {word.text[:32]!r}")
        return int(word.text)

    def numbers(self, limit: int) -> list[float]:
        """Take numbers up to the next bracket, at most `limit`."""
        values: list[float] = []
        while self._ahead is not None and not self._is_bracket():
            if len(values) == limit:
                raise SourceError(self._ahead.line, f"more than {limit} numbers")
            values.append(self.number())
        return values

    def point(self) -> Vec3:
        """Take ``( x y z )``; raises SourceError for places outside any world."""
        self.expect("(")
        x, y, z = self.number(), self.number(), self.number()
        self.expect(")")
        return checked((x, y, z), self.line)

    def skip_to_depth(self, depth: int) -> None:
        """Take words until only `depth` braces are open, or to the end."""
        while self.depth > depth and self._ahead is not None:
            self.take()

    def _is_bracket(self) -> bool:
        return self._ahead is not None and not self._ahead.quoted and self._ahead.text in "{}()[]"


def checked(point: Vec3, line: int) -> Vec3:
    """Return `point`; raises SourceError when it lies beyond the world's limit."""
    if any(abs(value) > MAX_WORLD_COORD for value in point):
        raise SourceError(line, f"a place beyond the world's limit of {MAX_WORLD_COORD:.0f} units")
    return point


def _split(text: str) -> Iterator[Word]:
    line, counted = 1, 0
    for match in _WORD.finditer(text):
        start = match.start()
        line += text.count("\n", counted, start)
        counted = start
        word = match["quoted"]
        quoted = word is not None
        if word is None:
            word = match["bare"]
            if word is None:
                continue
            if word == '"':
                raise SourceError(line, "a quote is never closed")
        if len(word) > MAX_WORD:
            raise SourceError(line, f"a word longer than {MAX_WORD} characters")
        yield Word(line, word, quoted)

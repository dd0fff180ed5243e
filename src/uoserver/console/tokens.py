"""Console text of several lines: splitting it into commands, and quoting words for it.

The grammar is the stock parser's: commands end at a newline or at a ``;`` outside quotes; quotes
keep blanks and ``;`` together and know no escapes; ``//`` comments run to the end of the line,
``/* */`` ones may span lines, as hosts' config files have them. The words of one command are
`uoproto.text.tokenize`'s business; the two agree on what a comment is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_LINE_END: Final = re.compile(r"[\n\r\0]")
_BLANKS: Final = "".join(map(chr, range(33)))  # not str.strip's idea: it takes latin-1 ones too


def split_commands(text: str) -> list[str]:
    """Return the commands of `text`, comments and outer blanks removed, empty ones left out.

    A quote left open ends with its line, so that one bad line cannot swallow a whole file.
    """
    commands: list[str] = []
    start = 0  # where the pending piece of the current command begins
    pieces: list[str] = []  # what stood before comments that were cut out
    in_quotes = False
    i = 0

    def finish(end: int) -> None:
        pieces.append(text[start:end])
        whole = " ".join(pieces).strip(_BLANKS)  # a comment separates words
        if whole:
            commands.append(whole)
        pieces.clear()

    while i < len(text):
        char = text[i]
        if char in "\n\r\0" or (char == ";" and not in_quotes):
            finish(i)
            in_quotes = False
            start = i = i + 1
        elif char == '"':
            in_quotes = not in_quotes
            i += 1
        elif char == ":" and not in_quotes and text.startswith("://", i):
            i += 3  # the middle of an address, no comment: as in uoproto.text.tokenize
        elif char == "/" and not in_quotes and text.startswith(("//", "/*"), i):
            pieces.append(text[start:i])
            start = i = _comment_end(text, i)
        else:
            i += 1
    finish(len(text))
    return commands


def _comment_end(text: str, start: int) -> int:
    """Return the index after the comment at `start`; a line comment's newline stays."""
    if text.startswith("//", start):
        match = _LINE_END.search(text, start)
        return match.start() if match else len(text)
    end = text.find("*/", start + 2)
    return len(text) if end < 0 else end + 2


def quote(word: str) -> str | None:
    """Return `word` written so that `tokenize` gives it back, or None if nothing can.

    The grammar has no escapes: a word with a quote, a newline or a NUL cannot be written.
    """
    if any(char in '"\n\r\0' for char in word):
        return None
    plain = word and not any(char <= " " or char == ";" for char in word)
    if plain and "//" not in word and "/*" not in word:
        return word
    return f'"{word}"'


def join(words: Sequence[str], first: int = 0) -> str:
    """Return the words from index `first` on, one blank between them."""
    return " ".join(words[first:])

"""Console text: splitting it into commands, and a command into words.

The grammar is the stock parser's: commands end at a newline or at a ``;`` outside quotes, words
at blanks; quotes keep blanks and ``;`` together and know no escapes; ``//`` comments run to the
end of the line. ``/* */`` comments may span lines, as hosts' config files have them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MAX_TOKENS: Final = 1024
"""Words kept of one command: a line of single letters cannot make a list without end."""

_BLANKS: Final = "".join(map(chr, range(33)))  # not str.strip's idea: it takes latin-1 ones too


def split_commands(text: str) -> list[str]:
    """Return the commands of `text`, comments and outer blanks removed, empty ones left out.

    A quote left open ends with its line, so that one bad line cannot swallow a whole file.
    """
    commands: list[str] = []
    start = 0  # where the pending piece of the current command begins
    command = ""  # what stood before a comment was cut out
    in_quotes = False
    i = 0

    def finish(end: int) -> None:
        nonlocal command
        whole = (command + text[start:end]).strip(_BLANKS)
        if whole:
            commands.append(whole)
        command = ""

    while i < len(text):
        char = text[i]
        if char in "\n\r\0" or (char == ";" and not in_quotes):
            finish(i)
            in_quotes = False
            start = i = i + 1
        elif char == '"':
            in_quotes = not in_quotes
            i += 1
        elif char == "/" and not in_quotes and text.startswith(("//", "/*"), i):
            command += text[start:i] + " "  # a comment separates words
            start = i = _comment_end(text, i)
        else:
            i += 1
    finish(len(text))
    return commands


def _comment_end(text: str, start: int) -> int:
    """Return the index after the comment at `start`; a line comment's newline stays."""
    if text.startswith("//", start):
        ends = [at for at in (text.find("\n", start), text.find("\r", start)) if at >= 0]
        return min(ends, default=len(text))
    end = text.find("*/", start + 2)
    return len(text) if end < 0 else end + 2


def tokenize(command: str, limit: int = MAX_TOKENS) -> list[str]:
    """Return the words of one command as `split_commands` gives it, at most `limit` of them.

    A word ends at a blank or where a quote opens; a quoted word may be empty and, when its
    quote is never closed, takes the rest of the command.
    """
    words: list[str] = []
    i = 0
    while len(words) < limit:
        while i < len(command) and command[i] <= " ":
            i += 1
        if i >= len(command):
            break
        if command[i] == '"':
            end = command.find('"', i + 1)
            if end < 0:
                end = len(command)
            words.append(command[i + 1 : end])
            i = end + 1
        else:
            end = i
            while end < len(command) and command[end] > " " and command[end] != '"':
                end += 1
            words.append(command[i:end])
            i = end
    return words


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

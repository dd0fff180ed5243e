"""Text as the engine treats it: sanitizer, console tokenizer, colour codes, info strings.

All text is ``str`` with one character per byte (latin-1), so nothing is lost between the wire
and the caller. None of these functions fails on what a peer can send, except where "Raises" says
so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from .constants import (
    BIG_STRING_CHARS,
    MAX_BIG_INFO_STRING,
    MAX_INFO_STRING,
    MAX_STRING_CHARS,
    MAX_TOKENS,
)
from .errors import BadValueError, LimitExceededError, LocalProtocolError

_CLEAN: Final = {0x92: "'"} | {code: "." for code in range(0x80, 0x100) if code != 0x92}
_INFO_FORBIDDEN: Final = frozenset('\\;"')
_STRIP_FROM_VALUE: Final = str.maketrans("", "", '\\;"')

_BLANKS: Final = "".join(map(chr, range(0x21)))
_PLAIN_TOKEN: Final = re.compile(r'"(?P<quoted>[^"]*)"?|(?P<bare>[^\x00-\x20"]+)')
_TOKEN: Final = re.compile(
    r"""
      //.*                                                 # comment to the end
    | /(?=\*).*?(?:\*/|\Z)                                 # comment, closed or not
    | "(?P<quoted>[^"]*)"?                                 # quoted word, closed or not
    | (?P<bare>(?: :// | (?!//|/\*)[^\x00-\x20"] )+)       # bare word, may hold a URL
    """,
    re.VERBOSE | re.DOTALL,
)


# -- sanitizer ----------------------------------------------------------------------------------


def clean(text: str) -> str:
    """Return text as the engine's character sanitizer sends it (msg: Strings).

    0x92, a typographic apostrophe, becomes ``'``; any other character of 0x80..0xff becomes a
    full stop. Control characters pass.
    """
    return text if text.isascii() else text.translate(_CLEAN)


def clean_command(text: str) -> str:
    """Return text as a ring slot of reliable commands stores it (msg: Strings).

    Cleaned, ``%`` turned into a full stop, cut to 1,023 characters. The stored text is what
    both sides hash and use as XOR string. Lines of connectionless text follow the same rule.
    """
    return clean(text[: MAX_STRING_CHARS - 1]).replace("%", ".")


def strip_colors(text: str) -> str:
    """Return text without its colour codes, a caret and a digit.

    Players also write the two-step form ``^^62``, a code that another code leaves behind when
    it goes. Stripping repeats until no code is left, in one pass: a digit removes the caret that
    then stands before it.
    """
    kept: list[str] = []
    for char in text:
        if "0" <= char <= "9" and kept and kept[-1] == "^":
            kept.pop()
        else:
            kept.append(char)
    return "".join(kept)


# -- tokenizer ----------------------------------------------------------------------------------


def tokenize(line: str, limit: int = MAX_TOKENS) -> list[str]:
    r"""Split a line into words as the console does (spec: General format).

    Text ends at a NUL. Words are parted by characters up to the blank, line feeds among them; a
    quote opens a word that runs to the next quote or the end, and there is no escape inside it.
    ``//`` hides the rest and ``/* */`` hides what it encloses, outside quotes, in the middle of
    a word too. One exception, so that download addresses can be given unquoted: ``//`` behind a
    colon belongs to its word. Characters above 0x7f are ordinary.

    At most ``limit`` words are returned; what follows them is dropped.
    """
    found = _TOKEN.finditer(line.partition("\0")[0])
    words = (match[match.lastgroup] for match in found if match.lastgroup)
    return list(islice(words, limit))


def tokenize_rest(line: str, words: int) -> list[str]:
    """Split a line into at most ``words`` (1 or more) words, the last being the rest of the line.

    The rest begins at its first non-blank character and is given as it stands, blanks, quotes
    and comments included (parsing: server command ``d``). Fewer words are returned when the line
    has fewer. The words before it follow `tokenize`, but comments are not looked for.
    """
    rest = line.partition("\0")[0].lstrip(_BLANKS)
    found: list[str] = []
    while len(found) < words - 1 and (match := _PLAIN_TOKEN.match(rest)):
        found.append(match[match.lastgroup or 0])
        rest = rest[match.end() :].lstrip(_BLANKS)
    return [*found, rest] if rest else found


# -- info strings -------------------------------------------------------------------------------


def info_pairs(info: str) -> list[tuple[str, str]]:
    r"""Return the ``\key\value`` pairs in order, tolerantly.

    The leading backslash may be missing, keys may hold anything and repeat, values may be empty,
    and a last key without value has an empty one.
    """
    if not info or info == "\\":
        return []
    parts = info.removeprefix("\\").split("\\")
    if len(parts) % 2:
        parts.append("")
    return list(zip(parts[::2], parts[1::2], strict=True))


def info_get(info: str, key: str, default: str = "") -> str:
    """Return the value of the first pair whose key matches without regard to case.

    Raises `LimitExceededError` for a string of 8,192 characters or more (msg: Info strings).
    """
    if len(info) >= BIG_STRING_CHARS:
        raise LimitExceededError(f"info string of {len(info)} characters")
    wanted = key.lower()
    for name, value in info_pairs(info):
        if name.lower() == wanted:
            return value
    return default


def info_remove(info: str, key: str) -> str:
    """Return the info string without the pairs of exactly this key; case matters here.

    The result is whole pairs, even if the input is not, so that more can be appended.
    """
    kept = (pair for pair in info_pairs(info) if pair[0] != key)
    return "".join(f"\\{name}\\{value}" for name, value in kept)


def info_set(info: str, key: str, value: str, *, big: bool = False) -> str:
    """Return the info string with this key's pair replaced by a new one at the end.

    Backslash, semicolon and quote are taken out of the value. An empty value only removes the
    key. The old pair is found with regard to case, unlike in `info_get` (msg: Info strings).

    Raises `LocalProtocolError` for a key that is empty or holds one of those characters, and for
    a result of 1,024 characters or more (8,192 when ``big``).
    """
    if not key or not _INFO_FORBIDDEN.isdisjoint(key):
        raise LocalProtocolError(f"not a key for an info string: {key!r}")
    value = value.translate(_STRIP_FROM_VALUE)
    result = info_remove(info, key)
    if value:
        result += f"\\{key}\\{value}"
    return _checked_size(result, big)


def info_build(pairs: Iterable[tuple[str, str]], *, big: bool = False) -> str:
    """Return the info string of setting these pairs one after the other, as `info_set` would.

    Raises as `info_set`.
    """
    values: dict[str, str] = {}
    for key, value in pairs:
        if not key or not _INFO_FORBIDDEN.isdisjoint(key):
            raise LocalProtocolError(f"not a key for an info string: {key!r}")
        values.pop(key, None)
        values[key] = value.translate(_STRIP_FROM_VALUE)
    result = "".join(f"\\{key}\\{value}" for key, value in values.items() if value)
    return _checked_size(result, big)


def _checked_size(info: str, big: bool) -> str:
    limit = MAX_BIG_INFO_STRING if big else MAX_INFO_STRING
    if len(info) >= limit:
        raise LocalProtocolError(f"info string of {len(info)} characters, at most {limit - 1}")
    return info


def info_valid(info: str) -> bool:
    """Whether the stock check passes: neither quote nor semicolon (msg: Info strings)."""
    return '"' not in info and ";" not in info


def info_check(info: str, *, big: bool = False) -> list[tuple[str, str]]:
    r"""Return the pairs of an info string that keeps every rule, stricter than the stock check.

    Raises `LimitExceededError` when it is as long as its storage and `BadValueError` unless it is
    whole ``\key\value`` pairs, with non-empty keys that differ without regard to case, and holds
    printable ASCII without quote and semicolon. An empty string has no pairs and is well-formed.
    """
    limit = MAX_BIG_INFO_STRING if big else MAX_INFO_STRING
    if len(info) >= limit:
        raise LimitExceededError(f"info string of {len(info)} characters, at most {limit - 1}")
    if not info_valid(info) or not (info.isascii() and info.isprintable()):
        raise BadValueError("info string holds a quote, a semicolon or an unprintable character")
    if not info:
        return []
    if not info.startswith("\\") or info.count("\\") % 2:
        raise BadValueError("info string is not made of whole pairs")
    pairs = info_pairs(info)
    names = {key.lower() for key, _ in pairs}
    if "" in names or len(names) < len(pairs):
        raise BadValueError("info string has an empty or repeated key")
    return pairs

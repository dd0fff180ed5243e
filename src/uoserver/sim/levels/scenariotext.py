"""From the text of a scenario to its TOML tables, in bounded time and memory."""

from __future__ import annotations

import re
import tomllib
from typing import Final

from .scenariofields import ScenarioError, Table

MAX_TEXT: Final = 1 << 18
"""Characters of a scenario: what TOML text costs to read may grow with its square."""
MAX_KEY_PARTS: Final = 64
"""Parts of a dotted key: a table is made of each, and time and memory grow with the square of their
number (a key of 60,000 parts took minutes and gigabytes). A map row of 128 characters has no more.
"""
MAX_HEAD_PARTS: Final = 8
"""Parts of a table's name in its line: every key below it costs as many steps once more."""
_BYTE_ORDER_MARK: Final = "\ufeff"
_PART: Final = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\[^\n])*+"|'[^'\n]*+')"""
_MORE: Final = rf"(?:[ \t]*+\.[ \t]*+{_PART})"
# Nothing is given back once it was taken, and keys begin only behind these signs: no quote that
# stands there is inside what was taken from an earlier one on. So both searches stay linear.
_LONG_KEY: Final = re.compile(
    rf"(?:^|[{{,\[])[ \t]*+{_PART}{_MORE}{{{MAX_KEY_PARTS}}}", re.MULTILINE
)
_LONG_HEAD: Final = re.compile(
    rf"^[ \t]*+\[\[?+[ \t]*+{_PART}{_MORE}{{{MAX_HEAD_PARTS},}}+[ \t]*+\]", re.MULTILINE
)


def parse_text(text: str) -> Table:
    """Return the top table of a TOML text, a byte order mark before it left out.

    Raises ScenarioError for what is no TOML, and for what is too long or too deep.
    """
    if len(text) > MAX_TEXT:
        raise ScenarioError(f"{len(text)} characters, at most {MAX_TEXT}")
    text = text.removeprefix(_BYTE_ORDER_MARK)
    for pattern, most in ((_LONG_KEY, MAX_KEY_PARTS), (_LONG_HEAD, MAX_HEAD_PARTS)):
        if found := pattern.search(text):
            line = text.count("\n", 0, found.start()) + 1
            raise ScenarioError(f"line {line}: a name of more than {most} parts with dots")
    try:
        return Table(tomllib.loads(text), "")
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"no TOML: {error}") from error
    except (RecursionError, ValueError) as error:  # too deep; a number or date that cannot be
        raise ScenarioError("no TOML: too deep, or a number that is too long") from error

"""The level's configstrings and the commands that tell clients of a change."""

from __future__ import annotations

from typing import Final

from uoproto.constants import BIG_STRING_CHARS, MAX_CONFIGSTRINGS, MAX_GAMESTATE_CHARS
from uoproto.gamestate import configstring_pool_size
from uoproto.text import clean

SHORT_VALUE: Final = 1000
"""A value of this many characters or more goes out in pieces (server: Configstring update)."""
PIECE: Final = 999
_BLANKS: Final = "".join(map(chr, range(0x21)))
"""What the client's tokenizer takes away in front of a word."""


def update_commands(index: int, value: str) -> list[str]:
    """Return the server commands that set a configstring.

    A long value is cut into ``x``, ``y`` ... ``z``. A piece never begins with a blank or a quote:
    the client's tokenizer would take them away (parsing: x). Only in a value that is blank for
    half a piece no such place is found.
    """
    if len(value) < SHORT_VALUE:
        return [f"d {index} {value}"]
    pieces = []
    while len(value) >= SHORT_VALUE:
        places = range(PIECE, PIECE // 2, -1)
        size = next((at for at in places if value[at] > " " and value[at] != '"'), PIECE)
        pieces.append(value[:size])
        value = value[size:]
    pieces.append(value)
    letters = ["x", *"y" * (len(pieces) - 2), "z"]
    return [f"{letter} {index} {piece}" for letter, piece in zip(letters, pieces, strict=True)]


class Configstrings:
    """All configstrings of a level by index; empty ones are not kept.

    Values are kept as a ``d`` command carries them (cleaned, no ``%``), so that a client that was
    there and one that comes later hold the same text.
    """

    __slots__ = ("values",)

    def __init__(self) -> None:
        self.values: dict[int, str] = {}

    def set(self, index: int, value: str) -> list[str]:
        """Store a value; return the commands for clients that hold the old one, none if equal.

        Raises `ValueError` for an index outside 0..2047, a text of 8,192 characters or more, or
        when the retail client's pool of 20,480 characters would overflow (it would drop).
        """
        if not 0 <= index < MAX_CONFIGSTRINGS:
            raise ValueError(f"configstring {index}")
        value = clean(value).partition("\0")[0].replace("%", ".").lstrip(_BLANKS)
        if len(value) >= BIG_STRING_CHARS:
            raise ValueError(f"configstring {index} of {len(value)} characters")
        if value == self.values.get(index, ""):
            return []
        changed = {**self.values, index: value}
        if not value:
            del changed[index]
        if configstring_pool_size(changed) > MAX_GAMESTATE_CHARS:
            raise ValueError(f"configstring {index} does not fit the clients' pool")
        self.values = changed
        return update_commands(index, value)

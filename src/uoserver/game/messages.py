"""What a game says to clients."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A server command for one client, or for all when ``to`` is None."""

    to: int | None
    text: str
    reliable: bool = True


def printable(text: str) -> str:
    """Return text that can stand in the quotes of a server command.

    Without control characters: 0x14 and 0x15 switch between literal text and localisation keys.
    """
    return "".join(char for char in text if char >= " ").replace('"', "'")


def literal(letter: str, text: str) -> str:
    """Return a server command that shows a text as it stands, not as a localisation key."""
    return f'{letter} "\x15{printable(text)}"'

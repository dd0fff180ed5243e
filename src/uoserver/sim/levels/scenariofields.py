"""Reading the tables of a scenario file: every fault names the key it is in."""

from __future__ import annotations

from typing import Final

MAX_SHOWN: Final = 60
"""Characters of a wrong value that an error repeats."""
MAX_BITS: Final = 128
"""Of a number that an error repeats."""


class ScenarioError(ValueError):
    """A text that is no scenario; it names the key, or the line, and what is wrong there."""


def shown(value: object) -> str:
    """Return a value for an error: short, and on one line.

    What a file can make long or deep is not written out, only to be cut: that would take time, and
    Python refuses numbers of more than 4,300 digits and tables that are nested too deeply.
    """
    match value:
        case dict():
            return "a table"
        case list():
            return "a list"
        case int() if value.bit_length() > MAX_BITS:
            return f"a number of {value.bit_length()} bits"
        case str():
            text = repr(value[: MAX_SHOWN + 1])
        case _:
            text = repr(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "..."


class Table:
    """A TOML table that is taken apart key by key; `done` complains of what is left.

    Every method raises ScenarioError for a value of another type or range than it asks for.
    """

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise ScenarioError(f"{where}: {shown(value)} is no table")
        self._left: dict[str, object] = dict(value)
        self._where = where

    def path(self, key: str) -> str:
        """Return the full name of a key, a strange one in quotes."""
        name = key if key.isidentifier() and key.isascii() and len(key) < MAX_SHOWN else shown(key)
        return f"{self._where}.{name}" if self._where else name

    def has(self, key: str) -> bool:
        """Return whether a key is there and was not taken yet."""
        return key in self._left

    def either(self, one: str, other: str) -> None:
        """Raise ScenarioError if there are two keys that say the same."""
        if self.has(one) and self.has(other):
            name = f"{self._where}: " if self._where else ""
            raise ScenarioError(f"{name}{one} and {other}: one of them is enough")

    def take(self, key: str) -> object:
        """Return the value of a key that must be there."""
        if key not in self._left:
            raise ScenarioError(f"{self.path(key)} is missing")
        return self._left.pop(key)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from ``low`` to ``high``; without a default it must be there."""
        if default is not None and not self.has(key):
            return default
        return whole(self.take(key), low, high, self.path(key))

    def numbers(self, key: str, low: int, high: int, most: int) -> tuple[int, ...]:
        """Return a list of at most ``most`` whole numbers, empty where the key is missing."""
        return tuple(
            whole(value, low, high, f"{self.path(key)}[{i}]")
            for i, value in enumerate(self.items(key, most))
        )

    def pair(self, key: str, low: int, high: int) -> tuple[int, int]:
        """Return two whole numbers."""
        found = self.numbers(key, low, high, 2)
        if len(found) != 2:
            raise ScenarioError(f"{self.path(key)}: two numbers are wanted")
        return found[0], found[1]

    def text(self, key: str, most: int, default: str | None = None) -> str:
        """Return a text of at most ``most`` characters."""
        if default is not None and not self.has(key):
            return default
        value = self.take(key)
        if not isinstance(value, str):
            raise ScenarioError(f"{self.path(key)}: {shown(value)} is no text")
        if len(value) > most:
            raise ScenarioError(f"{self.path(key)}: {len(value)} characters, at most {most}")
        return value

    def choice(self, key: str, options: tuple[str, ...]) -> int:
        """Return which of the options a text is."""
        value = self.take(key)
        if not isinstance(value, str) or value not in options:
            raise ScenarioError(f"{self.path(key)}: {shown(value)} is none of {', '.join(options)}")
        return options.index(value)

    def items(self, key: str, most: int) -> list[object]:
        """Return a list of at most ``most`` values, empty where the key is missing."""
        value = self._left.pop(key, [])
        if not isinstance(value, list):
            raise ScenarioError(f"{self.path(key)}: {shown(value)} is no list")
        if len(value) > most:
            raise ScenarioError(f"{self.path(key)}: {len(value)} entries, at most {most}")
        return value

    def tables(self, key: str, most: int) -> list[Table]:
        """Return the tables of a list."""
        return [
            Table(value, f"{self.path(key)}[{i}]") for i, value in enumerate(self.items(key, most))
        ]

    def rest(self) -> dict[str, object]:
        """Return all keys that are left, and leave none."""
        left, self._left = self._left, {}
        return left

    def done(self) -> None:
        """Raise ScenarioError for a key that nothing asked for."""
        for key in self._left:
            raise ScenarioError(f"{self.path(key)} is not known")


def whole(value: object, low: int, high: int, where: str) -> int:
    """Return a value that is a whole number in a range; raises ScenarioError."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ScenarioError(f"{where}: {shown(value)} is no whole number")
    if not low <= value <= high:
        raise ScenarioError(f"{where}: {shown(value)} is not {low} to {high}")
    return value

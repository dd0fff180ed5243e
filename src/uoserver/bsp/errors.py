"""Errors of the map reader and writer."""

from __future__ import annotations


class BspError(Exception):
    """A map file is damaged or not of this game; any bytes give a map or this error."""


class WrongVersionError(BspError):
    """The file is a map, but not IBSP version 59."""


class DamagedError(BspError):
    """A record of a map is not what the clip model can be made of.

    `lump` is the lump's number and `record` the position in it.
    """

    def __init__(self, problem: str, *, lump: int, record: int) -> None:
        super().__init__(problem)
        self.lump = lump
        self.record = record


class EntityTextError(BspError):
    """The entity text breaks its grammar; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"entity text, line {line}: {problem}")
        self.line = line


class UnwritableError(BspError, ValueError):
    """A map to write holds a value that the file cannot: a fault of whoever put it there.

    `lump` is the lump's number, `record` the position in it and `field` its name, each None
    where the problem is larger than that.
    """

    def __init__(
        self,
        problem: str,
        *,
        lump: int | None = None,
        record: int | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(problem)
        self.lump = lump
        self.record = record
        self.field = field

"""Errors of the map reader."""

from __future__ import annotations


class BspError(Exception):
    """A map file is damaged or not of this game; any bytes give a map or this error."""


class WrongVersionError(BspError):
    """The file is a map, but not IBSP version 59."""


class EntityTextError(BspError):
    """The entity text breaks its grammar; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"entity text, line {line}: {problem}")
        self.line = line

"""Errors of the console; each message is the one line its reader is shown."""

from __future__ import annotations


class ConsoleError(Exception):
    """Base: something typed, or written in a config file, cannot be done."""


class CvarError(ConsoleError):
    """A cvar cannot be made or changed: bad name, read only, check failed, too many."""


class CommandError(ConsoleError):
    """A command was called wrongly; handlers raise it and the console prints it."""


class ArgvError(ConsoleError):
    """The process's command line holds a word that no console line can carry."""

"""Rows of the conformance tables: a requirement, how it is kept, and what breaks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .scene import Scene
from .stage import Stage

Spoil = Callable[[Stage], object]


@dataclass(frozen=True, slots=True)
class Break:
    """A way to break one thing in the server's output, and what a strict client says to it.

    ``rule`` is the rule of the `RetailWarning` or the `Disconnected`; ``says`` is part of the
    detail behind it.
    """

    name: str
    rule: str
    spoil: Spoil
    says: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One requirement of a retail client. ``keeps`` asserts that the unbroken server meets it."""

    name: str
    requirement: str
    keeps: Callable[[Scene], None]
    breaks: tuple[Break, ...]

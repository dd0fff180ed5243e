"""How a state that cannot be is refused."""

from __future__ import annotations


class InvariantError(ValueError):
    """A state that cannot be; the text says what is wrong."""


def demand(condition: bool, problem: str) -> None:
    """Raise InvariantError with a text unless something is true."""
    if not condition:
        raise InvariantError(problem)

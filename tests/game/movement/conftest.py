"""Fixtures of the movement tests."""

from .worlds import make

__all__ = ["make"]

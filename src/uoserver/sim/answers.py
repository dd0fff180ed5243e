"""What who is touched answers (rules: Collision)."""

from __future__ import annotations

from typing import Final

BLOCK: Final = 1
"""Bit of an answer to a touch: whoever moves is stopped."""
BLOCK_OTHER: Final = 4
"""The whole answer with which an object that is moved into stops the mover."""
SKIP_STATIC: Final = 8
"""Bit of a static object's answer: the mover's class is not asked."""

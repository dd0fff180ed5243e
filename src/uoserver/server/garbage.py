"""Keeps the garbage collector away from what lives as long as a level."""

from __future__ import annotations

import gc

from .observer import Observer


class Garbage(Observer):
    """Sets aside all that exists after a level has begun.

    A map is some hundred thousand objects, which a full collection looks at one by one: on mp_foy
    that held up a frame by 50 ms every half minute of a full server. What was set aside is looked
    at once more when the next level begins, so that the map before is let go of. For processes that
    do nothing but host: all objects of the process are set aside.
    """

    def __init__(self) -> None:
        self._due = True

    def level_began(self) -> None:
        """Wait for the end of the frame: who changes levels may hold the old one until then."""
        self._due = True

    def frame(self, now: int) -> None:  # noqa: ARG002
        """Let go of the level before, and set this one aside."""
        if self._due:
            self._due = False
            gc.unfreeze()
            gc.collect()
            gc.freeze()

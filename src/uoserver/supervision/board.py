"""Where the frame loop puts its reports for whoever asks, and shows that it turns."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from uoserver.server.observer import Observer

from .report import Report, take_report

if TYPE_CHECKING:
    from collections.abc import Callable

    from uoserver.server.core import Server

PERIOD_S: Final = 1.0
"""Time between two reports: asking more often costs the frames nothing, and shows nothing new."""


class Board(Observer):
    """Holds the last `Report` of a server, and when its last frame ran.

    It is written where the frames run and read by any thread: a reader sees the one report or the
    next, each whole and never changed. ``clock`` gives seconds.
    """

    def __init__(self, server: Server, clock: Callable[[], float] = time.monotonic) -> None:
        self._server: Final = server
        self._clock: Final = clock
        self.started: Final = clock()
        self.report: Report = take_report(server)
        self._last_frame = self._last_report = self.started

    def frame(self, now: int) -> None:  # noqa: ARG002
        """Note that a frame ran; make a report when one is due."""
        self._last_frame = moment = self._clock()
        if moment - self._last_report >= PERIOD_S:
            self._last_report = moment
            self.report = take_report(self._server)

    def uptime(self) -> float:
        """Return seconds since the start."""
        return self._clock() - self.started

    def stalled(self) -> float:
        """Return seconds since the last frame."""
        return self._clock() - self._last_frame

    def healthy(self) -> bool:
        """Return whether frames run."""
        return self.stalled() < self.report.stall_seconds

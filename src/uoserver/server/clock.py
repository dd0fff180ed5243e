"""The frame clock: how many fixed steps of game time a moment of real time is due."""

from __future__ import annotations

from typing import Final

DEFAULT_FPS: Final = 10
"""What sv_fps below 1 becomes (server: Frame loop)."""
MAX_CATCH_UP: Final = 10
"""Frames run at once after a pause; a longer one is given up, the game then jumps no further."""
MAX_CATCH_UP_MS: Final = 1000
"""Nor are more than these made up for, but one frame always is: ten of a second each, of 500 ticks
at timescale 8, would keep the socket unread for half a minute on a full server.
"""


def frame_length(fps: int) -> int:
    """Return milliseconds of one frame at ``sv_fps``: 1000 // fps, at least 1."""
    return max(1, 1000 // (fps if fps >= 1 else DEFAULT_FPS))


class FrameClock:
    """Turns real milliseconds into frames; the rest stays for the next call."""

    __slots__ = ("_last", "_residual", "late_frames")

    def __init__(self, now: int) -> None:
        self._last = now
        self._residual = 0
        self.late_frames = 0
        """Frames that ran in one go with an earlier one, or not at all."""

    def advance(self, now: int, frame_ms: int) -> int:
        """Return how many frames are due at ``now``; `due_ms` is then when the last one was."""
        self._residual += max(0, now - self._last)
        self._last = max(self._last, now)
        frames, self._residual = divmod(self._residual, frame_ms)
        self.late_frames += max(0, frames - 1)
        return min(frames, MAX_CATCH_UP, max(1, MAX_CATCH_UP_MS // frame_ms))

    @property
    def due_ms(self) -> int:
        """When the newest frame was due: frames lie exactly one length apart in this time.

        What is paced by it does not lose a frame to the millisecond a timer came too early.
        """
        return self._last - self._residual

    def until_next(self, now: int, frame_ms: int) -> int:
        """Return milliseconds from ``now`` to the next frame, 0 when it is due."""
        return max(0, frame_ms - self._residual - (now - self._last))

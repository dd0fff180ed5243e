"""The client's estimate of server time (joining: Time)."""

from __future__ import annotations

from typing import Final

JUMP_MS: Final = 500
"""A drift above this is taken over at once."""
HALVE_MS: Final = 100
"""A drift above this is halved; a smaller one is crept after."""
MAX_LEAD_MS: Final = 5000
"""How far a usercmd's time may run ahead of the newest snapshot."""
EXTRAPOLATION_MS: Final = 5
"""An estimate this near the newest snapshot had to guess."""


class ServerClock:
    """Follows snapshot times with a local clock, never backwards within a level."""

    __slots__ = ("_delta", "_estimate", "_extrapolated", "_newest")

    def __init__(self) -> None:
        self._delta: int | None = None
        self._newest = 0
        self._estimate = 0
        self._extrapolated = False

    @property
    def running(self) -> bool:
        """Whether a snapshot has set the clock."""
        return self._delta is not None

    def snapshot(self, server_time: int, now: int) -> None:
        """Take the time of an accepted snapshot that arrived at ``now``."""
        target = server_time - now
        self._newest = server_time
        if self._delta is None:
            self._delta = target
            self._estimate = server_time
            return
        drift = target - self._delta
        if abs(drift) > JUMP_MS:
            self._delta = target
            self._estimate = server_time
        elif abs(drift) > HALVE_MS:
            self._delta += drift >> 1
        elif self._extrapolated:
            self._extrapolated = False
            self._delta -= 2
        else:
            self._delta += 1

    def now(self, now: int) -> int:
        """Return the server time at local time ``now``; 0 until the first snapshot."""
        if self._delta is None:
            return 0
        self._estimate = max(self._estimate, now + self._delta)
        self._estimate = min(self._estimate, self._newest + MAX_LEAD_MS)
        if now + self._delta >= self._newest - EXTRAPOLATION_MS:
            self._extrapolated = True
        return self._estimate

"""Log lines that strangers can cause, kept few (operators: row 4)."""

from __future__ import annotations

import logging
from typing import Final

from uoserver.serving.buckets import RateLimit

BURST: Final = 10
PERIOD_MS: Final = 10_000
"""An address has so many lines at once, then one each ten seconds."""
TOTAL_BURST: Final = 20
TOTAL_PERIOD_MS: Final = 5000
"""All together: guesses under forged addresses would write 50 lines a second for ever."""


class Noise:
    """Decides which lines about an address are logged; the others are counted."""

    def __init__(self) -> None:
        self._limit: Final = RateLimit(BURST, PERIOD_MS, TOTAL_BURST, TOTAL_PERIOD_MS)

    def level(self, level: int, host: str, now: int) -> int:
        """Return the level to log a line about ``host`` at; beyond the limit that is DEBUG."""
        return level if self._limit.allow(host, now) else logging.DEBUG

    def reports(self, now: int) -> list[str]:
        """Return a line that counts those left out, at most one a minute."""
        count = self._limit.take_report(now)
        return [f"log: {count} lines about strangers left out"] if count else []

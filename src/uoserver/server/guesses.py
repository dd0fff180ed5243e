"""Guesses at ``g_password`` and ``sv_privatePassword``: few from an address (operators, row 25)."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from uoproto.text import clean_command
from uoserver.serving.buckets import Bucket

if TYPE_CHECKING:
    from uoserver.console.cvars import CvarRegistry

BURST: Final = 5
"""Bad passwords at once: a player who mistypes his."""
PERIOD_MS: Final = 10_000
"""Then one more each: a thousand common passwords take three hours."""
MAX_GUESSERS: Final = 1024
"""Addresses remembered; the oldest gives way. Each has proved with a challenge that it is one."""


class Guesses:
    """Counts bad passwords by address, whatever its port."""

    def __init__(self) -> None:
        self._buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()
        self.bad = 0
        """Bad passwords so far."""

    def spent(self, host: str, now: int) -> bool:
        """Whether passwords of an address are not looked at for now, right ones neither."""
        bucket = self._buckets.get(host)
        return bucket is not None and bucket.empty(now)

    def count(self, host: str, now: int) -> None:
        """Count a bad password of an address."""
        self.bad += 1
        bucket = self._buckets.setdefault(host, Bucket(BURST, PERIOD_MS))
        self._buckets.move_to_end(host)
        if len(self._buckets) > MAX_GUESSERS:
            self._buckets.popitem(last=False)
        bucket.take(now)


def password_needed(cvars: CvarRegistry) -> str:
    """Return the password of all slots as a userinfo carries it; empty: there is none.

    ``none`` is none, whatever its case (server: Game module).
    """
    password = cvars.get("g_password")
    return "" if password.lower() == "none" else clean_command(password)

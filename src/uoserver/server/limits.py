"""The limits of a game server on what strangers can make it do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uoserver.serving.buckets import RateLimit

from .querylimit import QueryLimit

if TYPE_CHECKING:
    from uoserver.console.cvars import CvarRegistry


class Limits:
    """The limits of one server, each with the flood it stops."""

    __slots__ = ("banned", "challenge", "connect", "query", "rcon", "reject")

    def __init__(self, cvars: CvarRegistry) -> None:
        # Browser tools ask getinfo and getstatus in one go, several times (operators); the
        # totals keep spoofed queries from turning the server into a reflector.
        self.query = QueryLimit(cvars)
        # Players behind one address (a LAN party, a router) come all at once after a restart.
        self.challenge = RateLimit(24, 50, 200, 5)
        # Each costs a Huffman decode of 2 to 5 ms, forged ones too. Players who wait repeat theirs
        # each 3 s.
        self.connect = RateLimit(24, 250, 64, 50)
        # The stock throttle is global, which lets anybody lock the admin out (operators, row 7).
        self.rcon = RateLimit(5, 500, 50, 20)
        # Answers to who is banned, each with a line in the log: a client asks each 3 s, for hours.
        self.banned = RateLimit(2, 1000, 50, 20)
        # Answers of "disconnect" to strangers' sequenced datagrams.
        self.reject = RateLimit(4, 1000, 50, 20)

    def reports(self, now: int) -> list[str]:
        """Return a line for each limit that refused something, at most one a minute and limit."""
        counts = {name: getattr(self, name).take_report(now) for name in self.__slots__}
        return [f"{name}: {count} refused (rate limit)" for name, count in counts.items() if count]

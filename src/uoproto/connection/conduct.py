"""What a retail client suffers from in the course of a connection, as findings of a strict client.

`RetailRules` looks at one thing a server sends; these rules compare several of them, or look at
what does not come. None is a reason for a retail client to leave: it hangs, misses something,
or is sent away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..constants import SERVER_TIMEOUT_MS
from .retail import Finding

LOAD_SCREEN_MS: Final = 5000
"""A client whose moves go out for so long and that is still not let in stays on its load screen."""
TIMED_OUT: Final = "EXE_TIMEDOUT"
PACK_REASONS: Final = frozenset({"EXE_UNPURECLIENTDETECTED", "EXE_CANNOTVALIDATEPURECLIENT"})
"""Why a pure server drops a client (server: Pure)."""


class Conduct:
    """Watches one connection, over all its levels. Times are the client's, in milliseconds."""

    __slots__ = ("_active", "_began_ms", "_excluded_ms")

    def __init__(self) -> None:
        self._active = False
        self._began_ms: int | None = None
        self._excluded_ms: int | None = None

    def gamestate(self, sequence: int, executed: int, now: int) -> Iterator[Finding]:
        """Check a gamestate's server command number against the newest that ran (joining 3.2).

        Numbers that start over lie behind those that ran already, and are passed over in silence
        until they have caught up.
        """
        self._active = False
        self._began_ms, self._excluded_ms = now, None
        if sequence < executed:
            yield Finding(
                "joining 3.2",
                f"server commands go on from {sequence} after {executed}",
                fatal=False,
            )

    def server_command(self, sequence: int, newest: int) -> Iterator[Finding]:
        """Check the number of a command that arrives (parsing: Server command ring).

        A number left out leaves an old text in its place, which runs again.
        """
        if sequence > newest + 1:
            yield Finding("parsing ring", f"command {sequence} follows {newest}", fatal=False)

    def delta(self, distance: int, *, holds_any: bool) -> Iterator[Finding]:
        """Check a snapshot whose base is not held (joining 10: full snapshot first)."""
        if not holds_any:
            detail = f"a delta over {distance} messages before any snapshot of the level"
            yield Finding("joining 10", detail, fatal=False)

    def admission(self, now: int, *, primed: bool, active: bool) -> Iterator[Finding]:
        """Check at a snapshot whether a client that moves is let in (joining 7).

        ``primed``: the client is loaded and sends moves; ``active``: the snapshot lets it in.
        """
        if active:
            self._active = self._active or primed
            self._excluded_ms = None
        elif primed and self._excluded_ms is None:
            self._excluded_ms = now
        elif primed and self._excluded_ms is not None and now - self._excluded_ms >= LOAD_SCREEN_MS:
            self._excluded_ms = now
            detail = f"not active {LOAD_SCREEN_MS} ms after the first move"
            yield Finding("joining 7", detail, fatal=False)

    def dismissed(self, reason: str, now: int, *, pure: bool) -> Iterator[Finding]:
        """Check why the server sends the client away; ``reason`` is empty where it does not say.

        A client that loads is silent for up to four minutes (joining 6), and the packs it tells of
        do not matter to a server that is not pure (joining 10: patience).
        """
        if reason in PACK_REASONS and not pure:
            yield Finding("joining 10", f"{reason} from a server that is not pure", fatal=False)
        if self._active or self._began_ms is None or reason not in {"", TIMED_OUT}:
            return
        if (passed := now - self._began_ms) < SERVER_TIMEOUT_MS:
            yield Finding("joining 6", f"given up {passed} ms after the gamestate", fatal=False)

    def forgotten(self, waiting: Iterable[str], now: int, *, pure: bool) -> Iterator[Finding]:
        """Check a connectionless disconnect; ``waiting`` are the commands that have not run.

        Who is dropped learns why by a command, and commands run with snapshots only: so a server
        goes on sending them to whom it drops (parsing: Server command ring).
        """
        reasons = [text.split(" ", 1)[1].strip('"') for text in waiting if text.startswith("w ")]
        if reasons and self._active:
            yield Finding("parsing ring", "no snapshot came with the last words", fatal=False)
        yield from self.dismissed(reasons[-1] if reasons else "", now, pure=pure)

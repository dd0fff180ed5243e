"""What hosts may watch of the traffic with clients, in a line a second of each kind at most."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from uoproto.connection import SlotState

from .observer import Observer

if TYPE_CHECKING:
    from uoproto.connection import ServerConnection

    from .state import ServerState

log: Final = logging.getLogger("uoserver")

INTERVAL_MS: Final = 1000
MAX_TEXT: Final = 100
"""Characters of a command that are shown; it is as long as its client likes."""


class NetWatch(Observer):
    """The cvars sv_packet_info, sv_showAverageBPS, sv_showloss and sv_showCommands.

    Nobody knows in which words stock says it; the numbers are those of the last second.
    """

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._since = 0
        self._before = (0, 0, 0, 0)
        self._lost: dict[int, int] = {}
        """Packets of each slot that got lost by the last look."""
        self._command = ""
        """The first command since then."""
        self._commands = 0

    def command(self, number: int, text: str) -> None:
        """Hear of a command that a client sent for the game."""
        if self._server.cvars.get_int("sv_showCommands"):
            self._commands += 1
            self._command = self._command or f"client {number}: {_shown(text)}"

    def client_came(self, client: ServerConnection) -> None:
        """Count anew what whoever has a slot now loses."""
        self._lost.pop(client.client_num, None)

    def frame(self, now: int) -> None:
        """Say what is asked for."""
        passed = now - self._since
        if passed < INTERVAL_MS:
            return
        self._since = now
        self._traffic(passed)
        self._losses()
        if self._command:
            more = f" (and {self._commands - 1} more)" if self._commands > 1 else ""
            log.info("sv_showCommands: %s%s", self._command, more)
        self._command, self._commands = "", 0

    def _traffic(self, passed: int) -> None:
        cvars, counters = self._server.cvars, self._server.counters
        numbers = counters.packets_in, counters.bytes_in, counters.packets_out, counters.bytes_out
        came, came_bytes, went, went_bytes = (
            count - before for count, before in zip(numbers, self._before, strict=True)
        )
        self._before = numbers
        if cvars.get_int("sv_packet_info"):
            log.info(
                "sv_packet_info: in %d of %d bytes, out %d of %d bytes",
                *(came, came_bytes // max(came, 1), went, went_bytes // max(went, 1)),
            )
        if cvars.get_int("sv_showAverageBPS"):
            log.info(
                "sv_showAverageBPS: in %d bytes/s, out %d bytes/s",
                *(came_bytes * 1000 // passed, went_bytes * 1000 // passed),
            )

    def _losses(self) -> None:
        """Tell which clients' packets did not come."""
        totals = {
            client.client_num: client.netchan.total_dropped
            for client in self._server.clients(SlotState.CONNECTED)
        }
        lost = {number: total - self._lost.get(number, 0) for number, total in totals.items()}
        self._lost = totals
        if self._server.cvars.get_int("sv_showloss") and any(lost.values()):
            texts = [f"client {number}: {count}" for number, count in lost.items() if count]
            log.info("sv_showloss: %s", ", ".join(texts))


def _shown(text: str) -> str:
    """Return the beginning of what a client sent as one line that a terminal takes for text."""
    return "".join(char if char.isprintable() else "." for char in text[:MAX_TEXT])

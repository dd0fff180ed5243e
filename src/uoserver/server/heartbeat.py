"""What a public server tells its masters, when its players, its maps and its end ask for it.

Sources: server (Master, connect, Drops, Map change), spec (Master heartbeat).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from uoproto.connection import SlotState
from uoproto.oob import GameCompleteStatus, StatusResponse
from uoserver.game.gamelog import EXIT, stamp

from .masternames import FORCED_GAP_MS, Found, Lookup, Master, MasterNames
from .observer import Observer

if TYPE_CHECKING:
    from uoproto.connection import ServerConnection

    from .state import ServerState

MASTER_CVARS: Final = ("sv_master1", "sv_master2", "sv_master3", "sv_master4", "sv_master5")
LOOK_MS: Final = 1000
"""How often settings and names are looked at."""


def _unknown(_host: str, found: Found) -> None:
    found(None)


class Heart(Observer):
    """Sends heartbeats and statuses to the masters of a server with ``dedicated`` 2.

    ``status`` makes a status. Until ``lookup`` is set, only numeric addresses are known.
    """

    def __init__(self, server: ServerState, status: Callable[[], StatusResponse]) -> None:
        self._server: Final = server
        self._status: Final = status
        self.lookup: Lookup = _unknown
        self._names: Final = MasterNames()
        self._next_look = 0
        self._next_complete = 0

    # -- on the console -------------------------------------------------------------------------

    def beat(self) -> str:
        """Send heartbeats at once; return a line that says what was done."""
        for master in self._names.masters.values():
            master.beats.force(urgent=True)
        sent = self._beat(self._server.now)
        return self._problem() or f"heartbeats sent: {sent} of {len(self._names.masters)} masters"

    def complete(self) -> str:
        """Send the status of a match that is over; return a line that says what was done."""
        masters = self._masters()
        status = self._status()
        packet = GameCompleteStatus(self._server.cvars.serverinfo(), status.players).encode()
        for master in masters:
            if master.address is not None:
                self._server.send(packet, master.address)
        sent = len(masters)
        return self._problem() or f"gameCompleteStatus sent: {sent} of {len(self._names.masters)}"

    def _problem(self) -> str:
        if self._server.cvars.get_int("dedicated") < 2:
            return "no heartbeats are sent: dedicated is 1"
        if self._server.level is None:
            return "no heartbeats are sent before a map runs"
        if not self._names.masters:
            return "no heartbeats are sent: sv_master1 to sv_master5 name no master"
        return ""

    # -- as it happens --------------------------------------------------------------------------

    def level_began(self) -> None:
        """Tell of another map."""
        self._force()

    def client_came(self, client: ServerConnection) -> None:  # noqa: ARG002
        """Tell of the first player."""
        if len(self._server.clients(SlotState.CONNECTED)) == 1:
            self._force()

    def client_dropped(self, client: ServerConnection, name: str, reason: str) -> None:  # noqa: ARG002
        """Tell that the last player left."""
        if not self._server.clients(SlotState.CONNECTED):
            self._force()

    def game_said(self, lines: Sequence[str]) -> None:
        """Tell of a match that is over, by its own line of the log."""
        server = self._server
        if server.now >= self._next_complete and stamp(server.time, EXIT) in lines:
            self._next_complete = server.now + FORCED_GAP_MS
            self.complete()

    def frame(self, now: int) -> None:
        """Send what is due."""
        if now >= self._next_look:
            self._next_look = now + LOOK_MS
            self._beat(now)

    def stopped(self) -> None:
        """Tell that this server ends."""
        for master in self._names.known():
            if master.address is not None:
                for data in master.beats.shutdown():
                    self._server.send(data, master.address)

    def _force(self) -> None:
        self._next_look = 0
        for master in self._names.masters.values():
            master.beats.force()

    def _masters(self) -> list[Master]:
        """Return whom to tell: nobody on a LAN, or before there is something to ask for."""
        server = self._server
        if server.cvars.get_int("dedicated") < 2 or server.level is None:
            return []
        self._names.update(server.cvars.get(name) for name in MASTER_CVARS)
        self._names.look_up(self.lookup, lambda: server.now)
        return self._names.known()

    def _beat(self, now: int) -> int:
        masters = self._masters()
        for master in masters:
            if master.address is None:
                continue
            for data in master.beats.datagrams_to_send(now, self._status):
                self._server.send(data, master.address)
        return len(masters)

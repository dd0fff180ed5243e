"""What clients say of themselves while they are here, and how often it may change."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoproto.text import clean_command
from uoserver.serving.buckets import Bucket

from .handshake import userinfo_fits
from .observer import Observer

if TYPE_CHECKING:
    from .state import ServerState

log: Final = logging.getLogger("uoserver")

CHANGES_AT_ONCE: Final = 4
"""A menu that is closed may change name, rate and snaps in packets of their own."""
CHANGE_MS: Final = 5000
"""Then one change each: a name that changes with every packet is sent to all, and nobody can be
kicked by it (operators, row 15)."""


class Userinfos(Observer):
    """Takes changed userinfos over; what comes too fast waits, and the last of it counts then."""

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._buckets: Final[dict[int, Bucket]] = {}
        self._waiting: Final[dict[int, str]] = {}

    def change(self, client: ServerConnection, userinfo: str) -> None:
        """Take a client's new userinfo over, now or later; one that does not fit never."""
        userinfo, number = clean_command(userinfo), client.client_num
        if not userinfo_fits(userinfo):
            log.debug("client %d: a userinfo that is not kept", number)
        elif userinfo == client.userinfo:
            self._waiting.pop(number, None)
        elif self._may(number):
            self._take(client, userinfo)
        else:
            self._waiting[number] = userinfo

    def _may(self, number: int) -> bool:
        if not self._server.cvars.get_int("sv_floodProtect"):
            return True
        bucket = self._buckets.setdefault(number, Bucket(CHANGES_AT_ONCE, CHANGE_MS))
        return bucket.take(self._server.now)

    def _take(self, client: ServerConnection, userinfo: str) -> None:
        self._waiting.pop(client.client_num, None)
        client.set_userinfo(userinfo)
        if self._server.level is not None:
            self._server.level.game.client_userinfo_changed(client.client_num, userinfo)

    def frame(self, now: int) -> None:  # noqa: ARG002
        """Take over what has waited long enough."""
        for number, userinfo in tuple(self._waiting.items()):
            client = self._server.slots[number]
            if client is None or client.state < SlotState.CONNECTED:
                del self._waiting[number]
            elif self._may(number):
                self._take(client, userinfo)

    def client_left(self, number: int) -> None:
        """Forget what the client of a slot wanted."""
        self._waiting.pop(number, None)
        self._buckets.pop(number, None)

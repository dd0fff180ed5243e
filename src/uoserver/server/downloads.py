"""Downloads of packs: who gets what, by blocks or from a web server (server: Downloads)."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoproto.constants import MAX_DOWNLOAD_SIZE, MAX_STRING_CHARS
from uoproto.download import REDIRECT_DISCONNECT
from uoproto.oob.packet import stock_int
from uoproto.text import info_get
from uoserver.files.names import fold
from uoserver.files.searchpath import PackFile
from uoserver.files.stockpacks import is_stock_pack

from .downloadpace import DownloadPace
from .observer import Observer
from .packreader import PackReader

if TYPE_CHECKING:
    from .state import ServerState

log: Final = logging.getLogger("uoserver")

STOCK_PACK: Final = "EXE_CANTAUTODLGAMEPAK\x15{}"
DISABLED: Final = "EXE_AUTODL_SERVERDISABLED\x15{}"
MISSING: Final = "EXE_AUTODL_FILENOTONSERVER\x15{}"
TOO_LARGE: Final = "\x15{} is too large to be downloaded from the game server"
MAX_SHOWN: Final = 64
"""Characters of a refused name that are repeated to the client and in the log."""
REQUEST_MS: Final = 200
"""Least time between two answers to one client: each opens a file and writes to the log."""
LEAVE_MS: Final = 60_000
"""Time that a client has to leave who was told to fetch a file while disconnected."""
_MAX_REDIRECT_SIZE: Final = 0x7FFFFFFF


class Downloads(Observer):
    """Answers the clients' requests.

    A request is looked up among the packs of the level, by name; no name from the network ever
    becomes a path. Each client has one open file at most.
    """

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._pace = DownloadPace()
        self._asked: dict[int, str] = {}
        self._answered_ms: dict[int, int] = {}
        self._leaving: dict[int, int] = {}
        self.readers: dict[int, PackReader] = {}
        """The files that are open, by client."""
        self._bad_base = ""

    # -- what clients say -----------------------------------------------------------------------

    def request(self, client: ServerConnection, name: str) -> None:
        """Take a request; only the last of several is answered, with a frame."""
        self._asked[client.client_num] = name
        self._leaving.pop(client.client_num, None)

    def redirect_answer(self, client: ServerConnection, answer: str, now: int) -> None:
        """Take a ``wwwdl`` answer.

        Behind ``fail`` and ``chkfail`` the client is sent a gamestate and asks once more, and
        then gets blocks. With ``bbl8r`` he goes.
        """
        number = client.client_num
        if answer != "ack":  # which a client may repeat as often as he likes
            name = _shown(client.download.name)
            self._say(client, "client %d: redirect of %s: %s", number, name, answer)
            self._leaving.pop(number, None)
        if answer == "bbl8r":
            client.drop("EXE_DISCONNECTED", now)

    # -- what happens in the server -------------------------------------------------------------

    def level_began(self) -> None:
        """Forget what was asked for before: clients ask anew behind the gamestate."""
        self._asked.clear()
        self._leaving.clear()

    def client_dropped(self, client: ServerConnection, name: str, reason: str) -> None:  # noqa: ARG002
        """Forget a client who is gone."""
        self._forget(client.client_num)

    def client_left(self, number: int) -> None:
        """Close the file of a slot that is emptied, whatever its client did."""
        self._forget(number)
        self._answered_ms.pop(number, None)
        if client := self._server.slots[number]:
            client.download.close()

    def _forget(self, number: int) -> None:
        self._asked.pop(number, None)
        self._leaving.pop(number, None)

    def frame(self, now: int) -> None:
        """Answer requests, and share the rate among those who download."""
        clients = self._server.clients(SlotState.CONNECTED)
        for client in clients:
            number = client.client_num
            if number in self._asked and now >= self._answered_ms.get(number, now):
                self._answered_ms[number] = now + REQUEST_MS
                self._answer(client, self._asked.pop(number), now)
            if now >= self._leaving.get(number, now + 1):
                client.drop("EXE_DISCONNECTED", now)
        self._pace.share(now, self._server.cvars.get_int("sv_downloadRate"), clients)

    # -- answers --------------------------------------------------------------------------------

    def _answer(self, client: ServerConnection, name: str, now: int) -> None:
        level = self._server.level
        pack = level.packs.get(fold(name)) if level else None
        if is_stock_pack(name):
            self._refuse(client, name, STOCK_PACK)
        elif not self._server.cvars.get_int("sv_allowDownload"):
            self._refuse(client, name, DISABLED)
        elif pack is None:
            self._refuse(client, name, MISSING)
        elif self._redirects(client, pack, now):
            return
        elif pack.size > MAX_DOWNLOAD_SIZE:
            self._refuse(client, name, TOO_LARGE)
        else:
            self._send(client, pack)

    def _refuse(self, client: ServerConnection, name: str, text: str) -> None:
        shown = _shown(name)
        client.download.refuse(text.format(shown))
        self._server.counters.downloads["refused"] += 1
        self._say(client, "client %d may not download %s", client.client_num, shown)

    def _redirects(self, client: ServerConnection, pack: PackFile, now: int) -> bool:
        """Send a client to the web server if there is one that he goes to."""
        cvars = self._server.cvars
        base = cvars.get("sv_wwwBaseURL").rstrip("/")
        able = (
            stock_int(info_get(client.userinfo, "cl_wwwDownload")) and client.download.redirectable
        )
        if not (cvars.get_int("sv_wwwDownload") and base and able):
            return False
        url = f"{base}/{pack.full_name}"
        if not _can_be_sent(url) or pack.size > _MAX_REDIRECT_SIZE:
            if base != self._bad_base:
                self._bad_base = base
                log.warning("clients cannot be sent to %s (%d bytes)", _shown(url), pack.size)
            return False
        disconnect = bool(cvars.get_int("sv_wwwDlDisconnected"))
        client.download.redirect(url, pack.size, REDIRECT_DISCONNECT if disconnect else 0)
        if disconnect:
            self._leaving[client.client_num] = now + LEAVE_MS
        self._server.counters.downloads["redirected"] += 1
        self._say(client, "client %d is sent to %s", client.client_num, url)
        return True

    def _send(self, client: ServerConnection, pack: PackFile) -> None:
        number = client.client_num
        try:
            reader = PackReader(pack.path, pack.size, pack.modified)
        except OSError as error:
            text = "%s cannot be sent: %s; packs are read when the server starts"
            self._say(client, text, pack.path, error, level=logging.WARNING)
            self._refuse(client, pack.full_name, MISSING)
            return
        ended = partial(self._ended, client, pack, reader)
        client.download.start(reader.read, pack.size, ended=ended)
        self.readers[number] = reader
        self._server.counters.downloads["started"] += 1
        self._say(client, "client %d downloads %s (%d bytes)", number, pack.full_name, pack.size)

    def _ended(
        self, client: ServerConnection, pack: PackFile, reader: PackReader, done: bool
    ) -> None:
        number = client.client_num
        reader.close()
        if self.readers.get(number) is reader:
            del self.readers[number]
        counters = self._server.counters
        counters.downloads["finished" if done else "broken_off"] += 1
        counters.download_bytes += reader.sent_to
        if done:
            self._say(client, "client %d has downloaded %s", number, pack.full_name)
        else:
            text = "client %d: download of %s ended at %d of %d bytes"
            self._say(client, text, number, pack.full_name, reader.sent_to, pack.size)

    def _say(
        self, client: ServerConnection, text: str, *values: object, level: int = logging.INFO
    ) -> None:
        """Log a line that a client can cause as often as he likes."""
        server = self._server
        log.log(server.noise.level(level, client.address[0], server.now), text, *values)


def _shown(name: str) -> str:
    """Return a name from the network as it can be repeated."""
    return "".join(
        char if "!" <= char <= "~" and char not in '%"\\;' else "." for char in name[:MAX_SHOWN]
    )


def _can_be_sent(url: str) -> bool:
    return len(url) < MAX_STRING_CHARS and all(
        "!" <= char <= "~" and char not in '%"\\' for char in url
    )

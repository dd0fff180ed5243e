"""A client's downloads: which files a gamestate asks for, and fetching them one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ..constants import HANDSHAKE_RESEND_MS
from ..download import (
    DownloadAction,
    DownloadReceiver,
    DownloadRecord,
    Failed,
    Finished,
    FollowRedirect,
    SendCommand,
    WriteData,
    is_download_name,
)
from ..errors import LocalProtocolError, RemoteProtocolError
from ..oob.packet import stock_int
from ..text import info_get
from .events import (
    DownloadFailed,
    DownloadFinished,
    DownloadProgress,
    DownloadRedirected,
)

if TYPE_CHECKING:
    from .session import ClientSession

MAX_REFERENCED: Final = 256
"""Files one connection may ask for; a server could otherwise send a client through thousands, or
through the same ones again and again by never sending what their checksums promise."""


class ClientDownloads:
    """Fetches the files of a list, in order; then asks for a fresh gamestate by ``donedl``."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session
        self._waiting: list[str] = []
        self._receiver: DownloadReceiver | None = None
        self._for_level = False
        self._done_command = 0  # number of the ``donedl`` that waits for its gamestate
        self._done_heard_ms: int | None = None
        self._settled: set[str] = set()
        """Files the level no longer waits for: fetched, or given up."""
        self._no_redirect: set[str] = set()
        self._redirected = ""  # the last file a redirect brought, until its checksum is reported
        self.name = ""
        """File being fetched, empty for none."""

    @property
    def active(self) -> bool:
        """Whether a file is being fetched."""
        return self._receiver is not None

    @property
    def redirecting(self) -> bool:
        """Whether `redirect_done` is waited for; not any more when a new level began meanwhile."""
        return self._receiver is not None and self._receiver.redirecting

    def wanted(self, systeminfo: str) -> list[str]:
        """Return the files the systeminfo names that the application lacks (joining: 5).

        Files this connection has fetched or given up are not named again.
        """
        config = self._session.config
        if not config.allow_download or info_get(systeminfo, "sv_allowDownload") == "0":
            return []
        names = info_get(systeminfo, "sv_referencedPakNames").split()[:MAX_REFERENCED]
        sums = info_get(systeminfo, "sv_referencedPaks").split()
        files = []
        for name, checksum in zip(names, sums, strict=False):
            path = name if name.lower().endswith(".pk3") else f"{name}.pk3"
            if path in self._settled or not is_download_name(path):
                continue
            if not config.has_pak(name, stock_int(checksum)):
                files.append(path)
        return files[: max(0, MAX_REFERENCED - len(self._settled))]

    def start(self, names: Iterable[str], *, for_level: bool = True) -> None:
        """Fetch files; ``for_level``: the level is loaded only after them."""
        self._waiting += names
        self._for_level = self._for_level or for_level
        if self._receiver is None:
            self._next()

    def cancel(self) -> None:
        """Give up all downloads and tell the server; a level that waited goes on without them."""
        if self._receiver is None:
            return
        if self._for_level:
            self._settled.update((self.name, *self._waiting))
        self._waiting.clear()
        self._stop()
        self._next()

    def reset(self) -> None:
        """Forget all transfers: the server does when a level begins."""
        name = self.name
        self._waiting.clear()
        self._for_level = False
        self._done_command = 0
        self._close()
        if name:
            self._session.emit(DownloadFailed(name, "a new level began"))

    def _close(self) -> None:
        self._receiver = None
        self.name = ""

    def _next(self) -> None:
        self._close()
        if self._waiting:
            self.name = self._waiting.pop(0)
            self._receiver = DownloadReceiver(redirects=self.name not in self._no_redirect)
            self._session.send_command(f"download {self.name}")
        elif self._for_level:
            self._for_level = False
            self._ask_for_gamestate()

    def _ask_for_gamestate(self) -> None:
        self._session.send_command("donedl")
        self._done_command = self._session.commands.sequence
        self._done_heard_ms = None

    def remind(self, now: int) -> None:
        """Ask once more for the gamestate that ends the downloads, should it have got lost.

        The server id is the same before and after it, so a server does not notice. Here it shows:
        ``donedl`` was acknowledged, and for three seconds nothing followed.
        """
        if not self._done_command or self._session.commands.acknowledged < self._done_command:
            return
        if self._done_heard_ms is None:
            self._done_heard_ms = now
        elif now - self._done_heard_ms >= HANDSHAKE_RESEND_MS:
            self._ask_for_gamestate()

    def _stop(self) -> None:
        self._send_once("stopdl")
        self._close()

    def _send_once(self, text: str) -> None:
        """Send a command unless it waits already: each of many blocks may call for it."""
        commands = self._session.commands
        if all(text != waiting for _, waiting in commands.unacknowledged()):
            self._session.send_command(text)

    def take(self, record: DownloadRecord) -> None:
        """Take a download record of a server message."""
        receiver = self._receiver
        if receiver is None:
            self._send_once("stopdl")
            return
        try:
            actions = receiver.receive(record)
        except RemoteProtocolError as error:
            self._send_once("stopdl")
            actions = [Failed(str(error))]
        self._do(receiver, actions)

    def redirect_done(self, *, success: bool) -> None:
        """Report the end of a redirect.

        After a failure the server sends blocks, or a gamestate with which the file is asked for
        once more; it is not redirected again. Raises `LocalProtocolError` where a file is fetched
        and no redirect of it is followed: see `redirecting`.
        """
        receiver = self._receiver
        if receiver is None:
            return
        actions = receiver.redirect_done(success=success)
        self._redirected = self.name if success else ""
        if not success:
            self._no_redirect.add(self.name)
            self._receiver = receiver = DownloadReceiver(redirects=False)
        self._do(receiver, actions)

    def checksum_failed(self) -> None:
        """Report that the last file a redirect brought does not have the promised checksum.

        The file is wanted again with the next gamestate, which a stock server sends at once, and
        a redirect of it is then declined, so that the server falls back to blocks (parsing:
        redirect done). Raises `LocalProtocolError` where no redirect has ended well, or its file
        was reported already.
        """
        if not self._redirected:
            raise LocalProtocolError("no redirect has brought a file")
        self._no_redirect.add(self._redirected)
        self._settled.discard(self._redirected)
        self._redirected = ""
        self._session.send_command("wwwdl chkfail")

    def _do(self, receiver: DownloadReceiver, actions: list[DownloadAction]) -> None:
        session, name = self._session, self.name
        for action in actions:
            match action:
                case SendCommand() if action.text.startswith("retransdl"):
                    self._send_once(action.text)
                case SendCommand():
                    session.send_command(action.text)
                case WriteData():
                    session.emit(
                        DownloadProgress(name, action.data, receiver.received, receiver.total)
                    )
                case FollowRedirect():
                    session.emit(
                        DownloadRedirected(name, action.url, action.size, action.disconnect)
                    )
                case Failed():
                    self._close()
                    session.emit(DownloadFailed(name, action.message))
                    session.fault(action.message)
                case Finished():
                    self._settled.add(name)
                    session.emit(DownloadFinished(name))
                    self._next()

"""The server's side of one client's download: commands in, blocks and redirects out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ..constants import (
    DOWNLOAD_BLOCK_SIZE,
    DOWNLOAD_RETRANSMIT_MS,
    DOWNLOAD_WINDOW,
    MAX_MSGLEN,
    MAX_STRING_CHARS,
    ServiceOp,
)
from ..download import (
    DownloadFailure,
    DownloadRecord,
    DownloadRedirect,
    DownloadSender,
    blocks_per_message,
    write_download,
)
from ..errors import LocalProtocolError, OutOfSequenceError, check_long
from ..message import MessageWriter
from ..oob.packet import stock_int
from .events import DownloadRequested, Event, RedirectAnswered

if TYPE_CHECKING:
    from ..download import Buffer

FILLED: Final = MAX_MSGLEN * 8 // 11
"""Bytes a body may have with blocks: their data is as good as random and grows when it is packed,
by 11 bits to 8 at worst."""
RECORD_TRIES: Final = 8
"""Messages, a second apart, that repeat a refusal or a redirect until the client reacts: the
message may get lost, and the client would wait for ever."""
REDIRECT_ANSWERS: Final = frozenset({"ack", "done", "fail", "chkfail", "bbl8r"})
BLOCK_ROOM: Final = DOWNLOAD_BLOCK_SIZE + 16
"""Bytes of such a body that a record takes at most."""


class ServerDownload:
    """At most one transfer; a new ``download`` closes the one before."""

    def __init__(self) -> None:
        self._sender: DownloadSender | None = None
        self._record: DownloadRecord | None = None
        self._record_tries = 0
        self._record_due_ms: int | None = None
        self._redirecting = False
        self._fetched = ""  # the last file a redirect brought, as far as its client knows
        # Names in lower case: else each way to spell one would be kept.
        self._failed: set[str] = set()  # only names the owner has redirected
        self._ended: Callable[[bool], None] | None = None
        self.name = ""
        """File the client asked for last, empty for none."""
        self.allowance: int | None = None
        """Blocks that may still go out, counted down as they do; None: as many as are due."""

    @property
    def redirectable(self) -> bool:
        """Whether the file asked for last may be redirected.

        Not when the client has reported a redirect of it as failed: it would answer the next one
        with ``wwwdl fail`` too.
        """
        return self.name.lower() not in self._failed

    @property
    def active(self) -> bool:
        """Whether a transfer runs.

        Messages are then not slowed down, and the server id of the client's packets is not
        looked at.
        """
        return self._sender is not None or self._record is not None or self._redirecting

    @property
    def sending(self) -> bool:
        """Whether blocks of a file go out."""
        return self._sender is not None

    def close(self) -> None:
        """End the transfer."""
        self._end(done=False)

    def _end(self, *, done: bool) -> None:
        ended, self._ended = self._ended, None
        self._sender = self._record = None
        self._record_tries = 0
        self._record_due_ms = None
        self._redirecting = False
        if ended is not None:
            ended(done)

    # -- answers of the server's owner ----------------------------------------------------------

    def start(
        self,
        data: Buffer | Callable[[int, int], bytes],
        size: int | None = None,
        *,
        ended: Callable[[bool], None] | None = None,
    ) -> None:
        """Send a file: its bytes, or a reader of ``(offset, length)`` and its size.

        ``ended`` is called once when the transfer is over, whatever ends it but the end of this
        object, with whether the client has the whole file. Raises `LocalProtocolError` for more
        than 64 MiB, which block numbers cannot count.
        """
        self.close()
        self._sender = DownloadSender(self.name, data, size)
        self._ended = ended

    def refuse(self, message: str) -> None:
        """Refuse the file; the client leaves with the message, cut to 1,023 characters."""
        self.close()
        self._record = DownloadFailure(message[: MAX_STRING_CHARS - 1])

    def redirect(self, url: str, size: int, flags: int) -> None:
        """Send the client to a URL; see `DownloadRedirect`.

        Raises `LocalProtocolError` for a URL of 1,024 characters or more, and for a size or flags
        that are no 32-bit integers.
        """
        if len(url) >= MAX_STRING_CHARS:
            raise LocalProtocolError(f"URL of {len(url)} characters")
        check_long("redirect size", size)
        check_long("redirect flags", flags)
        self.close()
        self._record = DownloadRedirect(url, size, flags)
        self._redirecting = True

    # -- the client's commands ------------------------------------------------------------------

    def command(self, words: list[str], now: int) -> list[Event]:
        """Run a download command of the client.

        Raises `OutOfSequenceError` ("broken download") for an acknowledgement out of turn.
        """
        argument = words[1] if len(words) > 1 else ""
        match words[0]:
            case "download":
                self.close()
                self.name = argument
                return [DownloadRequested(argument)]
            case "stopdl":
                self.close()
            case "nextdl" if self._sender is not None:
                self._sender.acknowledge(self._number(argument), now)
                if self._sender.done:
                    self._end(done=True)
            case "retransdl" if self._sender is not None:
                self._sender.retransmit(self._number(argument))
            case "wwwdl":
                return self._redirect_answer(argument)
        return []

    @staticmethod
    def _number(text: str) -> int:
        if not text.isascii() or not text.isdigit():
            raise OutOfSequenceError(f"broken download: block {text[:16]!r}")
        return stock_int(text)

    def _redirect_answer(self, answer: str) -> list[Event]:
        """Note an answer; only a wrong checksum may be reported when the redirect is over."""
        name = self.name if self._redirecting else self._fetched if answer == "chkfail" else ""
        if not name or answer not in REDIRECT_ANSWERS:
            return []
        answered = RedirectAnswered(answer)
        if answered.failed:
            self._failed.add(name.lower())
        self._fetched = name if answer == "done" else ""
        if answer == "ack":
            self._record = None
        elif self._redirecting:
            self.close()
        return [answered]

    # -- into a message -------------------------------------------------------------------------

    def write(self, writer: MessageWriter, rate: int, snapshot_ms: int, now: int) -> None:
        """Write what is due behind a snapshot and fits; the rest waits for the next message.

        A file that turns out shorter than it was said to be ends in a failure record.
        """
        room = 0 if writer.overflowed else (FILLED - len(writer)) // BLOCK_ROOM
        if room <= 0:
            return
        count = min(DOWNLOAD_WINDOW, room, blocks_per_message(rate, snapshot_ms))
        if self.allowance is not None:
            count = min(count, self.allowance)
        if self._sender is not None and count > 0:
            try:
                blocks = self._sender.blocks_to_send(now, count)
            except LocalProtocolError as error:
                self.refuse(f"\x15{error}")
            else:
                if self.allowance is not None:
                    self.allowance -= len(blocks)
                for block in blocks:
                    self._write(writer, block)
        if self._record is not None and (self._record_due_ms is None or now >= self._record_due_ms):
            self._write(writer, self._record)
            self._record_due_ms = now + DOWNLOAD_RETRANSMIT_MS + 1
            self._record_tries += 1
            if self._record_tries == RECORD_TRIES:
                self.close()

    @staticmethod
    def _write(writer: MessageWriter, record: DownloadRecord) -> None:
        writer.write_byte(ServiceOp.DOWNLOAD)
        write_download(writer, record)

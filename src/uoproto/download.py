"""In-band downloads: the three records of ``svc_download`` and both sides' windows.

The server streams numbered blocks, eight unacknowledged at most; the client answers each with a
reliable command (spec: Downloads; server: Downloads; parsing: Download handling).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .constants import (
    DOWNLOAD_BLOCK_SIZE,
    DOWNLOAD_RETRANSMIT_MS,
    DOWNLOAD_WINDOW,
    MAX_DOWNLOAD_BLOCK,
    MAX_DOWNLOAD_SIZE,
    MAX_QPATH,
)
from .errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    OutOfSequenceError,
    check_integer,
    check_long,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Buffer = bytes | bytearray | memoryview

    from .message import MessageReader, MessageWriter

REDIRECT_BLOCK: Final = -1
FAILURE_SIZE: Final = -1
REDIRECT_DISCONNECT: Final = 1
"""Redirect flag: the client leaves the server while it fetches the file."""
REDIRECT_OPEN_URL: Final = 2
"""Redirect flag: the retail client opens the URL and quits."""


# -- records ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DownloadBlock:
    """One block of up to 2,048 bytes; an empty one ends the file. Block 0 tells the total size."""

    block: int
    data: bytes
    total_size: int | None = None


@dataclass(frozen=True, slots=True)
class DownloadFailure:
    """The server refuses or gives up a download; the client drops with the message."""

    message: str


@dataclass(frozen=True, slots=True)
class DownloadRedirect:
    """The file waits at a URL; ``flags`` are `REDIRECT_DISCONNECT` and `REDIRECT_OPEN_URL`."""

    url: str
    size: int
    flags: int


DownloadRecord = DownloadBlock | DownloadFailure | DownloadRedirect


def write_download(writer: MessageWriter, record: DownloadRecord) -> None:
    """Write a download record behind its opcode.

    Raises `LocalProtocolError` for a block number outside 0..32767, more than 2,048 bytes, a
    total size that is missing from block 0, negative, or given with another block, and for a
    number that is no 32-bit integer.
    """
    if isinstance(record, DownloadRedirect):
        check_long("redirect size", record.size)
        check_long("redirect flags", record.flags)
        writer.write_short(REDIRECT_BLOCK)
        writer.write_string(record.url)
        writer.write_long(record.size)
        writer.write_long(record.flags)
        return
    if isinstance(record, DownloadFailure):
        writer.write_short(0)
        writer.write_long(FAILURE_SIZE)
        writer.write_string(record.message)
        return
    check_integer("block", record.block, 0, MAX_DOWNLOAD_BLOCK)
    check_integer("block length", len(record.data), 0, DOWNLOAD_BLOCK_SIZE)
    if (record.block == 0) != (record.total_size is not None):
        raise LocalProtocolError(f"block {record.block} with total size {record.total_size}")
    if record.total_size is not None:
        check_integer("total size", record.total_size, 0, 0x7FFFFFFF)
    writer.write_short(record.block)
    if record.total_size is not None:
        writer.write_long(record.total_size)
    writer.write_short(len(record.data))
    writer.write_data(record.data)


def read_download(reader: MessageReader) -> DownloadRecord:
    """Read a download record behind its opcode.

    Raises `BadValueError` for a length outside 0..2048 and for a negative block number.
    """
    block = reader.read_short()
    if block == REDIRECT_BLOCK:
        return DownloadRedirect(reader.read_string(), reader.read_long(), reader.read_long())
    if block < 0:
        raise BadValueError(f"download block {block}")
    total_size = None
    if block == 0:
        total_size = reader.read_long()
        if total_size < 0:
            return DownloadFailure(reader.read_string())
    length = reader.read_short()
    if not 0 <= length <= DOWNLOAD_BLOCK_SIZE:
        raise BadValueError(f"download block of {length} bytes")
    return DownloadBlock(block, reader.read_data(length), total_size)


def is_download_name(name: str) -> bool:
    """Return whether a name may be asked for or served: a relative path to a ``.pk3``.

    No absolute path, drive, ``..``, empty part, or character the console would split or quote:
    neither peer can be led out of the game's folders.
    """
    return (
        name.lower().endswith(".pk3")
        and len(name) < MAX_QPATH
        and all("!" <= char <= "~" and char not in '\\:";%*?<>|@' for char in name)
        and all(part.strip(".") for part in name.split("/"))
    )


def blocks_per_message(rate: int, snapshot_ms: int) -> int:
    """Return how many blocks a message may carry for a rate in bytes/s and a snapshot interval."""
    return (rate * snapshot_ms // 1000 + DOWNLOAD_BLOCK_SIZE) // DOWNLOAD_BLOCK_SIZE


# -- the server's side --------------------------------------------------------------------------


class DownloadSender:
    """Streams one file. ``data`` is the file, or reads ``(offset, length)`` of one of ``size``.

    Raises `LocalProtocolError` for a negative size and for a file whose last block has no 16-bit
    number (64 MiB).
    """

    __slots__ = ("_end", "_first", "_read", "_sent_at", "_transmit", "_window", "name", "size")

    def __init__(
        self, name: str, data: Buffer | Callable[[int, int], bytes], size: int | None = None
    ) -> None:
        if callable(data):
            if size is None:
                raise LocalProtocolError("a reader needs the size of its file")
            self._read = data
        else:
            whole, size = bytes(data), len(data)
            self._read = lambda offset, length: whole[offset : offset + length]
        check_integer(f"size of {name}", size, 0, MAX_DOWNLOAD_SIZE)
        self.name = name
        self.size = size
        self._window: deque[DownloadBlock] = deque()
        self._first = 0  # the oldest block not acknowledged
        self._transmit = 0  # the block to go out next
        self._end = 0  # behind the newest block that ever went out
        self._sent_at = 0

    @property
    def done(self) -> bool:
        """Whether the client has acknowledged the empty block that ends the file."""
        return self._first > self._last

    @property
    def _last(self) -> int:
        return -(-self.size // DOWNLOAD_BLOCK_SIZE)

    def blocks_to_send(self, now: int, count: int) -> list[DownloadBlock]:
        """Return up to ``count`` blocks for the message about to be sent.

        When the whole window is out and unanswered for more than 1,000 ms, sending starts again
        at its oldest block. Raises `LocalProtocolError` when the reader comes short.
        """
        while len(self._window) < min(DOWNLOAD_WINDOW, self._last + 1 - self._first):
            self._window.append(self._load(self._first + len(self._window)))
        blocks: list[DownloadBlock] = []
        while len(blocks) < count and self._window:
            if self._transmit == self._first + len(self._window):
                if now - self._sent_at <= DOWNLOAD_RETRANSMIT_MS:
                    break
                self._transmit = self._first
            blocks.append(self._window[self._transmit - self._first])
            self._transmit += 1
            self._end = max(self._end, self._transmit)
            self._sent_at = now
        return blocks

    def _load(self, block: int) -> DownloadBlock:
        offset = block * DOWNLOAD_BLOCK_SIZE
        length = min(DOWNLOAD_BLOCK_SIZE, self.size - offset) if block < self._last else 0
        data = self._read(offset, length) if length else b""
        if len(data) != length:
            raise LocalProtocolError(f"{self.name} gave {len(data)} of {length} bytes")
        return DownloadBlock(block, data, self.size if block == 0 else None)

    def acknowledge(self, block: int, now: int) -> None:
        """Take a ``nextdl``; `OutOfSequenceError` ("broken download") for any other block."""
        if block != self._first or block >= self._end:
            raise OutOfSequenceError(f"broken download: block {block} for {self._first}")
        self._window.popleft()
        self._first += 1
        self._transmit = max(self._transmit, self._first)
        self._sent_at = now

    def retransmit(self, block: int) -> None:
        """Take a ``retransdl``: send the window again if it names its oldest block."""
        if block == self._first:
            self._transmit = block


# -- the client's side --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WriteData:
    """Append these bytes to the file."""

    data: bytes


@dataclass(frozen=True, slots=True)
class SendCommand:
    """Send this reliable command."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The file is complete."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The server refused; a stock client drops with the message."""

    message: str


@dataclass(frozen=True, slots=True)
class FollowRedirect:
    """Fetch the file from the URL, then report with `DownloadReceiver.redirect_done`.

    The URL is a stranger's: check its scheme and host before opening it.
    """

    url: str
    size: int
    disconnect: bool


DownloadAction = WriteData | SendCommand | Finished | Failed | FollowRedirect


class DownloadReceiver:
    """Receives one file asked for by ``download NAME``, of at most ``max_size`` bytes.

    Without ``redirects`` the server is asked, once, to send blocks instead.
    """

    __slots__ = (
        "_expected",
        "_open",
        "_redirected",
        "_refused",
        "max_size",
        "received",
        "redirects",
        "total",
    )

    def __init__(self, *, max_size: int = MAX_DOWNLOAD_SIZE, redirects: bool = True) -> None:
        self.max_size = max_size
        self.redirects = redirects
        self.received = 0
        self.total = 0
        self._expected = 0
        self._open = True
        self._redirected = False
        self._refused = False

    def receive(self, record: DownloadRecord) -> list[DownloadAction]:
        """Return what to do about a record, in order.

        Raises `BadValueError` when the bytes do not add up to the size told in block 0 and
        `LimitExceededError` when that is above ``max_size``.
        """
        if isinstance(record, DownloadRedirect):
            return self._redirect(record)
        if isinstance(record, DownloadFailure):
            self._open = False
            return [Failed(record.message)]
        if record.block < self._expected or self._redirected:
            return []
        if not self._open:
            return [SendCommand("stopdl")]
        if record.block > self._expected:
            return [SendCommand(f"retransdl {self._expected}")]
        return self._append(record)

    def _append(self, record: DownloadBlock) -> list[DownloadAction]:
        if record.total_size is not None:
            if record.total_size > self.max_size:
                raise LimitExceededError(f"file of {record.total_size} bytes offered")
            self.total = record.total_size
        self.received += len(record.data)
        if self.received > self.total or (not record.data and self.received != self.total):
            raise BadValueError(f"file of {self.total} bytes has {self.received}")
        self._expected += 1
        answer = SendCommand(f"nextdl {record.block}")
        if record.data:
            return [WriteData(record.data), answer]
        self._open = False
        return [answer, Finished()]

    def _redirect(self, record: DownloadRedirect) -> list[DownloadAction]:
        if not self._open or self._redirected or self._refused:
            return []
        # Opening a stranger's URL and quitting is not a library's business: the server is asked
        # to fall back to blocks, as later clients do.
        if not self.redirects or record.flags & REDIRECT_OPEN_URL:
            self._refused = True
            return [SendCommand("wwwdl fail")]
        self._redirected = True
        disconnect = bool(record.flags & REDIRECT_DISCONNECT)
        actions: list[DownloadAction] = [SendCommand("wwwdl ack")]
        if disconnect:
            actions.append(SendCommand("wwwdl bbl8r"))
        return [*actions, FollowRedirect(record.url, record.size, disconnect)]

    @property
    def redirecting(self) -> bool:
        """Whether a redirect is being followed, the end of which is to be reported."""
        return self._redirected and self._open

    def redirect_done(self, *, success: bool) -> list[DownloadAction]:
        """Return the report about a redirect that was followed."""
        if not self.redirecting:
            raise LocalProtocolError("no redirect is being followed")
        self._open = False
        return [SendCommand("wwwdl done"), Finished()] if success else [SendCommand("wwwdl fail")]

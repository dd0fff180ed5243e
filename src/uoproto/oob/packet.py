"""The frame of every connectionless datagram: the marker, a command line, further lines.

A datagram whose first dword is 0xffffffff is connectionless (spec: General format). Its text
ends at the end of the datagram, or at a NUL that some senders add.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Final

from uoproto.constants import MAX_OOB_TEXT, OOB_MARKER
from uoproto.errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    TruncatedError,
)
from uoproto.text import tokenize

_ATOI: Final = re.compile(r"[\x09-\x0d ]*([+-]?[0-9]{1,20})")
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,10}")
_INT32: Final = range(-(2**31), 2**31)


class OobPacket(ABC):
    """A connectionless datagram in parsed form."""

    __slots__ = ()

    @abstractmethod
    def encode(self) -> bytes:
        """Return the whole datagram, marker included.

        Raises `LocalProtocolError` when a value cannot be carried: a character above 0xff, a
        line feed, NUL or quote where it would end the value early, or too much text.
        """


def is_oob(datagram: bytes) -> bool:
    """Whether the datagram goes to the connectionless path."""
    return datagram[:4] == OOB_MARKER


def open_oob(datagram: bytes) -> bytes:
    """Return what follows the marker.

    Raises `TruncatedError` and `BadValueError` when there is no marker and `LimitExceededError`
    when more than 32,763 bytes follow it.
    """
    if len(datagram) < len(OOB_MARKER):
        raise TruncatedError(f"datagram of {len(datagram)} bytes has no marker")
    if not is_oob(datagram):
        raise BadValueError("not a connectionless datagram")
    if len(datagram) > len(OOB_MARKER) + MAX_OOB_TEXT:
        raise LimitExceededError(f"connectionless datagram of {len(datagram)} bytes")
    return datagram[len(OOB_MARKER) :]


def seal_oob(payload: bytes) -> bytes:
    """Return the datagram of this payload; `LocalProtocolError` above 32,763 bytes."""
    if len(payload) > MAX_OOB_TEXT:
        raise LocalProtocolError(f"{len(payload)} bytes of connectionless text")
    return OOB_MARKER + payload


def seal_text(text: str) -> bytes:
    """Return the datagram of this text, without a terminator as the engine sends it.

    Raises `LocalProtocolError` for a NUL, a character above 0xff, or too much text.
    """
    return seal_oob(to_wire(text))


def to_wire(text: str) -> bytes:
    """Return text as latin-1 bytes; `LocalProtocolError` for a NUL or a character above 0xff."""
    if "\0" in text:
        raise LocalProtocolError("connectionless text cannot hold a NUL")
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError as error:
        raise LocalProtocolError("connectionless text holds a character above 0xff") from error


def from_wire(payload: bytes) -> str:
    """Return the text of a payload up to its first NUL, as sent."""
    return payload.partition(b"\0")[0].decode("latin-1")


def one_line(text: str) -> str:
    """Return text that takes one line of its own; `LocalProtocolError` if it breaks the line."""
    if "\n" in text:
        raise LocalProtocolError("a line feed would end the line early")
    return text


def quoted(text: str) -> str:
    """Return text as a quoted word; `LocalProtocolError` for a quote or a line feed inside."""
    if '"' in text:
        raise LocalProtocolError("a quoted word cannot hold a quote")
    return f'"{one_line(text)}"'


def word(text: str) -> str:
    """Return text as one word of a command line, quoted only when it has to be."""
    return text if tokenize(text) == [text] else quoted(text)


def stock_int(text: str) -> int:
    """Return the integer a C ``atoi`` reads: leading digits, else 0, clamped to 32 bits signed."""
    match = _ATOI.match(text)
    return max(_INT32[0], min(int(match[1]), _INT32[-1])) if match else 0


def read_int(text: str, *, lenient: bool = False) -> int:
    """Return a signed 32-bit decimal integer; `BadValueError` for anything else.

    With ``lenient`` it is read as `stock_int` does.
    """
    if lenient:
        return stock_int(text)
    value = int(text) if _INTEGER.fullmatch(text) else None
    if value is None or value not in _INT32:
        raise BadValueError(f"not a 32-bit integer: {text[:20]!r}")
    return value

"""The message cursors: bits and bytes interleaved the way the engine does (msg: Cursors).

A message has a byte cursor and a bit cursor. The first bit of a new bit byte takes the byte under
the byte cursor; whole-byte operations go on behind it, and later bits fill the open bit byte
before they take another. A conventional bit stream gives other bytes, so everything above this
module speaks in these primitives.
"""

from __future__ import annotations

from struct import Struct
from typing import Final

from .constants import BIG_STRING_CHARS, MAX_MSGLEN, MAX_STRING_CHARS
from .errors import LimitExceededError, LocalProtocolError, TruncatedError
from .text import clean

_SHORT: Final = Struct("<h")
_LONG: Final = Struct("<i")

BITS_HEADROOM: Final = 4
"""Bytes that must be free before any multi-bit write, whatever its width (msg: Cursors)."""

SHORTS_PER_DEGREE: Final = 182.04444885253906
"""binary32 of 65536 / 360 (msg: Angles)."""
DEGREES_PER_SHORT: Final = 0.0054931640625
"""360 / 65536, exact in binary32."""


def angle_to_short(degrees: float) -> int:
    """Return the 16-bit word of a binary32 angle: truncated toward zero (msg: Angles).

    Raises `LocalProtocolError` for an angle that is not finite.
    """
    return _truncate(degrees * SHORTS_PER_DEGREE) & 0xFFFF


def _truncate(number: float) -> int:
    try:
        return int(number)
    except (ValueError, OverflowError) as error:
        raise LocalProtocolError("an angle is not finite") from error


def short_to_angle(word: int) -> float:
    """Return the angle in degrees, -180 up to 180, of a 16-bit word (msg: Angles)."""
    return (((word & 0xFFFF) ^ 0x8000) - 0x8000) * DEGREES_PER_SHORT


class MessageWriter:
    """Writes one message of at most ``maxsize`` bytes.

    A write that does not fit is refused as a whole and sets `overflowed`, which stays set; the
    caller checks it once at the end, as the engine does.
    """

    __slots__ = ("_bit", "_data", "maxsize", "overflowed")

    def __init__(self, maxsize: int = MAX_MSGLEN) -> None:
        self.maxsize = maxsize
        self.overflowed = False
        self._data = bytearray()
        self._bit = 0

    def __len__(self) -> int:
        """Return the bytes taken so far."""
        return len(self._data)

    def to_bytes(self) -> bytes:
        """Return the message so far; unused bits of an open bit byte are zero."""
        return bytes(self._data)

    @property
    def room(self) -> int:
        """Bytes still free."""
        return self.maxsize - len(self._data)

    @property
    def cursors(self) -> tuple[bytearray, int]:
        """The message, whose length is the byte cursor, and the bit cursor.

        For codecs that do many small writes with the bit cursor in a local variable, where `room`
        says that all fit; they append to the message and put the bit cursor back with `move_to`.
        """
        return self._data, self._bit

    def move_to(self, bit: int) -> None:
        """Set the bit cursor, to where so many writes would have left it."""
        self._bit = bit

    # -- bits -----------------------------------------------------------------------------------

    def write_bit(self, bit: int) -> None:
        """Write one bit; refused when the message is full, even inside an open bit byte."""
        data = self._data
        if len(data) >= self.maxsize:
            self.overflowed = True
            return
        position = self._bit
        used = position & 7
        if used:
            if bit:
                data[position >> 3] |= 1 << used
            self._bit = position + 1
        else:
            self._bit = len(data) * 8 + 1
            data.append(1 if bit else 0)

    def write_zero_bits(self, count: int) -> None:
        """Write ``count`` zero bits, each under the rule of `write_bit`."""
        data = self._data
        if len(data) + (count >> 3) + 1 >= self.maxsize:
            for _ in range(count):
                self.write_bit(0)
            return
        position = self._bit
        open_bits = -position & 7
        if count <= open_bits:
            self._bit = position + count
            return
        count -= open_bits
        self._bit = len(data) * 8 + count
        data.extend(bytes((count + 7) >> 3))

    def write_bits(self, value: int, count: int) -> None:
        """Write the low ``count`` (0..32) bits of value, lowest first."""
        data = self._data
        if self.maxsize - len(data) < BITS_HEADROOM:
            self.overflowed = True
            return
        value &= (1 << count) - 1
        position = self._bit
        used = position & 7
        if used:
            data[position >> 3] |= (value << used) & 0xFF
            room = 8 - used
            if count <= room:
                self._bit = position + count
                return
            value >>= room
            count -= room
        self._bit = len(data) * 8 + count
        data += value.to_bytes((count + 7) >> 3, "little")

    # -- whole bytes ----------------------------------------------------------------------------

    def write_data(self, raw: bytes) -> None:
        """Write raw bytes at the byte cursor, all or none."""
        if len(self._data) + len(raw) > self.maxsize:
            self.overflowed = True
            return
        self._data += raw

    def write_byte(self, value: int) -> None:
        """Write the low 8 bits of value."""
        if len(self._data) >= self.maxsize:
            self.overflowed = True
            return
        self._data.append(value & 0xFF)

    def write_short(self, value: int) -> None:
        """Write the low 16 bits of value, little-endian."""
        self.write_data((value & 0xFFFF).to_bytes(2, "little"))

    def write_long(self, value: int) -> None:
        """Write the low 32 bits of value, little-endian."""
        self.write_data((value & 0xFFFFFFFF).to_bytes(4, "little"))

    # -- strings and angles ---------------------------------------------------------------------

    def write_string(self, text: str) -> None:
        """Write cleaned text and its NUL.

        Raises `LocalProtocolError` for text of 1,024 characters or more, which the engine would
        send as an empty string, and for text with a NUL inside.
        """
        self._write_text(text, MAX_STRING_CHARS)

    def write_big_string(self, text: str) -> None:
        """Write cleaned text of up to 8,191 characters and its NUL; raises as `write_string`."""
        self._write_text(text, BIG_STRING_CHARS)

    def _write_text(self, text: str, storage: int) -> None:
        if len(text) >= storage:
            raise LocalProtocolError(f"string of {len(text)} characters, at most {storage - 1}")
        if "\0" in text:
            raise LocalProtocolError("a string cannot hold a NUL")
        try:
            self.write_data(clean(text).encode("ascii") + b"\0")
        except UnicodeEncodeError as error:
            raise LocalProtocolError("a string holds a character above 0xff") from error

    def write_angle(self, degrees: float) -> None:
        """Write an angle as one byte, in 256ths of a turn, truncated (msg: Angles, Linux form).

        Raises `LocalProtocolError` for one that is not finite.
        """
        self.write_byte(_truncate(degrees * 256 / 360))

    def write_angle16(self, degrees: float) -> None:
        """Write an angle as a short, in 65,536ths of a turn; see `angle_to_short`."""
        self.write_short(angle_to_short(degrees))


class MessageReader:
    """Reads one message with the cursors of `MessageWriter`.

    By default a read past the end raises `TruncatedError` and leaves both cursors where they
    were, and an over-long string raises `LimitExceededError`. With ``lenient`` the reader follows
    the stock one (msg: Cursors, Strings): -1 for a missing byte, short or long, 0xff for missing
    data, zero for missing bits, strings that end with the message or are cut; `overflowed` says
    that it happened.
    """

    __slots__ = ("_bit", "_data", "_pos", "lenient", "overflowed")

    def __init__(self, data: bytes, *, lenient: bool = False) -> None:
        self.lenient = lenient
        self.overflowed = False
        self._data = data
        self._pos = 0
        self._bit = 0

    @property
    def remaining(self) -> int:
        """Bytes behind the byte cursor."""
        return max(0, len(self._data) - self._pos)

    @property
    def position(self) -> int:
        """The byte cursor: bytes taken so far."""
        return self._pos

    @property
    def cursors(self) -> tuple[bytes, int, int]:
        """The message, the bit cursor and the byte cursor.

        For codecs that keep the cursors in local variables over many small reads; they put them
        back with `move_to`.
        """
        return self._data, self._bit, self._pos

    def move_to(self, bit: int, position: int) -> None:
        """Set both cursors, to where so many reads would have left them."""
        self._bit = bit
        self._pos = position

    def _short_of(self, what: str) -> None:
        if not self.lenient:
            raise TruncatedError(f"message of {len(self._data)} bytes ends inside {what}")
        self.overflowed = True

    # -- bits -----------------------------------------------------------------------------------

    def read_bit(self) -> int:
        """Read one bit."""
        position = self._bit
        if not position & 7:
            if self._pos >= len(self._data):
                self._short_of("a bit")
                self._pos = len(self._data) + 1
                return 0
            position = self._pos * 8
            self._pos += 1
        self._bit = position + 1
        return (self._data[position >> 3] >> (position & 7)) & 1

    def read_bits(self, count: int) -> int:
        """Read ``count`` (0..32) bits, lowest first, not sign-extended."""
        position = self._bit
        used = position & 7
        value = have = 0
        if used:
            value = self._data[position >> 3] >> used
            have = 8 - used
            if count <= have:
                self._bit = position + count
                return value & ((1 << count) - 1)
        missing = count - have
        start = self._pos
        end = start + ((missing + 7) >> 3)
        if end > len(self._data):
            self._short_of(f"{count} bits")
            self._bit = 0
            self._pos = len(self._data) + 1
        else:
            self._bit = start * 8 + missing
            self._pos = end
        value |= int.from_bytes(self._data[start:end], "little") << have
        return value & ((1 << count) - 1)

    def read_zero_run(self, limit: int) -> int:
        """Read zero bits up to and including the next one bit, ``limit`` bits at most.

        Returns how many zeros came first: less than ``limit`` when a one bit was taken, else
        ``limit``. The same bits as so many calls of `read_bit`; delta records use it to skip runs
        of unchanged fields.
        """
        data, size = self._data, len(self._data)
        position, start = self._bit, self._pos
        zeros = 0
        while zeros < limit:
            used = position & 7
            if not used:
                if start >= size:
                    self._short_of("a run of bits")
                    self._bit, self._pos = 0, size + 1
                    return limit
                position = start * 8
                start += 1
            ahead = data[position >> 3] >> used
            if ahead:
                skip = (ahead & -ahead).bit_length() - 1
                if zeros + skip < limit:
                    self._bit, self._pos = position + skip + 1, start
                    return zeros + skip
            step = min(8 - used, limit - zeros)
            zeros += step
            position += step
        self._bit, self._pos = position, start
        return limit

    # -- whole bytes ----------------------------------------------------------------------------

    def read_byte(self) -> int:
        """Read an unsigned byte."""
        if self._pos >= len(self._data):
            self._short_of("a byte")
            return -1
        self._pos += 1
        return self._data[self._pos - 1]

    def read_short(self) -> int:
        """Read a signed 16-bit integer."""
        start = self._pos
        if start + 2 > len(self._data):
            self._short_of("a short")
            return -1
        self._pos = start + 2
        result: int = _SHORT.unpack_from(self._data, start)[0]
        return result

    def read_long(self) -> int:
        """Read a signed 32-bit integer."""
        start = self._pos
        if start + 4 > len(self._data):
            self._short_of("a long")
            return -1
        self._pos = start + 4
        result: int = _LONG.unpack_from(self._data, start)[0]
        return result

    def read_data(self, count: int) -> bytes:
        """Read ``count`` (0 or more) raw bytes."""
        start = self._pos
        if start + count > len(self._data):
            self._short_of(f"{count} bytes of data")
            return b"\xff" * count
        self._pos = start + count
        return self._data[start : start + count]

    # -- strings and angles ---------------------------------------------------------------------

    def read_string(self) -> str:
        """Read cleaned text up to its NUL, at most 1,023 characters; ``%`` is kept."""
        return self._read_text(MAX_STRING_CHARS)

    def read_big_string(self) -> str:
        """Read cleaned text up to its NUL, at most 8,191 characters.

        A lenient reader turns ``%`` into a full stop, as the stock client does to protect its
        printf calls; otherwise the text is given as sent.
        """
        text = self._read_text(BIG_STRING_CHARS)
        return text.replace("%", ".") if self.lenient else text

    def _read_text(self, storage: int) -> str:
        start = self._pos
        end = self._data.find(b"\0", start)
        if end < 0:
            self._short_of("a string")
            end = len(self._data)
        text = self._data[start:end]
        if len(text) >= storage:
            if not self.lenient:
                raise LimitExceededError(f"string of {len(text)} bytes, at most {storage - 1}")
            text = text[: storage - 1]
        self._pos = end + 1
        return clean(text.decode("latin-1"))

    def read_line(self) -> str:
        """Read connectionless text up to a NUL, a newline or the end of the message.

        At most 1,023 characters are kept; ``%`` becomes a full stop (msg: Strings).
        """
        start = self._pos
        stops = (self._data.find(stop, start) for stop in (b"\0", b"\n"))
        end = min((stop for stop in stops if stop >= 0), default=len(self._data))
        self._pos = end + 1
        text = self._data[start:end].decode("latin-1")[: MAX_STRING_CHARS - 1]
        return clean(text).replace("%", ".")

    def read_angle16(self) -> float:
        """Read an angle in degrees, -180 up to 180."""
        return short_to_angle(self.read_short())

"""Message primitives: a byte cursor, and a bit cursor that keeps its own partly filled byte.

Source of every rule here: msg, sections Cursors, Strings and Angles.
"""

from __future__ import annotations

from typing import Final

MAX_MESSAGE: Final = 32768
STRING_LIMIT: Final = 1024
BIG_STRING_LIMIT: Final = 8192
ANGLE16_SCALE: Final = 182.04444885253906
"""65536 / 360 rounded to binary32; the product with a binary32 angle is exact in a double."""
ANGLE16_STEP: Final = 45 / 8192


class Malformed(Exception):  # noqa: N818 - a finding about bytes, not a fault of the program
    """The bytes do not parse."""


def clean(text: str) -> str:
    """Clean a string for the wire: 0x92 is an apostrophe, other bytes above 0x7f a full stop."""
    out = ""
    for char in text:
        if ord(char) == 0x92:
            out += "'"
        elif ord(char) > 0x7F:
            out += "."
        else:
            out += char
    return out


def clean_command(text: str) -> str:
    """Clean a reliable command as its ring slot stores it: cut, cleaned, ``%`` a full stop."""
    return clean(text[: STRING_LIMIT - 1]).replace("%", ".")


def angle16(degrees: float) -> int:
    """Return the 16-bit angle of ``degrees``, truncated toward zero."""
    return int(degrees * ANGLE16_SCALE) & 0xFFFF


def signed(value: int, bits: int) -> int:
    """Read the low ``bits`` of ``value`` as two's complement."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class Writer:
    """A message being written."""

    def __init__(self, maxsize: int = MAX_MESSAGE) -> None:
        self.data = bytearray()
        self.maxsize = maxsize
        self.bit = 0
        self.overflowed = False

    def _put_bit(self, value: int) -> None:
        if self.bit & 7 == 0:
            self.bit = len(self.data) * 8
            self.data.append(0)
        if value:
            self.data[self.bit >> 3] |= 1 << (self.bit & 7)
        self.bit += 1

    def flag(self, value: int | bool) -> None:
        """Write one bit with the single-bit writer, refused only when the bytes are full."""
        if len(self.data) >= self.maxsize:
            self.overflowed = True
            return
        self._put_bit(int(value))

    def bits(self, value: int, count: int) -> None:
        """Write the low ``count`` bits, lowest first; refused with less than 4 bytes left."""
        if self.maxsize - len(self.data) < 4:
            self.overflowed = True
            return
        for _ in range(count):
            self._put_bit(value & 1)
            value >>= 1

    def raw(self, data: bytes) -> None:
        """Write whole bytes at the byte cursor, all or none."""
        if len(self.data) + len(data) > self.maxsize:
            self.overflowed = True
            return
        self.data += data

    def byte(self, value: int) -> None:
        self.raw(bytes([value & 0xFF]))

    def short(self, value: int) -> None:
        self.raw(bytes([value & 0xFF, value >> 8 & 0xFF]))

    def long(self, value: int) -> None:
        self.raw(bytes([value >> shift & 0xFF for shift in (0, 8, 16, 24)]))

    def string(self, text: str) -> None:
        """Write an ordinary string; one too long for its store is sent empty."""
        self._string(text, STRING_LIMIT)

    def big_string(self, text: str) -> None:
        self._string(text, BIG_STRING_LIMIT)

    def _string(self, text: str, limit: int) -> None:
        if len(text) >= limit:
            text = ""
        self.raw(clean(text).encode("latin-1") + b"\0")

    def angle(self, degrees: float) -> None:
        self.byte(int(degrees * 256 / 360))

    def angle16(self, degrees: float) -> None:
        self.short(angle16(degrees))

    def finished(self) -> bytes:
        """Return the whole message; `ValueError` when something did not fit."""
        if self.overflowed:
            raise ValueError("message longer than the protocol allows")
        return bytes(self.data)


class Reader:
    """A message being read; `Malformed` as soon as a value is not wholly there."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.readcount = 0
        self.bit = 0

    def flag(self) -> int:
        if self.bit & 7 == 0:
            if self.readcount >= len(self.data):
                raise Malformed("message ends inside a bit field")
            self.bit = self.readcount * 8
            self.readcount += 1
        value = self.data[self.bit >> 3] >> (self.bit & 7) & 1
        self.bit += 1
        return value

    def bits(self, count: int) -> int:
        value = 0
        for place in range(count):
            value |= self.flag() << place
        return value

    def raw(self, count: int) -> bytes:
        if count < 0 or self.readcount + count > len(self.data):
            raise Malformed("message ends inside a value")
        data = self.data[self.readcount : self.readcount + count]
        self.readcount += count
        return data

    def byte(self) -> int:
        return self.raw(1)[0]

    def short(self) -> int:
        low, high = self.raw(2)
        return signed(low | high << 8, 16)

    def long(self) -> int:
        return signed(int.from_bytes(self.raw(4), "little"), 32)

    def string(self) -> str:
        """Read to the NUL or the end and clean. ``%`` stays, also in big strings."""
        return self._string(STRING_LIMIT)

    def big_string(self) -> str:
        return self._string(BIG_STRING_LIMIT)

    def _string(self, limit: int) -> str:
        text = ""
        while self.readcount < len(self.data):
            char = self.byte()
            if char == 0:
                break
            text += chr(char)
        return clean(text)[: limit - 1]

    def angle16(self) -> float:
        return self.short() * ANGLE16_STEP

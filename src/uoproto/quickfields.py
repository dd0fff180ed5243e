"""The quick loops of the field codec, for records that do not end at the end of a message.

They keep the cursors in local variables: the writer folds the bits of unchanged fields into the
flags of the next changed one, the reader goes from one set bit to the next. What they do is
defined by the careful loops of `uoproto.fields`.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

from .errors import LocalProtocolError
from .message import DEGREES_PER_SHORT, angle_to_short
from .record import word_to_float
from .tables import ANGLE16, FLOAT, INTEGER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .message import MessageReader, MessageWriter
    from .tables import Table

SMALL_FLOAT: Final = 4096
"""A whole number from -4096 up to 4095 travels in 13 bits: five at the bit cursor, then a byte."""

_FLOAT: Final = Struct("<f")
_WORD: Final = Struct("<I")
_SHORT: Final = Struct("<h")
_USHORT: Final = Struct("<H")


def check_width(table: Table, place: int, word: int) -> None:
    """Raise `LocalProtocolError` for an integer that the width of its field cannot hold."""
    plan = table.plans[place]
    if plan.limit <= word < plan.negative:
        field = f"{table.name} field {table.names[place]}"
        raise LocalProtocolError(f"{field} cannot hold {word}")


def encode_angle(word: int) -> int:
    """Return the 16-bit word of an angle; `LocalProtocolError` unless it is finite."""
    return angle_to_short(word_to_float(word))


def write_quickly(
    writer: MessageWriter,
    table: Table,
    new: Sequence[int],
    changed: Sequence[int],
    *,
    zero_flag: bool,
) -> None:
    """Write as `uoproto.fields` does, into a message with room for all."""
    data, position = writer.cursors
    head, head_bits = (3, 2) if zero_flag else (1, 1)  # changed, and perhaps nonzero
    plans, pack, unpack = table.plans, _WORD.pack, _FLOAT.unpack
    following = 0
    for place in changed:
        word = new[place]
        mode, low, size, limit, _ = plans[place]
        raw = b""
        if not word and (zero_flag or mode == ANGLE16):
            bits, count = 1, 2
        elif mode == FLOAT:
            raw = pack(word)
            value = unpack(raw)[0]
            if not -4096.0 <= value < 4096.0 or value != (whole := int(value)):
                bits, count = head | 1 << head_bits, head_bits + 1
            elif whole or not zero_flag:
                whole += SMALL_FLOAT
                bits, count = head | (whole & 31) << head_bits + 1, head_bits + 6
                raw = (whole >> 5).to_bytes(1, "little")
            else:  # -0.0
                bits, count, raw = 1, 2, b""
        elif mode == INTEGER:
            if word >= limit:
                check_width(table, place, word)
            bits, count = head | (word & ((1 << low) - 1)) << head_bits, head_bits + low
            raw = pack(word >> low)[:size]
        else:
            bits, count, raw = 3, 2, _USHORT.pack(encode_angle(word))
        used = position & 7
        shift = place - following + used
        following = place + 1
        bits <<= shift
        count += shift
        if used:
            data[position >> 3] |= bits & 0xFF
            bits >>= 8
            count -= 8
        if count <= 0:
            position += count + 8 - used
        else:
            position = len(data) * 8 + count
            if count <= 8:
                data.append(bits)
            else:
                data += bits.to_bytes((count + 7) >> 3, "little")
        data += raw
    writer.move_to(position)


def read_quickly(  # noqa: C901  one loop over local cursors is the point
    reader: MessageReader, table: Table, words: list[int], count: int, *, zero_flag: bool
) -> None:
    """Read as `uoproto.fields` does, of a message that does not end in the fields.

    The bits left in the open bit byte are ``ahead``, ``left`` of them; ``at`` is its place. The
    next bit byte is taken at the byte cursor only when a bit of it is needed. Reading past the
    end raises `IndexError` or `struct.error`, with the reader untouched.
    """
    data, bit, position = reader.cursors
    plans = table.plans
    left = -bit & 7
    at = bit >> 3
    ahead = data[at] >> 8 - left if left else 0
    place = 0
    while True:
        while not ahead and place + left < count:
            place += left
            at, ahead, left = position, data[position], 8
            position += 1
        unchanged = (ahead & -ahead).bit_length() - 1 if ahead else left
        if place + unchanged >= count:
            left -= count - place
            break
        place += unchanged
        ahead >>= unchanged + 1
        left -= unchanged + 1
        mode, low, size, _, _ = plans[place]
        if zero_flag or mode == ANGLE16:
            if not left:
                at, ahead, left = position, data[position], 8
                position += 1
            nonzero = ahead & 1
            ahead >>= 1
            left -= 1
            if not nonzero:
                words[place] = 0
                place += 1
                continue
        if mode == INTEGER:
            if left < low:
                ahead |= data[position] << left
                at = position
                position += 1
                left += 8
            word = ahead & ((1 << low) - 1)
            ahead >>= low
            left -= low
            if size == 1:
                word |= data[position] << low
            elif size == 4:
                word = _WORD.unpack_from(data, position)[0]
            elif size:
                for number in range(size):
                    word |= data[position + number] << low + 8 * number
            position += size
        elif mode == ANGLE16:
            short = _SHORT.unpack_from(data, position)[0]
            word = _WORD.unpack(_FLOAT.pack(short * DEGREES_PER_SHORT))[0]
            position += 2
        else:
            if not left:
                at, ahead, left = position, data[position], 8
                position += 1
            raw = ahead & 1
            ahead >>= 1
            left -= 1
            if raw:
                word = _WORD.unpack_from(data, position)[0]
                position += 4
            else:
                if left < 5:
                    ahead |= data[position] << left
                    at = position
                    position += 1
                    left += 8
                whole = (ahead & 31) + (data[position] << 5) - SMALL_FLOAT
                word = _WORD.unpack(_FLOAT.pack(whole))[0]
                ahead >>= 5
                left -= 5
                position += 1
        words[place] = word
        place += 1
    reader.move_to(at * 8 + 8 - left, position)

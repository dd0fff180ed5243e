"""The three field modes of delta records, for a whole run of fields (msg: Generic field delta).

Most fields of a record are unchanged. So the writer looks for the changed ones first and folds
the changed bits between them into the flags of the next one; the reader goes from one set bit to
the next with both cursors in local variables. The bits on the wire are those of a loop that asks
every field.

The flags count as one multi-bit write, which is refused in the last four bytes of a message where
single bits would still fit. Nothing a message needs fits behind them there, so only the moment of
an overflow differs, never a byte of a message that is sent.
"""

from __future__ import annotations

from itertools import compress
from operator import ne
from struct import Struct, error
from typing import TYPE_CHECKING, Final

from .errors import LocalProtocolError
from .message import DEGREES_PER_SHORT, angle_to_short, short_to_angle
from .record import WORD_MASK, float_to_word, word_to_float
from .tables import ANGLE16, FLOAT, INTEGER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .message import MessageReader, MessageWriter
    from .tables import Plan, Table

SMALL_FLOAT: Final = 4096
"""A whole number from -4096 up to 4095 travels in 13 bits: five at the bit cursor, then a byte."""

_PLACES: Final = range(128)
_FLOAT: Final = Struct("<f")
_WORD: Final = Struct("<I")
_SHORT: Final = Struct("<h")
_USHORT: Final = Struct("<H")


def changed_places(old: Sequence[int], new: Sequence[int]) -> list[int]:
    """Return the places where two rows of words differ, rising."""
    return list(compress(_PLACES, map(ne, old, new)))


# -- writing ------------------------------------------------------------------------------------


def write_fields(
    writer: MessageWriter,
    table: Table,
    new: Sequence[int],
    changed: Sequence[int],
    *,
    zero_flag: bool = True,
) -> None:
    """Write the fields from the first one up to the last changed one.

    ``new`` holds words in the order of the table, ``changed`` the places that differ from the
    base. Without ``zero_flag`` (the player's main table) floats and integers lack the bit that
    tells zero from nonzero. Raises `LocalProtocolError` for an integer its width cannot hold and
    for an angle that is not finite.
    """
    head, head_bits = (3, 2) if zero_flag else (1, 1)  # changed, and perhaps nonzero
    plans = table.plans
    write = writer.write_bits_and_data
    pack = _WORD.pack
    following = 0
    for place in changed:
        unchanged = place - following
        following = place + 1
        word = new[place]
        mode, low, size, limit, negative = plans[place]
        if not word and (zero_flag or mode == ANGLE16):
            write(1 << unchanged, unchanged + 2, b"")
        elif mode == FLOAT:
            raw = pack(word)
            value = _FLOAT.unpack(raw)[0]
            if -4096.0 <= value < 4096.0 and value == (whole := int(value)):
                if zero_flag and not whole:  # -0.0
                    write(1 << unchanged, unchanged + 2, b"")
                    continue
                whole += SMALL_FLOAT
                bits = head | (whole & 31) << head_bits + 1
                raw = (whole >> 5).to_bytes(1, "little")
                write(bits << unchanged, unchanged + head_bits + 6, raw)
            else:
                write((head | 1 << head_bits) << unchanged, unchanged + head_bits + 1, raw)
        elif mode == INTEGER:
            if limit <= word < negative:
                raise LocalProtocolError(
                    f"{table.name} field {table.names[place]} cannot hold {word}"
                )
            bits = head | (word & ((1 << low) - 1)) << head_bits
            raw = pack(word >> low)[:size]
            write(bits << unchanged, unchanged + head_bits + low, raw)
        else:
            write(3 << unchanged, unchanged + 2, _USHORT.pack(_encode_angle(word)))


def _encode_angle(word: int) -> int:
    try:
        return angle_to_short(word_to_float(word))
    except (ValueError, OverflowError) as reason:
        raise LocalProtocolError("an angle is not finite") from reason


# -- reading ------------------------------------------------------------------------------------


def read_fields(
    reader: MessageReader,
    table: Table,
    words: list[int],
    count: int,
    *,
    zero_flag: bool = True,
) -> None:
    """Read the first ``count`` fields of a record over the words of its base.

    Raises `TruncatedError` when the message ends in them; a lenient reader completes them with
    what the stock one would see.
    """
    if count <= 0:
        return
    try:
        _read_quickly(reader, table, words, count, zero_flag=zero_flag)
    except (IndexError, error):  # the message ends here: say where, or complete it
        _read_carefully(reader, table, words, count, zero_flag=zero_flag)


def _read_carefully(
    reader: MessageReader, table: Table, words: list[int], count: int, *, zero_flag: bool
) -> None:
    """Read fields with the reader's own primitives, which know what the end of a message means."""
    place = reader.read_zero_run(count)
    while place < count:
        plan = table.plans[place]
        mode = plan.mode
        if (zero_flag or mode == ANGLE16) and not reader.read_bit():
            words[place] = 0
        elif mode == INTEGER:
            words[place] = _read_integer(reader, plan)
        elif mode == ANGLE16:
            words[place] = float_to_word(short_to_angle(reader.read_short()))
        elif reader.read_bit():
            words[place] = reader.read_long() & WORD_MASK
        else:
            small = reader.read_bits(5)
            words[place] = float_to_word(small + reader.read_byte() * 32 - SMALL_FLOAT)
        place += 1
        place += reader.read_zero_run(count - place)


def _read_integer(reader: MessageReader, plan: Plan) -> int:
    word = reader.read_bits(plan.low) if plan.low else 0
    for place in range(plan.size):  # byte by byte, as the engine: a missing one is -1
        word |= reader.read_byte() << plan.low + 8 * place
    return word & WORD_MASK


def _read_quickly(  # noqa: C901  one loop over local cursors is the point
    reader: MessageReader, table: Table, words: list[int], count: int, *, zero_flag: bool
) -> None:
    """Read as `_read_carefully` does, of a message that does not end in the fields.

    The bits left in the open bit byte are ``ahead``, ``left`` of them; ``at`` is its place. The
    next bit byte is taken at the byte cursor only when a bit of it is needed. Reading past the
    end raises `IndexError` or `struct.error`, with the reader untouched.
    """
    data, bit, position = reader.cursors
    plans = table.plans
    left = -bit & 7
    at = bit - 1 >> 3
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

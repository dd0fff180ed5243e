"""The three field modes of delta records, for a whole run of fields (msg: Generic field delta).

Each direction is here twice, with the same bits on the wire. The careful loop goes through the
message primitives, field by field, and is the definition; it serves where a message ends. The
quick one keeps the cursors in local variables: the writer folds the bits of unchanged fields into
the flags of the next changed one, the reader goes from one set bit to the next.
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

NEGATIVE_ZERO: Final = 0x80000000
MOST_BYTES: Final = 1024
"""More than the longest record takes: 114 fields of at most five bytes and their flags."""

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
    if writer.room > MOST_BYTES:
        _write_quickly(writer, table, new, changed, zero_flag=zero_flag)
    else:
        _write_carefully(writer, table, new, changed, zero_flag=zero_flag)


def _write_carefully(
    writer: MessageWriter,
    table: Table,
    new: Sequence[int],
    changed: Sequence[int],
    *,
    zero_flag: bool,
) -> None:
    """Write fields one after the other with the writer's own primitives, which may refuse."""
    following = 0
    for place in changed:
        writer.write_zero_bits(place - following)
        following = place + 1
        writer.write_bit(1)
        word = new[place]
        plan = table.plans[place]
        if zero_flag or plan.mode == ANGLE16:
            zero = not word or (plan.mode == FLOAT and word == NEGATIVE_ZERO)
            writer.write_bit(not zero)
            if zero:
                continue
        if plan.mode == FLOAT:
            _write_float(writer, word)
        elif plan.mode == INTEGER:
            _check_width(table, place, word)
            if plan.low:
                writer.write_bits(word, plan.low)
            for number in range(plan.size):
                writer.write_byte(word >> plan.low + 8 * number)
        else:
            writer.write_short(_encode_angle(word))


def _write_float(writer: MessageWriter, word: int) -> None:
    value = word_to_float(word)
    if -SMALL_FLOAT <= value < SMALL_FLOAT and value == int(value):
        writer.write_bit(0)
        writer.write_bits(int(value) + SMALL_FLOAT, 5)
        writer.write_byte(int(value) + SMALL_FLOAT >> 5)
    else:
        writer.write_bit(1)
        writer.write_long(word)


def _write_quickly(
    writer: MessageWriter,
    table: Table,
    new: Sequence[int],
    changed: Sequence[int],
    *,
    zero_flag: bool,
) -> None:
    """Write as `_write_carefully` does, into a message with room for all."""
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
                _check_width(table, place, word)
            bits, count = head | (word & ((1 << low) - 1)) << head_bits, head_bits + low
            raw = pack(word >> low)[:size]
        else:
            bits, count, raw = 3, 2, _USHORT.pack(_encode_angle(word))
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


def _check_width(table: Table, place: int, word: int) -> None:
    plan = table.plans[place]
    if plan.limit <= word < plan.negative:
        field = f"{table.name} field {table.names[place]}"
        raise LocalProtocolError(f"{field} cannot hold {word}")


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

"""The three field modes of delta records, for a whole run of fields (msg: Generic field delta).

Most fields of a record are unchanged. So the writer looks for the changed ones first and folds
the changed bits between them into the flags of the next one; the reader skips from one set bit
to the next. The bits on the wire are those of a loop that asks every field.

The flags count as one multi-bit write, which is refused in the last four bytes of a message where
single bits would still fit. Nothing a message needs fits behind them there, so only the moment of
an overflow differs, never a byte of a message that is sent.
"""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Final

from .errors import LocalProtocolError
from .message import angle_to_short, short_to_angle
from .record import WORD_MASK, float_to_word, word_to_float
from .tables import ANGLE16, INTEGER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .message import MessageReader, MessageWriter
    from .tables import Plan, Table

SMALL_FLOAT: Final = 4096
"""A whole number from -4096 up to 4095 travels in 13 bits: five at the bit cursor, then a byte."""
NEGATIVE_ZERO: Final = 0x80000000
MAX_FOLDED_ZEROS: Final = 22
"""Unchanged bits in one write with a field's flags and low bits, so that it stays under 32."""
_PLACES: Final = range(128)


def changed_places(old: Sequence[int], new: Sequence[int]) -> list[int]:
    """Return the places where two rows of words differ, rising."""
    return list(compress(_PLACES, map(ne, old, new)))


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
    head, head_bits = (3, 2) if zero_flag else (1, 1)
    plans = table.plans
    following = 0
    for place in changed:
        zeros = place - following
        following = place + 1
        if zeros > MAX_FOLDED_ZEROS:
            writer.write_zero_bits(zeros)
            zeros = 0
        word = new[place]
        plan = plans[place]
        mode = plan[0]
        if mode == ANGLE16:
            if word:
                writer.write_bits(3 << zeros, zeros + 2)
                writer.write_short(_encode_angle(word))
            else:
                writer.write_bits(1 << zeros, zeros + 2)
        elif zero_flag and (not word or (mode != INTEGER and word == NEGATIVE_ZERO)):
            writer.write_bits(1 << zeros, zeros + 2)
        elif mode == INTEGER:
            _, low, size, limit, negative = plan
            if limit <= word < negative:
                raise LocalProtocolError(
                    f"{table.name} field {table.names[place]} cannot hold {word}"
                )
            writer.write_bits((head | word << head_bits) << zeros, zeros + head_bits + low)
            if size == 1:
                writer.write_byte(word >> low)
            elif size:
                writer.write_data((word >> low).to_bytes(4, "little")[:size])
        else:
            _write_float(writer, word, head << zeros, zeros + head_bits)


def _write_float(writer: MessageWriter, word: int, head: int, head_bits: int) -> None:
    value = word_to_float(word)
    if -SMALL_FLOAT <= value < SMALL_FLOAT and value == (whole := int(value)):
        small = whole + SMALL_FLOAT
        writer.write_bits(head | (small & 31) << head_bits + 1, head_bits + 6)
        writer.write_byte(small >> 5)
    else:
        writer.write_bits(head | 1 << head_bits, head_bits + 1)
        writer.write_long(word)


def _encode_angle(word: int) -> int:
    try:
        return angle_to_short(word_to_float(word))
    except (ValueError, OverflowError) as error:
        raise LocalProtocolError("an angle is not finite") from error


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
    plans = table.plans
    place = reader.read_zero_run(count)
    while place < count:
        plan = plans[place]
        mode = plan[0]
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
    _, low, size, _, _ = plan
    word = reader.read_bits(low) if low else 0
    if size == 1:
        word |= reader.read_byte() << low
    elif reader.remaining < size and reader.lenient:
        for place in range(size):  # the engine takes byte by byte, and -1 for a missing one
            word |= reader.read_byte() << low + 8 * place
    elif size:
        word |= int.from_bytes(reader.read_data(size), "little") << low
    return word & WORD_MASK

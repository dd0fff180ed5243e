"""The three field modes of delta records, for a whole run of fields (msg: Generic field delta).

Each direction exists twice, with the same bits on the wire. The careful loop here goes through
the message primitives, field by field, and is the definition; it serves where a message ends. The
quick one in `uoproto.quickfields` serves everywhere else.
"""

from __future__ import annotations

from itertools import compress
from operator import ne
from struct import error
from typing import TYPE_CHECKING, Final

from .errors import LocalProtocolError
from .message import short_to_angle
from .quickfields import SMALL_FLOAT, check_width, encode_angle, read_quickly, write_quickly
from .record import WORD_MASK, float_to_word, word_to_float
from .tables import ANGLE16, FLOAT, INTEGER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .message import MessageReader, MessageWriter
    from .tables import Plan, Table

NEGATIVE_ZERO: Final = 0x80000000
MOST_BYTES: Final = 1024
"""More than the longest record takes: 114 fields of at most five bytes and their flags."""

_PLACES: Final = range(128)


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
    tells zero from nonzero. Raises `LocalProtocolError` for an integer its width cannot hold, for
    an angle that is not finite, and for words that are not those of a state; part of the record
    may then be written.
    """
    try:
        if writer.room > MOST_BYTES:
            write_quickly(writer, table, new, changed, zero_flag=zero_flag)
        else:
            _write_carefully(writer, table, new, changed, zero_flag=zero_flag)
    except (IndexError, TypeError, error) as reason:
        raise LocalProtocolError(
            f"{table.name}: more fields or larger words than it has"
        ) from reason


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
            check_width(table, place, word)
            if plan.low:
                writer.write_bits(word, plan.low)
            for number in range(plan.size):
                writer.write_byte(word >> plan.low + 8 * number)
        else:
            writer.write_short(encode_angle(word))


def _write_float(writer: MessageWriter, word: int) -> None:
    value = word_to_float(word)
    if -SMALL_FLOAT <= value < SMALL_FLOAT and value == int(value):
        writer.write_bit(0)
        writer.write_bits(int(value) + SMALL_FLOAT, 5)
        writer.write_byte(int(value) + SMALL_FLOAT >> 5)
    else:
        writer.write_bit(1)
        writer.write_long(word)


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
        read_quickly(reader, table, words, count, zero_flag=zero_flag)
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

"""The base of all states: raw 32-bit words and the typed values they stand for.

States keep every field as the unsigned 32-bit word the engine holds, because "changed" compares
words (msg: Generic field delta): -0.0 differs from 0.0 and a NaN equals itself. The table of a
state says which words are binary32 and which are integers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from struct import Struct, error
from typing import TYPE_CHECKING, ClassVar, Final, Self

from .errors import LocalProtocolError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .tables import Table

Vector = tuple[float, float, float]
"""x, y, z in map units; or pitch, yaw, roll in degrees."""

WORD_MASK: Final = 0xFFFFFFFF
_FLOAT: Final = Struct("<f")
_WORD: Final = Struct("<I")


def float_to_word(value: float) -> int:
    """Return the binary32 pattern of a number; `LocalProtocolError` where it has none."""
    try:
        word: int = _WORD.unpack(_FLOAT.pack(value))[0]
    except (OverflowError, error) as reason:  # too large; no number
        raise LocalProtocolError(f"{value!r} does not fit a binary32") from reason
    return word


def word_to_float(word: int) -> float:
    """Return the number of a binary32 pattern."""
    value: float = _FLOAT.unpack(_WORD.pack(word))[0]
    return value


def int_to_word(value: float) -> int:
    """Return the two's complement word of an integer from -2**31 up to 2**32 - 1.

    Raises `LocalProtocolError` outside that range and for anything but a whole number.
    """
    try:
        whole = int(value) if value == value and abs(value) <= WORD_MASK else None
    except TypeError as reason:
        raise LocalProtocolError(f"{value!r} is no number") from reason
    if whole is None or whole != value or whole < -0x80000000:
        raise LocalProtocolError(f"{value} is no 32-bit integer")
    return whole & WORD_MASK


def word_to_int(word: int) -> int:
    """Return the signed reading of a word."""
    return (word ^ 0x80000000) - 0x80000000


def pack_fields(
    order: Table, types: Table, values: Mapping[str, float], base: Sequence[int]
) -> tuple[int, ...]:
    """Return the words of ``base`` with some fields set anew.

    ``order`` gives each field its place, ``types`` its type. Raises `LocalProtocolError` for an
    unknown name or a value its word cannot hold.
    """
    words = list(base)
    for name, value in values.items():
        place = order.index.get(name)
        if place is None:
            raise LocalProtocolError(f"{order.name} has no field {name!r}")
        integer = types.fields[types.index[name]].is_integer
        words[place] = int_to_word(value) if integer else float_to_word(value)
    return tuple(words)


def unpack_field(order: Table, types: Table, words: Sequence[int], name: str) -> float:
    """Return one typed value; raises `KeyError` for an unknown name."""
    word = words[order.index[name]]
    return word if types.fields[types.index[name]].is_integer else word_to_float(word)


def unpack_fields(
    order: Table, types: Table, words: Sequence[int], *, everything: bool
) -> dict[str, float]:
    """Return typed values by name; unless ``everything``, only those whose word is not zero."""
    return {
        name: unpack_field(order, types, words, name)
        for name, word in zip(order.names, words, strict=True)
        if word or everything
    }


@dataclass(frozen=True, slots=True)
class Record:
    """One state: the words of its fields, in the order of the table ``ORDER``."""

    ORDER: ClassVar[Table]
    words: tuple[int, ...]

    @property
    def table(self) -> Table:
        """The table that gives the fields their types."""
        return self.ORDER

    @classmethod
    def from_fields(cls, values: Mapping[str, float]) -> Self:
        """Return a state that is zero but for the fields given.

        Floats are rounded to binary32, negative integers stored in two's complement. Raises
        `LocalProtocolError` for an unknown field or a value 32 bits cannot hold.
        """
        return cls((0,) * len(cls.ORDER)).with_fields(values)

    def with_fields(self, values: Mapping[str, float]) -> Self:
        """Return this state with some fields changed; raises as `from_fields`."""
        return replace(self, words=pack_fields(self.ORDER, self.table, values, self.words))

    def fields(self, *, all: bool = False) -> dict[str, float]:  # noqa: A002
        """Return typed values by name: the fields whose word is not zero, or all of them."""
        return unpack_fields(self.ORDER, self.table, self.words, everything=all)

    def __getitem__(self, name: str) -> float:
        """Return one typed value; raises `KeyError` for an unknown name."""
        return unpack_field(self.ORDER, self.table, self.words, name)

    def vector(self, stem: str) -> Vector:
        """Return the float fields ``stem[0]`` to ``stem[2]``."""
        return (self[f"{stem}[0]"], self[f"{stem}[1]"], self[f"{stem}[2]"])

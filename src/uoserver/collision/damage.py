"""How a damaged map is refused: one error for every index, span and number out of range."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from uoserver.bsp.errors import DamagedError
from uoserver.bsp.limits import MAX_COORDINATE
from uoserver.bsp.schema import LumpIndex


def damaged(lump: LumpIndex, record: int, problem: str) -> DamagedError:
    """Return the error that names lump, record and problem."""
    return DamagedError(f"{lump.title}, record {record}: {problem}", lump=lump, record=record)


def check_index(lump: LumpIndex, record: int, what: str, index: int, count: int) -> None:
    """Raise DamagedError unless ``0 <= index < count``."""
    if not 0 <= index < count:
        raise damaged(lump, record, f"{what} {index} of {count}")


def check_span(lump: LumpIndex, record: int, what: str, first: int, count: int, of: int) -> None:
    """Raise DamagedError unless a span lies within `of` records.

    An empty one may start anywhere that is not negative.
    """
    if count < 0 or first < 0 or (count and first + count > of):
        raise damaged(lump, record, f"{what} {first} + {count} of {of}")


def check_numbers(lump: LumpIndex, record: int, numbers: Iterable[float]) -> None:
    """Raise DamagedError unless all numbers are finite and within MAX_COORDINATE."""
    for number in numbers:
        if not isfinite(number) or abs(number) > MAX_COORDINATE:
            raise damaged(lump, record, f"coordinate {number}")

"""The lumps of a file that may be damaged, read without keeping them in memory."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import eq
from typing import Any, Final, NamedTuple, TypeVar, cast

from uoserver.bsp.check.report import Report
from uoserver.bsp.codec import RecordCodec
from uoserver.bsp.header import Lump
from uoserver.bsp.limits import MAX_COORDINATE
from uoserver.bsp.model import CODECS
from uoserver.bsp.schema import RECORDS, LumpIndex, record_struct
from uoserver.bsp.vectors import Vec3

T = TypeVar("T")

SHARING: Final = 8
"""How often spans may go over a lump of indexes: each of a million surfaces may name 65,535."""
FREE_INDEXES: Final = 100_000


class Lumps:
    """A file and the places of those lumps that can be read, whole records each."""

    def __init__(self, data: bytes, places: Sequence[Lump]) -> None:
        self._data: Final = data
        self._places: Final = places

    def raw(self, index: LumpIndex) -> memoryview:
        """Return the bytes of a lump without a copy of them."""
        return self._places[index].view(self._data)

    def count(self, index: LumpIndex) -> int:
        """Return how many records a lump has."""
        return self._places[index].length // record_struct(index).size

    def records(self, index: LumpIndex, record: type[T]) -> Iterator[T]:  # noqa: ARG002
        """Yield the records of a lump, which are of the class `record`."""
        return cast("RecordCodec[T]", CODECS[index]).iterate(self.raw(index))

    def numbers(self, index: LumpIndex) -> Iterator[int]:
        """Yield the records of a lump of plain numbers."""
        return chain.from_iterable(record_struct(index).iter_unpack(self.raw(index)))

    def points(self, index: LumpIndex) -> Iterator[Vec3]:
        """Yield the records of a lump of points."""
        return cast("Iterator[Vec3]", record_struct(index).iter_unpack(self.raw(index)))


def check_entries(
    report: Report, lumps: Lumps, rule: str, index: LumpIndex, limit: int, what: str
) -> None:
    """Check that every entry of a lump of indexes is below `limit`."""
    smallest = min(lumps.numbers(index), default=0)
    if smallest >= 0 and max(lumps.numbers(index), default=-1) < limit:
        return
    field = RECORDS[index].subcons[0].name
    for record, value in enumerate(lumps.numbers(index)):
        report.out_of(rule, index, record, field, value, limit, what)


class Indexes(NamedTuple):
    """What is known of a span of indexes; `degenerate` counts from the span's beginning."""

    smallest: int
    largest: int
    degenerate: int | None


class IndexSpans:
    """Looks at spans of a lump of 16-bit indexes, at each only once and within a budget."""

    def __init__(
        self, report: Report, lumps: Lumps, index: LumpIndex, free: int = FREE_INDEXES
    ) -> None:
        self._report: Final = report
        self._raw: Final = lumps.raw(index)
        self._index: Final = index
        self._known: Final[dict[tuple[int, int], Indexes]] = {}
        self._budget = SHARING * lumps.count(index) + free

    def look(self, first: int, count: int) -> Indexes | None:
        """Return what a span inside the lump holds, None when it is empty or too much."""
        if not count:
            return None
        known = self._known.get((first, count))
        if known is None:
            if self._budget < count:
                if self._budget >= 0:
                    self._report.add(
                        "shared-indexes", "the rest was not looked at", lump=self._index
                    )
                self._budget = -1
                return None
            self._budget -= count
            known = self._read(first, count)
            self._known[first, count] = known
        return known

    def _read(self, first: int, count: int) -> Indexes:
        values = struct.unpack_from(f"<{count}h", self._raw, 2 * first)
        return Indexes(min(values), max(values), degenerate_triangle(values))


def degenerate_triangle(indexes: Sequence[int]) -> int | None:
    """Return the first triangle with a vertex twice, None if there is none."""
    a, b, c = indexes[0::3], indexes[1::3], indexes[2::3]
    for one, other in ((a, b), (b, c), (c, a)):
        if any(map(eq, one, other)):
            break
    else:
        return None
    triangles = enumerate(zip(a, b, c, strict=False))
    return next((number for number, corners in triangles if len(set(corners)) < 3), None)


def finite(values: Sequence[Any]) -> bool:
    """Return whether all numbers are finite."""
    return all(value - value == 0 for value in values)


def placed(values: Sequence[float]) -> bool:
    """Return whether all numbers are coordinates that a trace can bear; NaN is none."""
    return all(-MAX_COORDINATE <= value <= MAX_COORDINATE for value in values)

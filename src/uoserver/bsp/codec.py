"""What the bytes of a lump stand for: one codec for each of the 33 slots.

A record becomes its NamedTuple by functions that run in C from end to end, as a map has some
hundred thousand of them; the formats and shapes come from `uoserver.bsp.schema`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from uoserver.bsp.errors import BspError, UnwritableError
from uoserver.bsp.records import Visibility
from uoserver.bsp.schema import RECORDS, VISIBILITY_HEADER, LumpIndex, fields_of, struct_of

T = TypeVar("T")

_VISIBILITY: Final = struct_of(VISIBILITY_HEADER)
_UNPACKABLE: Final = (struct.error, OverflowError, TypeError)


class Codec(Protocol[T]):
    """Turns the bytes of one lump into a value and back."""

    @property
    def index(self) -> LumpIndex:
        """The slot this is for."""

    def check(self, raw: memoryview) -> None:
        """Raise BspError when `decode` could not read `raw`."""

    def decode(self, raw: memoryview) -> T:
        """Return what checked bytes stand for."""

    def encode(self, value: T) -> bytes:
        """Return the bytes of `value`; raises UnwritableError."""

    def keep(self, packed: bytes, raw: memoryview) -> bytes:
        """Return `packed` with the bytes of `raw` wherever both stand for the same value."""


class RecordCodec(Generic[T]):
    """A lump of records. `record` is their NamedTuple, None where one field is the record."""

    def __init__(self, index: LumpIndex, record: Callable[..., T] | None) -> None:
        self.index: Final = index
        self._fields: Final = fields_of(RECORDS[index])
        self._struct: Final = struct_of(RECORDS[index])
        self.record: Final = record
        self._nested: Final = any(field.values for field in self._fields)
        self._bytes: Final = [
            (place, int(field.code[:-1]))
            for place, field in enumerate(self._fields)
            if field.code.endswith("s")
        ]

    def check(self, raw: memoryview) -> None:
        """Raise BspError unless the bytes are whole records."""
        if len(raw) % self._struct.size:
            raise BspError(
                f"{self.index.title} has {len(raw)} bytes, "
                f"no whole number of {self._struct.size}-byte records"
            )

    def decode(self, raw: memoryview) -> list[T]:
        """Return the records."""
        return list(self.iterate(raw))

    def iterate(self, raw: memoryview) -> Iterator[T]:
        """Yield the records without holding more than one."""
        rows: Iterator[Any] = self._struct.iter_unpack(raw)
        if self.record is None:
            return rows if self._nested else chain.from_iterable(rows)
        if self._nested:
            rows = map(self._nest(), rows)
        return map(partial(tuple.__new__, cast("Any", self.record)), rows)

    def _nest(self) -> Callable[[Any], Any]:
        """Return what groups the values of a flat row by field."""
        places: list[int | slice] = []
        at = 0
        for field in self._fields:
            places.append(slice(at, at + field.values) if field.values else at)
            at += field.values or 1
        return itemgetter(*places)

    def encode(self, value: Sequence[T]) -> bytes:
        """Return the lump; raises UnwritableError with record and field."""
        packed = bytearray()
        number = 0
        record: Any = None
        try:
            for number, record in enumerate(value):  # noqa: B007 - named in the error
                packed += self._struct.pack(*self._values(record))
        except _UNPACKABLE:
            raise self._refusal(number, record) from None
        return bytes(packed)

    def _values(self, record: Any) -> Sequence[Any]:
        """Return the flat values of a record; raises TypeError for other shapes."""
        if self.record is None:
            return cast("Sequence[Any]", record) if self._nested else (record,)
        if len(record) != len(self._fields):
            raise TypeError
        for place, length in self._bytes:
            if len(record[place]) != length:  # struct would cut or fill it
                raise TypeError
        if not self._nested:
            return cast("Sequence[Any]", record)
        flat: list[Any] = []
        for field, item in zip(self._fields, record, strict=True):
            if field.values is None:
                flat.append(item)
            elif len(item) == field.values:
                flat.extend(item)
            else:
                raise TypeError
        return flat

    def _refusal(self, number: int, record: Any) -> UnwritableError:
        """Return the error for a record that cannot be packed, naming the first such field."""
        shaped = (record,) if self.record is None else record
        name = None
        problem = f"no record of {len(self._fields)} fields: {record!r:.80}"
        if isinstance(shaped, tuple | list) and len(shaped) == len(self._fields):
            for field, item in zip(self._fields, shaped, strict=True):
                if not _fits(field.code, field.values, item):
                    name, problem = field.name, f"{field.name} cannot hold {item!r:.80}"
                    break
        return UnwritableError(
            f"{self.index.title}, record {number}: {problem}",
            lump=self.index,
            record=number,
            field=name,
        )

    def keep(self, packed: bytes, raw: memoryview) -> bytes:
        """Keep the bits of floats that a number of ours cannot hold: signalling NaNs."""
        read = self.encode(self.decode(raw))
        if read == packed:
            return bytes(raw)
        if read == raw:
            return packed
        size = self._struct.size
        kept = bytearray(packed)
        for at in range(0, min(len(packed), len(raw)), size):
            if packed[at : at + size] == read[at : at + size]:
                kept[at : at + size] = raw[at : at + size]
        return bytes(kept)


def _fits(code: str, count: int | None, value: Any) -> bool:
    values = (value,) if count is None else value
    try:
        struct.pack("<" + code, *values)
        return not code.endswith("s") or len(value) == int(code[:-1])
    except _UNPACKABLE:
        return False


class BytesCodec:
    """A lump that is kept as bytes."""

    def __init__(self, index: LumpIndex) -> None:
        self.index: Final = index

    def check(self, raw: memoryview) -> None:
        """Take any bytes."""

    def decode(self, raw: memoryview) -> bytes:
        """Return the bytes."""
        return bytes(raw)

    def encode(self, value: bytes) -> bytes:
        """Return the bytes; raises UnwritableError for anything else."""
        if not isinstance(value, bytes | bytearray | memoryview):
            raise UnwritableError(f"{self.index.title} holds no bytes", lump=self.index)
        return bytes(value)

    def keep(self, packed: bytes, raw: memoryview) -> bytes:  # noqa: ARG002
        """Return `packed`."""
        return packed


class VisibilityCodec:
    """Lump 28: two words and the rows, or nothing."""

    index: Final = LumpIndex.VISIBILITY

    def check(self, raw: memoryview) -> None:
        """Raise BspError unless the rows are as many and as long as the first words say."""
        if not raw:
            return
        if len(raw) < _VISIBILITY.size:
            raise BspError(f"{self.index.title} has {len(raw)} bytes, too few for its head")
        clusters, row_bytes = _VISIBILITY.unpack_from(raw)
        if clusters < 0 or row_bytes < 0 or clusters * row_bytes != len(raw) - _VISIBILITY.size:
            raise BspError(
                f"{self.index.title} has {len(raw)} bytes, "
                f"which are not {clusters} rows of {row_bytes} bytes and the head"
            )

    def decode(self, raw: memoryview) -> Visibility | None:
        """Return the rows, or None for an empty lump."""
        if not raw:
            return None
        clusters, row_bytes = _VISIBILITY.unpack_from(raw)
        return Visibility(clusters, row_bytes, bytes(raw[_VISIBILITY.size :]))

    def encode(self, value: Visibility | None) -> bytes:
        """Return the lump; raises UnwritableError unless the rows are what the counts say."""
        if value is None:
            return b""
        try:
            packed = _VISIBILITY.pack(value.cluster_count, value.row_bytes) + value.rows
            self.check(memoryview(packed))
        except (*_UNPACKABLE, BspError, AttributeError) as error:
            raise UnwritableError(f"{self.index.title}: {error}", lump=self.index) from None
        return packed

    def keep(self, packed: bytes, raw: memoryview) -> bytes:  # noqa: ARG002
        """Return `packed`."""
        return packed

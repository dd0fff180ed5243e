"""One pack: a ``.pk3``, which is a zip file, read without unpacking it."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, Final

from uoserver.files.checksum import pack_checksum
from uoserver.files.errors import (
    FileMissingError,
    FileNameError,
    FileTooLargeError,
    PackError,
)
from uoserver.files.names import check_name, fold

MAX_PACK_ENTRIES: Final = 65_535
"""What a zip without the 64-bit extension can hold: stops a pack that is only a directory."""
MAX_FILE_SIZE: Final = 128 * 1024 * 1024
"""Largest file that is read whole: stops a decompression bomb (a map is 1 to 40 MiB)."""

_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED: Final = 0x1

# zipfile reports damage in all of these ways.
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
    UnicodeError,
    ValueError,
)


class Pack:
    """An open pack; names in it are found without regard to letter case.

    Entries that are folders, or whose names `check_name` refuses, are left out; of two entries
    with one name the later counts, as it is the one a later tool added.
    """

    def __init__(self, source: Path | IO[bytes], label: str) -> None:
        """Open the pack and read its directory.

        `label` names it in messages. Raises PackError when it is damaged.
        """
        self.label = label
        try:
            self._zip = zipfile.ZipFile(source)
        except _DAMAGE as error:
            raise PackError(f"{label}: {error}") from error
        entries = self._zip.infolist()
        if len(entries) > MAX_PACK_ENTRIES:
            self._zip.close()
            raise PackError(f"{label}: {len(entries)} entries, at most {MAX_PACK_ENTRIES}")
        self._entries: dict[str, tuple[str, zipfile.ZipInfo]] = {}
        for entry in entries:
            name = entry.filename.replace("\\", "/")
            try:
                self._entries[fold(check_name(name))] = (name, entry)
            except FileNameError:
                continue

    @cached_property
    def checksum(self) -> int:
        """The checksum that clients compare: of the CRC-32s of all entries that are not empty.

        In the order of the zip's directory, those left out here among them (docs/decisions.md:
        Downloads).
        """
        return pack_checksum(entry.CRC for entry in self._zip.infolist() if entry.file_size > 0)

    def close(self) -> None:
        """Close the file; reading fails from now on."""
        self._zip.close()

    def __contains__(self, name: str) -> bool:
        return fold(name) in self._entries

    def __iter__(self) -> Iterator[str]:
        """Names as the pack spells them."""
        return (name for name, _ in self._entries.values())

    def size(self, name: str) -> int:
        """Return the unpacked size that the directory states; FileMissingError if not there."""
        return self._entry(name).file_size

    def read(self, name: str, limit: int = MAX_FILE_SIZE) -> bytes:
        """Return the bytes of one file.

        Raises FileMissingError, FileTooLargeError before anything is unpacked, PackError.
        """
        entry = self._entry(name)
        if entry.file_size > limit:
            raise FileTooLargeError(f"{self.label}: {name} has {entry.file_size} bytes")
        if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _METHODS:
            raise PackError(f"{self.label}: {name} is encrypted or packed in an unknown way")
        try:
            with self._zip.open(entry) as file:
                data = file.read(limit + 1)
        except _DAMAGE as error:
            reason = str(error) or "it is cut off"  # all that an EOFError does not say
            raise PackError(f"{self.label}: {name}: {reason}") from error
        if len(data) != entry.file_size:
            raise PackError(f"{self.label}: {name} unpacks to another size than stated")
        return data

    def _entry(self, name: str) -> zipfile.ZipInfo:
        try:
            return self._entries[fold(name)][1]
        except KeyError:
            raise FileMissingError(f"{self.label}: no {name}") from None

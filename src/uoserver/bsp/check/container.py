"""Header, directory and sizes of the lumps (validator 1 to 4, 12, 15)."""

from __future__ import annotations

from typing import Final

from uoserver.bsp.check.lumps import Lumps
from uoserver.bsp.check.report import Report
from uoserver.bsp.errors import BspError
from uoserver.bsp.header import MAX_MAP_SIZE, Lump, shared_bytes
from uoserver.bsp.model import CODECS
from uoserver.bsp.schema import (
    HEADER,
    HEADER_SIZE,
    IDENT,
    LUMP_ALIGNMENT,
    RECORDS,
    VERSION,
    LumpIndex,
    record_struct,
)

NEEDED: Final = (
    LumpIndex.MATERIALS,
    LumpIndex.PLANES,
    LumpIndex.NODES,
    LumpIndex.LEAVES,
    LumpIndex.MODELS,
)
_NOTHING: Final = Lump(0, 0)


def check_container(report: Report, data: bytes) -> Lumps | None:
    """Return the lumps that can be looked at, None if this is no map of this game."""
    if not HEADER_SIZE <= len(data) <= MAX_MAP_SIZE:
        problem = f"{len(data)} bytes, a map has {HEADER_SIZE} to {MAX_MAP_SIZE}"
        report.add("file-size", problem, field="size", value=len(data))
        return None
    header = HEADER.parse(data[:HEADER_SIZE])
    if header.ident != IDENT:
        ident = header.ident.decode("latin-1")
        report.add("ident", f"not IBSP but {ident!r}", field="ident", value=ident)
        return None
    places = [Lump(int(entry.offset), int(entry.length)) for entry in header.lumps]
    _check_places(report, places, len(data))
    if header.version != VERSION:
        problem = f"{header.version}, this game's maps have {VERSION}"
        report.add("version", problem, field="version", value=int(header.version))
        return None
    _check_sizes(report, Lumps(data, places), places)
    return Lumps(data, places)


def _check_places(report: Report, places: list[Lump], size: int) -> None:
    """Check where lumps lie; those that cannot be read become empty in `places`."""
    for index in LumpIndex:
        place = places[index]
        if place.length < 0:
            report.add(
                "lump-range",
                f"length {place.length}",
                lump=index,
                field="length",
                value=place.length,
            )
            places[index] = _NOTHING
        elif place.length and not 0 <= place.offset <= size - place.length:
            problem = f"{place.length} bytes at {place.offset}, the file has {size}"
            report.add("lump-range", problem, lump=index, field="offset", value=place.offset)
            places[index] = _NOTHING
    while (shared := shared_bytes(places)) is not None:
        first, second = shared
        lump = LumpIndex(second)
        problem = f"lies over {LumpIndex(first).title}"
        report.add("lump-overlap", problem, lump=lump, field="offset", value=places[second].offset)
        places[second] = _NOTHING
    end = 0
    for index in LumpIndex:
        place = places[index]
        if not place.length:
            continue
        for rule, wrong, problem in (
            ("lump-header", place.offset < HEADER_SIZE, "begins inside the header"),
            ("lump-alignment", place.offset % LUMP_ALIGNMENT, "is no multiple of 4"),
            ("lump-order", place.offset < end, "stands before one with a lower number"),
        ):
            if wrong:
                report.add(
                    rule,
                    f"{place.offset} {problem}",
                    lump=index,
                    field="offset",
                    value=place.offset,
                )
        end = max(end, place.offset)


def _check_sizes(report: Report, lumps: Lumps, places: list[Lump]) -> None:
    """Check what lengths stand for; a broken piece at the end of a lump is cut off."""
    for index in LumpIndex:
        length = places[index].length
        try:
            CODECS[index].check(lumps.raw(index))
        except BspError:
            if index in RECORDS:
                size = record_struct(index).size
                problem = f"{length} bytes, no whole number of {size}-byte records"
                report.add("lump-records", problem, lump=index, field="length", value=length)
                places[index] = Lump(places[index].offset, length - length % size)
            else:
                problem = f"{length} bytes are not what its first words say"
                report.add("visibility-size", problem, lump=index, field="length", value=length)
                places[index] = _NOTHING
    for index in NEEDED:
        if not lumps.count(index):
            report.add("lump-missing", "empty", lump=index, field="length", value=0)

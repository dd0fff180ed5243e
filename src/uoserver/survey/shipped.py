"""Surveys that come with the package, of the maps in it (`ship` makes them)."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from .cache import cache_name, read_survey
from .model import Survey

FOLDER: Final = "surveys"
"""In the package's data."""


def find_shipped(checksum: int) -> Survey | None:
    """Return the survey of the map with this checksum (`bsp.mapinfo`), None if none is here.

    Raises `CacheError` for a damaged one.
    """
    there = files("uoserver") / "data" / FOLDER / cache_name(checksum)
    return read_survey(there.read_bytes(), checksum) if there.is_file() else None

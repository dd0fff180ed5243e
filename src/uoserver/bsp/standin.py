"""The stand-in map, built: what tests of the reader use as a map of our own."""

from __future__ import annotations

from uoserver.bsp.build.compile import build_map as _build_map
from uoserver.bsp.build.pack import SOURCE
from uoserver.bsp.write import write


def build_map(source: str) -> bytes:
    """Return the file of a map source."""
    return write(_build_map(source).map)


__all__ = ["SOURCE", "build_map"]

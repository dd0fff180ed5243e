"""Maps: IBSP version 59 files and what a server needs to know of them."""

from __future__ import annotations

from uoserver.bsp.errors import BspError
from uoserver.bsp.mapinfo import MapInfo, load_map

__all__ = ["BspError", "MapInfo", "load_map"]

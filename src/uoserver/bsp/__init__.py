"""Maps: IBSP version 59 files read, written and checked, and what a server needs of them."""

from __future__ import annotations

from uoserver.bsp.check import Finding, check
from uoserver.bsp.errors import BspError
from uoserver.bsp.mapinfo import MapInfo, load_map
from uoserver.bsp.model import Map
from uoserver.bsp.read import read
from uoserver.bsp.write import write

__all__ = ["BspError", "Finding", "Map", "MapInfo", "check", "load_map", "read", "write"]

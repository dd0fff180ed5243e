"""What a server wants to know of a map before it looks at the geometry."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass

from uoserver.bsp.entities import Entity
from uoserver.bsp.errors import BspError
from uoserver.bsp.model import Map
from uoserver.bsp.read import read
from uoserver.bsp.spawn import Bounds, SpawnPoint, SpawnSet, choose_spawns, read_points
from uoserver.bsp.vectors import MAX_WORLD_COORD


@dataclass(frozen=True, slots=True)
class MapInfo:
    """Entities, spawn and intermission points by class name, bounds of the world model.

    `checksum` is the CRC-32 of the file: it tells two versions of a map apart in logs. (The
    stock engine folds an MD4 digest instead; nothing on the wire carries it.)
    """

    entities: tuple[Entity, ...]
    spawn_points: dict[str, tuple[SpawnPoint, ...]]
    bounds: Bounds
    checksum: int

    def spawns(self, gametype: str) -> SpawnSet:
        """Return the points that `gametype` uses on this map; never empty."""
        return choose_spawns(self.spawn_points, gametype, self.bounds)


def load_map(data: bytes) -> MapInfo:
    """Read a map file; raises BspError, whatever the bytes are."""
    return describe_map(read(data))


def describe_map(source: Map) -> MapInfo:
    """Return what is known of a map that was read; raises BspError."""
    entities = source.entities
    bounds = _world_bounds(source)
    checksum = zlib.crc32(source.source or b"")
    return MapInfo(tuple(entities), read_points(entities), bounds, checksum)


def _world_bounds(source: Map) -> Bounds:
    """Return the bounds of model 0, the world."""
    if not source.models:
        raise BspError("the map has no world model")
    mins, maxs = source.models[0][:2]
    if not all(math.isfinite(value) and abs(value) <= MAX_WORLD_COORD for value in (*mins, *maxs)):
        raise BspError("the bounds of the world model are no box in a world")
    if any(low > high for low, high in zip(mins, maxs, strict=True)):
        raise BspError("the bounds of the world model are inside out")
    return Bounds(mins, maxs)

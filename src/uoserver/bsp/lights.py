"""Static lights: their parameters, those of a leaf, and the visibility cache of lump 32."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from uoserver.bsp.access import span
from uoserver.bsp.errors import BspError
from uoserver.bsp.model import Map
from uoserver.bsp.records import Leaf, Light
from uoserver.bsp.schema import (
    LIGHT_CACHE_BUCKET_ENTRIES,
    LIGHT_CACHE_BUCKETS,
    LIGHT_CACHE_ENTRY,
    LIGHT_CACHE_SIZE,
    LIGHT_PARAMETERS,
    LumpIndex,
    struct_of,
)

DIFFUSE_SUN_BIT: Final = 0x8000
"""The bit of a cache entry's `visible_light_bits` that stands for the diffuse sun."""

_ENTRY: Final = struct_of(LIGHT_CACHE_ENTRY)
_BUCKET_SIZE: Final = LIGHT_CACHE_BUCKET_ENTRIES * _ENTRY.size
_WORD: Final = 0xFFFFFFFF


class LightType(IntEnum):
    """The types whose meaning is known (spec: Lump 30); 6 has a colour and nothing else."""

    SUN = 1
    POINT = 2
    LINEAR_POINT = 3
    CUSTOM_POINT = 4
    SPOT = 5
    COLOR_ONLY = 6
    CUSTOM_SPOT = 7
    DIFFUSE_SUN = 8


class LightParameters(NamedTuple):
    """Attenuation by distance, and for spots the cosine and exponent of the cone, else None."""

    linear: float = 0.0
    quadratic: float = 0.0
    constant: float = 0.0
    cutoff_cos: float | None = None
    exponent: int | None = None


def light_parameters(light: Light) -> LightParameters:
    """Return the parameters that a light's type gives it; raises BspError for unknown types.

    A plain point light has a quadratic attenuation of 1 without saying so.
    """
    if light.type not in LightType.__members__.values():
        raise BspError(f"unknown type of light: {light.type}")
    if light.type == LightType.POINT:
        return LightParameters(quadratic=1.0)
    schema = LIGHT_PARAMETERS.get(light.type)
    if schema is None:
        return LightParameters()
    values = struct_of(schema).unpack_from(light.parameters)
    names = [part.name for part in schema.subcons]
    return LightParameters(**dict(zip(names, values, strict=True)))


def leaf_lights(source: Map, leaf: Leaf) -> tuple[bool, Sequence[int]]:
    """Return whether the sun reaches a leaf, and its lights in lump 30 (spec: Lump 19).

    A negative first index is the sun's marker. Raises BspError for a span outside lump 19.
    """
    lights = span(source.light_indexes, leaf.first_light, leaf.light_count, LumpIndex.LIGHT_INDEXES)
    if lights and lights[0] < 0:
        return True, lights[1:]
    return False, lights


class SampleState(IntEnum):
    """What a cache entry holds."""

    EMPTY = 0
    VALID = 1
    BLOCKED = 2


class LightCacheEntry(NamedTuple):
    """One entry of lump 32.

    `diffuse_sun_visibility` has one byte for each of 1 to 5 steps, `visible_light_bits` a bit
    for each light of the leaf and `DIFFUSE_SUN_BIT`.
    """

    key: int
    sample_state: int
    diffuse_sun_visibility: tuple[int, ...]
    visible_light_bits: int

    def pack(self) -> bytes:
        """Return the 12 bytes; raises struct.error for values beyond their fields."""
        return _ENTRY.pack(self[0], self[1], *self[2], self[3])


def light_cache_key(grid_x: int, grid_y: int, cluster: int) -> int:
    """Return the key of a place: ten bits of y, ten of x, twelve of the cluster."""
    return (grid_y << 22 & _WORD) | (grid_x & 0x3FF) << 12 | (cluster & 0xFFF)


def light_cache_bucket(grid_x: int, grid_y: int, grid_z: int) -> int:
    """Return the bucket of a place, 0 to 8191; grid numbers are 32-bit words, signed or not."""
    reversed_z = int(f"{grid_z & _WORD:032b}"[::-1], 2)
    return (reversed_z + grid_y * 0x0C41 - grid_x * 0x0C3D) & (LIGHT_CACHE_BUCKETS - 1)


def light_cache_entries(cache: bytes, bucket: int) -> Iterator[LightCacheEntry]:
    """Yield the 32 entries of a bucket of ``Map.light_cache``.

    Raises BspError unless the cache is complete, IndexError for a bucket it does not have.
    """
    if len(cache) != LIGHT_CACHE_SIZE:
        raise BspError(f"a light cache has {LIGHT_CACHE_SIZE} bytes, not {len(cache)}")
    if not 0 <= bucket < LIGHT_CACHE_BUCKETS:
        raise IndexError(f"bucket {bucket} of {LIGHT_CACHE_BUCKETS}")
    start = bucket * _BUCKET_SIZE
    for key, state, *diffuse, bits in _ENTRY.iter_unpack(cache[start : start + _BUCKET_SIZE]):
        yield LightCacheEntry(key, state, tuple(diffuse), bits)


def find_light_cache_entry(
    cache: bytes, grid_x: int, grid_y: int, grid_z: int, cluster: int
) -> LightCacheEntry | None:
    """Return the entry of a place that is not empty, None if the cache has none or is empty."""
    if not cache:
        return None
    key = light_cache_key(grid_x, grid_y, cluster)
    entries = light_cache_entries(cache, light_cache_bucket(grid_x, grid_y, grid_z))
    return next((entry for entry in entries if entry.key == key and entry.sample_state), None)

from __future__ import annotations

import struct

import pytest

from tests.shared import shared_path
from uoserver.bsp import Map, read
from uoserver.bsp.errors import BspError
from uoserver.bsp.lights import (
    LightCacheEntry,
    LightParameters,
    SampleState,
    find_light_cache_entry,
    leaf_lights,
    light_cache_bucket,
    light_cache_entries,
    light_cache_key,
    light_parameters,
)
from uoserver.bsp.records import Leaf, Light

ORIGIN = (0.0, 0.0, 0.0)
BYTES = struct.pack("<4f", 0.5, 0.25, 0.125, 2.0)


def light(kind: int, parameters: bytes = BYTES) -> Light:
    return Light(kind, (1.0, 1.0, 1.0), ORIGIN, ORIGIN, parameters)


@pytest.mark.parametrize(
    ("kind", "parameters", "wanted"),
    [
        (1, BYTES, LightParameters()),
        (2, BYTES, LightParameters(quadratic=1.0)),
        (3, BYTES, LightParameters(linear=0.5)),
        (4, BYTES, LightParameters(quadratic=0.5, constant=0.25)),
        (5, struct.pack("<fi8x", 0.75, 3), LightParameters(cutoff_cos=0.75, exponent=3)),
        (6, BYTES, LightParameters()),
        (
            7,
            struct.pack("<3fi", 0.5, 0.25, 0.75, 9),
            LightParameters(quadratic=0.5, constant=0.25, cutoff_cos=0.75, exponent=9),
        ),
        (8, BYTES, LightParameters()),
    ],
)
def test_parameters_by_type(kind: int, parameters: bytes, wanted: LightParameters) -> None:
    assert light_parameters(light(kind, parameters)) == wanted


@pytest.mark.parametrize("kind", [0, 9, -1])
def test_unknown_types(kind: int) -> None:
    with pytest.raises(BspError, match=f"{kind}"):
        light_parameters(light(kind))


def test_lights_of_a_leaf() -> None:
    source = Map()
    source.light_indexes = [4, -1, 2, 7]
    leaf = Leaf(0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert leaf_lights(source, leaf) == (False, [])
    assert leaf_lights(source, leaf._replace(light_count=1)) == (False, [4])
    assert leaf_lights(source, leaf._replace(first_light=1, light_count=3)) == (True, [2, 7])
    assert leaf_lights(source, leaf._replace(first_light=1, light_count=1)) == (True, [])
    with pytest.raises(BspError, match="lump 19"):
        leaf_lights(source, leaf._replace(first_light=3, light_count=2))
    with pytest.raises(BspError, match="lump 19"):
        leaf_lights(source, leaf._replace(first_light=-1, light_count=1))


# Reckoned by hand from the formulas of the format's page.
@pytest.mark.parametrize(
    ("grid_x", "grid_y", "cluster", "key"),
    [
        (0, 0, 0, 0),
        (1, 0, 0, 0x1000),
        (0, 1, 0, 0x400000),
        (0, 0, 1, 1),
        (0x3FF, 0x3FF, 0xFFF, 0xFFFFFFFF),
        (0x400, 0x400, 0x1000, 0),
        (-1, -2, 5, 0xFFBFF005),
        (3, 2, -1, 0x803FFF),
    ],
)
def test_cache_keys(grid_x: int, grid_y: int, cluster: int, key: int) -> None:
    assert light_cache_key(grid_x, grid_y, cluster) == key


@pytest.mark.parametrize(
    ("grid_x", "grid_y", "grid_z", "bucket"),
    [
        (0, 0, 0, 0),
        (0, 1, 0, 0x0C41),
        (1, 0, 0, 0x13C3),  # 0x2000 - 0x0c3d
        (1, 1, 0, 4),
        (0, 0, 1, 0),  # bit 0 becomes bit 31, beyond the buckets
        (0, 0, 1 << 31, 1),
        (0, 0, 1 << 19, 0x1000),
        (0, 0, 1 << 18, 0),
        (0, 0, -1, 0x1FFF),
        (2, 3, 0xC0000000, 0x0C4C),  # 3 + 0x24c3 - 0x187a
        (0, -1, 0, 0x13BF),
    ],
)
def test_cache_buckets(grid_x: int, grid_y: int, grid_z: int, bucket: int) -> None:
    assert light_cache_bucket(grid_x, grid_y, grid_z) == bucket


def test_cache_entries() -> None:
    entry = LightCacheEntry(0x1000, SampleState.VALID, (1, 2, 3, 4, 5), 0x8001)
    packed = bytes.fromhex("00100000 01 0102030405 0180")
    assert entry.pack() == packed
    cache = bytearray(8192 * 32 * 12)
    at = (0x13C3 * 32 + 31) * 12
    cache[at : at + 12] = packed
    entries = list(light_cache_entries(bytes(cache), 0x13C3))
    assert len(entries) == 32
    assert entries[31] == entry
    assert entries[0] == (0, SampleState.EMPTY, (0, 0, 0, 0, 0), 0)
    assert find_light_cache_entry(bytes(cache), 1, 0, 0, 0) == entry
    assert find_light_cache_entry(bytes(cache), 1, 0, 0, 1) is None
    # Key 0 is that of a real place, but entries that were never filled do not stand for it.
    assert find_light_cache_entry(bytes(cache), 0, 0, 0, 0) is None
    assert find_light_cache_entry(b"", 1, 0, 0, 0) is None


def test_incomplete_caches() -> None:
    with pytest.raises(BspError, match="3145728"):
        find_light_cache_entry(bytes(12), 0, 0, 0, 0)
    for bucket in (-1, 8192):
        with pytest.raises(IndexError):
            next(light_cache_entries(bytes(8192 * 32 * 12), bucket))


def test_real_lights() -> None:
    source = read(shared_path("maps/pv_mini_harbor.bsp").read_bytes())
    assert source.lights
    for each in source.lights:
        light_parameters(each)
    for leaf in source.leaves:
        _, lights = leaf_lights(source, leaf)
        assert all(0 <= number < len(source.lights) for number in lights)

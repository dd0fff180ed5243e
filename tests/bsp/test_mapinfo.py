from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bsp.factory import LUMPS, make_map
from tests.shared import shared_path
from uoserver.bsp import BspError, load_map

SAMPLE = make_map()


def test_load_map() -> None:
    info = load_map(SAMPLE)
    assert [entity.classname for entity in info.entities] == [
        "worldspawn",
        "mp_teamdeathmatch_spawn",
        "mp_teamdeathmatch_intermission",
    ]
    assert info.bounds == ((-1024.0, -512.0, -64.0), (1024.0, 512.0, 960.0))
    assert {name: len(points) for name, points in info.spawn_points.items()} == {
        "mp_teamdeathmatch_spawn": 1,
        "mp_teamdeathmatch_intermission": 1,
    }
    assert info.spawns("ctf").family == "tdm"
    assert info.checksum == zlib.crc32(SAMPLE)


def world(*bounds: float) -> bytes:
    return struct.pack("<6f6i", *bounds, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    "model",
    [
        b"",
        world(float("nan"), 0, 0, 1, 1, 1),
        world(0, 0, 0, 1, float("inf"), 1),
        world(0, 0, 0, 1e9, 1, 1),
        world(0, 0, 5, 1, 1, 4),
    ],
)
def test_a_world_needs_bounds(model: bytes) -> None:
    with pytest.raises(BspError, match="world model"):
        load_map(make_map(LUMPS | {27: model}))


def test_a_piece_of_a_model_is_refused() -> None:
    with pytest.raises(BspError, match=r"lump 27 \(models\) has 47 bytes"):
        load_map(make_map(LUMPS | {27: world(0, 0, 0, 1, 1, 1)[:47]}))


CHANGE = st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255))


@given(st.lists(CHANGE, max_size=8), st.integers(0, len(SAMPLE)))
@settings(max_examples=400)
def test_damaged_maps_load_or_are_refused(changes: list[tuple[int, int]], end: int) -> None:
    data = bytearray(SAMPLE)
    for at, value in changes:
        data[at] = value
    for piece in (bytes(data), bytes(data[:end])):
        try:
            spawns = load_map(piece).spawns("ctf")
        except BspError:
            continue
        assert spawns.points
        assert spawns.intermissions


@pytest.mark.parametrize(
    ("name", "family", "counts"),
    [
        ("empty", "tdm", {"mp_teamdeathmatch_spawn": 2}),
        ("bmw", "tdm", {"mp_teamdeathmatch_spawn": 2}),
        ("brmap2_a", "tdm", {"mp_deathmatch_spawn": 30, "mp_teamdeathmatch_spawn": 14}),
        ("pv_mini_harbor", "sd", {"mp_deathmatch_spawn": 4, "mp_teamdeathmatch_spawn": 5}),
    ],
)
def test_real_maps(name: str, family: str, counts: dict[str, int]) -> None:
    info = load_map(shared_path(f"maps/{name}.bsp").read_bytes())
    assert {key: len(info.spawn_points[key]) for key in counts} == counts
    spawns = info.spawns("ctf")
    assert spawns.family == family
    for point in spawns.points:
        low, value, high = info.bounds.mins, point.origin, info.bounds.maxs
        assert all(low[i] < value[i] < high[i] for i in range(3))

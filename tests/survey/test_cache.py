from __future__ import annotations

import contextlib
import dataclasses
import json
import zlib
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.survey.lands import yard
from uoserver.survey import CacheError, Survey, read_survey, survey, write_survey
from uoserver.survey import cache as module
from uoserver.survey.cache import cache_name


@cache
def found() -> Survey:
    land = yard()
    land.entity("uo_static", (100.0, -300.0, 10.0), type="WALL_H", team="allies")
    land.entity("uo_what", (0.0, 0.0, 0.0))
    return survey(land.map())


def unpacked() -> tuple[bytes, dict[str, Any]]:
    head, _, rest = write_survey(found()).partition(b"\n")
    return head + b"\n", json.loads(zlib.decompress(rest))


def packed(value: object) -> bytes:
    return unpacked()[0] + zlib.compress(json.dumps(value).encode())


def test_it_comes_back() -> None:
    data = write_survey(found())
    assert data == write_survey(found())
    assert read_survey(data, found().checksum) == found()
    assert found().notes
    assert found().buildings


def test_names_tell_maps_and_versions_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_name(0xABC) == "00000abc.v2.survey"
    monkeypatch.setattr(module, "VERSION", 7)
    assert cache_name(0xABC) == "00000abc.v7.survey"


def test_of_another_map_or_version(monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_survey(found())
    with pytest.raises(CacheError, match="map and version"):
        read_survey(data, found().checksum ^ 1)
    monkeypatch.setattr(module, "VERSION", 7)
    with pytest.raises(CacheError, match="map and version"):
        read_survey(data, found().checksum)


@given(st.integers(0, 1 << 20), st.integers(0, 255))
def test_a_damaged_file(place: int, byte: int) -> None:
    data = bytearray(write_survey(found()))
    place %= len(data)
    if data[place] == byte:
        return
    data[place] = byte
    with contextlib.suppress(CacheError):
        assert read_survey(bytes(data), found().checksum) == found()


def test_cut_off() -> None:
    data = write_survey(found())
    for size in (0, 5, 40, len(data) - 1):
        with pytest.raises(CacheError):
            read_survey(data[:size], found().checksum)


def test_streams_that_would_fill_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    head, _ = unpacked()
    bomb = head + zlib.compress(b" " * (module.MAX_TEXT + 1))
    with pytest.raises(CacheError, match="too long"):
        read_survey(bomb, found().checksum)
    deep = head + zlib.compress(b"[" * 200_000)
    with pytest.raises(CacheError):
        read_survey(deep, found().checksum)
    monkeypatch.setattr(module, "MAX_SIZE", 100)
    with pytest.raises(CacheError, match="map and version"):
        read_survey(write_survey(found()), found().checksum)


def test_no_object() -> None:
    values: list[object] = [[], None, 5, "x"]
    for value in values:
        with pytest.raises(CacheError, match="no object"):
            read_survey(packed(value), found().checksum)


BAD: dict[str, list[Any]] = {
    "edges": [None, [0, 0, 1], [0, 0, 1, 1 << 30], [5, 0, 1, 9], [0, 5, 9, 1], [0.5, 0, 1, 1]],
    "frame": [
        None,
        [64, -1536, -512, 49],
        [32, -1536, -512, 49, 17],
        [64, -1530, -512, 49, 17],
        [64, -1536, -510, 49, 17],
        [64, -1536, -512, 50, 17],
        [64, -1536, -512, 1, 17],
        [64, -1536, -512, 49, 1],
        [64, -1536, -512, -49, -17],
        [64, -1536, -512, 16384, 16384],
        [True, -1536, -512, 49, 17],
    ],
    "levels": [None, [0], [0.0] * 833, ["x"] * 833, [1 << 20] * 833, [-1 << 20] * 833],
    "reached": [None, "", "03" * 833, "zz" * 833, "0" * 1665, 5, "0 " * 833],
    "roofs": [None, [0], [1 << 20] * 16384, [None] * 16384],
    "terrain": [None, "", "ff" * 16384, "5a" * 16384, "49" * 16384, "03" * 16384],
    "buildings": [
        None,
        [[5, 46]],
        [[16384, 46, 0]],
        [[-1, 46, 0]],
        [[5, 0, 0]],
        [[5, 91, 0]],
        [[5, 18, 0]],
        [[5, 46, 3]],
        [[5, 46, 0], [5, 45, 0]],
        [5],
    ],
    "pads": [None, [[5]], [[5], []], [[5], [16384]], [[5], [5]], [[1, 2, 3, 4, 5], [9]], [5, 6]],
    "flags": [None, [[5]], [[], [5]], [[5], [-1]], [[5], [5]], [list(range(255)), [9000]]],
    "stock": [None, [[1, 2, 3, 4]], [[1, 2, 3], [1, 2, 3]], [[1, 2, 3, 256], [1, 2, 3, 4]]],
    "family": [None, 5, "x" * 201, "a\nb"],
    "way": [None, -1, 1.5, 1 << 40, "5"],
    "notes": [None, "x", [5], ["a\nb"], ["x" * 201], ["x"] * 65],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in BAD.items() for value in values]
)
def test_every_value_is_looked_at(key: str, value: object) -> None:
    _, content = unpacked()
    content[key] = value
    with pytest.raises(CacheError):
        read_survey(packed(content), found().checksum)


def test_nothing_of_a_survey_is_forgotten() -> None:
    lattice = {"step", "west", "south", "columns", "rows", "levels", "reached"}
    assert {field.name for field in dataclasses.fields(found().lattice)} == lattice
    names = {field.name for field in dataclasses.fields(found())} - {"lattice", "checksum"}
    assert names | {"frame", "levels", "reached"} == set(unpacked()[1])
    assert set(BAD) == set(unpacked()[1])


def test_pads_flags_and_buildings_do_not_share_cells() -> None:
    _, content = unpacked()
    content["flags"][0] = content["pads"][1]
    with pytest.raises(CacheError, match="same cell"):
        read_survey(packed(content), found().checksum)
    _, content = unpacked()
    content["pads"][0] = [content["buildings"][0][0]]
    with pytest.raises(CacheError, match="same cell"):
        read_survey(packed(content), found().checksum)

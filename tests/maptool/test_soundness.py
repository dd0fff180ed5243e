"""What `check` promises of the clip model, and what only making one tells."""

from __future__ import annotations

import math
import re
import struct
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bsp.factory import change, complete_map
from tests.shared import shared_path
from uoserver.bsp import BspError, Map, check, load_map, read, write
from uoserver.bsp.errors import DamagedError
from uoserver.bsp.header import read_header
from uoserver.bsp.records import Patch
from uoserver.bsp.schema import RECORDS, LumpIndex, record_struct
from uoserver.collision import load_clip_model
from uoserver.files.searchpath import SearchPath
from uoserver.maptool.soundness import CLIP_MODEL, find_faults, has_errors

SMALL = write(complete_map(bulky=False))
FACET_LIMITS = r"^lump 24 \(patches\), record \d+: (curve (of|with) more than|more curves than)"
"""What subdividing a curve may run into, and nothing else."""


@lru_cache
def sample(name: str) -> bytes:
    if name == "small":
        return SMALL
    if name == "mp_foy":
        return SearchPath().read("maps/mp/mp_foy.bsp")
    return shared_path(f"maps/{name}.bsp").read_bytes()


def refusal(data: bytes) -> BspError | None:
    """Return why no clip model can be made of a file, None if it can."""
    try:
        load_clip_model(read(data))
    except BspError as error:
        return error
    return None


def assert_agreed(data: bytes) -> None:
    """No error of `check` means a clip model but for curves; none of the command means one."""
    findings, faults = check(data), find_faults(data)
    error = refusal(data)
    if error is None or has_errors(findings):
        assert faults == findings
        return
    assert isinstance(error, DamagedError)
    assert re.match(FACET_LIMITS, str(error))
    assert faults[:-1] == findings
    assert faults[-1].message == str(error)


EXTREMES = (0.0, -0.0, 1e-40, 131_072.5, 2.0**20, -(2.0**20) - 1, 3e38, math.inf, math.nan)
WORDS = st.one_of(
    st.sampled_from([struct.pack("<f", value) for value in EXTREMES]),
    st.sampled_from(
        [struct.pack("<i", value) for value in (-1, 0, 1, 2, 3, 5, 9, 0x7FFF, 1 << 30)]
    ),
    st.binary(min_size=4, max_size=4),
)
CLIP_LUMPS = (
    *(LumpIndex.PLANES, LumpIndex.BRUSH_SIDES, LumpIndex.BRUSHES, LumpIndex.NODES),
    *(LumpIndex.LEAVES, LumpIndex.LEAF_BRUSHES, LumpIndex.LEAF_SURFACES, LumpIndex.MODELS),
    *(LumpIndex.PATCHES, LumpIndex.PATCH_VERTICES, LumpIndex.PATCH_INDEXES, LumpIndex.MATERIALS),
    LumpIndex.VISIBILITY,
)
FLOATS = {
    LumpIndex.PLANES: (0, 2, 4, 6),
    LumpIndex.BRUSH_SIDES: (0,),
    LumpIndex.PATCH_VERTICES: (0, 2, 4),
    LumpIndex.MODELS: range(0, 12, 2),
}
"""Where the numbers of records are, in pairs of bytes."""
NUMBERS = st.sampled_from([(index, part) for index, parts in FLOATS.items() for part in parts])
CHANGE = st.one_of(
    st.tuples(st.sampled_from(CLIP_LUMPS), st.integers(0, 1 << 20), st.integers(0, 31), WORDS),
    st.builds(
        lambda place, record, word: (place[0], record, place[1], word),
        NUMBERS,
        st.integers(0, 1 << 20),
        st.sampled_from([struct.pack("<f", value) for value in EXTREMES]),
    ),
)
CHANGES = st.lists(CHANGE, min_size=1, max_size=2)


def changed(name: str, changes: list[tuple[LumpIndex, int, int, bytes]]) -> bytes:
    """Return a map with words of records replaced; `part` counts pairs of bytes of a record."""
    data = bytearray(sample(name))
    lumps = read_header(bytes(data)).lumps
    for index, record, part, word in changes:
        place = lumps[index]
        size = record_struct(index).size if index in RECORDS else 8
        if place.length < size:
            continue
        at = place.offset + record % (place.length // size) * size + 2 * part % size
        word = word[: place.offset + place.length - at]
        data[at : at + len(word)] = word
    return bytes(data)


@pytest.mark.parametrize("name", ["small", "bmw"])
@given(changes=CHANGES)
@settings(max_examples=400, deadline=None)
def test_small_maps(name: str, changes: list[tuple[LumpIndex, int, int, bytes]]) -> None:
    assert_agreed(changed(name, changes))


@pytest.mark.parametrize("name", ["brmap2_a", "mp_foy"])
@given(changes=CHANGES)
@settings(max_examples=3, deadline=None)
def test_large_maps(name: str, changes: list[tuple[LumpIndex, int, int, bytes]]) -> None:
    assert_agreed(changed(name, changes))


COORDINATES = st.one_of(
    st.floats(-64, 64, width=32), st.integers(-64, 64).map(float), st.sampled_from([0.0, 2.0**20])
)
POINTS = st.tuples(COORDINATES, COORDINATES, COORDINATES)


@given(
    points=st.lists(POINTS, min_size=9, max_size=9),
    max_error=st.sampled_from([-1, 0, 4, 8]),
    terrain=st.lists(POINTS, min_size=4, max_size=4),
)
@settings(max_examples=50, deadline=None)
def test_any_curve_and_terrain(
    points: list[tuple[float, float, float]],
    max_error: int,
    terrain: list[tuple[float, float, float]],
) -> None:
    source = complete_map(bulky=False)
    source.patch_vertices = points + terrain
    source.patches[0] = Patch.curve(1, 3, 3, max_error, 0)
    data = write(source)
    assert check(data) == []
    assert_agreed(data)


def test_the_stand_in_is_sound() -> None:
    assert find_faults(sample("mp_foy")) == []


def wild() -> Map:
    """Return a map whose curve bends too far for its grid of points."""
    source = complete_map(bulky=False)
    change(source, "patches", 0, to=Patch.curve(1, 3, 3, 0, 0))
    return source


def test_a_curve_of_too_many_points_is_a_fault() -> None:
    data = write(wild())
    assert check(data) == []
    (fault,) = find_faults(data)
    assert fault[:6] == ("error", 24, 0, None, None, "clip-model")
    assert fault.message == (
        "lump 24 (patches), record 0: curve of more than 129 points with error 0"
    )
    load_map(data)


def test_no_clip_model_is_made_where_check_finds_errors() -> None:
    source = wild()
    source.leaf_brushes[0] = 99
    assert [fault.rule for fault in find_faults(write(source))] == ["leaf-brush"]


def test_warnings_stand_before_the_fault_and_hide_none() -> None:
    source = wild()
    change(source, "lights", 0, type=77)
    assert [fault.rule for fault in find_faults(write(source))] == ["light-type", "clip-model"]


def test_the_document_names_the_rule() -> None:
    text = (Path(__file__).parents[2] / "docs" / "maps.md").read_text(encoding="utf-8")
    name, severity, sentence, source = CLIP_MODEL
    assert f"| `{name}` | {severity} | {sentence} | {source} |" in text.split("## Collision")[0]

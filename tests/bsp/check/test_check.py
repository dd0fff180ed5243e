from __future__ import annotations

import tracemalloc
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bsp.factory import complete_map
from tests.shared import shared_path
from uoserver.bsp import BspError, check, load_map, read, write
from uoserver.bsp.check import MAX_FINDINGS, RULES
from uoserver.bsp.header import read_header
from uoserver.bsp.schema import RECORDS, LumpIndex, record_struct
from uoserver.files.searchpath import SearchPath

REAL = ("empty", "bmw", "brmap2_a", "pv_mini_harbor")


def test_a_sound_map_has_no_findings_and_no_empty_lump() -> None:
    data = write(complete_map())
    assert all(lump.length for lump in read_header(data).lumps)
    assert check(data) == []
    assert load_map(data).spawn_points


def test_the_built_map_is_sound() -> None:
    assert check(SearchPath().read("maps/mp/mp_foy.bsp")) == []


@pytest.mark.parametrize("name", REAL)
def test_real_maps_are_sound(name: str) -> None:
    findings = check(shared_path(f"maps/{name}.bsp").read_bytes())
    wanted = [] if name == "pv_mini_harbor" else ["lightmap-missing"]
    assert [finding.rule for finding in findings] == wanted
    assert all(finding.severity == "warning" for finding in findings)


LONG = 1 << 18
SOUND = write(complete_map(bulky=False))


@lru_cache
def sample(name: str) -> bytes:
    return shared_path(f"maps/{name}.bsp").read_bytes() if name else SOUND


def assert_check_holds(data: bytes) -> None:
    """Findings are as documented, and a file without errors is one that can be loaded."""
    findings = check(data)
    assert len(findings) <= len(RULES) * (MAX_FINDINGS + 1)
    if any(finding.severity == "error" for finding in findings):
        return
    read(data)
    load_map(data)


CHANGE = st.tuples(st.integers(0, 1 << 22), st.integers(0, 255))
HEADER_CHANGE = st.tuples(st.integers(8, 271), st.integers(0, 255))


@pytest.mark.parametrize("name", ["", "bmw"])
@given(changes=st.lists(CHANGE | HEADER_CHANGE, max_size=12), end=st.integers(0, 1 << 20))
@settings(max_examples=250, deadline=None)
def test_damaged_maps_give_findings(name: str, changes: list[tuple[int, int]], end: int) -> None:
    data = bytearray(sample(name))
    for at, value in changes:
        data[at % len(data)] = value
    assert_check_holds(bytes(data))
    assert_check_holds(bytes(data[: end % len(data)]))


@pytest.mark.parametrize("name", ["brmap2_a", "pv_mini_harbor"])
@given(changes=st.lists(CHANGE, max_size=200), end=st.integers(0, 1 << 22))
@settings(max_examples=8, deadline=None)
def test_large_damaged_maps_give_findings(
    name: str, changes: list[tuple[int, int]], end: int
) -> None:
    test_damaged_maps_give_findings.hypothesis.inner_test(name, changes, end)


@given(st.binary(max_size=400), st.booleans())
def test_any_bytes_give_findings(data: bytes, head: bool) -> None:
    assert_check_holds(SOUND[:8] + data if head else data)


@given(st.data())
def test_words_of_any_lump_may_be_anything(data: st.DataObject) -> None:
    """Extreme values where they mean most: whole fields of records."""
    index = data.draw(st.sampled_from(list(RECORDS)))
    place = read_header(SOUND).lumps[index]
    size = record_struct(index).size
    changed = bytearray(SOUND)
    record = data.draw(st.integers(0, place.length // size - 1))
    at = place.offset + record * size + data.draw(st.integers(0, (size - 1) // 2)) * 2
    word = data.draw(st.sampled_from([b"\xff\xff", b"\0\x80", b"\xff\x7f", b"\x80\x7f", b"\0\0"]))
    changed[at : at + 2] = word
    assert_check_holds(bytes(changed))


@pytest.mark.parametrize("index", list(RECORDS))
def test_memory_is_in_proportion(index: LumpIndex) -> None:
    """A long lump that is wrong from end to end costs less than itself and a fixed amount."""
    source = complete_map(bulky=False)
    size = record_struct(index).size
    record: list[object] = source.values[index][:1]
    source.values[index] = record * (LONG // size)
    data = bytearray(write(source))
    place = read_header(bytes(data)).lumps[index]
    data[place.offset : place.offset + place.length] = b"\xff" * place.length
    damaged = bytes(data)
    del data, source
    tracemalloc.start()
    check(damaged)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < LONG + 300_000


def test_every_rule_has_a_test() -> None:
    """Each rule's name stands in a test beside this one."""
    texts = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [name for name in RULES if f'"{name}"' not in texts] == []


def test_no_error_means_that_reading_works() -> None:
    with pytest.raises(BspError):
        read(SOUND[:-20])
    assert any(finding.severity == "error" for finding in check(SOUND[:-20]))

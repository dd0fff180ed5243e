from __future__ import annotations

import pytest

from uoserver.bsp.build.materials import (
    SOLID,
    SURFACE_TYPES,
    TOOL_MATERIALS,
    Flags,
    MaterialTable,
    full_name,
    is_opaque,
)
from uoserver.bsp.build.problems import Report
from uoserver.collision import contents


@pytest.fixture
def table() -> MaterialTable:
    return MaterialTable(Report())


def test_a_definition_by_names_and_numbers(table: MaterialTable) -> None:
    table.define(1, "textures/Test/Snow snow|slick solid|detail")
    table.define(2, "test/pond 0x1404000 671088672")
    assert table.flags(3, "textures/test/snow") == (19 << 20 | 2, 0x8000001)
    assert table.flags(3, "textures/TEST/pond") == (0x1404000, 0x28000020)
    assert table.report.warnings == table.report.problems == []


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("a solid", "defined as NAME SURFACEFLAGS CONTENTFLAGS"),
        ("a 0 0 0", "defined as NAME"),
        ("a soft solid", "unknown surface flag 'soft'"),
        ("a snow snow", "unknown content flag 'snow'"),
        ("a 0 0x100000000", "unknown content flag"),
        ("a 0 4294967296", "unknown content flag"),
        ("a -1 0", "unknown surface flag"),
        ("a | 0", "unknown surface flag ''"),
        ("b 0 0", "textures/b is defined twice"),
    ],
)
def test_definitions_that_are_none(table: MaterialTable, value: str, message: str) -> None:
    table.define(1, "textures/b 0 4294967295")
    assert table.report.problems == []
    table.define(7, value)
    assert table.report.problems[0].line == 7
    assert message in table.report.problems[0].message


def test_unknown_materials_are_walls_and_warned_of_once(table: MaterialTable) -> None:
    assert table.flags(5, "textures/x/y") == table.flags(6, "textures/X/Y") == (0, SOLID)
    assert table.report.warnings == [(5, "material textures/x/y is not defined: taken as solid")]


def test_skies_need_no_definition(table: MaterialTable) -> None:
    assert table.flags(5, "textures/sky/dusk").contents & contents.SKY
    assert table.flags(5, "textures/sky/dusk").surface & contents.SURF_SKY
    assert table.report.warnings == []


def test_a_definition_beats_the_tool_texture(table: MaterialTable) -> None:
    table.define(1, "common/clip 0 1")
    assert table.flags(2, "textures/common/clip") == (0, 1)


@pytest.mark.parametrize("name", ["textures/" + "x" * 55, "textures/\x07", "textures/\xe4"])
def test_names_that_no_map_holds(table: MaterialTable, name: str) -> None:
    table.flags(3, name)
    assert [problem.line for problem in table.report.problems] == [3]
    table.flags(3, "textures/" + "x" * 54)
    assert len(table.report.problems) == 1


def test_tool_textures() -> None:
    """Figures of real maps: material records that carry these names."""
    assert TOOL_MATERIALS["textures/common/caulk"] == Flags(0x400A0, 1)
    assert TOOL_MATERIALS["textures/common/clip_player"].contents & contents.PLAYER_MASK
    assert not TOOL_MATERIALS["textures/common/clip_vehicle"].contents & contents.PLAYER_MASK
    assert TOOL_MATERIALS["textures/common/ladder"].surface & contents.SURF_LADDER
    snow = TOOL_MATERIALS["textures/common/clip_snow"]
    assert contents.surface_type_name(snow.surface) == "snow"
    assert TOOL_MATERIALS["textures/common/hint"].contents == 0


def test_names_agree_with_those_of_traces() -> None:
    assert SURFACE_TYPES == contents.SURFACE_TYPES
    table = MaterialTable(Report())
    for number, name in enumerate(SURFACE_TYPES):
        table.define(1, f"{name} {name} solid")
        assert contents.surface_type(table.flags(1, f"textures/{name}").surface) == number
    for bit, name in contents.CONTENT_NAMES.items():
        if name not in ("hmg_standing", "hmg_crouching", "body"):
            table.define(1, f"c/{name} 0 {name}")
            assert table.flags(1, f"textures/c/{name}").contents == bit
    for bit, name in contents.SURFACE_NAMES.items():
        if name != "portal":
            table.define(1, f"s/{name} {name} 0")
            assert table.flags(1, f"textures/s/{name}").surface == bit
    assert table.report.problems == []


def test_full_names() -> None:
    assert full_name("common/caulk") == "textures/common/caulk"
    assert full_name("Textures/a") == "Textures/a"


@pytest.mark.parametrize("bit", [0x2, 0x10, 0x20, 0x20000000])
def test_what_is_opaque(bit: int) -> None:
    assert is_opaque(SOLID | 0x8000000)
    assert not is_opaque(SOLID | bit)
    assert not is_opaque(0x28030200)

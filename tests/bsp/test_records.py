from __future__ import annotations

import struct

import pytest

from uoserver.bsp.errors import UnwritableError
from uoserver.bsp.model import ATTRIBUTES
from uoserver.bsp.records import BrushSide, Material, Patch, Visibility
from uoserver.bsp.schema import RECORDS, fields_of


def test_records_bear_the_fields_of_the_schema() -> None:
    named = 0
    for attribute in ATTRIBUTES.values():
        record = getattr(attribute.codec, "record", None)
        if record is not None:
            names = tuple(field.name for field in fields_of(RECORDS[attribute.codec.index]))
            assert record._fields == names
            named += 1
    assert named == 17


def test_material_names() -> None:
    material = Material(b"textures/a\0junk\xff".ljust(64, b"\1"), 1, 2)
    assert material.name == "textures/a"
    assert Material.make("b", 3, 4) == (b"b" + bytes(63), 3, 4)
    assert Material.make("x" * 63, 0, 0).name == "x" * 63
    assert Material(b"y" * 64, 0, 0).name == "y" * 64


@pytest.mark.parametrize("name", ["x" * 64, "a\0b", "\u0416"])
def test_names_no_material_can_have(name: str) -> None:
    with pytest.raises(UnwritableError, match="material name"):
        Material.make(name, 0, 0)


def test_flags_become_signed() -> None:
    assert Material.make("a", 0x80000000, 0xFFFFFFFF)[1:] == (-(1 << 31), -1)
    assert Material.make("a", -5, 0x7FFFFFFF)[1:] == (-5, 0x7FFFFFFF)


def test_brush_sides() -> None:
    assert BrushSide.axial(-12.5, 3) == (struct.pack("<f", -12.5), 3)
    assert BrushSide.axial(-12.5, 3).distance == -12.5
    assert BrushSide.planar(70000, 3) == (struct.pack("<i", 70000), 3)
    assert BrushSide.planar(-2, 3).plane == -2
    with pytest.raises(UnwritableError):
        BrushSide.axial(1e39, 0)
    with pytest.raises(UnwritableError):
        BrushSide.planar(1 << 31, 0)


def test_curves() -> None:
    curve = Patch.curve(2, 3, 5, 16, 100)
    assert curve == (2, 0, b"\0", struct.pack("<hhiI", 3, 5, 16, 100))
    assert not curve.is_terrain
    assert (curve.width, curve.height, curve.max_error) == (3, 5, 16)
    assert (curve.first_vertex, curve.vertex_count) == (100, 15)
    with pytest.raises(UnwritableError):
        Patch.curve(0, 40000, 3, 1, 0)


def test_terrain() -> None:
    terrain = Patch.terrain(2, 4, 6, 100, 200)
    assert terrain == (2, 1, b"\0", struct.pack("<hhII", 4, 6, 100, 200))
    assert terrain.is_terrain
    assert (terrain.vertex_count, terrain.index_count) == (4, 6)
    assert (terrain.first_vertex, terrain.first_index) == (100, 200)
    assert terrain._replace(mode=255).is_terrain
    with pytest.raises(UnwritableError):
        Patch.terrain(0, 4, 6, -1, 0)


def test_visibility_rows() -> None:
    visibility = Visibility(3, 2, b"aabbcc")
    assert [visibility.row(cluster) for cluster in range(3)] == [b"aa", b"bb", b"cc"]
    for cluster in (-1, 3):
        with pytest.raises(IndexError):
            visibility.row(cluster)

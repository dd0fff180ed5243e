from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.collision.maps import STONE, floor_map
from uoserver.bsp import BspError, Map, limits, read, write
from uoserver.bsp.records import Brush, BrushSide, Leaf, Material, Model, Node, Plane
from uoserver.bsp.schema import HEADER_SIZE
from uoserver.collision import load, load_clip_model
from uoserver.collision.contents import SOLID


def full_map() -> Map:
    """Return a map with every kind of thing that is loaded."""
    maker = floor_map()
    maker.box((0, 0, 0), (64, 64, 64), cuts=[((0.6, 0.0, 0.8), 50.0)])
    maker.box((100, 0, 0), (164, 64, 64))
    maker.curve([[(64.0 * x, 64.0 * y, 40.0 * (x % 2)) for x in range(3)] for y in range(3)])
    maker.terrain([(0, 0, 0), (0, 64, 0), (64, 0, 0), (64, 64, 9)], [[0, 1, 2], [2, 1, 3]])
    maker.model(2, 1)
    return maker.map()


def test_a_brush_has_its_sides_in_order() -> None:
    clip = load_clip_model(full_map())
    brush = clip.brushes[1]
    assert (brush.mins, brush.maxs) == ((0, 0, 0), (64, 64, 64))
    assert [face.normal for face in brush.faces] == [
        *((-1, 0, 0), (0, -1, 0), (0, 0, -1), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    ]
    ((nx, _, nz, dist, face),) = brush.planes
    assert (nx, nz, dist) == (0.6, 0.8, 50)
    assert face.material == "textures/test/stone"
    assert brush.faces[0] is clip.brushes[0].faces[0]


def test_contents_are_the_brush_materials_less_two_bits() -> None:
    source = full_map()
    source.materials = [*source.materials, Material.make("x", -1, -1)]
    source.brushes[0] = Brush(6, len(source.materials) - 1)
    clip = load_clip_model(source)
    assert clip.brushes[0].contents == 0xDFFF7FFB
    assert clip.brushes[0].faces[0].contents == 0xDFFF7FFB
    assert clip.brushes[0].faces[0].surface_flags == 5 << 20  # its sides are still stone


def test_flags_are_unsigned() -> None:
    source = full_map()
    source.materials[STONE] = Material.make("x", 0x80000000, SOLID)
    assert load_clip_model(source).brushes[0].faces[0].surface_flags == 0x80000000


def test_models_have_grown_boxes_and_brushes_of_their_own() -> None:
    clip = load_clip_model(full_map())
    assert clip.models == 2
    assert clip.bounds == ((-4097,) * 3, (4097,) * 3)
    assert clip.model_bounds(1) == ((99, -1, -1), (165, 65, 65))
    assert clip.inline[1].brushes == (2,)
    with pytest.raises(ValueError, match="model 2 of 2"):
        clip.model_bounds(2)


def change(lump: str, number: int, **fields: object) -> Callable[[Map], None]:
    def apply(source: Map) -> None:
        records = getattr(source, lump)
        records[number] = records[number]._replace(**fields)

    return apply


def replace(lump: str, value: object) -> Callable[[Map], None]:
    return lambda source: setattr(source, lump, value)


def put(lump: str, number: int, value: object) -> Callable[[Map], None]:
    def apply(source: Map) -> None:
        getattr(source, lump)[number] = value

    return apply


def node(front: int, back: int) -> Node:
    return Node(0, (front, back), (0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(
    ("damage", "lump", "record"),
    [
        (change("brushes", 1, side_count=5), 4, 1),
        (change("brushes", 2, side_count=7), 4, 2),
        (change("brushes", 0, material=5), 4, 0),
        (change("brushes", 0, material=-1), 4, 0),
        (change("brush_sides", 3, material=99), 3, 3),
        (put("brush_sides", 12, BrushSide.planar(99, STONE)), 3, 12),
        (put("brush_sides", 12, BrushSide.planar(-1, STONE)), 3, 12),
        (put("brush_sides", 0, BrushSide.axial(math.nan, STONE)), 4, 0),
        (put("brush_sides", 0, BrushSide.axial(-1e30, STONE)), 4, 0),
        (put("planes", 0, Plane((math.inf, 0.0, 0.0), 0.0)), 2, 0),
        (put("planes", 1, Plane((0.0, 0.0, 1.0), math.nan)), 2, 1),
        (replace("nodes", []), 20, 0),
        (change("nodes", 0, plane=2), 20, 0),
        (change("nodes", 0, children=(1, -1)), 20, 0),
        (change("nodes", 0, children=(-3, -1)), 20, 0),
        (change("nodes", 0, children=(0, -1)), 20, 0),
        (replace("nodes", [node(1, 1), node(-1, -1)]), 20, 1),
        (replace("nodes", [node(1, -1), node(-1, 0)]), 20, 0),
        (put("leaf_brushes", 0, 3), 22, 0),
        (put("leaf_brushes", 0, -1), 22, 0),
        (put("leaf_surfaces", 0, 2), 23, 0),
        (change("leaves", 1, leaf_brush_count=99), 21, 1),
        (change("leaves", 1, first_leaf_brush=-1), 21, 1),
        (change("leaves", 1, leaf_surface_count=-1), 21, 1),
        (change("leaves", 0, cluster=40000), 21, 0),
        (change("leaves", 0, area=-40000), 21, 0),
        (replace("models", []), 27, 0),
        (change("models", 1, first_brush=3), 27, 1),
        (change("models", 1, brush_count=-1), 27, 1),
        (change("models", 1, leaf_surface_count=99), 27, 1),
        (change("models", 0, mins=(math.nan, 0.0, 0.0)), 27, 0),
        (change("patches", 0, material=77), 24, 0),
        (change("patches", 1, raw=b"\xff" * 12), 24, 1),
        (put("patch_vertices", 3, (0.0, math.nan, 0.0)), 25, 3),
        (put("patch_indexes", 0, 4), 24, 1),
        (put("patch_indexes", 0, 1), 24, 1),
    ],
)  # fmt: skip
def test_damage_names_lump_and_record(
    damage: Callable[[Map], None], lump: int, record: int
) -> None:
    source = full_map()
    damage(source)
    with pytest.raises(BspError, match=rf"^lump {lump} \(\w+\), record {record}: "):
        load_clip_model(source)


def test_leaves_that_share_a_long_span_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MAX_LEAF_ENTRIES", 100)
    source = full_map()
    source.leaf_brushes = [0] * 30
    source.leaves = [Leaf(0, 0, 0, 0, 0, 30, 0, 0, 0)] * 3
    load_clip_model(source)
    source.leaves = source.leaves * 2
    with pytest.raises(BspError, match="more than 100 leaf brushes in all"):
        load_clip_model(source)


def test_models_that_share_a_long_run_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MAX_LEAF_ENTRIES", 20)
    source = full_map()
    source.models = source.models[:1] + [
        Model((0.0,) * 3, (1.0,) * 3, 0, 0, 0, 0, 0, 3) for _ in range(9)
    ]
    with pytest.raises(BspError, match="more than 20 brushes in all"):
        load_clip_model(source)


FILE = write(full_map())
places = st.integers(HEADER_SIZE, len(FILE) - 1)
values = st.sampled_from([0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF])


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(places, st.integers(1, 4), values), min_size=1, max_size=6))
def test_any_damage_gives_a_clip_model_or_a_named_error(
    damage: list[tuple[int, int, int]],
) -> None:
    data = bytearray(FILE)
    for place, length, value in damage:
        data[place : place + length] = bytes([value]) * len(data[place : place + length])
    try:
        clip = load_clip_model(read(bytes(data)))
    except BspError:
        return
    mins, maxs = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)
    for capsule in (False, True):
        for end in ((10.0, 20.0, -100.0), (300.0, 70.0, 90.0), (10.0, 20.0, 100.0)):
            trace = clip.trace((10, 20, 100), end, mins, maxs, -1, capsule=capsule)
            assert trace.fraction <= 1.0
    clip.sight((10, 20, 100), (10, 20, -100), -1)
    clip.point_contents((10, 20, -10))


def test_clusters_and_areas_fit_sixteen_bits() -> None:
    for value in (-32768, 32767):
        source = full_map()
        change("leaves", 0, cluster=value, area=value)(source)
        assert load_clip_model(source).leaves[0].cluster == value
    for value in (-32769, 32768):
        for field in ("cluster", "area"):
            source = full_map()
            change("leaves", 0, **{field: value})(source)
            with pytest.raises(BspError, match="cluster"):
                load_clip_model(source)


def test_the_limit_of_leaf_entries_itself_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.MAX_LEAF_ENTRIES == 2_097_152
    source = full_map()
    source.leaf_brushes = [0] * 50
    source.leaves = [Leaf(0, 0, 0, 0, 0, 50, 0, 0, 0)] * 2
    monkeypatch.setattr(load, "MAX_LEAF_ENTRIES", 100)
    load_clip_model(source)
    monkeypatch.setattr(load, "MAX_LEAF_ENTRIES", 99)
    with pytest.raises(BspError, match="more than 99 leaf brushes"):
        load_clip_model(source)
    source = full_map()
    source.leaves = [Leaf(0, 0, 0, 0, 0, 0, 0, 0, 0)] * 2
    source.models = source.models[:1] + [Model((0.0,) * 3, (1.0,) * 3, 0, 0, 0, 0, 0, 3)] * 3
    monkeypatch.setattr(load, "MAX_LEAF_ENTRIES", 9)
    load_clip_model(source)
    monkeypatch.setattr(load, "MAX_LEAF_ENTRIES", 8)
    with pytest.raises(BspError, match="more than 8 brushes"):
        load_clip_model(source)

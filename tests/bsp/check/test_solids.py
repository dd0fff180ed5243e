from __future__ import annotations

import math

import pytest

from tests.bsp.check.damage import Edit, Row, found_after
from tests.bsp.factory import change
from uoserver.bsp import Map
from uoserver.bsp.check import solids
from uoserver.bsp.limits import MAX_COORDINATE
from uoserver.bsp.records import BrushSide, Model

NAN = float("nan")
EDGE = float(MAX_COORDINATE)
BEYOND = EDGE + 0.125
"""The next number of 32 bits."""


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        (
            lambda m: change(m, "materials", 1, raw_name=b"x" * 64),
            [("material-name", 0, 1, "raw_name", "x" * 64)],
        ),
        (
            lambda m: change(m, "planes", 3, normal=(0.5, 0.0, 0.0)),
            [("plane-normal", 2, 3, "normal", 0.5)],
        ),
        (
            lambda m: change(m, "planes", 3, normal=(NAN, 0.0, 0.0)),
            [("plane-normal", 2, 3, "normal", "nan")],
        ),
        (
            lambda m: change(m, "planes", 0, distance=math.inf),
            [("plane-normal", 2, 0, "distance", "inf")],
        ),
        (lambda m: change(m, "planes", 0, normal=(0.0, 0.0, 1.0009)), []),
        (lambda m: change(m, "planes", 0, distance=-EDGE), []),
        (
            lambda m: change(m, "planes", 0, distance=-BEYOND),
            [("plane-normal", 2, 0, "distance", -BEYOND)],
        ),
        (
            lambda m: change(m, "brushes", 1, material=3),
            [("brush-material", 4, 1, "material", 3)],
        ),
        (
            lambda m: change(m, "brushes", 1, material=-1),
            [("brush-material", 4, 1, "material", -1)],
        ),
        (
            lambda m: change(m, "brushes", 2, side_count=5),
            [("brush-sides", 4, 2, "side_count", 5), ("brush-sides-left", 3, 18, None, None)],
        ),
        (
            lambda m: change(m, "brushes", 2, side_count=-1),
            [("brush-sides", 4, 2, "side_count", -1), ("brush-sides-left", 3, 13, None, None)],
        ),
        (
            lambda m: change(m, "brushes", 2, side_count=7),
            [("brush-span", 4, 2, "side_count", 7)],
        ),
        (
            lambda m: m.brush_sides.append(m.brush_sides[0]),
            [("brush-sides-left", 3, 19, None, None)],
        ),
        (
            lambda m: change(m, "brush_sides", 8, material=3),
            [("side-material", 3, 8, "material", 3)],
        ),
        (
            lambda m: change(m, "brush_sides", 12, material=-1),
            [("side-material", 3, 12, "material", -1)],
        ),
        (
            lambda m: change(m, "brush_sides", 12, raw=BrushSide.planar(4, 0).raw),
            [("side-plane", 3, 12, "plane", 4)],
        ),
        (
            lambda m: change(m, "brush_sides", 12, raw=BrushSide.planar(-1, 0).raw),
            [("side-plane", 3, 12, "plane", -1)],
        ),
        (
            lambda m: change(m, "brush_sides", 1, raw=BrushSide.axial(-257, 0).raw),
            [("brush-box", 3, 1, "distance", -257.0)],
        ),
        (
            lambda m: change(m, "brush_sides", 2, raw=BrushSide.axial(NAN, 0).raw),
            [("brush-box", 3, 2, "distance", "nan")],
        ),
        # Side 0 is at -256; a box without thickness is still a box.
        (lambda m: change(m, "brush_sides", 1, raw=BrushSide.axial(-256, 0).raw), []),
        (
            lambda m: change(m, "brush_sides", 1, raw=BrushSide.axial(-256.00003, 0).raw),
            [("brush-box", 3, 1, "distance", BrushSide.axial(-256.00003, 0).distance)],
        ),
        (lambda m: change(m, "brush_sides", 1, raw=BrushSide.axial(EDGE, 0).raw), []),
        (
            lambda m: change(m, "brush_sides", 1, raw=BrushSide.axial(BEYOND, 0).raw),
            [("brush-box", 3, 1, "distance", BEYOND)],
        ),
        (
            lambda m: change(m, "brush_sides", 0, raw=BrushSide.axial(-BEYOND, 0).raw),
            [("brush-box", 3, 0, "distance", -BEYOND)],
        ),
        (
            lambda m: change(m, "models", 1, first_brush=3),
            [("model-brushes", 27, 1, "first_brush", 3)],
        ),
        (
            lambda m: change(m, "models", 1, brush_count=-1),
            [("model-brushes", 27, 1, "brush_count", -1)],
        ),
        (
            lambda m: change(m, "models", 1, leaf_surface_count=1),
            [("model-leaf-surfaces", 27, 1, "first_leaf_surface", 2)],
        ),
        (
            lambda m: change(m, "models", 1, brush_count=40000),
            [
                ("model-brushes", 27, 1, "first_brush", 2),
                ("model-size", 27, 1, "brush_count", 40000),
            ],
        ),
        (
            lambda m: change(m, "models", 1, surface_count=2),
            [("model-surfaces", 27, 1, "first_surface", 2)],
        ),
        (
            lambda m: change(m, "models", 0, first_surface=-1),
            [("model-surfaces", 27, 0, "first_surface", -1)],
        ),
        (
            lambda m: change(m, "models", 0, brush_count=4),
            [("world-spans", 27, 0, "first_brush", 0)],
        ),
        (
            lambda m: change(m, "models", 0, leaf_surface_count=3),
            [("world-spans", 27, 0, "first_leaf_surface", 0)],
        ),
        (
            lambda m: change(m, "models", 0, mins=(257.0, -256.0, -64.0)),
            [("world-bounds", 27, 0, "mins", 257.0)],
        ),
        (
            lambda m: change(m, "models", 0, maxs=(256.0, 256.0, 131073.0)),
            [("world-bounds", 27, 0, "maxs", 131073.0)],
        ),
        (
            lambda m: change(m, "models", 1, mins=(0.0, NAN, 0.0)),
            [("model-place", 27, 1, "mins", "(0.0, nan, 0.0)")],
        ),
        (
            lambda m: change(m, "models", 1, maxs=(math.inf, 33.0, 33.0)),
            [("model-place", 27, 1, "maxs", "(inf, 33.0, 33.0)")],
        ),
        (
            lambda m: change(m, "models", 1, maxs=(33.0, 33.0, EDGE)),
            [("model-bounds", 27, 1, "maxs", EDGE)],
        ),
        (
            lambda m: change(m, "models", 1, maxs=(33.0, 33.0, BEYOND)),
            [("model-place", 27, 1, "maxs", f"(33.0, 33.0, {BEYOND})")],
        ),
        (
            lambda m: change(m, "models", 1, mins=(34.0, -33.0, -1.0)),
            [("model-bounds", 27, 1, "mins", 34.0)],
        ),
        (
            lambda m: change(m, "models", 0, mins=(NAN, -256.0, -64.0)),
            [("world-bounds", 27, 0, "mins", "nan")],
        ),
    ],
)
def test_damage(edit: Edit, rows: list[Row]) -> None:
    assert found_after(edit) == rows


def test_too_few_sides_for_all_brushes() -> None:
    """The running cursor has left the lump by then, so two rules say it."""

    def edit(source: Map) -> None:
        del source.brush_sides[17:]

    assert found_after(edit) == [
        ("brush-span", 4, 2, "side_count", 6),
        ("brush-sides-total", 3, None, "length", 17),
    ]


@pytest.mark.parametrize(
    ("field", "limit"), [("brush_count", 8), ("brush_count", 7), ("leaf_surface_count", 8)]
)
def test_models_that_share_long_spans(
    monkeypatch: pytest.MonkeyPatch, field: str, limit: int
) -> None:
    """Five models name 2 records each of the lump; the world's own span is not counted."""

    def edit(source: Map) -> None:
        change(source, "models", 1, first_brush=0, brush_count=0, first_leaf_surface=0)
        change(source, "models", 1, **{field: 2})
        source.models[1:] *= 5

    monkeypatch.setattr(solids, "MAX_LEAF_ENTRIES", 10)
    assert found_after(edit) == []
    monkeypatch.setattr(solids, "MAX_LEAF_ENTRIES", limit)
    record = limit // 2 + 1
    assert found_after(edit) == [("model-total", 27, record, field, 2)]


def test_too_many_models() -> None:
    def fill(source: Map, count: int) -> None:
        model = Model((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), 0, 0, 0, 0, 0, 0)
        source.models += [model] * (count - len(source.models))

    assert found_after(lambda source: fill(source, 512)) == []
    assert found_after(lambda source: fill(source, 513)) == [
        ("model-count", 27, None, "length", 513)
    ]

from __future__ import annotations

import random

from tests.bsp.build.solids import WEDGE, make
from uoserver.bsp.build.grids import WHITE, SourceCurve, SourceMesh, Vertex
from uoserver.bsp.build.items import (
    CURVE_MARGIN,
    MARGIN,
    BrushItem,
    curve_item,
    mesh_item,
    within,
)
from uoserver.bsp.build.vec import Box


def vertex(x: float, y: float, z: float) -> Vertex:
    return Vertex((x, y, z), (0.0, 0.0), WHITE)


def cube(x: float, y: float, z: float, size: float) -> Box:
    return Box((x, y, z), (x + size, y + size, z + size))


SLOPE = SourceMesh(
    1,
    "m",
    [vertex(0, 0, 0), vertex(0, 100, 0), vertex(100, 100, 100), vertex(100, 0, 100)],
    [(0, 1, 2), (0, 2, 3)],
)


def test_a_brush_reaches_as_far_as_its_planes_and_the_margin() -> None:
    item = BrushItem(3, make(WEDGE), True)
    assert item.box == ((0.0, -32.0, 0.0), (128.0, 32.0, 64.0))
    assert item.within(cube(100, 0, 0, 8)) is item
    assert item.within(cube(0, 0, 56, 8)) is None  # in its box, above its roof
    assert item.within(cube(128 + MARGIN, 0, 0, 8)) is item
    assert item.within(cube(128.2, 0, 0, 8)) is None
    assert item.weight == 1.0


def test_terrain_reaches_as_far_as_its_slope_and_the_margin() -> None:
    item = mesh_item(5, SLOPE)
    assert len(item.pieces) == 2
    assert not item.structural
    part = item.within(cube(0, 90, 0, 8))
    assert part is not None
    # A triangle counts by its box and its plane: here both halves of the square.
    assert (part.number, len(part.pieces)) == (5, 2)
    assert item.within(cube(0, 0, 50, 20)) is None  # in its box, above the slope
    assert item.within(cube(60, 0, 20, 8)) is None  # below it
    assert item.within(cube(200, 0, 0, 8)) is None
    assert item.weight > 1.0


def test_a_region_that_holds_a_point_of_terrain_gets_its_triangle() -> None:
    chance = random.Random(1)
    item = mesh_item(0, SLOPE)
    for _ in range(500):
        x, y = chance.uniform(0, 100), chance.uniform(0, 100)
        size = chance.uniform(0.5, 40)
        region = cube(
            x - chance.uniform(0, size),
            y - chance.uniform(0, size),
            x - chance.uniform(0, size),
            size,
        )
        assert region.contains((x, y, x))
        assert item.within(region) is not None


def test_curves_are_boxes_around_their_spans() -> None:
    vertices = [vertex(64 * x, 64 * y, 64 if x == 1 else 0) for y in range(3) for x in range(5)]
    item = curve_item(2, SourceCurve(1, "m", 5, 3, 8, vertices))
    first, second = item.pieces
    grown = -CURVE_MARGIN, 64 + CURVE_MARGIN
    assert first.box == ((grown[0],) * 3, (128 + CURVE_MARGIN, 128 + CURVE_MARGIN, grown[1]))
    assert second.box.maxs == (256 + CURVE_MARGIN, 128 + CURVE_MARGIN, CURVE_MARGIN)
    part = item.within(cube(200, 0, 0, 1))
    assert part is not None
    assert part.pieces == (second,)


def test_regions_keep_the_order_of_items() -> None:
    items = [BrushItem(number, make(WEDGE), False) for number in range(4)]
    assert [item.number for item in within(items, cube(100, 0, 0, 8))] == [0, 1, 2, 3]
    assert within(items, cube(500, 0, 0, 8)) == []

"""The short ways of crossing a polygon's edges give what crossing edge by edge gives."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.lines import Edge, Point, crosses, turned
from uoserver.sim.outlines import edges_cross, level_crosses, outline_of, sides_cross
from uoserver.sim.shapes import Form
from uoserver.sim.shapetable import SHAPES
from uoserver.sim.tables.statics import STATICS
from uoserver.sim.tables.terrain import SHORES

_PARTS = [part for shape in (*SHAPES, *(each.shape for each in STATICS)) for part in shape]
POLYGONS: list[tuple[Point, ...]] = list(
    dict.fromkeys(
        part.corners
        for part in (*_PARTS, *(shore.part for shore in SHORES))
        if part.form is Form.POLYGON
    )
)
# Whole and half pixels often, as tables have them: there lines touch and lie on each other.
PLACES = st.one_of(
    st.integers(-40 * ONE, 40 * ONE), st.integers(-80, 80).map(lambda half: half * ONE // 2)
)
WAYS = st.integers(-40, 40)
SIZES = st.integers(0, 40 * ONE)
SMALL = st.integers(-3 * ONE, 3 * ONE)
STEPS = st.integers(0, 63)
EDGES = st.lists(st.tuples(PLACES, PLACES, WAYS, WAYS), max_size=5)


def plain_sides(box: tuple[int, int, int, int], edges: tuple[Edge, ...]) -> bool:
    west, north, east, south = box
    corners = [(west, south), (west, north), (east, north), (east, south), (west, south)]
    return any(crosses(a, b, edges) for a, b in pairwise(corners))


def plain_edges(a: tuple[Edge, ...], dx: int, dy: int, b: tuple[Edge, ...]) -> bool:
    moved = [((x + dx, y + dy), (x + dx + (w << 16), y + dy + (h << 16))) for x, y, w, h in a]
    return any(crosses(start, end, b) for start, end in moved)


@given(PLACES, PLACES, PLACES, EDGES)
@example(0, 0, 10 * ONE, [(5 * ONE, 0, 20, 0)])  # on each other
@example(10 * ONE, 0, 0, [(-5 * ONE, 0, 5, 0)])
@example(0, 0, 10 * ONE, [(11 * ONE, 0, 9, 0)])
@example(0, 0, ONE - 1, [(0, -ONE, 0, 2)])  # without length, as it is rounded
@example(0, 0, 0, [(-ONE, -2 * ONE, 2, 4), (5 * ONE, 0, 3, 0), (-ONE, 0, 3, 0)])
@example(0, ONE, 9 * ONE, [(4 * ONE, 0, 1, 1)])  # touching
@example(0, 0, 9 * ONE, [(4 * ONE, 0, 1, -1)])
def test_a_level_line_crosses_what_any_line_would(
    start: int, y: int, end: int, edges: list[Edge]
) -> None:
    for edge in [*([each] for each in edges), edges]:
        found = level_crosses(start, y, end, tuple(edge))
        assert found is crosses((start, y), (end, y), edge)
        upright = [(y, x, way_y, way_x) for x, y, way_x, way_y in edge]
        assert crosses((y, start), (y, end), upright) is found


@given(PLACES, PLACES, SIZES, SIZES, STEPS)
def test_no_side_of_a_box_is_left_out_that_crosses(
    x: int, y: int, wide: int, deep: int, step: int
) -> None:
    box = (x, y, x + wide, y + deep)
    for corners in POLYGONS:
        outline = outline_of(corners, step)
        assert sides_cross(box, outline) is plain_sides(box, outline.edges)


@given(PLACES, PLACES, STEPS, STEPS)
def test_no_edge_of_a_polygon_is_left_out_that_crosses(
    x: int, y: int, a_step: int, b_step: int
) -> None:
    for a in POLYGONS:
        for b in POLYGONS:
            own, others = outline_of(a, a_step), outline_of(b, b_step)
            found = edges_cross(own, x, y, others)
            assert found is plain_edges(own.edges, x, y, others.edges)


@settings(max_examples=400)
@given(STEPS, STEPS, st.integers(0, 6), st.integers(0, 6), SMALL, SMALL)
def test_edges_that_only_rounding_makes_cross_are_not_left_out(
    a_step: int, b_step: int, a_corner: int, b_corner: int, off_x: int, off_y: int
) -> None:
    """Corners are brought next to corners: there an outline that is too small shows."""
    for a in POLYGONS:
        for b in POLYGONS:
            own, others = outline_of(a, a_step), outline_of(b, b_step)
            x, y, *_ = own.edges[a_corner % len(own.edges)]
            to_x, to_y, *_ = others.edges[b_corner % len(others.edges)]
            x, y = to_x - x + off_x, to_y - y + off_y
            found = edges_cross(own, x, y, others)
            assert found is plain_edges(own.edges, x, y, others.edges)


OFFSETS = (-2 * ONE, 1 - 2 * ONE, -ONE * 3 // 2, -ONE, -ONE // 2, -1, 0, 1, ONE)


@pytest.mark.parametrize("off", OFFSETS)
def test_sides_just_beyond_a_polygon_are_not_left_out(off: int) -> None:
    """Each side in turn lies beside the outermost corner, the others far away."""
    far = 90 * ONE
    for corners in POLYGONS:
        for step in range(64):
            outline = outline_of(corners, step)
            xs, ys = [edge[0] for edge in outline.edges], [edge[1] for edge in outline.edges]
            for x in (min(xs) + off, max(xs) + off):
                for y in (min(ys) + off, max(ys) + off):
                    for box in (
                        *((x, -far, far, far), (-far, -far, x, far)),
                        *((-far, y, far, far), (-far, -far, far, y)),
                        *((x, y, far, far), (-far, -far, x, y)),
                    ):
                        assert sides_cross(box, outline) is plain_sides(box, outline.edges)


def test_an_outline_rules_out_what_is_two_pixels_apart() -> None:
    for corners in POLYGONS:
        for step in range(64):
            edges, mirrored, west, north, east, south = outline_of(corners, step)
            assert edges == turned(corners, step)
            assert mirrored == tuple((y, x, way_y, way_x) for x, y, way_x, way_y in edges)
            xs, ys = [edge[0] for edge in edges], [edge[1] for edge in edges]
            assert (west, north) == (min(xs) - 2 * ONE, min(ys) - 2 * ONE)
            assert (east, south) == (max(xs), max(ys))

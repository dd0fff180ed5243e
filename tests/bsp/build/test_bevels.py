from __future__ import annotations

import math
import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.bsp.build.solids import WEDGE, make, plane_face, random_brush
from tests.bsp.build.sources import Point, box, brush, face, world
from uoserver.bsp.build.bevels import edge_bevels
from uoserver.bsp.build.problems import Report
from uoserver.bsp.build.solid import Solid, make_solid
from uoserver.bsp.build.source import parse_source
from uoserver.bsp.build.vec import dot, length, unit

RIDGE = brush(
    [
        # A tent over x and y: four slopes of 45 degrees that meet in the point 0 0 64.
        face((0, 0, 64), (64, 64, 0), (64, -64, 0)),
        face((0, 0, 64), (-64, -64, 0), (-64, 64, 0)),
        face((0, 0, 64), (-64, 64, 0), (64, 64, 0)),
        face((0, 0, 64), (64, -64, 0), (-64, -64, 0)),
        face((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    ]
)


def bevels(solid: Solid) -> list[Point]:
    slanted = sum(1 for f in solid.faces if f.normal.count(0.0) != 2)
    return [side.normal for side in solid.sides[slanted:]]


def test_boxes_and_wedges_need_none() -> None:
    """Edges of a wedge run along axes: with box edges they make planes that are there."""
    assert bevels(make(box((0, 0, 0), (8, 8, 8)))) == []
    assert bevels(make(WEDGE)) == []


def test_a_tent_needs_none_on_its_diagonal_edges_but_two_upright_ones() -> None:
    """Crossed with z its edges give upright planes, which cut its base: none of them hold it."""
    solid = make(RIDGE)
    assert solid.box == ((-64.0, -64.0, 0.0), (64.0, 64.0, 64.0))
    assert bevels(solid) == []


def test_a_turned_tetrahedron_gets_bevels_along_axes() -> None:
    faces = [
        plane_face(unit(normal), (0.0, 0.0, 0.0), 32.0)
        for normal in ((1, 2, 3), (-3, 1, 0.5), (1, -3, 0.5), (0.5, 0.5, -3))
    ]
    made = bevels(make(brush(faces)))
    assert len(made) >= 6
    for normal in made:
        assert 0.0 in normal  # crossed with an axis
        assert abs(length(normal) - 1.0) < 1e-12


def test_no_planes_no_bevels() -> None:
    assert edge_bevels([[(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (1.0, 0.0, 0.0)]], []) == []


def support(solid: Solid, direction: Point) -> float:
    return max(dot(direction, point) for winding in solid.windings for point in winding)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 32))
def test_grown_sides_are_the_grown_body(seed: int) -> None:
    """Sides pushed out by a box must leave no room beyond the true sum of brush and box.

    The sum's extent in any direction is that of the brush and that of the box together; a point
    outside of it in some direction must be outside of a pushed side (separating planes of two
    convex bodies are face planes of either or crossed edges, and box edges run along axes).
    """
    chance = random.Random(seed)
    report = Report()
    (entity,) = parse_source(world(random_brush(chance, (0, 0, 0), 64.0)), report)
    solid = make_solid(entity.brushes[0], report)
    assume(solid is not None)
    assert solid is not None
    half = (15.0, 15.0, chance.choice((15.0, 35.0)))

    def grown(point: Point) -> float:
        mins, maxs = solid.box
        out = max(
            *(mins[i] - half[i] - point[i] for i in range(3)),
            *(point[i] - maxs[i] - half[i] for i in range(3)),
        )
        for normal, distance, _ in solid.sides:
            reach = sum(abs(n) * h for n, h in zip(normal, half, strict=True))
            out = max(out, dot(normal, point) - distance - reach)
        return out

    for _ in range(40):
        x, y, z = (chance.gauss(0, 1) for _ in range(3))
        size = math.sqrt(x * x + y * y + z * z)
        direction = (x / size, y / size, z / size)
        extent = support(solid, direction) + sum(
            abs(n) * h for n, h in zip(direction, half, strict=True)
        )
        for _ in range(20):
            a, b, c = (chance.uniform(-130, 130) for _ in range(3))
            over = dot(direction, (a, b, c)) - extent
            if over > 0.05:
                assert grown((a, b, c)) > 0.0

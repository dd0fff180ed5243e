from __future__ import annotations

import pytest

from uoserver.bsp.vectors import Vec3
from uoserver.collision.hull import Hull
from uoserver.collision.patch import PatchRecord, any_holds
from uoserver.collision.terrain import Terrain
from uoserver.collision.terraingrid import TerrainGrid
from uoserver.collision.terrainmesh import build_mesh

POINT = Hull((0, 0, 0), (0, 0, 0), capsule=False)
BOX = Hull((-8, -8, -8), (8, 8, 8), capsule=False)
MESH = build_mesh([(0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (64.0, 0.0, 64.0)], [0, 1, 2])
PATCH = Terrain(
    PatchRecord(3, MESH.mins, MESH.maxs, 1, 0, "m"), TerrainGrid(MESH.triangles), faces_down=False
)


@pytest.mark.parametrize(
    ("hull", "start", "end", "reached"),
    [
        (POINT, (-10, 32, 32), (10, 32, 32), True),
        (POINT, (-10, 32, 32), (0, 32, 32), True),  # the border is in
        (POINT, (-10, 32, 32), (-0.1, 32, 32), False),
        (BOX, (-20, 32, 32), (-8, 32, 32), True),
        (BOX, (-20, 32, 32), (-8.1, 32, 32), False),
        # The box about the line overlaps, the line itself passes the corner of the patch's box.
        (POINT, (-20, 60, 32), (20, 100, 32), False),
        (POINT, (-20, 60, 32), (20, 66, 32), True),
        (BOX, (-20, 60, 32), (20, 100, 32), True),  # only lines are looked at so closely
        (POINT, (10, 10, 10), (10, 10, 10), True),
    ],
)
def test_what_reaches_the_box(hull: Hull, start: Vec3, end: Vec3, reached: bool) -> None:
    assert PATCH.reached(hull, start, end) is reached
    assert PATCH.reached(hull, end, start) is reached


def test_standing_in_any_patch() -> None:
    seen: set[int] = set()
    assert not any_holds([PATCH], 2, BOX, (16, 16, 16), seen)
    assert seen == {3}
    assert not any_holds([PATCH], 1, BOX, (16, 16, 16), seen)
    assert any_holds([PATCH], 1, BOX, (16, 16, 16), set())
    assert not any_holds([PATCH], 1, BOX, (16, 16, 40), set())


FLAT = build_mesh([(0.0, 0.0, 0.0), (0.0, 32.0, 0.0), (64.0, 0.0, 128.0)], [0, 1, 2])
SLAB = Terrain(
    PatchRecord(0, FLAT.mins, FLAT.maxs, 1, 0, "m"), TerrainGrid(FLAT.triangles), faces_down=False
)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_each_border_of_the_box_is_in(axis: int) -> None:
    size = (64.0, 32.0, 128.0)
    half = (2.0, 3.0, 5.0)
    box = Hull((-2, -3, -5), (2, 3, 5), capsule=False)
    for hull, reach in ((POINT, 0.0), (box, half[axis])):
        for place, inner in ((-reach, True), (size[axis] + reach, True)):
            for beyond in (0.0, 0.001):
                spot = [8.0, 8.0, 8.0]
                spot[axis] = place + (beyond if place > 0 else -beyond)
                away = list(spot)
                away[axis] += 1000.0 if place > 0 else -1000.0
                a, b = (spot[0], spot[1], spot[2]), (away[0], away[1], away[2])
                for start, end in ((a, b), (b, a), (a, a)):
                    assert SLAB.reached(hull, start, end) is (inner and beyond == 0.0)


@pytest.mark.parametrize("axes", [(0, 1), (1, 2), (0, 2)])
def test_a_line_may_touch_an_edge_of_the_box_but_not_pass_it(axes: tuple[int, int]) -> None:
    # Through the box's edge where both axes are at their end, at an angle; exact in every number.
    size = (64.0, 32.0, 128.0)
    first, second = axes
    third = 3 - first - second
    for beyond, met in ((0.0, True), (0.0625, False), (-0.0625, True)):
        start, end = [0.0] * 3, [0.0] * 3
        start[third], end[third] = 8.0, 12.0
        start[first], start[second] = size[first] + beyond - 16.0, size[second] + 16.0 + beyond
        end[first], end[second] = size[first] + beyond + 48.0, size[second] - 48.0 + beyond
        a, b = (start[0], start[1], start[2]), (end[0], end[1], end[2])
        assert SLAB.reached(POINT, a, b) is met
        assert SLAB.reached(POINT, b, a) is met

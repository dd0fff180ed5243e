from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bsp.build.solids import WEDGE, make
from tests.bsp.build.sources import box
from tests.bsp.build.test_ground import mesh, square
from uoserver.bsp.build.field import MAX_CELLS, PlanField
from uoserver.bsp.build.grids import SourceMesh
from uoserver.bsp.build.ground import Ground, find_ground
from uoserver.bsp.build.vec import Box
from uoserver.bsp.vectors import Vec3

WORLD = Box((0.0, 0.0, -64.0), (256.0, 128.0, 192.0))
EMPTY = Ground([], [], [])


def test_cells() -> None:
    field = PlanField(Box((-100.0, 0.0, 0.0), (100.0, 65.0, 64.0)), EMPTY, [])
    assert (field.cell, field.first, field.size) == (64.0, (-2, 0), (4, 2))
    assert field.cells_in(-64.0, 64.0, 0) == range(1, 3)
    assert field.cells_in(-64.5, 64.5, 0) == range(4)
    assert field.cells_in(0.0, 0.0, 0) == range(2, 3)
    assert field.cells_in(-999.0, 999.0, 1) == range(2)


@pytest.mark.parametrize(
    ("width", "cell"), [(16_000.0, 64.0), (17_000.0, 128.0), (262_144.0, 2048.0)]
)
def test_cells_of_wide_worlds_are_wider(width: float, cell: float) -> None:
    field = PlanField(Box((-8.0, 0.0, 0.0), (width - 8.0, 64.0, 64.0)), EMPTY, [])
    assert field.cell == cell
    assert field.size[0] <= MAX_CELLS


def test_without_ground_solids_stand_on_the_bottom() -> None:
    solids = [
        make(box((0, 0, -64), (128, 64, 0))),
        make(box((64, 0, 0), (192, 64, 100))),  # on the first, and over nothing
        make(box((0, 64, -64), (63, 128, 0))),  # not all of a cell
    ]
    field = PlanField(WORLD, EMPTY, solids)
    assert field.filled == [[0.0, -64.0], [100.0, -64.0], [-64.0, -64.0], [-64.0, -64.0]]


def test_slanted_solids_fill_to_their_lowest() -> None:
    field = PlanField(Box((0.0, -64.0, 0.0), (128.0, 64.0, 64.0)), EMPTY, [make(WEDGE)])
    assert field.filled == [[0.0, 0.0], [0.0, 0.0]]  # its 32 units each way are half a cell
    wide = make(WEDGE.replace("-32", "-64").replace(" 32", " 64"))
    field = PlanField(Box((0.0, -64.0, 0.0), (128.0, 64.0, 64.0)), EMPTY, [wide])
    assert [row[0] for row in field.filled] == pytest.approx([0.0, 32.0])


def test_ground_fills_to_its_lowest_where_it_covers_a_cell() -> None:
    tight = Box((0.0, 0.0, -64.0), (128.0, 64.0, 64.0))
    hill = mesh(
        1,
        *((0.0, 0.0, 8.0), (0.0, 64.0, 8.0), (128.0, 64.0, 40.0), (128.0, 0.0, 40.0)),
        triangles=((0, 1, 2), (0, 2, 3)),
    )
    ground = find_ground([hill], [], tight)
    assert ground.open_edges == []
    field = PlanField(tight, ground, [])
    # All cells meet an edge without a neighbour: the ground may end in them.
    assert field.filled == [[-64.0], [-64.0]]
    assert [row[0] for row in field.ground] == pytest.approx([24.0, 40.0])


def test_ground_inside_a_mesh_counts_unless_an_edge_is_open() -> None:
    parts = [
        mesh(
            1,
            *((x, y, 16.0 + z) for x, y, z in ((-64.0, -64.0, 0.0), (-64.0, 256.0, 0.0))),
            *((x, y, 16.0 + z) for x, y, z in ((256.0, 256.0, 32.0), (256.0, -64.0, 32.0))),
            triangles=((0, 1, 2), (0, 2, 3)),
        )
    ]
    tight = Box((-64.0, -64.0, -64.0), (256.0, 256.0, 192.0))
    inner = [
        [row[1] for row in PlanField(tight, find_ground(m, [], w), []).filled][1:-1]
        for m, w in (
            (parts, tight),
            (parts, tight._replace(maxs=(320.0, 256.0, 192.0))),
        )
    ]
    assert inner[0] == pytest.approx([16 + 6.4, 16 + 12.8, 16 + 19.2])
    assert inner[1][:3] == [-64.0, -64.0, -64.0]


def test_a_house_on_the_ground_raises_it() -> None:
    field = PlanField(
        WORLD,
        find_ground([square(1, 0.0), square(1, 64.0)], [], WORLD),
        [make(box((64, 0, -64), (128, 64, 96)))],
    )
    assert field.filled[1][0] == 96.0


def sealed_field(ground: SourceMesh, wide: Box) -> PlanField:
    """The field of ground whose edges all count as sealed."""
    found = find_ground([ground], [], wide)
    return PlanField(wide, Ground(found.triangles, found.edges, []), [])


def test_a_triangle_fills_nothing_beside_it() -> None:
    """The second cell of the second row lies in the box of a triangle, and in that of no edge
    without a neighbour: the two there end at 56 56."""
    ground = mesh(
        1,
        *((1.0, 1.0, 90.0), (1.0, 100.0, 90.0), (56.0, 56.0, 90.0), (100.0, 1.0, 90.0)),
        triangles=((0, 1, 3), (1, 2, 3)),
    )
    assert sealed_field(ground, WORLD).filled[1][1] == -64.0


def height_at(corners: list[Vec3], x: float, y: float) -> float | None:
    """The height of a triangle at a place in plan, None beside it."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    whole = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    s = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / whole
    t = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / whole
    inside = s >= 0 and t >= 0 and s + t <= 1
    return az + s * (bz - az) + t * (cz - az) if inside else None


@settings(max_examples=30)
@given(st.integers(0, 1 << 32), st.sampled_from([20.0, 33.0, 50.0, 90.0, 150.0]))
def test_every_point_below_the_filling_is_under_the_ground(seed: int, width: float) -> None:
    """Ground of displaced squares, some missing, against a plain search of the triangles."""
    chance = random.Random(seed)
    side = int(400 / width) + 1

    def displaced(number: int) -> float:
        return (number + chance.uniform(-0.3, 0.3)) * width

    points = [
        (displaced(x), displaced(y), chance.uniform(0.0, 400.0))
        for y in range(side + 1)
        for x in range(side + 1)
    ]
    triangles = [
        triangle
        for y in range(side)
        for x in range(side)
        for a in (y * (side + 1) + x,)
        if chance.random() < 0.97
        for triangle in ((a, a + side + 2, a + 1), (a, a + side + 1, a + side + 2))
    ]
    ground = mesh(1, *points, triangles=tuple(triangles))
    field = sealed_field(ground, Box((-256.0, -256.0, -64.0), (768.0, 768.0, 512.0)))
    for column, heights in enumerate(field.filled):
        for row, filling in enumerate(heights):
            for _ in range(8 if filling > -64.0 else 0):
                x = (column + field.first[0] + chance.random()) * field.cell
                y = (row + field.first[1] + chance.random()) * field.cell
                over = [height_at([points[i] for i in corners], x, y) for corners in triangles]
                assert min(height for height in over if height is not None) >= filling - 1e-6

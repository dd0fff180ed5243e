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

from __future__ import annotations

import pytest

from tests.collision.maps import ICE, WATER_TOP, MapMaker, floor_map
from uoserver.bsp import BspError, limits
from uoserver.bsp.records import Patch
from uoserver.collision import loadpatches
from uoserver.collision.curve import Curve
from uoserver.collision.terrain import Terrain

SHEET = [[(64.0 * x, 64.0 * y, 8.0) for x in range(3)] for y in range(3)]
TRIANGLE = [(0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (64.0, 0.0, 4.0)]


def both() -> MapMaker:
    maker = floor_map()
    maker.curve(SHEET, material=ICE)
    maker.terrain(TRIANGLE, [[0, 1, 2]], material=WATER_TOP)
    return maker


def test_each_kind_becomes_its_own() -> None:
    curve, terrain = both().clip().patches
    assert isinstance(curve, Curve)
    assert isinstance(terrain, Terrain)
    assert (curve.number, terrain.number) == (0, 1)
    assert (curve.mins, curve.maxs) == ((-1, -1, 7), (129, 129, 9))
    assert (terrain.mins, terrain.maxs) == ((0, 0, 0), (64, 64, 4))
    assert curve.face((0, 0, 1)) == ((0, 0, 1), 12 << 20 | 2, 1, "textures/test/ice")
    assert terrain.contents == 0x20


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        (Patch.curve(0, 4, 3, 4, 0), "4 x 3"),
        (Patch.curve(0, -3, -3, 4, 0), "-3 x -3"),
        (Patch.curve(0, 131, 3, 4, 0), "131 x 3"),
        (Patch.curve(0, 3, 3, 4, 4), r"vertices 4 \+ 9 of 12"),
        (Patch.curve(0, 3, 5, 4, 0), r"vertices 0 \+ 15"),
        (Patch.terrain(0, -1, 3, 0, 0), "vertices"),
        (Patch.terrain(0, 3, 3, 10, 0), "vertices"),
        (Patch.terrain(0, 3, 3, 0, 1), "indexes"),
        (Patch.terrain(0, 3, -3, 0, 0), "indexes"),
        (Patch.terrain(0, 3, 2, 0, 0), "no triangles"),
        (Patch.terrain(0, 2, 3, 0, 0), "index 2 of 2"),
    ],
)
def test_a_bad_patch_is_named(patch: Patch, problem: str) -> None:
    maker = both()
    maker.map_.patches[1] = patch
    with pytest.raises(BspError, match=rf"^lump 24 \(patches\), record 1: .*{problem}"):
        maker.clip()


def test_terrain_without_vertices_is_met_by_nothing() -> None:
    maker = floor_map()
    maker.terrain([], [])
    clip = maker.clip()
    trace = clip.trace((0, 0, 50), (0, 0, -50), (-8, -8, 0), (8, 8, 16), -1)
    assert trace.endpos == (0, 0, 0.125)
    assert clip.point_contents((0, 0, 0.5)) == 0


def test_patches_that_share_their_points_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = both()
    maker.map_.patches *= 3
    monkeypatch.setattr(loadpatches, "MAX_TERRAIN_VERTICES", 9)
    maker.clip()
    monkeypatch.setattr(loadpatches, "MAX_TERRAIN_VERTICES", 8)
    with pytest.raises(BspError, match="record 5: more terrain"):
        maker.clip()
    monkeypatch.setattr(loadpatches, "MAX_TERRAIN_VERTICES", 9)
    monkeypatch.setattr(loadpatches, "MAX_CURVE_CELLS", 20)
    with pytest.raises(BspError, match="record 4: more curves"):
        maker.clip()
    monkeypatch.setattr(loadpatches, "MAX_CURVE_CELLS", 27)
    monkeypatch.setattr(loadpatches, "MAX_CURVE_POINTS", 27)
    maker.clip()
    monkeypatch.setattr(loadpatches, "MAX_CURVE_POINTS", 26)
    with pytest.raises(BspError, match="record 4: more points of curves"):
        maker.clip()


def test_the_limits_of_all_patches_together(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.MAX_TERRAIN_VERTICES == 65_536
    assert limits.MAX_TERRAIN_INDEXES == 393_216
    assert loadpatches.MAX_CURVE_CELLS == 65_536
    maker = both()
    maker.map_.patches *= 3
    for limit, used in (("TERRAIN_VERTICES", 9), ("TERRAIN_INDEXES", 9), ("CURVE_CELLS", 27)):
        with monkeypatch.context() as patched:
            patched.setattr(loadpatches, f"MAX_{limit}", used)
            maker.clip()
            patched.setattr(loadpatches, f"MAX_{limit}", used - 1)
            with pytest.raises(BspError, match="than a map may have"):
                maker.clip()


@pytest.mark.parametrize(("width", "height"), [(129, 3), (3, 129)])
def test_the_largest_curve_is_loaded(width: int, height: int) -> None:
    maker = MapMaker()
    maker.curve([[(8.0 * x, 8.0 * y, 0.0) for x in range(width)] for y in range(height)])
    assert maker.clip().patches[0].maxs == (8.0 * (width - 1) + 1, 8.0 * (height - 1) + 1, 1.0)

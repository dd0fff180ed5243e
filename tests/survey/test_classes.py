from __future__ import annotations

from tests.survey.lands import ASPHALT, Land, pool
from uoserver.sim.grid import CELLS
from uoserver.sim.tables import terrain as t
from uoserver.survey.classes import KINDS, classes
from uoserver.survey.coordinates import cell_under
from uoserver.survey.roofs import cells_of


def at(terrain: bytes, x: float, y: float) -> int:
    return terrain[cell_under((x, y, 0.0))]


def test_land_water_and_beyond() -> None:
    land = Land()
    pool(land, (0.0, -512.0, 0.0), (512.0, 512.0, 30.0))
    pool(land, (512.0, -512.0, 0.0), (1024.0, 512.0, 90.0))
    found = classes(land.ground(), cells_of(land.bounds))
    assert len(found) == CELLS
    assert [at(found, x, 128.0) for x in (-128.0, 128.0, 640.0, 1152.0)] == [
        *(t.LAND, t.SHALLOW, t.DEEP, t.LAND)
    ]
    assert found[0] == at(found, 128.0, 640.0) == t.DEEP


def test_roads_are_paved_and_without_lanes() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (1536, 0, 0))
    land.box((-1536, 256, -64), (1536, 512, 0))
    land.box((-1536, 0, -64), (512, 256, 0), ASPHALT)
    land.box((512, 0, -64), (1536, 256, 0))
    pool(land, (-256.0, 0.0, 0.0), (0.0, 256.0, 30.0))
    found = classes(land.ground(), cells_of(land.bounds))
    kinds = [at(found, x, 128.0) for x in (-1408.0, -128.0, 384.0, 640.0)]
    assert kinds == [t.PAVED, t.SHALLOW, t.PAVED, t.LAND]
    assert at(found, 384.0, 384.0) == t.LAND
    assert set(found) <= set(KINDS)
    assert not t.lanes(t.PAVED)

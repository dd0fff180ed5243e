from __future__ import annotations

from tests.survey.lands import Land, lattice_of
from uoserver.sim.grid import CELLS, SIZE
from uoserver.survey.coordinates import cell_under
from uoserver.survey.ground import Ground
from uoserver.survey.roofs import FLIGHT, cells_of, roofs, spread


def roofs_of(land: Land) -> tuple[int, ...]:
    clip = land.clip()
    lattice = lattice_of(clip, land.bounds, [(1400.0, 0.0, 0.125)])
    return roofs(clip, Ground(clip, lattice), land.bounds)


def test_cells_of_a_world() -> None:
    cells = cells_of(Land().bounds)
    assert len(cells) == 12 * 4
    assert cells[0] == cell_under((-1408.0, 384.0, 0.0))
    assert cells == sorted(cells)


def test_the_highest_of_what_is_below_the_sky() -> None:
    land = Land()
    land.box((0, -250, 200), (250, 0, 300))
    land.box((512, 180, 0), (600, 240, 250))
    found = roofs_of(land)
    assert found[cell_under((128.0, -128.0, 0.0))] == 300
    assert found[cell_under((384.0, -128.0, 0.0))] == 0
    assert found[cell_under((640.0, 128.0, 0.0))] == 250  # not over its middle
    assert found[cell_under((-1408.0, 384.0, 0.0))] == 0


def test_room_below_the_sky() -> None:
    land = Land()
    land.box((0, -250, 0), (250, 0, 700))
    assert roofs_of(land)[cell_under((128.0, -128.0, 0.0))] == 960 - 1 - FLIGHT


def test_beyond_the_world_the_nearest_counts() -> None:
    land = Land()
    land.box((-1536, -512, 0), (-1280, 512, 40))
    found = roofs_of(land)
    west = cell_under((-1408.0, 384.0, 0.0))
    assert found[west] == 40
    assert found[west - 1] == found[west - 30] == found[west - 5 * SIZE] == 40
    assert found[CELLS - 1] == 0


def test_a_hall_without_a_sky() -> None:
    land = Land(sky=False)
    land.box((-1536, -512, 900), (1536, 512, 960))
    found = roofs_of(land)
    assert found[cell_under((128.0, -128.0, 0.0))] == 0


def test_spread() -> None:
    values: list[int | None] = [None] * CELLS
    assert spread(values) == [0] * CELLS
    values[0], values[CELLS - 1] = 5, 7
    found = spread(values)
    assert (found[SIZE], found[CELLS - 2]) == (5, 7)
    assert found.count(5) + found.count(7) == CELLS

"""Cells and their numbers (specification 3)."""

from __future__ import annotations

import pytest

from uoserver.sim.grid import CELLS, EDGE, OUTSIDE, Grid, cell_at, cell_number, centre, jitter_of
from uoserver.sim.kernel.fixmath import ONE


@pytest.mark.parametrize(
    ("x", "y", "cell"),
    [
        (0, 0, 0),
        (32 * ONE - 1, 0, 0),
        (32 * ONE, 0, 1),
        (0, 32 * ONE, 128),
        (EDGE - 1, EDGE - 1, CELLS - 1),
        (EDGE, 0, OUTSIDE),
        (0, EDGE, OUTSIDE),
        (EDGE - 1, EDGE, OUTSIDE),
        (-1, 0, OUTSIDE),
        (0, -1, OUTSIDE),
    ],
)
def test_the_cell_of_a_place(x: int, y: int, cell: int) -> None:
    assert cell_at(x, y) == cell


def test_cells_are_numbered_row_by_row() -> None:
    assert cell_number(67, 68) == 68 * 128 + 67
    assert (cell_number(0, 0), cell_number(127, 127)) == (0, CELLS - 1)
    places = ((-1, 0), (128, 0), (0, -1), (0, 128))
    assert [cell_number(*place) for place in places] == [OUTSIDE] * 4


def test_the_middle_of_a_cell() -> None:
    assert centre(cell_number(67, 3)) == (0x8600000 + 0x100000, 0x600000 + 0x100000)


def test_the_jitter_table_repeats_every_16_cells() -> None:
    grid = Grid(jitter=[(index % 13, 0, 0, index) for index in range(256)])
    assert jitter_of(grid, cell_number(3, 2))[3] == 2 * 16 + 3
    assert jitter_of(grid, cell_number(3 + 16, 2 + 96))[3] == 2 * 16 + 3


def test_new_cells_are_plain_land() -> None:
    grid = Grid()
    for cells in (grid.terrain, grid.static, grid.hits, grid.mined):
        assert cells == bytes(CELLS)
    assert grid.chain == [0] * (CELLS + 1)
    assert grid.jitter == [(0, 0, 0, 0)] * 256

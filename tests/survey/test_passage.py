"""Whether vehicles get from cell to cell, told from the lattice and by sweeps."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests.maps.foy import clip, surveyed
from uoserver.sim.grid import SIZE, cell_number, centre
from uoserver.sim.kernel.headings import angle_between
from uoserver.sim.shapes import Placed
from uoserver.sim.shapetable import FIRST_HULL, SHAPES
from uoserver.survey import MapWorld, make_match_state
from uoserver.survey.coordinates import cell_middle
from uoserver.survey.passage import RISE, WAYS, Passage, neighbour

STRIDES = 20


@cache
def world() -> MapWorld:
    return MapWorld(clip(), surveyed(), make_match_state(surveyed()).grid)


@cache
def passage() -> Passage:
    return Passage(world())


def driven(cell: int, there: int) -> bool:
    """Whether a tank gets there in small strides, as it drives."""
    (x, y), (to_x, to_y) = centre(cell), centre(there)
    heading, old = angle_between(x, y, to_x, to_y), (x, y, 0)
    for part in range(1, STRIDES + 1):
        new = (x + (to_x - x) * part // STRIDES, y + (to_y - y) * part // STRIDES, 0)
        if world().outside(*new[:2]):
            return False
        if world().hull_stopped(old, Placed(SHAPES[FIRST_HULL], *new, heading)):
            return False
        old = new
    return True


def inner() -> list[int]:
    return [cell_number(column, row) for row in range(50, 79) for column in range(46, 83)]


def test_what_is_sure_is_mostly_what_is_driven() -> None:
    asked = wrong = unlikely = 0
    for number, cell in enumerate(inner()[::9]):
        way = number % len(WAYS)
        there = neighbour(cell, way)
        truth = driven(cell, there)
        if passage().likely(cell) >> way & 1:
            asked += 1
            wrong += passage().sure(cell, there) != truth
        else:
            unlikely += truth
    assert asked > 60
    assert wrong < asked // 8
    assert unlikely < asked // 10


def test_nothing_leads_off_the_map() -> None:
    west, north, east, south = 43, 48, 84, 79
    for row in range(SIZE):
        for column in (0, west - 1, east + 1, SIZE - 1):
            assert passage().likely(cell_number(column, row)) == 0
    for column in range(SIZE):
        for row in (0, north - 1, south + 1, SIZE - 1):
            assert passage().likely(cell_number(column, row)) == 0


def test_a_sweep_is_made_once() -> None:
    mine = Passage(world())
    pair = (cell_number(60, 64), cell_number(61, 64))
    assert not mine.swept(*pair)
    found = mine.sure(*pair)
    assert mine.swept(*pair)
    assert mine.sure(*pair) is found is True
    assert not mine.swept(*pair[::-1])


def test_neighbours_end_at_the_edge() -> None:
    assert [neighbour(0, way) for way in range(8)] == [-1, -1, 1, SIZE + 1, SIZE, -1, -1, -1]
    last = SIZE * SIZE - 1
    assert neighbour(last, 7) == last - SIZE - 1
    assert neighbour(last, 2) == -1


@pytest.mark.parametrize(("rise", "likely"), [(RISE, True), (RISE + 1, False)])
def test_ground_that_rises_too_much_is_no_way(rise: int, likely: bool) -> None:
    lattice = surveyed().lattice
    cell = cell_number(60, 62)
    node = lattice.nearest(*cell_middle(cell))
    levels = [0] * len(lattice.levels)
    levels[node + 1] = rise
    reached = bytes([2]) * len(levels)
    even = replace(surveyed(), lattice=replace(lattice, levels=tuple(levels), reached=reached))
    state = make_match_state(even)
    bits = Passage(MapWorld(clip(), even, state.grid)).likely(cell)
    assert bool(bits >> 2 & 1) is likely
    assert bits >> 6 & 1

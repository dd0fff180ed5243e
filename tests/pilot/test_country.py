from __future__ import annotations

import pytest

from uoserver.files.searchpath import SearchPath
from uoserver.pilot import Country
from uoserver.pilot.maps import Maps
from uoserver.sim.grid import CELLS
from uoserver.sim.tables.statics import FLAG_BUILDING, NOTHING, NUMBER_OF


@pytest.fixture(scope="module")
def maps() -> Maps:
    return Maps(SearchPath())


def _country(maps: Maps) -> Country:
    arena = maps.load("mp_foy")
    assert arena is not None
    return Country(arena)


def test_a_building_that_fell_keeps_its_side(maps: Maps) -> None:
    country = _country(maps)
    cell = country.grid.static.find(FLAG_BUILDING)
    side = country.grid.side[cell]
    country.put(cell, NUMBER_OF["DEST_FLAG"])
    assert country.grid.static[cell] == NUMBER_OF["DEST_FLAG"]
    assert country.grid.side[cell] == side in (0, 1)
    assert country.grid.hits[cell] == 0


def test_a_cell_that_is_empty_now_is_nobodys(maps: Maps) -> None:
    country = _country(maps)
    cell = country.grid.static.find(FLAG_BUILDING)
    country.put(cell, NOTHING)
    assert (country.grid.static[cell], country.grid.hits[cell], country.grid.side[cell]) == (
        0,
        0,
        2,
    )


@pytest.mark.parametrize(("cell", "static"), [(CELLS, 1), (-1, 1), (5, 255), (5, -1)])
def test_what_is_no_cell_or_no_static_is_passed_over(maps: Maps, cell: int, static: int) -> None:
    country = _country(maps)
    before = bytes(country.grid.static)
    country.put(cell, static)
    assert bytes(country.grid.static) == before


def test_a_map_that_is_nowhere(maps: Maps) -> None:
    assert maps.load("mp_nowhere") is None
    assert maps.load("../etc/passwd") is None


def test_a_map_is_loaded_once(maps: Maps) -> None:
    assert maps.load("mp_foy") is maps.load("MP_FOY")

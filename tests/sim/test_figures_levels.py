"""Figures of the tests page on how a level begins: rules_test 6, twoplayer_test 0; and its men."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, new_sim, put, run
from tests.sim.rules.helpers import men
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import DOWN, FIRE_A
from uoserver.sim.levels.level import make_level
from uoserver.sim.levels.rfm import RfmMap, force_settings, read_rfm, write_rfm
from uoserver.sim.levels.scenario import scenario_of_map, start
from uoserver.sim.match import new_match
from uoserver.sim.objects import Kind
from uoserver.sim.sides import Mode
from uoserver.sim.statics import damage
from uoserver.sim.tables.vehicles import VehicleType

# -- rules_test 6: mines ---------------------------------------------------------------------------


def map_of(difficulty: int, roads: int, land: int) -> RfmMap:
    """A map all of water but for a pad, a flag, so many pieces of road with land beside, land."""
    tiles = bytearray([2] * (128 * 128))
    tiles[67 * 128 + 67], tiles[5 * 128 + 5] = 57, 220
    for column in range(roads):
        tiles[30 * 128 + 10 + column], tiles[31 * 128 + 10 + column] = 72, 0
    for column in range(land):
        tiles[40 * 128 + 10 + column] = 0
    return RfmMap(bytes(tiles), difficulty=difficulty)


@pytest.mark.parametrize(("difficulty", "wanted"), [(1, 0), (6, 0), (7, 24), (8, 28), (9, 32)])
def test_rules_6_hard_levels_have_mines_and_the_first_has_none(
    difficulty: int, wanted: int
) -> None:
    level = make_level(map_of(difficulty, 20, 60))
    assert level.mines == wanted
    sim = new_match(level.state, mines=level.mines)
    laid = len(list(sim.state.pool.on_kind(Kind.MINE)))
    assert laid == (wanted - 1 if wanted > 20 else wanted)  # those off the roads are one fewer
    assert 0 < laid <= wanted or not wanted


def test_rules_6_where_there_are_six_sites_200_mines_are_twelve() -> None:
    level = make_level(force_settings(map_of(1, 6, 0), "Campgrounds [M200].rfm"))
    assert level.mines == 200
    sim = new_match(level.state, mines=level.mines)
    places = [mine.cell for mine in sim.state.pool.on_kind(Kind.MINE)]
    assert len(places) == 12
    assert sorted(places) == sorted(2 * [cell(column, 31) for column in range(10, 16)])


@pytest.mark.parametrize("wanted", [1, 20, 21, 60, 200])
def test_rules_6_a_map_of_difficulty_6_has_the_mines_that_it_says_itself(wanted: int) -> None:
    """Below difficulty 7 the file must ask for them. There is room for 20 beside the road, then for
    80 anywhere, one fewer than are left."""
    file = write_rfm(RfmMap(map_of(6, 20, 60).tiles, difficulty=6, mines=wanted))
    level = make_level(read_rfm(file))
    assert level.mines == wanted
    sim = new_match(level.state, mines=level.mines)
    laid = len(list(sim.state.pool.on_kind(Kind.MINE)))
    assert 0 < laid <= wanted
    assert laid == {1: 1, 20: 20, 21: 20, 60: 59, 200: 100}[wanted]


# -- twoplayer_test 0: loading ---------------------------------------------------------------------


def test_twoplayer_0_a_map_for_two_begins_in_two_bunkers_with_a_word_for_each() -> None:
    tiles = bytearray(128 * 128)
    for at, tile in ((67 * 128 + 67, 57), (30 * 128 + 30, 77), (5, 180), (9, 220)):
        tiles[at] = tile
    source = read_rfm(write_rfm(RfmMap(bytes(tiles), players=2)))
    assert source.players == 2
    sim = start(scenario_of_map(source))
    assert sim.state.players == 2
    first, second = sim.state.drivers
    assert (first.team, second.team) == (0, 1)
    assert first.view.mode is second.view.mode is Mode.SELECT
    # the second word is the second side's
    run(sim, 20, 0, 0)
    run(sim, 1, 0, DOWN)
    run(sim, 1, 0, FIRE_A)
    assert (first.view.mode, first.view.type) == (Mode.SELECT, VehicleType.TANK)
    assert (second.view.mode, second.view.type) == (Mode.LAUNCH, VehicleType.JEEP)


# -- tables 7: men ---------------------------------------------------------------------------------

SOLDIERS = (
    ("BLDG_S", "FACT_N", "BLDG_E", "BNKR_S", "HOSP_S"),
    ("OUTPOST", "OUTPOST", "OUTPOST", "OUTPOST", "OUTPOST"),
)
"""Five buildings whose men are 15 at least, as those of level 1, which we do not have."""


@pytest.mark.parametrize("names", SOLDIERS, ids=["mixed", "outposts"])
def test_five_soldier_buildings_let_out_15_to_25_men_in_all(names: tuple[str, ...]) -> None:
    counts: list[set[int]] = [set() for _ in names]
    for seed in range(60):
        sim, out = new_sim(), 0
        sim.state.rand.state = seed * 0x01000193
        for number, name in enumerate(names):
            house = put(sim, 50 + 4 * number, 60, name, 1)
            while sim.state.grid.hits[house] > 1:
                damage(sim, house, ONE)
            counts[number].add(len(men(sim)) - out)
            out = len(men(sim))
        assert 15 <= out <= 25
    assert (sum(map(min, counts)), sum(map(max, counts))) == (15, 25)

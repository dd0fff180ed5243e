"""What bots know of the land together."""

from __future__ import annotations

import itertools

from tests.maps.foy import clip, surveyed
from uoserver.game.bots.atlas import (
    CHANGES_EVERY,
    FRESH,
    GRUDGE,
    MOST_FIELDS,
    MOST_GRUDGES,
    OVER_PAD,
    TOWER_FEAR,
    Atlas,
)
from uoserver.game.bots.land import CLOSED, PLAIN, Wheels
from uoserver.game.bots.routes import UNREACHED
from uoserver.sim.grid import SIZE, Grid, cell_number
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.terrain import DEEP, PAD
from uoserver.sim.world import GridWorld
from uoserver.survey import MapWorld, make_match_state

J, T = Wheels
A, B = cell_number(50, 50), cell_number(60, 50)


def flat(grid: Grid | None = None) -> tuple[Grid, Atlas]:
    grid = grid or Grid()
    return grid, Atlas(grid, GridWorld(grid))


def mapped() -> Atlas:
    state = make_match_state(surveyed())
    return Atlas(state.grid, MapWorld(clip(), surveyed(), state.grid))


def test_a_wall_that_comes_and_goes_is_noticed_after_a_while() -> None:
    grid, atlas = flat()
    assert atlas.costs(T, 0)[A] == PLAIN
    atlas.watch(0)
    grid.terrain[A] = DEEP
    place(grid, B, NUMBER_OF["WALL_H"], 1)
    atlas.watch(CHANGES_EVERY - 1)
    assert atlas.costs(T, 0)[B] == PLAIN
    atlas.watch(CHANGES_EVERY)
    assert atlas.costs(T, 0)[B] == PLAIN + 60
    place(grid, B, 0, 2)
    atlas.watch(2 * CHANGES_EVERY)
    assert atlas.costs(T, 0)[B] == PLAIN


def test_jeeps_shun_towers_of_the_enemy_as_long_as_they_stand() -> None:
    grid = Grid()
    place(grid, A, NUMBER_OF["TOWER"], 1)
    grid, atlas = flat(grid)
    near, far = A + 5, A + 6
    assert [atlas.costs(J, 0)[each] for each in (near, far)] == [PLAIN + TOWER_FEAR, PLAIN]
    assert atlas.costs(J, 1)[near] == atlas.costs(T, 0)[near] == PLAIN
    place(grid, A, NUMBER_OF["DESTROYED_TOWER"], 1)
    atlas.watch(CHANGES_EVERY)
    assert atlas.costs(J, 0)[near] == PLAIN


def test_ways_lead_round_pads() -> None:
    grid = Grid()
    grid.terrain[A] = PAD + 1
    _, atlas = flat(grid)
    assert atlas.costs(T, 0)[A] == PLAIN + OVER_PAD
    assert A not in atlas.field(A + 5, T, 0, 0).way(A - 5, 20)


def test_fields_are_kept_and_bounded() -> None:
    _, atlas = flat()
    first = atlas.field(A, T, 0, 0)
    assert atlas.field(A, T, 0, 10**6) is first
    assert atlas.field(A, J, 0, 0) is not first
    for goal in range(MOST_FIELDS):
        atlas.field(goal, T, 0, 0)
    assert atlas.field(A, T, 0, 0) is not first


def test_a_field_is_begun_anew_some_time_after_a_change() -> None:
    grid, atlas = flat()
    first = atlas.field(A, T, 0, 0)
    place(grid, B, NUMBER_OF["WALL_H"], 1)
    atlas.watch(CHANGES_EVERY)
    assert atlas.field(A, T, 0, FRESH - 1) is first
    assert atlas.field(A, T, 0, FRESH) is not first


def test_a_shunned_way_is_free_again_later() -> None:
    _, atlas = flat()
    assert atlas.holds(A, A + 1)
    atlas.shun(A, A + 1, 0)
    assert not atlas.holds(A, A + 1)
    assert not atlas.leads(A, 2, A + 1)
    assert atlas.holds(A + 1, A)
    atlas.watch(GRUDGE)
    assert atlas.holds(A, A + 1)


def test_grudges_are_bounded() -> None:
    _, atlas = flat()
    for cell in range(MOST_GRUDGES + 1):
        atlas.shun(cell, cell + 1, 0)
    assert atlas.holds(0, 1)
    assert not atlas.holds(1, 2)


def test_who_avoids_a_way_goes_another() -> None:
    _, atlas = flat()
    start = A - 5
    first = atlas.field(A, T, 0, 0).way(start, 1)[0]
    atlas.shun(start, first, 0)
    atlas.avoid(A, T, 0, start)
    assert atlas.field(A, T, 0, 0).way(start, 1)[0] != first


def test_what_nobody_crosses() -> None:
    grid, atlas = flat()
    assert atlas.crossable(T, 0, A)
    assert not atlas.crossable(T, 0, -1)
    assert not atlas.crossable(T, 0, SIZE * SIZE)
    grid.terrain[A] = DEEP
    assert Atlas(grid, GridWorld(grid)).costs(T, 0)[A] == CLOSED
    assert not Atlas(grid, GridWorld(grid)).crossable(T, 0, A)


def test_on_a_map_the_ground_is_asked() -> None:
    atlas = mapped()
    pads = [surveyed().pads[team][0] for team in (0, 1)]
    field = atlas.field(pads[1], J, 0, 0)
    assert field.far(pads[0]) < UNREACHED
    way = [pads[0], *field.way(pads[0], 200)]
    pairs = list(itertools.pairwise(way))
    assert not any(atlas.known(*pair) for pair in pairs)
    good = [pair for pair in pairs if atlas.holds(*pair)]
    assert all(atlas.known(*pair) for pair in pairs)
    assert len(good) > len(pairs) // 2


def test_what_does_not_hold_is_remembered() -> None:
    atlas = mapped()
    west, north, east, south = (edge >> 21 for edge in surveyed().edges)
    likely = [
        (cell, cell + 1)
        for row in range(north + 1, south)
        for column in range(west + 1, east - 1)
        if atlas.leads(cell := cell_number(column, row), 2, cell + 1)
    ]
    bad = next(pair for pair in likely if not atlas.holds(*pair))
    assert not atlas.leads(bad[0], 2, bad[1])

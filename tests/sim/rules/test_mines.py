"""Mines that lie about from the beginning (rfm: Random mines)."""

from __future__ import annotations

import pytest

from tests.sim.play import PAD_0, cell, new_state, pave
from tests.sim.rules.helpers import catch_mines
from uoserver.sim.grid import SIZE
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.match import new_match
from uoserver.sim.objects import Obj
from uoserver.sim.registry import CLASSES
from uoserver.sim.rules import mines
from uoserver.sim.rules.mines import lay_random
from uoserver.sim.simulation import Simulation, State
from uoserver.sim.statics import place
from uoserver.sim.weapons import mine

WATER = 2


def wet(land: dict[tuple[int, int], int]) -> Simulation:
    """A world of water with some cells of other terrain; its pads are far off."""
    state = State()
    state.grid.terrain[:] = bytes((WATER,)) * len(state.grid.terrain)
    sim = Simulation(CLASSES, state)
    for at, terrain in land.items():
        pave(sim, [at], terrain)
    return sim


@pytest.mark.parametrize(
    ("terrain", "fits"),
    [
        *((0, True), (1, False), (2, False), (3, True), (4, False), (7, False), (16, False)),
        *((0x33, False), (0x34, True), (0x37, True), (0x38, False), (0x3F, False), (0x40, True)),
        *((0x47, True), (0x48, False), (0x49, False), (0x4F, False), (0x50, True), (0x53, True)),
        *((0x54, False), (0x57, False), (90, False), (97, False)),
    ],
)
def test_where_one_may_lie(monkeypatch: pytest.MonkeyPatch, terrain: int, fits: bool) -> None:
    laid = catch_mines(monkeypatch)
    sim = wet({(60, 60): terrain, (61, 60): 0x49})
    assert lay_random(sim, 1) == fits
    assert [(x >> 21, y >> 21) for x, y in laid] == [(60, 60)] * fits


def test_nothing_may_stand_there(monkeypatch: pytest.MonkeyPatch) -> None:
    catch_mines(monkeypatch)
    sim = wet({(60, 60): 0, (61, 60): 0x49})
    place(sim.state.grid, cell(60, 60), 1, 2)
    assert lay_random(sim, 5) == 0


@pytest.mark.parametrize(("road", "by"), [(0x48, 0), (0x49, 1), (0x59, 1), (0x5A, 0)])
@pytest.mark.parametrize(("dx", "dy"), [(0, -1), (0, 1), (-1, 0), (1, 0)])
def test_the_first_lie_beside_roads(
    monkeypatch: pytest.MonkeyPatch, road: int, by: int, dx: int, dy: int
) -> None:
    catch_mines(monkeypatch)
    sim = wet({(60, 60): 0, (60 + dx, 60 + dy): road})
    assert mines._sites(sim, by_road=True) == [cell(60, 60)] * by
    assert mines._sites(sim, by_road=False) == [cell(60, 60)]


def test_a_road_at_a_corner_or_round_the_maps_edge_is_not_beside() -> None:
    sim = wet({(60, 60): 0, (61, 61): 0x49, (0, 50): 0, (127, 49): 0x49, (127, 51): 0x49})
    pave(sim, [(127, 20)], 0)
    pave(sim, [(0, 21), (0, 19)], 0x49)
    pave(sim, [(0, 0), (127, 127)], 0)
    assert mines._sites(sim, by_road=True) == []


def test_the_cells_round_the_first_sides_pad_are_clear() -> None:
    sim = new_match(new_state())
    sites = mines._sites(sim, by_road=False)
    column, row = PAD_0
    missing = {(at % SIZE, at // SIZE) for at in range(SIZE * SIZE)} - {
        (at % SIZE, at // SIZE) for at in sites
    }
    near = {(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert missing == near | {(30, 30)}  # the other pad is none because of its terrain
    sim.state.sides[0].pad = SIZE * SIZE
    assert cell(column + 1, row) in mines._sites(sim, by_road=False)


def test_each_draws_its_site_then_how_far_south_and_east(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = catch_mines(monkeypatch)
    sim = wet(
        {(column, 60): 0 for column in range(60, 70)} | {(c, 61): 0x49 for c in range(60, 70)}
    )
    twin = Rand(sim.state.rand.state)
    assert lay_random(sim, 10) == 10
    left = list(range(60, 70))
    wanted = []
    for _ in range(10):
        column = left.pop(max(twin.below(len(left)), 1) - 1)
        y = 60 * 32 + 6 + twin.below(25)
        x = column * 32 + 6 + twin.below(25)
        wanted.append((x << 16, y << 16))
    assert laid == wanted
    assert sim.state.rand.state == twin.state


def test_the_first_site_is_drawn_with_0_and_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = catch_mines(monkeypatch)
    firsts = []
    for number in (0, 1, 2):
        sim = wet(
            {(column, 60): 0 for column in (60, 61, 62)} | {(c, 61): 0x49 for c in (60, 61, 62)}
        )
        drawn = iter((number, 5, 5))
        monkeypatch.setattr(type(sim.state.rand), "below", lambda _self, _n, d=drawn: next(d))
        laid.clear()
        lay_random(sim, 1)
        firsts.append(laid[0][0] >> 21)
    assert firsts == [60, 60, 61]


@pytest.mark.parametrize(
    ("count", "beside", "elsewhere", "laid"),
    [
        *((0, 6, 6, 0), (6, 6, 6, 6), (7, 6, 6, 6), (8, 6, 6, 7), (10, 6, 6, 9)),
        (200, 6, 0, 12),  # as on "Campgrounds Of America": the same six sites twice
        (200, 6, 3, 15),
        (200, 0, 5, 5),
    ],
)
def test_what_finds_no_room_by_a_road_lies_elsewhere_but_one(
    monkeypatch: pytest.MonkeyPatch, count: int, beside: int, elsewhere: int, laid: int
) -> None:
    places = catch_mines(monkeypatch)
    land = {(column, 60): 0 for column in range(10, 10 + beside)}
    land |= {(column, 61): 0x49 for column in range(10, 10 + beside)}
    land |= {(column, 90): 0 for column in range(10, 10 + elsewhere)}
    assert lay_random(wet(land), count) == laid == len(places)


def test_where_none_can_be_laid_the_site_is_used_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[tuple[int, int]] = []

    def lay(_sim: Simulation, x: int, y: int) -> Obj | None:
        tried.append((x >> 21, y >> 21))
        return None

    monkeypatch.setattr(mine, "lay", lay)
    sim = wet({(60, 60): 0, (61, 60): 0, (60, 61): 0x49, (61, 61): 0x49})
    assert lay_random(sim, 2) == 0
    assert sorted(tried) == [(60, 60), (61, 60)]


def test_a_match_begins_with_its_mines_and_without_any_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid = catch_mines(monkeypatch)
    new_match(new_state())
    assert laid == []
    new_match(new_state(), mines=5)
    assert len(laid) == 4  # there is no road: all lie elsewhere, and one is lost

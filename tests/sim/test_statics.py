"""Placing, damaging and destroying static objects (rules 5)."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, new_sim, put
from uoserver.sim import statics
from uoserver.sim.events import CellChanged, StaticHit
from uoserver.sim.grid import Grid
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.statics import damage, destroy, fall, place, set_terrain
from uoserver.sim.tables.statics import NUMBER_OF, STATICS

AT = cell(50, 50)


def look(grid: Grid) -> tuple[int, int, int, int]:
    """Static object, hit points, side and terrain of the cell."""
    return grid.static[AT], grid.hits[AT], grid.side[AT], grid.terrain[AT]


@pytest.mark.parametrize(
    ("name", "hits", "terrain"),
    [("BLDG_N", 5, 0), ("BUSH_1S", 1, 33), ("WALL_V", 5, 98), ("FLAG", 6, 109), ("ROCK_1S", 0, 33)],
)
def test_an_object_brings_its_hit_points_and_terrain(name: str, hits: int, terrain: int) -> None:
    grid = Grid()
    grid.terrain[AT] = 33
    place(grid, AT, NUMBER_OF[name], 1)
    assert look(grid) == (NUMBER_OF[name], hits, 1, terrain)


@pytest.mark.parametrize("number", [0, 18, 52, 91, 127, -1])
def test_what_is_none_clears_the_cell_but_for_who_is_in_it(number: int) -> None:
    grid = Grid()
    place(grid, AT, NUMBER_OF["WALL_V"], 1)
    grid.chain[AT] = 5
    place(grid, AT, number, 1)
    assert look(grid) == (0, 0, 2, 0)
    assert grid.chain[AT] == 5


@pytest.mark.parametrize(
    ("amount", "left"),
    [(ONE, 4), (3 * ONE // 2, 4), (2 * ONE, 3), (1, 4), (ONE // 2, 4), (4 * ONE, 1)],
)
def test_damage_takes_whole_hit_points_and_at_least_one(amount: int, left: int) -> None:
    sim = new_sim()
    put(sim, 50, 50, "BLDG_S")
    assert not damage(sim, AT, amount)
    assert look(sim.state.grid)[:2] == (24, left)
    assert sim.events == [StaticHit(AT, left, 0)]


@pytest.mark.parametrize("amount", [5 * ONE, 100 * ONE])
def test_who_loses_all_hit_points_is_destroyed(amount: int) -> None:
    sim = new_sim()
    put(sim, 50, 50, "BLDG_S", 1)
    assert damage(sim, AT, amount)
    assert look(sim.state.grid) == (51, 0, 1, 0)
    assert sim.events == [StaticHit(AT, 0, 0), CellChanged(AT, 0, 51, 1)]
    assert [type(event) for event in sim.events] == [StaticHit, CellChanged]


def test_nothing_is_done_by_no_damage_and_to_what_has_no_hit_points() -> None:
    sim = new_sim()
    put(sim, 50, 50, "ROCK_1S")
    assert not damage(sim, AT, 100 * ONE)
    put(sim, 50, 50, "BLDG_S")
    assert not damage(sim, AT, 0)
    assert not damage(sim, AT, -ONE)
    assert look(sim.state.grid)[:2] == (24, 5)
    assert sim.events == []


@pytest.mark.parametrize(
    ("name", "first"), [("WALL_V", 105), ("WALL_H", 107), ("BDMG_WALL_V", 105)]
)
def test_walls_become_one_of_two_rubbles_by_chance(name: str, first: int) -> None:
    sim = new_sim()
    seen = set()
    for _ in range(20):
        put(sim, 50, 50, name, 1)
        expected = Rand(sim.state.rand.state).below(2)
        assert damage(sim, AT, 5 * ONE)
        assert look(sim.state.grid) == (0, 0, 2, first + expected)
        seen.add(expected)
    assert seen == {0, 1}


def test_only_walls_draw_a_number() -> None:
    sim = new_sim()
    before = sim.state.rand.state
    for name in ("BLDG_S", "ROCK_1S"):
        put(sim, 50, 50, name)
        destroy(sim, AT)
    assert sim.state.rand.state == before


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("TOWER", (60, 5, 1, 97)),
        ("DMG_TOWER", (61, 0, 1, 0)),
        ("FLAG", (62, 6, 1, 110)),
        ("DMG_FLAG", (63, 0, 1, 111)),
        ("BUSH_1S", (87, 0, 1, 33)),
        ("HOSP_S", (53, 0, 1, 0)),
        ("GATE_H", (66, 0, 1, 88)),
        ("BRIDGE_V", (76, 0, 1, 33)),
        ("PLANTER_BERRY", (83, 0, 1, 95)),
    ],
)
def test_what_something_becomes_has_hit_points_of_its_own_and_the_same_side(
    name: str, after: tuple[int, int, int, int]
) -> None:
    sim = new_sim()
    sim.state.grid.terrain[AT] = 33
    put(sim, 50, 50, name, 1)
    destroy(sim, AT)
    assert look(sim.state.grid) == after


def test_what_comes_after_something_may_have_terrain_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No row of the table has both, but the rule does: 0 leaves what the new object brings."""
    hall = STATICS[24]
    for rubble, terrain in ((0, 97), (42, 42)):
        changed = hall._replace(becomes=60, rubble=rubble)
        monkeypatch.setattr(statics, "STATICS", (*STATICS[:24], changed, *STATICS[25:]))
        sim = new_sim()
        put(sim, 50, 50, "BLDG_S", 1)
        fall(sim, AT)
        assert look(sim.state.grid) == (60, 5, 1, terrain)


def test_to_fall_needs_no_damage() -> None:
    sim = new_sim()
    put(sim, 50, 50, "WALL_H", 1)
    fall(sim, AT)
    assert look(sim.state.grid)[:3] == (0, 0, 2)


def test_terrain_is_set_and_told() -> None:
    sim = new_sim()
    set_terrain(sim, AT, 92)
    assert sim.events == [CellChanged(AT, 92, 0, sim.state.grid.side[AT])]

from __future__ import annotations

from tests.survey.lands import yard
from uoserver.sim.grid import CELLS
from uoserver.sim.match import new_match, step
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.sides import DEFAULT_STOCK
from uoserver.sim.tables.statics import FLAG_BUILDING, NUMBER_OF
from uoserver.sim.tables.terrain import PAD
from uoserver.survey import make_match_state, survey


def test_the_first_state() -> None:
    land = yard()
    land.entity("uo_static", (100.0, -300.0, 10.0), type="BLDG_S", team="axis")
    land.entity("script_vehicle", (-300.0, 0.0, 0.0), vehicletype="willyjeep_mp")
    found = survey(land.map())
    state = make_match_state(found)
    check_state(state)
    grid = state.grid
    for team, side in enumerate(state.sides):
        assert tuple(side.pads) == found.pads[team]
        assert side.pad == found.pads[team][0]
        assert grid.terrain[side.pad] == PAD + team
        assert tuple(side.flag_sites) == found.flags[team]
        assert side.flag_cell == found.flags[team][0]
        assert grid.static[side.flag_cell] == FLAG_BUILDING
        assert grid.side[side.flag_cell] == team
        assert side.stock == side.first_stock == list(found.stock[team])
    assert state.sides[0].stock[1] == DEFAULT_STOCK[1] + 1
    cell = found.buildings[0].cell
    assert (grid.static[cell], grid.side[cell], grid.hits[cell]) == (NUMBER_OF["BLDG_S"], 1, 5)
    assert grid.side.count(2) == CELLS - 3
    same = sum(a == b for a, b in zip(grid.terrain, found.terrain, strict=True))
    assert CELLS - 6 < same < CELLS
    assert len(set(grid.jitter)) > 100


def test_the_same_seed_is_the_same_state() -> None:
    land = yard()
    for x in (-300.0, -100.0, 100.0, 300.0):
        land.entity("uo_flag", (x, -300.0, 0.0), team="allies")
    found = survey(land.map())
    assert make_match_state(found) == make_match_state(found)
    hidden = {make_match_state(found, seed=seed).sides[0].flag_cell for seed in range(40)}
    assert hidden == set(found.flags[0])
    assert make_match_state(found).sides[0].flag_left == 2


def test_a_match_begins() -> None:
    sim = new_match(make_match_state(survey(yard().map())), (0, 1))
    for _ in range(20):
        step(sim, [0, 0])
    check_state(sim.state)

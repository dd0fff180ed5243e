"""What an explosion does to cells (tables 5; effects.ruins)."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, new_sim, put, run
from uoserver.sim.calls import Call
from uoserver.sim.effects.ruins import (
    MOST_RUIN_TIMERS,
    break_neighbours,
    clear_for,
    face_rubble,
    put_ruin,
)
from uoserver.sim.events import CellChanged, StaticHit
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import NUMBER_OF, STATICS

AT = cell(50, 50)
WEST, EAST, NORTH, SOUTH = (49, 50), (51, 50), (50, 49), (50, 51)


def source(sim: Simulation) -> Obj:
    obj = create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
    assert obj
    return obj


def name_at(sim: Simulation, at: tuple[int, int]) -> str:
    return STATICS[sim.state.grid.static[cell(*at)]].name


# -- neighbours ------------------------------------------------------------------------------------

BREAKS = [
    (WEST, "WALL_H", "RDMG_WALL_H"),
    (WEST, "LDMG_WALL_H", "BDMG_WALL_H"),
    (EAST, "WALL_H", "LDMG_WALL_H"),
    (EAST, "RDMG_WALL_H", "BDMG_WALL_H"),
    (NORTH, "WALL_V", "RDMG_WALL_V"),
    (NORTH, "LDMG_WALL_V", "BDMG_WALL_V"),
    (SOUTH, "WALL_V", "LDMG_WALL_V"),
    (SOUTH, "RDMG_WALL_V", "BDMG_WALL_V"),
]


@pytest.mark.parametrize(("at", "before", "after"), BREAKS)
def test_the_near_ends_of_walls_break(at: tuple[int, int], before: str, after: str) -> None:
    sim = new_sim()
    there = put(sim, *at, before, 1)
    sim.state.grid.hits[there] = 3
    break_neighbours(sim, AT, source(sim))
    grid = sim.state.grid
    assert (name_at(sim, at), grid.hits[there], grid.side[there]) == (after, 3, 1)
    assert sim.events[-1] == CellChanged(there, grid.terrain[there], NUMBER_OF[after], 1)


@pytest.mark.parametrize("at", [WEST, EAST, NORTH, SOUTH])
def test_what_is_broken_on_that_side_or_runs_the_other_way_stays(at: tuple[int, int]) -> None:
    changing = {before for there, before, _ in BREAKS if there == at}
    for name in [static.name for static in STATICS[54:60]] + ["WALL_H", "WALL_V", "BLDG_S"]:
        if name in changing:
            continue
        sim = new_sim()
        put(sim, *at, name)
        break_neighbours(sim, AT, source(sim))
        assert name_at(sim, at) == name


def test_a_wall_that_just_broke_does_not_break_again() -> None:
    sim = new_sim()
    put(sim, *WEST, "WALL_H")
    break_neighbours(sim, AT, source(sim))
    sim.events.clear()
    break_neighbours(sim, AT, source(sim))
    assert not any(isinstance(event, CellChanged) for event in sim.events)
    assert name_at(sim, WEST) == "RDMG_WALL_H"


@pytest.mark.parametrize(("name", "held"), [("GATE_H", {WEST, EAST}), ("GATE_V", {NORTH, SOUTH})])
def test_gates_die_with_the_walls_that_hold_them(name: str, held: set[tuple[int, int]]) -> None:
    sim = new_sim()
    by = source(sim)
    gates = {at: put(sim, *at, name, 1) for at in (WEST, EAST, NORTH, SOUTH)}
    break_neighbours(sim, AT, by)
    hit = [event for event in sim.events if isinstance(event, StaticHit)]
    assert {event.cell for event in hit} == {gates[at] for at in held}
    assert {(event.left, event.source) for event in hit} == {(0, by.id)}
    run(sim, 60)
    becomes = STATICS[NUMBER_OF[name]].becomes
    ruins = {at for at, there in gates.items() if sim.state.grid.static[there] == becomes}
    assert ruins == held


def test_an_open_gate_is_known_by_its_floor() -> None:
    sim = new_sim()
    there = cell(*EAST)
    sim.state.grid.terrain[there], sim.state.grid.hits[there] = 88, 4
    break_neighbours(sim, AT, source(sim))
    assert sim.state.grid.hits[there] == 0


@pytest.mark.parametrize("at", [(0, 0), (127, 0), (0, 127), (127, 127)])
def test_the_map_ends_in_its_corners(at: tuple[int, int]) -> None:
    sim = new_sim()
    for row in range(128):
        for column in (0, 1, 126, 127):
            put(sim, column, row, "WALL_H")
    break_neighbours(sim, cell(*at), source(sim))
    changed = [event.cell for event in sim.events if isinstance(event, CellChanged)]
    assert changed == [cell(1 if at[0] == 0 else 126, at[1])]


# -- fuel ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "side"), [("N", 0), ("S", 1), ("E", 2), ("W", 3)])
def test_the_ruin_of_a_fuel_dump_faces_its_way(way: str, side: int) -> None:
    sim = new_sim()
    put(sim, 50, 50, f"FUEL_{way}", 1)
    face_rubble(sim, AT)
    assert sim.state.grid.side[AT] == side


def test_nothing_else_faces_anywhere() -> None:
    sim = new_sim()
    put(sim, 50, 50, "AMMO", 1)
    face_rubble(sim, AT)
    assert sim.state.grid.side[AT] == 1


# -- ruins that come later -------------------------------------------------------------------------


def test_what_is_cleared_comes_back_as_its_ruin() -> None:
    sim = new_sim()
    grid = sim.state.grid
    put(sim, 50, 50, "OUTPOST", 1)
    grid.terrain[AT] = 33
    clear_for(sim, AT, 60)
    assert (grid.static[AT], grid.hits[AT], grid.side[AT], grid.terrain[AT]) == (0, 0, 2, 33)
    assert sim.events == [CellChanged(AT, 33, 0, 2)]
    run(sim, 59)
    assert grid.static[AT] == 0
    assert run(sim, 1) == [CellChanged(AT, 0, NUMBER_OF["DEST_OUTPOST"], 1)]
    run(sim, 100)
    assert sim.state.timers.entries == []


def test_where_something_else_stands_by_then_no_ruin_comes() -> None:
    sim = new_sim()
    put(sim, 50, 50, "BUSH_1S")
    clear_for(sim, AT, 40)
    put(sim, 50, 50, "BLDG_S")
    assert put_ruin(sim, AT, NUMBER_OF["BUSH_1S"]) == -1
    assert sim.state.grid.static[AT] == NUMBER_OF["BLDG_S"]


def test_nothing_is_not_cleared() -> None:
    sim = new_sim()
    clear_for(sim, AT, 40)
    assert (sim.events, sim.state.timers.entries) == ([], [])


def test_when_too_many_ruins_are_due_they_come_at_once() -> None:
    sim = new_sim()
    for number in range(MOST_RUIN_TIMERS - 1):
        sim.state.timers.add(1000, Call.RUIN, number, 1)
    put(sim, 50, 50, "BUSH_1S")
    put(sim, 51, 50, "BUSH_1S")
    clear_for(sim, AT, 40)
    assert len(sim.state.timers.entries) == MOST_RUIN_TIMERS
    clear_for(sim, cell(51, 50), 40)
    assert len(sim.state.timers.entries) == MOST_RUIN_TIMERS
    assert sim.state.grid.static[cell(51, 50)] == NUMBER_OF["DEST_BUSH_1"]

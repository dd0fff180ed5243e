"""What it costs to cross cells."""

from __future__ import annotations

import pytest

from uoserver.game.bots.land import (
    CLOSED,
    DOOR,
    IN_SHALLOWS,
    LITTLE,
    ON_ROAD,
    PLAIN,
    SOFT,
    Wheels,
    cost,
    must_be_shot,
    solid,
    wheels_of,
)
from uoserver.sim.grid import Grid, cell_number
from uoserver.sim.statics import place
from uoserver.sim.tables import terrain as t
from uoserver.sim.tables.statics import NUMBER_OF

from .scenes import HELICOPTER, JEEP, MSV, TANK

CELL = cell_number(50, 50)
J, T = Wheels


def land(name: str = "", side: int = 1, terrain: int = -1, cell: int = CELL) -> Grid:
    grid = Grid()
    if name:
        place(grid, cell, NUMBER_OF[name], side)
    if terrain >= 0:
        grid.terrain[cell] = terrain
    return grid


def test_types_have_their_wheels() -> None:
    assert [wheels_of(each) for each in (TANK, JEEP, MSV, HELICOPTER)] == [T, J, T, T]


@pytest.mark.parametrize(
    ("terrain", "expected"),
    [
        (t.LAND, PLAIN),
        (t.ROAD_FIRST, ON_ROAD),
        (t.ROAD_LAST, ON_ROAD),
        (t.SHALLOW, IN_SHALLOWS),
        (t.FIRST_SHORE, IN_SHALLOWS),
        (t.DEEP, CLOSED),
        (t.FIRST_BORDER, CLOSED),
        (t.LAST_WET, CLOSED),
    ],
)
def test_terrain_has_its_price(terrain: int, expected: int) -> None:
    assert cost(land(terrain=terrain), CELL, T, 0) == expected


def test_a_bridge_over_deep_water_is_a_road() -> None:
    assert cost(land("BRIDGE_H", terrain=t.DEEP), CELL, J, 0) == ON_ROAD


@pytest.mark.parametrize(
    ("name", "jeep", "tracks"),
    [
        ("ROCK_1S", PLAIN + LITTLE, PLAIN),
        ("BUSH_1S", PLAIN + 240, PLAIN + SOFT),
        ("TENT_H", PLAIN + SOFT, PLAIN + SOFT),
        ("WALL_H", PLAIN + 400, PLAIN + 60),
        ("TOWER", PLAIN + 400, PLAIN + 60),
        ("DEST_FLAG", CLOSED, CLOSED),
        ("DEST_TREE", PLAIN, PLAIN),
    ],
)
def test_static_objects_have_theirs(name: str, jeep: int, tracks: int) -> None:
    grid = land(name, terrain=t.LAND)
    assert cost(grid, CELL, J, 0) == jeep
    assert cost(grid, CELL, T, 0) == tracks


def test_gates_open_for_their_side_only() -> None:
    grid = land("GATE_H", side=1, terrain=t.LAND)
    assert cost(grid, CELL, T, 1) == PLAIN + SOFT
    assert cost(grid, CELL, T, 0) == PLAIN + 60
    assert not must_be_shot(grid, CELL, T, 1)
    assert must_be_shot(grid, CELL, T, 0)


def test_one_is_loath_to_shoot_ones_own_walls() -> None:
    grid = land("WALL_H", side=1)
    assert cost(grid, CELL, T, 1) > cost(grid, CELL, T, 0) + 100
    assert must_be_shot(grid, CELL, T, 1)


@pytest.mark.parametrize(
    ("name", "across", "down"), [("GATE_V", 0, 1), ("GATE_V", 0, -1), ("GATE_H", 1, 0)]
)
def test_doors_slide_into_the_cells_beside(name: str, across: int, down: int) -> None:
    grid = land(name, side=0, cell=cell_number(50 + across, 50 + down))
    assert cost(grid, CELL, T, 0) == PLAIN + DOOR
    assert cost(grid, CELL, T, 1) == PLAIN
    grid.hits[cell_number(50 + across, 50 + down)] = 0
    assert cost(grid, CELL, T, 0) == PLAIN


def test_no_door_slides_before_or_behind_a_gate() -> None:
    assert cost(land("GATE_V", side=0, cell=CELL + 1), CELL, T, 0) == PLAIN


@pytest.mark.parametrize(
    ("name", "wheels", "shot"),
    [
        ("WALL_H", T, True),
        ("TREE_S", T, True),
        ("BUSH_1S", T, False),
        ("BUSH_1S", J, True),
        ("TENT_H", T, False),
        ("ROCK_1S", J, False),
        ("BRIDGE_H", T, False),
    ],
)
def test_what_must_be_shot_first(name: str, wheels: Wheels, shot: bool) -> None:
    assert must_be_shot(land(name), CELL, wheels, 0) is shot


def test_what_stands_in_the_way() -> None:
    names = ("WALL_H", "TREE_S", "DEST_FLAG", "BRIDGE_H", "NOTHING", "STD_DEST")
    assert [solid(NUMBER_OF[name]) for name in names] == [True] * 3 + [False] * 3

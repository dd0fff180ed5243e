"""Ways over cells."""

from __future__ import annotations

import random

import pytest

from uoserver.game.bots.routes import UNREACHED, Field
from uoserver.sim.grid import CELLS, SIZE, cell_number

PICTURE = """
..........
.####.###.
.#..#...#.
.#..#.#.#.
.#......#.
.########.
..........
"""


def costs(picture: str = PICTURE) -> list[int]:
    found = [0] * CELLS
    for row, line in enumerate(picture.split()):
        for column, char in enumerate(line):
            found[cell_number(column, row)] = {"#": 0, ".": 10, "=": 8, "b": 40}[char]
    return found


def anywhere(_cell: int, _way: int, _there: int) -> bool:
    return True


def test_a_way_leads_round_walls() -> None:
    goal, start = cell_number(2, 2), cell_number(0, 3)
    field = Field(goal, costs(), anywhere)
    way = field.way(start, 100)
    assert way[-1] == goal
    assert cell_number(5, 1) in way  # the only door
    assert all(costs()[cell] for cell in way)
    for here, there in zip((start, *way), way, strict=False):
        assert abs(here % SIZE - there % SIZE) <= 1
        assert abs(here // SIZE - there // SIZE) <= 1


def test_no_way_squeezes_between_corners() -> None:
    field = Field(cell_number(1, 1), costs(".#\n#."), anywhere)
    assert field.far(0) == UNREACHED
    assert field.way(0, 5) == []


def test_a_way_has_no_more_cells_than_wanted() -> None:
    field = Field(cell_number(9, 0), costs(), anywhere)
    assert field.way(cell_number(0, 0), 3) == [1, 2, 3]


def test_a_goal_may_be_what_nobody_crosses() -> None:
    field = Field(cell_number(1, 1), costs(), anywhere)
    assert field.way(cell_number(0, 0), 5)[-1] == cell_number(1, 1)


def test_roads_are_taken_and_bushes_left() -> None:
    field = Field(cell_number(4, 1), costs("....\n.bb..\n====="), anywhere)
    assert cell_number(2, 1) not in field.way(cell_number(0, 1), 9)


def test_a_way_that_does_not_lead_on_is_not_taken() -> None:
    closed = {(0, 1)}
    field = Field(2, costs("...\n..."), lambda cell, _way, there: (cell, there) not in closed)
    assert field.way(0, 1) != [1]
    assert field.way(0, 9)[-1] == 2
    assert Field(0, costs("..."), lambda cell, _way, there: (cell, there) not in closed).way(1, 1)


def brute(goal: int, land: list[int]) -> dict[int, int]:
    """Distances by walking until nothing changes, the rules told once more."""
    far = {goal: 0}
    again = True
    while again:
        again = False
        for cell in range(CELLS):
            if not land[cell] and cell != goal:
                continue
            for across in (-1, 0, 1):
                for down in (-1, 0, 1):
                    there = cell + across + down * SIZE
                    if not (across or down) or not 0 <= cell % SIZE + across < SIZE:
                        continue
                    if there not in far:
                        continue
                    step = land[cell] + (land[there] or 1)
                    if across and down:
                        sides = (land[cell + across], land[cell + down * SIZE])
                        if not all(sides) or max(sides) > step:
                            continue
                        step = step * 7 // 5
                    if far[there] + step < far.get(cell, UNREACHED):
                        far[cell], again = far[there] + step, True
    return far


@pytest.mark.parametrize("seed", range(3))
def test_distances_are_those_of_a_plain_search(seed: int) -> None:
    source = random.Random(seed)
    lines = ["".join(source.choice("..#=b") for _ in range(9)) for _ in range(9)]
    land = costs("\n".join(lines))
    goal = cell_number(4, 4)
    field, far = Field(goal, land, anywhere), brute(goal, land)
    for column in range(9):
        for row in range(9):
            cell = cell_number(column, row)
            if land[cell]:
                assert field.far(cell) == far.get(cell, UNREACHED)


def test_a_field_grows_only_as_far_as_it_must() -> None:
    asked: list[int] = []

    def leads(cell: int, _way: int, _there: int) -> bool:
        asked.append(cell)
        return True

    Field(cell_number(5, 5), [10] * CELLS, leads).far(cell_number(8, 5))
    assert len(asked) < 500


def test_ways_end_at_the_edge_of_the_grid() -> None:
    field = Field(cell_number(0, 5), [10] * CELLS, anywhere)
    assert field.far(cell_number(127, 4)) > 1000
    assert len(field.way(cell_number(127, 4), 200)) == 127


def test_a_detour_leads_over_another_neighbour() -> None:
    field = Field(cell_number(3, 0), costs("....\n...."), anywhere)
    assert field.way(0, 9) == [1, 2, 3]
    closed = (0, 1)
    field = Field(cell_number(3, 0), costs("....\n...."), lambda *way: (way[0], way[2]) != closed)
    field.far(0)
    assert field.detour(0)
    assert field.way(0, 9)[0] in (cell_number(0, 1), cell_number(1, 1))
    assert field.way(0, 9)[-1] == 3


def test_there_is_no_detour_that_comes_back() -> None:
    shut: set[tuple[int, int]] = set()
    field = Field(3, costs("...."), lambda cell, _way, there: (cell, there) not in shut)
    field.far(0)
    shut.add((1, 2))
    assert not field.detour(1)  # 0 leads over 1 itself

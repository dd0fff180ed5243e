"""Where bots wait."""

from __future__ import annotations

from uoserver.game.bots.atlas import Atlas
from uoserver.game.bots.land import Wheels
from uoserver.game.bots.posts import FARTHEST, NEAREST, OFF_PADS, post
from uoserver.sim.grid import SIZE, Grid, cell_number
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.terrain import DEEP
from uoserver.sim.world import GridWorld

PAD, FRONT = cell_number(50, 50), cell_number(90, 50)


def atlas(grid: Grid) -> Atlas:
    return Atlas(grid, GridWorld(grid))


def at(grid: Grid, **more: int | bool) -> int:
    behind, number = bool(more.get("behind")), int(more.get("number", 0))
    return post(*(atlas(grid), PAD, (PAD,), FRONT, Wheels.JEEP, 0, 0), behind=behind, number=number)


def test_jeeps_wait_behind_their_pad_and_guards_stand_before_it() -> None:
    behind, before = at(Grid(), behind=True), at(Grid())
    assert (behind % SIZE - 50, before % SIZE - 50) == (-FARTHEST, FARTHEST)


def test_nobody_stands_on_a_pad_or_beside_it() -> None:
    for number in range(100):
        cell = at(Grid(), number=number)
        across, down = abs(cell % SIZE - 50), abs(cell // SIZE - 50)
        assert NEAREST <= max(across, down) <= FARTHEST
        assert max(across, down) + min(across, down) // 2 >= OFF_PADS


def test_posts_of_several_are_different() -> None:
    assert len({at(Grid(), number=number) for number in range(8)}) == 8


def test_nobody_stands_in_a_house_or_where_he_does_not_come() -> None:
    grid = Grid()
    first = at(grid)
    place(grid, first, NUMBER_OF["BLDG_S"], 1)
    second = at(grid)
    assert second != first
    for across in (-1, 0, 1):
        for down in (-1, 0, 1):
            if across or down:
                grid.terrain[second + across + down * SIZE] = DEEP
    assert at(grid) not in (first, second)


def test_where_there_is_no_room_the_place_itself_must_do() -> None:
    grid = Grid()
    grid.terrain[:] = bytes([DEEP]) * len(grid.terrain)
    assert at(grid) == PAD

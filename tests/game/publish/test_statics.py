"""Cells that changed: their entities, and what happens when the numbers run out."""

from __future__ import annotations

import pytest

from uoserver.game.publish import statics
from uoserver.game.publish.names import STOCK_NAMES, Names, make_names
from uoserver.game.publish.objects import Rank
from uoserver.game.publish.statics import Statics
from uoserver.sim.events import CellChanged, Event, StaticHit
from uoserver.sim.grid import Grid
from uoserver.sim.tables.statics import ACTIVE_TOWER, NUMBER_OF, TOWER

HOUSE, RUIN = NUMBER_OF["BLDG_N"], NUMBER_OF["STD_DEST"]


def made(grid: Grid, names: Names = STOCK_NAMES) -> Statics:
    return Statics(grid, names, lambda x, y, z: (x / 8192 - 16384, 16384 - y / 8192, z + 5.0))


def change(it: Statics, grid: Grid, cell: int, static: int, now: int = 0) -> list[int]:
    grid.static[cell] = static
    events: list[Event] = [StaticHit(9, 1, 0), CellChanged(cell, 0, static, 2)]
    return it.update(events, now)


def test_what_stood_there_is_the_maps() -> None:
    grid = Grid()
    grid.static[5] = HOUSE
    it = made(grid)
    assert it.shown == {}
    assert it.update([CellChanged(5, 7, HOUSE, 0)], 0) == []  # its terrain
    assert it.shown == {}


def test_a_changed_cell() -> None:
    grid = Grid()
    grid.static[128 * 2 + 3] = HOUSE
    grid.jitter[2 * 16 + 3] = (1, 2, 3, 0x50)
    it = made(grid, make_names({"models": {"static_std_dest": "xmodel/ruin"}}))
    assert change(it, grid, 128 * 2 + 3, RUIN) == [584]
    shown = it.shown[584]
    assert shown.place == (-16384 + 896, 16384 - 640, 5)
    assert (shown.rank, shown.box) == (Rank.PICTURE, (0, 0))
    assert shown.state.fields() == {
        "xmodel": 12,
        "surfType": RUIN,
        "pos.trType": 1,
        "pos.trBase[0]": -15488,
        "pos.trBase[1]": 15744,
        "pos.trBase[2]": 5,
        "apos.trType": 1,
        # 0x50 & 63 is 16 of 64: east, which is no yaw
    }
    assert change(it, grid, 128 * 2 + 3, HOUSE) == [584]
    assert it.shown == {}


def test_numbers_by_the_order_of_change() -> None:
    grid = Grid()
    it = made(grid)
    assert change(it, grid, 9, RUIN) == [584]
    assert change(it, grid, 4, HOUSE) == [585]
    assert it.shown[585].rank is Rank.MET
    assert change(it, grid, 9, HOUSE) == [584]
    assert change(it, grid, 9, 0) == [584]
    assert change(it, grid, 2, HOUSE) == [584]
    assert it.shown[584].state["eFlags"] == 8  # another cell's: nothing slides there
    grid.static[3], grid.static[1] = RUIN, RUIN
    events = [CellChanged(cell, 0, RUIN, 2) for cell in (3, 1, 3)]
    assert it.update(events, 0) == [586, 587]


def test_towers_are_shown_from_the_start() -> None:
    grid = Grid()
    grid.static[7] = TOWER
    it = made(grid)
    asleep = it.shown[584]
    assert (asleep.box, asleep.rank) == ((64, 96), Rank.MET)
    assert asleep.state["xmodel"] == 11
    assert asleep.state["solid"] == 64 | 1 << 8 | 128 << 16
    assert change(it, grid, 7, ACTIVE_TOWER) == [584]
    assert it.shown[584].box == (0, 0)  # its gun is an object now
    assert it.shown[584].state["xmodel"] == 0
    assert change(it, grid, 7, TOWER) == [584]
    assert it.shown[584].state == asleep.state


def test_the_one_longest_out_of_sight_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statics, "FIRST_EVENT", 587)
    grid = Grid()
    it = made(grid)
    for cell in (1, 2, 3):
        change(it, grid, cell, RUIN, now=cell)
    it.saw([584, 73, 586], 50)
    it.saw([585], 40)
    assert change(it, grid, 4, HOUSE, now=60) == [585]
    assert it.shown[585].state["eFlags"] == 8
    assert it.shown[585].rank is Rank.MET
    assert set(it.shown) == {584, 585, 586}
    it.saw([584], 70)
    assert change(it, grid, 2, HOUSE, now=80) == [586]  # of 584 at 70, 585 at 60, 586 at 50
    assert change(it, grid, 3, 0, now=90) == []  # as at the start, and not shown any more


def test_more_towers_than_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statics, "FIRST_EVENT", 586)
    grid = Grid()
    grid.static[5:9] = bytes([TOWER] * 4)
    shown = made(grid).shown
    assert {number: each.place[0] for number, each in shown.items()} == {
        584: -16384 + 5 * 256 + 128,
        585: -16384 + 6 * 256 + 128,
    }


def test_the_range() -> None:
    assert (statics.FIRST_STATIC, statics.STATICS_SHOWN) == (584, 310)

"""Moves that happen or do not (rules 1: move)."""

from __future__ import annotations

import pytest

from tests.sim.play import cell
from uoserver.sim.grid import OUTSIDE, centre
from uoserver.sim.kernel.fixmath import CELL, ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.moving import move
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.shapetable import LIFT
from uoserver.sim.simulation import ObjectClass, Simulation
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import NUMBER_OF


def mover() -> tuple[Simulation, Obj]:
    sim = Simulation({Kind.MINE: ObjectClass("Mine")})
    obj = create(sim, Kind.MINE, 0, *centre(cell(50, 50)), 0)
    assert obj
    obj.shape = LIFT
    return sim, obj


def test_a_free_way_is_gone() -> None:
    sim, obj = mover()
    old = (obj.x, obj.y, obj.z)
    assert not move(sim, obj, 5, -6, 7)
    assert (obj.x, obj.y, obj.z) == (old[0] + 5, old[1] - 6, 7)
    assert sim.state.moved_from == old


def test_a_way_may_only_lead_up() -> None:
    sim, obj = mover()
    x, y = obj.x, obj.y
    move(sim, obj, 0, 0, 5)
    assert (obj.x, obj.y, obj.z) == (x, y, 5)
    move(sim, obj, 0, 0, 0x7FFFFFFF)
    assert obj.z == -0x7FFFFFFC


def test_another_cell_is_entered() -> None:
    sim, obj = mover()
    move(sim, obj, CELL, 0, 0)
    assert obj.cell == cell(51, 50)
    assert sim.state.grid.chain[cell(51, 50)] == obj.slot
    assert not sim.state.grid.chain[cell(50, 50)]
    move(sim, obj, 100 * CELL, 0, 0)
    assert obj.cell == OUTSIDE


def test_who_is_stopped_stays_and_his_old_place_is_forgotten() -> None:
    sim, obj = mover()
    place(sim.state.grid, cell(52, 50), NUMBER_OF["BLDG_N"], 2)
    sim.state.moved_from = (1, 2, 3)
    old = (obj.x, obj.y, obj.z)
    assert move(sim, obj, CELL, 0, 0)
    assert (obj.x, obj.y, obj.z) == old
    assert obj.cell == cell(50, 50)
    assert sim.state.grid.chain[cell(50, 50)] == obj.slot
    assert not sim.state.grid.chain[cell(51, 50)]
    assert sim.state.moved_from is None


def test_the_old_place_is_known_while_it_is_asked_who_stops() -> None:
    sim, obj = mover()
    seen: list[object] = []

    def hook(sim: Simulation, *_: object) -> int:
        seen.append(sim.state.moved_from)
        return 0

    sim.classes = {Kind.MINE: ObjectClass("Mine", hit_static=hook)}
    place(sim.state.grid, cell(50, 50), NUMBER_OF["BLDG_N"], 2)
    old = (obj.x, obj.y, obj.z)
    move(sim, obj, ONE, 0, 0)
    assert seen == [old]


@pytest.mark.parametrize(("dx", "x"), [(0x7FFFFFFF, -0x79A00001), (-0x7FFFFFFF - 1, -0x79A00000)])
def test_places_are_words(dx: int, x: int) -> None:
    sim, obj = mover()
    obj.x = 0x6600000
    move(sim, obj, dx, 0, 0)
    assert obj.x == x

"""What bots know."""

from __future__ import annotations

import pytest

from uoserver.game.bots.sight import NOBODY, look
from uoserver.sim.grid import cell_number, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.match import remove_driver
from uoserver.sim.objects import Kind
from uoserver.sim.rules.carrying import offer
from uoserver.sim.sides import Mode

from .scenes import EAST, JEEP, TANK, own_state, scene, vehicle

MATCH = """
drivers = [0, 1, 0]
map = "0...f...F...1"
[[vehicles]]
driver = 0
type = "jeep"
cell = [42, 40]
heading = 90
[[vehicles]]
driver = 1
type = "tank"
cell = [50, 40]
"""


def test_one_knows_oneself_ones_side_and_the_others() -> None:
    sim = scene(MATCH)
    own_state(sim).fuel //= 2
    seen = look(sim, 0)
    assert (seen.number, seen.team, seen.mode) == (0, 0, Mode.PLAYING)
    assert seen.stock == tuple(sim.state.sides[0].stock)
    assert seen.pads == (cell_number(40, 40),)
    assert [(mate.number, mate.type) for mate in seen.mates] == [(0, JEEP), (2, NOBODY)]
    assert seen.own is not None
    assert (seen.own.type, seen.own.heading, seen.own.cell) == (JEEP, EAST, cell_number(42, 40))
    assert (seen.own.fuel, seen.own.hits, seen.own.shots) == (50, 100, (16,))
    assert [(each.driver, each.team, each.type) for each in seen.others] == [(1, 1, TANK)]


def test_who_waits_for_a_lift_counts_as_one_with_his_vehicle() -> None:
    sim = scene(MATCH)
    sim.state.drivers[2].view.mode, sim.state.drivers[2].view.type = Mode.LAUNCH, JEEP
    assert look(sim, 0).mates[1].type == JEEP


def test_who_left_is_no_mate() -> None:
    sim = scene(MATCH)
    remove_driver(sim, 2)
    assert [mate.number for mate in look(sim, 0).mates] == [0]


def test_a_flag_in_the_open_is_seen_with_who_carries_it() -> None:
    sim = scene(MATCH)
    assert look(sim, 0).flags == ()
    cell = cell_number(48, 40)
    flag = create(sim, Kind.FLAG, 1, *centre(cell), 0, cell)
    assert flag is not None
    [seen] = look(sim, 1).flags
    assert (seen.team, seen.cell, seen.carrier) == (1, cell, NOBODY)
    offer(sim, flag, vehicle(sim, 0))
    assert look(sim, 1).flags[0].carrier == 0


def test_a_vehicle_on_the_lift_is_not_free() -> None:
    sim = scene('drivers = [0]\nmap = "0"\n[[vehicles]]\ntype = "tank"\ncell = [45, 45]')
    seen = look(sim, 0).own
    assert seen is not None
    assert seen.free
    own_state(sim).phase = own_state(sim).phase.ROLL_OFF
    seen = look(sim, 0).own
    assert seen is not None
    assert not seen.free


def test_in_the_bunker_one_has_nothing() -> None:
    sim = scene('map = "0"')
    assert look(sim, 0).own is None
    assert look(sim, 0).mode is Mode.SELECT


@pytest.mark.parametrize("number", [-1, 3, 64])
def test_there_is_no_such_driver(number: int) -> None:
    with pytest.raises(LookupError, match=f"no driver {number}"):
        look(scene(MATCH), number)


def test_places_are_those_of_the_vehicle() -> None:
    sim = scene(MATCH)
    vehicle(sim).x += 5 * ONE
    seen = look(sim, 0).own
    assert seen is not None
    assert (seen.x, seen.y) == (vehicle(sim).x, vehicle(sim).y)

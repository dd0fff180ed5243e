"""Lines of fire (rules 7: TRACER)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, cell, new_sim, put, spawn
from tests.sim.vehicles.helpers import with_class
from tests.sim.weapons.helpers import thing
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.tracer import COUNT, Line, hit_land, line_of_fire

X, Y = centre(cell(40, 40))


def line(
    sim: Simulation, *, z: int = 5, pitch: int = 0, team: int = 1, owner: Obj | None = None
) -> Line:
    at = (X, Y, z * ONE)
    return line_of_fire(sim, at, heading=EAST, pitch=pitch, team=team, owner=owner)


def test_nothing_in_the_way() -> None:
    assert line(new_sim()) is Line.CLEAR
    assert COUNT == 16


@pytest.mark.parametrize(("column", "seen"), [(41, True), (50, True), (56, True), (58, False)])
def test_an_own_building_counts_up_to_512_pixels(column: int, seen: bool) -> None:
    sim = new_sim()
    put(sim, column, 40, "BLDG_N", 1)
    assert line(sim) is Line(seen)


@pytest.mark.parametrize("side", [0, 2])
def test_what_is_not_its_own_hides_what_is_behind(side: int) -> None:
    sim = new_sim()
    put(sim, 45, 40, "BLDG_N", side)
    assert line(sim) is Line.CLEAR
    put(sim, 50, 40, "BLDG_N", 1)
    assert line(sim) is Line.CLEAR
    put(sim, 43, 40, "BLDG_N", 1)
    assert line(sim) is Line.FRIEND


@pytest.mark.parametrize("team", [0, 1])
def test_a_vehicle_of_its_side_counts(team: int) -> None:
    sim = new_sim((team,))
    spawn(sim, VehicleType.TANK, 45, 40)
    assert line(sim) is Line(team)


def test_other_things_of_its_side_hide_what_is_behind() -> None:
    sim = new_sim((1,))
    spawn(sim, VehicleType.TANK, 48, 40)
    with_class(sim, Kind.MAN)
    thing(sim, Kind.MAN, X / ONE + 160, Y / ONE).shape = 5
    assert line(sim) is Line.CLEAR


def test_its_owner_is_not_in_the_way() -> None:
    sim = new_sim((1, 1))
    owner = spawn(sim, VehicleType.TANK, 41, 40)
    assert line(sim, owner=owner) is Line.CLEAR
    assert line(sim) is Line.FRIEND
    spawn(sim, VehicleType.TANK, 43, 40, driver=1)
    assert line(sim, owner=owner) is Line.FRIEND


def test_it_goes_where_the_gun_points() -> None:
    sim = new_sim()
    put(sim, 50, 40, "BLDG_N", 1)
    assert line(sim, z=20) is Line.CLEAR
    assert line(sim, z=70, pitch=0x20000) is Line.FRIEND
    assert line(sim, z=50, pitch=0x20000) is Line.CLEAR, "the ground ends it"
    put(sim, 50, 40, "BRIDGE_H", 1)
    assert line(sim, z=50, pitch=0x20000) is Line.CLEAR, "and what lies below"
    at = (X, Y, 5 * ONE)
    assert line_of_fire(sim, at, heading=0, pitch=0, team=1, owner=None) is Line.CLEAR


def test_it_needs_no_room_and_leaves_nothing() -> None:
    sim = new_sim()
    put(sim, 50, 40, "BLDG_N", 1)
    while create(sim, Kind.MISSILE, 0, 0, 0, 0, 0):
        pass
    sim.events.clear()
    assert line(sim) is Line.FRIEND
    assert sim.events == []
    assert sim.state.moved_from is None
    assert sim.state.grid.hits[cell(50, 40)] == 5


def test_it_is_never_an_object_of_the_pool() -> None:
    sim = new_sim()
    assert create(sim, Kind.TRACER, 0, X, Y, 0) is None


def test_land_in_the_way_ends_it() -> None:
    probe = Obj(0, 0, Kind.TRACER, 0, 0, 0, 0)
    assert hit_land(new_sim(), probe) == 1
    assert probe.think == 2

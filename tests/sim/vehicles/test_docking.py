"""Docking on the own pad (rules: Docking window; specification 5: VehicleUpdate, step 7)."""

from __future__ import annotations

import pytest

from tests.sim.play import PAD_0, PAD_1, cell, data, new_sim, px, run, spawn
from tests.sim.vehicles.helpers import middle, put_at, shift
from uoserver.sim.events import Docked
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import DOWN, FIRE_A, FIRE_B, FIRE_C, LEFT, UP
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import DOOR_GLOW, NUMBER_OF
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase

PAD = cell(*PAD_0)
RADII = [
    (VehicleType.TANK, 4),
    (VehicleType.JEEP, 9),
    (VehicleType.MSV, 4),
]


def parked(type_: VehicleType) -> tuple[Simulation, Obj]:
    sim = new_sim()
    return sim, spawn(sim, type_, *PAD_0)


def docked(events: list[object]) -> list[object]:
    return [event for event in events if isinstance(event, Docked)]


@pytest.mark.parametrize(("type_", "radius"), RADII)
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_the_window_is_as_wide_as_the_types_radius_in_whole_pixels(
    type_: VehicleType, radius: int, dx: int, dy: int
) -> None:
    # rounded down: a place in the last pixel to the east is in, to the west it is not
    inside = radius + 0.9 if dx + dy > 0 else radius
    outside = radius + 1 if dx + dy > 0 else radius + 0.1
    for far, glows in ((inside, True), (outside, False)):
        sim, obj = parked(type_)
        shift(sim, obj, dx * far, dy * far)
        run(sim, 1, 0)
        assert (sim.state.grid.static[PAD] == DOOR_GLOW) is glows


def test_the_doors_glow_only_while_it_stands_there() -> None:
    sim, tank = parked(VehicleType.TANK)
    run(sim, 3, 0)
    assert sim.state.grid.static[PAD] == DOOR_GLOW
    assert sim.state.glow == [PAD]
    put_at(sim, tank, 1000, 1000)
    run(sim, 1, 0)
    assert sim.state.grid.static[PAD] == 0
    assert sim.state.glow == []


def test_what_stands_on_the_pad_is_not_replaced_by_the_glow() -> None:
    sim, _ = parked(VehicleType.TANK)
    sim.state.grid.static[PAD] = NUMBER_OF["DEST_TREE"]
    run(sim, 2, 0)
    assert sim.state.grid.static[PAD] == NUMBER_OF["DEST_TREE"]
    assert sim.state.glow == []


def test_what_took_the_place_of_the_glow_stays() -> None:
    sim, tank = parked(VehicleType.TANK)
    run(sim, 1, 0)
    sim.state.grid.static[PAD] = NUMBER_OF["DEST_TREE"]
    put_at(sim, tank, 1000, 1000)
    run(sim, 1, 0)
    assert sim.state.grid.static[PAD] == NUMBER_OF["DEST_TREE"]


def test_a_pad_of_the_other_side_is_none() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, *PAD_1)
    assert docked(list(run(sim, 2, FIRE_A))) == []
    assert sim.state.grid.static[tank.cell] == 0


def test_each_driver_docks_on_his_own_sides_pad_and_is_taken_down_himself() -> None:
    sim = new_sim((0, 1))
    spawn(sim, VehicleType.JEEP, 50, 50)
    spawn(sim, VehicleType.TANK, *PAD_1, driver=1)
    run(sim, 1, 0, FIRE_A)
    assert docked(list(run(sim, 1, 0, FIRE_A))) == [Docked(1, VehicleType.TANK)]
    (lift,) = sim.state.pool.on_kind(Kind.LIFT)
    assert (lift.team, lift.cell, lift.z) == (1, cell(*PAD_1), -0x4CCC)
    run(sim, 54, 0, 0)
    modes = [driver.view.mode for driver in sim.state.drivers]
    assert modes == [Mode.PLAYING, Mode.LEAVING]


@pytest.mark.parametrize("key", [UP, LEFT])
def test_who_drives_or_turns_over_the_pad_does_not_dock(key: int) -> None:
    sim, _ = parked(VehicleType.TANK)
    assert docked(list(run(sim, 1, key | FIRE_A))) == []
    assert sim.state.grid.static[PAD] == 0


@pytest.mark.parametrize("button", [FIRE_A, FIRE_B, FIRE_C])
@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.JEEP, VehicleType.MSV])
def test_a_press_gives_the_vehicle_back(type_: VehicleType, button: int) -> None:
    sim, obj = parked(type_)
    shift(sim, obj, 3, -2)
    before = sim.state.sides[0].stock[type_]
    events = docked(list(run(sim, 1, button)))
    assert events == [Docked(0, type_)]
    assert sim.state.sides[0].stock[type_] == before + 1
    assert sim.state.drivers[0].vehicle == 0
    assert sim.state.pool.get(obj.id) is None
    (lift,) = sim.state.pool.on_kind(Kind.LIFT)
    assert (lift.x, lift.y, lift.team) == (*middle(*PAD_0), 0)
    assert -ONE < lift.z < 0


def test_a_button_that_was_held_before_does_not_dock() -> None:
    sim = new_sim()
    sim.state.drivers[0].keys = FIRE_A
    spawn(sim, VehicleType.TANK, *PAD_0)
    assert docked(list(run(sim, 5, FIRE_A))) == []


def test_an_msv_brings_its_mines_back() -> None:
    sim, msv = parked(VehicleType.MSV)
    assert sim.state.sides[0].mines == 20
    data(msv).weapons[1].ammunition = 7
    data(msv).weapons[0].ammunition = 3
    run(sim, 1, FIRE_A)
    assert sim.state.sides[0].mines == 27


def test_a_press_on_the_pad_does_nothing_else() -> None:
    sim, heli = parked(VehicleType.HELICOPTER)
    run(sim, 1, FIRE_C)
    assert (data(heli).weapon, data(heli).phase) == (0, Phase.BRAKE)


def test_without_a_slot_for_the_lift_the_picture_fades_at_once() -> None:
    sim, _ = parked(VehicleType.TANK)
    sim.classes = {kind: it for kind, it in sim.classes.items() if kind is not Kind.LIFT}
    run(sim, 1, FIRE_A)
    modes = [sim.state.drivers[0].view.mode]
    run(sim, 40, 0)
    modes.append(sim.state.drivers[0].view.mode)
    assert modes == [Mode.LEAVING, Mode.SELECT]


def test_who_docks_off_the_map_has_no_lift_either() -> None:
    # no play leads there, a save may
    sim, heli = parked(VehicleType.HELICOPTER)
    data(heli).phase, data(heli).rotor = Phase.FOLD, 0
    put_at(sim, heli, -50, 50)
    assert docked(list(run(sim, 1, 0))) == [Docked(0, VehicleType.HELICOPTER)]
    assert list(sim.state.pool.on_kind(Kind.LIFT)) == []
    assert sim.state.drivers[0].view.mode is Mode.LEAVING


# -- helicopters -----------------------------------------------------------------------------------


def test_a_helicopter_over_its_pad_lands_on_the_middle_and_docks() -> None:
    sim, heli = parked(VehicleType.HELICOPTER)
    shift(sim, heli, 11, -13)
    heli.heading = 0x300000
    before = sim.state.sides[0].stock[VehicleType.HELICOPTER]
    run(sim, 1, FIRE_B)
    last = heli.z
    for _ in range(101):
        run(sim, 1, 0)
        assert heli.z <= last
        last = heli.z
    assert (heli.x, heli.y, heli.z) == (*middle(*PAD_0), 0)
    assert heli.heading == 0x180000
    events = docked(list(run(sim, 500, 0)))
    assert events == [Docked(0, VehicleType.HELICOPTER)]
    assert sim.state.sides[0].stock[VehicleType.HELICOPTER] == before + 1
    assert sim.state.drivers[0].view.mode is Mode.SELECT


def test_a_helicopter_that_slid_off_its_pad_lands_there_all_the_same() -> None:
    sim, heli = parked(VehicleType.HELICOPTER)
    shift(sim, heli, 14, 0)
    data(heli).velocity_x = 0x18000
    run(sim, 1, FIRE_A)
    run(sim, 60, 0)
    assert px(heli.x) > (PAD_0[0] + 1) * 32
    run(sim, 110, 0)
    assert (heli.x, heli.y, heli.z) == (*middle(*PAD_0), 0)


def test_nobody_steers_a_helicopter_that_lands() -> None:
    sim, heli = parked(VehicleType.HELICOPTER)
    data(heli).velocity_x = 0x8000
    run(sim, 1, FIRE_A)
    run(sim, 5, UP)
    assert (heli.speed, heli.heading) == (0, 0)
    assert data(heli).phase is Phase.BRAKE
    run(sim, 30, DOWN | LEFT)
    assert data(heli).phase is Phase.DESCEND
    assert heli.speed == 0


def test_who_lands_is_not_idle() -> None:
    sim, heli = parked(VehicleType.HELICOPTER)
    run(sim, 1, FIRE_A)
    run(sim, 50, 0)
    assert data(heli).cell_tick == sim.state.tick

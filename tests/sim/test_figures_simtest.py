"""The drives of the acceptance page's sim_test, each as one go and at its ticks a frame.

The page drives on a map of the game, which this project does not have. This one has what the
drives meet there: the pad at (67, 67), a road south of it, a palm in the west, a bush at (67, 71),
grass, shallow water, and the deep from row 80 on.
"""

from __future__ import annotations

from tests.sim.bunker.scripts import lifts, until, vehicle
from tests.sim.play import EAST, SOUTH, WEST, data, new_sim, pave, put, px, run
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.events import Docked, Lost
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import (
    DOWN,
    EXTRA_LEFT,
    FIRE_A,
    FIRE_B,
    FIRES,
    LEFT,
    RIGHT,
    UP,
)
from uoserver.sim.objects import Obj
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import NO_WINNER, Simulation
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.terrain import DEEP, SHALLOW
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase

TANK, JEEP, MSV, HELICOPTER = VehicleType
ROAD = 0x49
PALM_STANDS = (-2, -12, 0, 0)
"""Pixels from the middle of its cell, as trees of the game stand: so it is met where theirs is."""


def _island() -> tuple[Simulation, int, int]:
    """The land, and the cells of its palm and its bush."""
    sim = new_sim()
    columns = range(40, 100)
    for rows, terrain in (
        (range(68, 71), ROAD),
        (range(76, 80), SHALLOW),
        (range(80, 90), DEEP),
        (range(90, 94), SHALLOW),
    ):
        pave(sim, [(column, row) for column in columns for row in rows], terrain)
    palm, bush = put(sim, 64, 68, "PALM_1S"), put(sim, 67, 71, "BUSH_1S")
    sim.state.grid.jitter[(68 & 15) * 16 + (64 & 15)] = PALM_STANDS
    return sim, palm, bush


def _mode(sim: Simulation) -> Mode:
    return sim.state.drivers[0].view.mode


def _launch(sim: Simulation, *keys: int) -> Obj:
    """Select for 20 ticks, go to a type, and come up with it; an old lift is waited for."""
    until(sim, lambda: not lifts(sim))
    run(sim, 20)
    for key in keys:
        run(sim, 1, key)
    run(sim, 1)
    run(sim, 1, FIRE_A)
    assert _mode(sim) is Mode.LAUNCH
    until(sim, lambda: bool(sim.state.drivers[0].vehicle))
    return vehicle(sim, sim.state.drivers[0])


def _speed(sim: Simulation, obj: Obj, dt: int, row: int) -> float:
    """Drive south to the end of a row; return the pixels a tick of the last frame."""
    way = 0
    while obj.y < (row + 1) * 32 * ONE:
        y = obj.y
        run(sim, 1, UP, dt=dt)
        way = obj.y - y
    return round(px(way) / dt, 2)


def test_the_tank() -> None:
    sim, palm, bush = _island()
    side = sim.state.sides[0]
    pad_x, pad_y = centre(side.pad)
    assert (side.stock, side.mines) == ([3, 8, 3, 3], 30)
    tank = _launch(sim)
    # 15 ticks forced, of which one went by in the frame it came up in, and 30 to roll out
    run(sim, 14 + 30)
    assert (tank.y - pad_y) // ONE == 16
    # back onto the pad
    until(sim, lambda: tank.y - pad_y <= 3 * ONE, DOWN)
    until(sim, lambda: not tank.speed)
    assert Docked(0, TANK) in run(sim, 1, FIRE_A)
    until(sim, lambda: _mode(sim) is Mode.SELECT)
    assert side.stock == [3, 8, 3, 3]
    # and out again: a quarter turn, and west into a palm
    tank = _launch(sim)
    run(sim, 14 + 30)
    run(sim, 64, RIGHT)
    assert tank.heading == WEST
    while not data(tank).blocked:
        run(sim, 1, UP, dt=2)
    assert (int(px(tank.x)), data(tank).bumped_cell) == (2076, palm)
    assert sim.state.grid.static[palm] == NUMBER_OF["PALM_1S"]
    # back, and south
    while tank.x < pad_x:
        run(sim, 1, DOWN, dt=2)
    run(sim, 32, LEFT, dt=2)
    assert tank.heading == SOUTH
    run(sim, 10, EXTRA_LEFT, dt=2)
    assert data(tank).turret == 0x400000 - 0x5FFF0
    # at 3 ticks a frame over the road and the bush, through grass and shallow water
    assert _speed(sim, tank, 3, 69) == 1.26
    assert sim.state.grid.static[bush] == NUMBER_OF["BUSH_1S"]
    assert _speed(sim, tank, 3, 74) == 1.05
    assert sim.state.grid.static[bush] == NUMBER_OF["DEST_BUSH_1"]
    assert _speed(sim, tank, 3, 78) == 0.79
    # into the deep
    while tank.z >= 0:
        run(sim, 1, UP, dt=3)
    assert tank.cell // 128 == 80
    until(sim, lambda: not sim.state.drivers[0].vehicle)
    assert until(sim, lambda: _mode(sim) is Mode.SELECT) == 146
    assert side.stock == [2, 8, 3, 3]
    assert (sim.state.running, sim.state.winner) == (True, NO_WINNER)


def test_the_jeep() -> None:
    sim, _, _ = _island()
    east = put(sim, 72, 72, "BUSH_1S")
    jeep = _launch(sim, DOWN)
    assert data(jeep).type == JEEP
    assert until(sim, lambda: bool(jeep.speed)) == 97  # the 98th: one was that of coming up
    # the page's 1.38, on grass south of the road, at 2 ticks a frame
    put_at(sim, jeep, 67 * 32 + 16, 72 * 32)
    assert _speed(sim, jeep, 2, 74) == 1.38
    # east into a bush, which holds, at any speed
    put_at(sim, jeep, 69 * 32, 72 * 32 + 16)
    jeep.heading = EAST
    while not data(jeep).blocked:
        run(sim, 1, UP)
    assert data(jeep).bumped_cell == east
    assert sim.state.grid.static[east] == NUMBER_OF["BUSH_1S"]
    # into shallow water, and on as a boat
    put_at(sim, jeep, 69 * 32, 77 * 32)
    jeep.heading, jeep.speed = SOUTH, 0
    run(sim, 1)
    run(sim, 1, FIRE_B)
    assert until(sim, lambda: data(jeep).boat == ONE) == 61  # 0x10000 / 0x444 is 60 and a rest
    assert _speed(sim, jeep, 1, 88) == 0.34
    assert sim.state.grid.terrain[jeep.cell - 128] == DEEP
    assert jeep.z == 0
    # all three buttons
    assert Lost(0, JEEP, "self") in run(sim, 1, FIRES)
    until(sim, lambda: _mode(sim) is Mode.FLY_BACK)
    until(sim, lambda: _mode(sim) is Mode.SELECT)
    assert sim.state.sides[0].stock == [3, 7, 3, 3]
    assert sim.state.winner == NO_WINNER == -2


def test_the_helicopter() -> None:
    sim, _, _ = _island()
    for row in range(71, 76):
        put(sim, 67, row, "TREE_S")
    heli = _launch(sim, LEFT)
    assert data(heli).type == HELICOPTER
    assert until(sim, lambda: data(heli).rotor_speed == 4 * ONE) == 216  # 56 + 160
    assert until(sim, lambda: data(heli).phase is Phase.FREE) == 100
    assert heli.z == 50 * ONE
    # it turns on for a while after the key is let go
    rates = []
    while (heli.heading - SOUTH) & 0x3F0000:
        run(sim, 1, RIGHT)
        rates.append(data(heli).yaw_rate)
    assert rates[:26] == [min(0x7AE * n, 0xC000) for n in range(1, 27)]
    heading = heli.heading
    assert until(sim, lambda: not data(heli).yaw_rate) == 7
    assert heli.heading > heading
    # over trees and sea
    heli.heading, heli.speed = SOUTH, 0
    for dt in (1, 3):
        run(sim, 240 // dt, UP, dt=dt)
        y = heli.y
        run(sim, 60 // dt, UP, dt=dt)
        assert round(px(heli.y - y) / 60, 2) == 1.8
    assert heli.cell // 128 > 90
    assert (sim.state.drivers[0].vehicle, data(heli).hits) == (heli.id, 15 * ONE)
    assert sim.state.winner == NO_WINNER

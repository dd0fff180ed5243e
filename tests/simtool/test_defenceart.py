from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import (
    AREA,
    close,
    colour_at,
    colours_in,
    painted,
    put,
    with_vehicle,
    world,
)
from uoserver.sim.defences.submarine import state_of as submarine_state
from uoserver.sim.defences.turret import rest_pose
from uoserver.sim.defences.turret import state_of as turret_state
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.rules.gate import OPEN
from uoserver.sim.rules.gate import state_of as gate_state
from uoserver.sim.statics import place
from uoserver.sim.tables.defences import SUB_UP
from uoserver.sim.tables.statics import GATE_ACROSS, GATE_UPRIGHT, TOWER
from uoserver.simtool import palette as p
from uoserver.simtool.canvas import Canvas, around
from uoserver.simtool.defenceart import paint_resting_gun

CELL = 2 * 128 + 2


def test_a_turret_points_its_barrel() -> None:
    sim, tank = with_vehicle("jeep")
    place(sim.state.grid, CELL, TOWER, 1)
    gun = put(sim, Kind.TURRET, 1, arg=tank.id)
    gun.heading, turret_state(gun).pitch = 0x100000, 0
    found = painted(sim)
    assert colour_at(found, 84, 84) == p.SIDES[1]
    assert colour_at(found, 93, 80) == p.INK
    assert colour_at(found, 80, 66) == p.LAND
    turret_state(gun).pitch = 0x3A0000
    assert colour_at(painted(sim), 96, 80) == p.LAND


def test_a_tower_at_rest_has_its_gun_as_it_will_wake() -> None:
    sim = world("", head="jitter = 5")
    place(sim.state.grid, CELL, TOWER, 0)
    canvas = Canvas.of(AREA, 2.0)
    paint_resting_gun(canvas, sim, CELL)
    heading, _ = rest_pose(sim, CELL)
    assert heading
    assert colour_at(canvas, *around(heading, 80, 80, (0, -9))[0]) == p.INK
    assert colour_at(canvas, *around(heading, 80, 80, (0, 5))[0]) == p.mix(p.SIDES[0], p.TOWER, 0.4)


@pytest.mark.parametrize("side", [0, 1])
def test_doors_of_a_gate_slide_apart(side: int) -> None:
    sim = world("")
    gate = put(sim, Kind.GATE, side, arg=GATE_ACROSS)
    shut = painted(sim)
    door = p.lighter(p.WALL, 0.25)
    assert colour_at(shut, 74, 80) == colour_at(shut, 86, 80) == door
    assert colour_at(shut, 79, 80) == colour_at(shut, 81.5, 80) == p.SIDES[side]
    gate_state(gate).opening = OPEN
    wide = painted(sim)
    assert colour_at(wide, 74, 80) == colour_at(wide, 86, 80) == p.LAND
    assert colour_at(wide, 60, 80) == colour_at(wide, 100, 80) == door
    assert colour_at(wide, 64, 80) == colour_at(wide, 96, 80) == p.SIDES[side]


def test_upright_gates_slide_the_other_way() -> None:
    sim = world("")
    gate = put(sim, Kind.GATE, 1, arg=GATE_UPRIGHT)
    gate_state(gate).opening = OPEN
    found = painted(sim)
    assert colour_at(found, 80, 64) == colour_at(found, 80, 96) == p.SIDES[1]
    assert colour_at(found, 80, 60) == p.lighter(p.WALL, 0.25)
    assert colour_at(found, 80, 80) == p.LAND


@pytest.mark.parametrize("side", [0, 1])
def test_drones_have_guns_ahead_and_a_shadow(side: int) -> None:
    sim, target = with_vehicle("jeep")
    target.x += 40 * ONE
    drone = put(sim, Kind.DRONE, side, arg=target.id, z=50)
    drone.heading = 0
    found = painted(sim)
    assert colour_at(found, 80, 83) == p.SIDES[side]
    assert colour_at(found, 74.5, 67.5) == colour_at(found, 85.5, 67.5) == p.INK
    assert close(colour_at(found, 80 + 50 * 0.33, 80 + 50 * 0.5), p.mix(p.LAND, p.INK, 0.3))
    drone.heading = 0x200000
    assert colour_at(painted(sim), 74.5, 67.5) != p.INK


def test_the_rotors_of_drones_turn() -> None:
    sim, target = with_vehicle("jeep")
    put(sim, Kind.DRONE, 1, arg=target.id, z=50)
    before = painted(sim).image.tobytes()
    sim.state.tick += 5
    assert painted(sim).image.tobytes() != before


def test_the_submarine_comes_up() -> None:
    sim = world("")
    boat = put(sim, Kind.SUBMARINE)
    assert set(colours_in(painted(sim), 33, 33, 159, 127)) == {p.LAND}
    submarine_state(boat).picture = SUB_UP // 4
    found = painted(sim)
    assert colour_at(found, 80, 84) == p.mix(p.DEEP, p.STEEL, 0.25)
    assert p.FOAM not in colours_in(found, 33, 33, 159, 127)
    submarine_state(boat).picture = SUB_UP
    found = painted(sim)
    assert colour_at(found, 80, 85.5) == p.STEEL
    assert colour_at(found, 80, 92) == p.FOAM
    assert colour_at(found, 54, 80) == p.INK  # the tube of its missile
    submarine_state(boat).picture = SUB_UP + 5 * ONE
    assert (
        colours_in(painted(sim), 33, 33, 159, 127)[p.FOAM]
        > colours_in(found, 33, 33, 159, 127)[p.FOAM]
    )

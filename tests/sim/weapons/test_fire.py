"""Where shots begin, and what is told of them (rules 7: Offset rule; tables 1: Muzzles)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, SOUTH, WEST, new_sim, spawn
from tests.sim.weapons.helpers import only
from uoserver.sim.events import Created, Fired, Sound
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.shapes import px
from uoserver.sim.tables.muzzles import TANK_BARREL, TANK_PIVOT
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.fire import from_muzzle, launch, tip
from uoserver.sim.weapons.missile import state_of

AT = (1600 * ONE, 1600 * ONE, 10 * ONE)


def test_a_barrel_is_pitched_round_its_pivot() -> None:
    assert tip(TANK_BARREL, TANK_PIVOT, 0) == px(0, -12, 7)
    x, y, z = tip(TANK_BARREL, TANK_PIVOT, 0x38E38F)
    assert (x, round(y / ONE, 1), round(z / ONE, 1)) == (0, -10.4, 11.3)


@pytest.mark.parametrize(
    ("heading", "x", "y"),
    [(NORTH, 2, -3), (EAST, 3, 2), (SOUTH, -2, 3), (WEST, -3, -2), (EAST + 0xFFFF, 3, 2)],
)
def test_a_muzzle_turns_with_its_vehicle(heading: int, x: int, y: int) -> None:
    there = from_muzzle(AT, (2 * ONE, -3 * ONE, 4 * ONE), heading)
    assert there == (AT[0] + x * ONE, AT[1] + y * ONE, 14 * ONE)


@pytest.mark.parametrize("shot", [Shot.CANNON, Shot.TURRET, Shot.AIR_MISSILE, Shot.DRONE_GUN])
def test_an_offset_is_not_pitched(shot: Shot) -> None:
    offset = (ONE, -8 * ONE, 5 * ONE)
    shell = launch(new_sim(), shot, AT, offset=offset, heading=EAST, pitch=0x380000, team=0)
    assert shell is not None
    assert (shell.x, shell.y, shell.z) == (AT[0] + 8 * ONE, AT[1] + ONE, 15 * ONE)


def test_a_rockets_offset_is_pitched_in_the_plane() -> None:
    offset = (ONE, -8 * ONE, 5 * ONE)
    at45 = launch(
        new_sim(), Shot.ROCKET_HIGH, AT, offset=offset, heading=NORTH, pitch=0x38E38F, team=0
    )
    assert at45 is not None
    assert at45.x == AT[0] + ONE
    assert round((AT[1] - at45.y) / ONE, 3) == round((at45.z - 15 * ONE) / ONE, 3) == 5.657


def test_a_shot_is_told_and_knows_whose_it_is() -> None:
    sim = new_sim((0, 1))
    owner = spawn(sim, VehicleType.TANK, 40, 40, driver=1)
    sim.events.clear()
    shell = launch(sim, Shot.TURRET, AT, heading=EAST, pitch=0x60000, team=1, owner=owner)
    assert shell is not None
    place = (shell.x, shell.y, shell.z)
    assert sim.events == [
        Created(shell.id, Kind.MISSILE, 1),
        Fired(shell.id, Shot.TURRET, owner.id, *place, EAST),
        Sound("Missle", *place, shell.id),
    ]
    assert (shell.team, shell.parent, shell.heading) == (1, owner.slot, EAST)
    assert state_of(shell).by == 1


def test_a_shot_of_nobody() -> None:
    sim = new_sim()
    shell = launch(sim, Shot.CANNON, AT, heading=-1, team=2)
    assert shell is not None
    assert state_of(shell).by == -1
    (fired,) = only(sim.events, Fired)
    assert (fired.owner, fired.heading) == (0, 0x3FFFFF)


def test_a_homing_missile_is_one_and_nobodys() -> None:
    sim = new_sim()
    target = spawn(sim, VehicleType.HELICOPTER, 40, 40)
    missile = launch(sim, Shot.HOMING, AT, heading=0, pitch=0x355555, team=0, owner=target)
    assert missile is not None
    assert missile.kind is Kind.HOMING_MISSILE
    assert (missile.parent, state_of(missile).by) == (target.slot, -1)


def test_without_room_there_is_no_shot() -> None:
    sim = new_sim()
    while create(sim, Kind.MISSILE, 0, 0, 0, 0, 0):
        pass
    sim.events.clear()
    assert launch(sim, Shot.CANNON, AT, heading=0, team=0) is None
    assert sim.events == []

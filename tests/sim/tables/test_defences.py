"""Numbers of turrets, drones and the submarine against the page (tables 1, 3 and 7)."""

from __future__ import annotations

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.tables import defences as table
from uoserver.sim.tables.statics import LARGE_TOWER, TOWER


def test_the_drone_parameters_in_the_order_of_the_page() -> None:
    assert (
        table.DRONE_FOLLOW,
        table.DRONE_TURN,
        table.DRONE_TURN_NEAR,
        table.DRONE_TURN_FAR,
        table.DRONE_NEAR,
        table.ROLL_PER_SPEED,
        table.DRONE_LEAN,
        table.PITCH_PER_SPEED,
        table.DRONE_LEAN,
        table.DRONE_ACCEL,
        table.GUN_TILT,
        table.GUN_LOWEST,
        table.DRONE_RELOAD,
        *table.DRONE_RANGE,
    ) == (
        *(0x3D7, 0x6666, 0x3333, 0x10000, 75 * ONE, -6 * ONE, 0x8000, -3.5 * ONE, 0x8000),
        *(0x4CCC, 0x4CCC, 0x50000, 10, 32 * ONE, 80 * ONE),
    )
    assert (table.DRONE_TOP, table.DRONE_RISE, table.MOST_DRONES) == (1.5 * ONE, 0x4CCC, 5)
    assert (table.DRONE_HEIGHT, table.AIRBORNE, table.DRONE_STAYS) == (50 * ONE, 2 * ONE, 60)


def test_muzzles() -> None:
    assert {
        TOWER: (0, -15 * ONE, 24.5 * ONE),
        LARGE_TOWER: (0, -15 * ONE, 29.5 * ONE),
    } == table.MUZZLES
    assert table.DRONE_MUZZLES == ((-8 * ONE, -8 * ONE, 0), (8 * ONE, -8 * ONE, 0))
    assert table.SUB_MUZZLE == (-32 * ONE, 0, 0)


def test_five_degrees_and_sixty_and_the_barrels_limit() -> None:
    assert table.DRONE_AIM == 0x400000 * 5 // 360 == 0xE38E
    assert 59.9 < (0x400000 - table.SUB_PITCH) * 360 / 0x400000 < 60.1
    assert table.TURRET_PITCH * 360 / 0x400000 == 33.75


def test_a_drones_body_is_met_by_all_and_its_surroundings_by_drones_only() -> None:
    body, around = table.DRONE_SHAPE
    assert body.box == (-10 * ONE, -10 * ONE, 10 * ONE, 10 * ONE)
    assert around.box == (-32 * ONE, -32 * ONE, 32 * ONE, 32 * ONE)
    assert (body.low, body.high) == (around.low, around.high) == (-5 * ONE, 10 * ONE)
    shells, hulls = 0x43, 0x27
    assert body.solid & shells
    assert body.solid & hulls
    assert not body.solid & around.solid
    assert body.mask & around.solid
    assert not around.mask
    assert not around.solid & (shells | hulls)

"""A helicopter's guns and missiles (specification 6: Firing; tables 1: Muzzles)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, data, new_sim, run, spawn
from tests.sim.weapons.helpers import only
from uoserver.sim.events import Exploded, Fired, Sound
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.missile import state_of


def ship(heading: int = NORTH) -> tuple[Simulation, Obj]:
    sim = new_sim()
    return sim, spawn(sim, VehicleType.HELICOPTER, 40, 40, heading)


def shell_of(sim: Simulation, fired: Fired) -> Obj:
    shell = sim.state.pool.get(fired.id)
    assert shell is not None
    return shell


def test_muzzles_alternate_beginning_with_the_right_one() -> None:
    sim, obj = ship()
    sides = []
    for _ in range(50):
        x, y = obj.x, obj.y
        for fired in only(run(sim, 1, FIRE_B), Fired):
            sides.append(round((fired.x - x) / ONE, 1))
            assert (fired.y - y) / ONE == pytest.approx(-6.8, abs=0.1)
            assert fired.z == 50 * ONE
    assert sides == pytest.approx([9.35, -9.35, 9.35, -9.35], abs=0.15)


def test_b_fires_level_and_straight() -> None:
    sim, obj = ship(EAST)
    (fired,) = only(run(sim, 1, FIRE_B), Fired)
    shell = shell_of(sim, fired)
    state = state_of(shell)
    assert (fired.projectile, fired.heading, state.pitch) == (Shot.AIR_GUN, EAST, 0)
    assert (state.velocity_x, state.velocity_z) == (3 * ONE, 0)
    assert obj.heading == EAST


def test_a_fires_guns_down_and_spreads_them() -> None:
    sim, obj = ship(EAST)
    obj.heading = EAST
    ways = []
    for _ in range(60):
        (fired,) = only(run(sim, 1, FIRE_A), Fired)
        assert state_of(shell_of(sim, fired)).pitch == 0x71C71
        ways.append(fired.heading - EAST)
        run(sim, 15, 0)
    assert -0x20000 <= min(ways) < -0x18000
    assert 0x18000 < max(ways) < 0x20000
    assert abs(sum(ways)) / len(ways) < 0x6000


def test_a_drops_missiles_and_spreads_them_too() -> None:
    sim, _ = ship(EAST)
    run(sim, 1, FIRE_C)
    (fired,) = only(run(sim, 1, FIRE_A), Fired)
    state = state_of(shell_of(sim, fired))
    assert fired.projectile == Shot.AIR_MISSILE
    assert state.ballistic
    assert state.pitch == 0x6665
    assert fired.heading != EAST


def test_a_missile_flashes_at_its_rail() -> None:
    sim, obj = ship()
    run(sim, 1, FIRE_C)
    x, y = obj.x, obj.y
    (flash,) = only(run(sim, 1, FIRE_B), Exploded)
    assert flash.effect == Effect.AIR_FLASH
    assert ((flash.x - x) / ONE, (y - flash.y) / ONE) == pytest.approx((9.35, 2.55), abs=0.1)
    run(sim, 1, FIRE_C)
    assert not only(run(sim, 1, FIRE_B), Exploded)


@pytest.mark.parametrize(("speed", "extra"), [(ONE, ONE), (-ONE, 0), (0, 0)])
def test_only_forward_speed_is_added(speed: int, extra: int) -> None:
    sim, obj = ship(EAST)
    obj.speed = speed
    (fired,) = only(run(sim, 1, FIRE_B), Fired)
    forward = max(0, obj.speed)
    assert shell_of(sim, fired).speed == 3 * ONE + forward
    assert (forward > ONE // 2) is bool(extra)


def test_each_weapon_has_its_own_ammunition_and_reload() -> None:
    sim, obj = ship()
    run(sim, 61, FIRE_B)
    run(sim, 1, FIRE_C)
    run(sim, 61, FIRE_B)
    assert [slot.ammunition for slot in data(obj).weapons] == [95, 47]


def test_a_goes_before_b_and_one_shot_is_one() -> None:
    sim, _ = ship()
    (fired,) = only(run(sim, 1, FIRE_A | FIRE_B), Fired)
    assert state_of(shell_of(sim, fired)).pitch == 0x71C71


def test_a_change_of_weapon_is_heard() -> None:
    sim, obj = ship()
    run(sim, 1, 0)
    (sound,) = only(run(sim, 1, FIRE_C), Sound)
    assert (sound.name, sound.id) == ("Weapon", obj.id)
    assert data(obj).weapon == 1


def test_without_room_nothing_is_spent() -> None:
    sim, obj = ship()
    while create(sim, Kind.MINE, 0, 0, 0, 0, 0):
        pass
    run(sim, 3, FIRE_B)
    assert data(obj).weapons[0].ammunition == 100
    assert not data(obj).left

"""How guns without a driver aim (specification 9)."""

from __future__ import annotations

import pytest

from tests.sim.defences.helpers import HELI, Shots, px, scene
from tests.sim.play import EAST, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.defences.aim import distance_to, friend_in_line, pitch_to, shoot, target_of
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.match import add_driver
from uoserver.sim.tables.projectiles import Shot


def test_the_target_is_the_nearest_vehicle_of_the_other_side() -> None:
    s = scene(dy=150)
    spawn(s.sim, HELI, 60, 61, driver=1)  # of its own side, and nearer
    assert target_of(s.sim, s.gun) is s.tank
    near = spawn(s.sim, HELI, 60, 57, driver=add_driver(s.sim, 0).number)
    assert target_of(s.sim, s.gun) is near


def test_distances_are_in_whole_pixels() -> None:
    s = scene(dx=-30.9, dy=-40.9)
    assert distance_to(s.gun, s.tank) == 50 * ONE
    assert distance_to(s.tank, s.gun) == 51 * ONE  # each difference is rounded down


@pytest.mark.parametrize(
    ("dy", "muzzle", "z", "degrees"),
    [(50, 50, 0, 45), (100, 20, 20, 0), (50, 0, 50, -45), (50, 50 * 3**0.5, 0, 60)],
)
def test_pitch_is_positive_down(dy: int, muzzle: float, z: int, degrees: int) -> None:
    s = scene(dy=dy)
    s.tank.z = z * ONE
    pitch = pitch_to(s.gun, int(muzzle * ONE), s.tank)
    assert 0 <= pitch < 0x400000
    assert pitch == pytest.approx(degrees * 0x400000 / 360 % 0x400000, abs=2)


def test_the_height_of_the_gun_counts() -> None:
    s = scene(dy=100)
    s.gun.z = 75 * ONE
    assert pitch_to(s.gun, 25 * ONE, s.tank) == 0x80000


def test_a_line_of_fire_begins_at_the_muzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    s, shots = scene(), Shots(monkeypatch)
    s.gun.heading = EAST
    assert not friend_in_line(s.sim, s.gun, (0, -15 * ONE, 24 * ONE), 0x12345)
    shots.friend = True
    assert friend_in_line(s.sim, s.gun, (0, -15 * ONE, 24 * ONE), 0x12345)
    (line, _) = shots.lines
    assert line == {
        "tick": 0,
        "at": (s.gun.x + 15 * ONE, s.gun.y, 24 * ONE),
        "heading": EAST,
        "pitch": 0x12345,
        "team": 1,
        "owner": s.gun,
    }


def test_a_shot_is_its_guns(monkeypatch: pytest.MonkeyPatch) -> None:
    s, shots = scene(), Shots(monkeypatch)
    s.gun.heading, s.gun.z = EAST, 7
    shoot(s.sim, s.gun, Shot.TURRET, px(1, 2, 3)[:3], 0x54321)  # type: ignore[arg-type]
    assert shots.fired == [
        {
            "tick": 0,
            "shot": Shot.TURRET,
            "at": (s.gun.x, s.gun.y, 7),
            "offset": px(1, 2, 3),
            "heading": EAST,
            "pitch": 0x54321,
            "team": 1,
            "owner": s.gun,
        }
    ]


def test_of_an_own_vehicle_in_the_line_it_knows() -> None:
    s = scene(dy=120)
    put_at(s.sim, spawn(s.sim, HELI, 50, 50, driver=1), *(60 * 32 + 16, 60 * 32 + 80))
    s.sim.state.pool.at(s.sim.state.drivers[1].vehicle & 511).z = 20 * ONE
    s.gun.heading = 0x200000
    assert friend_in_line(s.sim, s.gun, (0, -15 * ONE, 24 * ONE), 0)
    s.gun.heading = 0
    assert not friend_in_line(s.sim, s.gun, (0, -15 * ONE, 24 * ONE), 0)

"""How far things hit."""

from __future__ import annotations

from math import inf

import pytest

from uoserver.game.publish.reach import MARGIN, OF_VEHICLES, reach_of
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.weapons.missile import aim, state_of

from .scenes import put, scene


def test_vehicles_hit_as_far_as_their_shells_fly() -> None:
    # 3.0 * 80, the grenades' 61.2, 2.3 * 90, (3.0 + 1.8) * 100 pixels, 8 units each
    assert pytest.approx((1920, 489.6, 1656, 3840), abs=1.0) == OF_VEHICLES
    assert MARGIN == 320


@pytest.mark.parametrize(
    ("kind", "units"),
    [
        (Kind.DRONE, 640),
        (Kind.MAN, 768),
        (Kind.MINE, 200),
        (Kind.GRENADE, 768),
        (Kind.SUBMARINE, inf),
        (Kind.FLAG, 0),
        (Kind.LIFT, 0),
    ],
)
def test_by_kind(kind: Kind, units: float) -> None:
    assert reach_of(put(scene(), kind, 128, 128)) == units


def test_a_shell_hits_as_far_as_it_still_flies() -> None:
    shell = put(scene(), Kind.MISSILE, 128, 128, z=5, arg=Shot.TURRET)
    aim(shell, 0, 0)
    assert reach_of(shell) == 4 * 150 * 8
    state_of(shell).life = 10
    assert reach_of(shell) == 320
    shell.speed = 2 * ONE
    assert reach_of(shell) == 160


def test_a_homing_missile_hits_anywhere() -> None:
    assert reach_of(put(scene(), Kind.HOMING_MISSILE, 128, 128, arg=Shot.HOMING)) == inf

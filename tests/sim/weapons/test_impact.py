"""What ends a shell (rules 7; specification 6: impacts)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, cell, new_sim, pave, put, run
from tests.sim.weapons.helpers import only, shoot
from uoserver.sim.events import Exploded, StaticHit
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.weapons.impact import MISSED
from uoserver.sim.weapons.missile import state_of

HERE = (50, 50)


def dive(sim: Simulation, shot: Shot, x: float = 1616, y: float = 1616) -> Exploded:
    """Let a shell come down nearly vertically at a place; return the explosion."""
    shell = shoot(sim, shot, x, y, 2, EAST, pitch=0xF0000)
    state = state_of(shell)
    state.ballistic, state.velocity_x, state.velocity_y = False, 0, 0
    (end,) = only(run(sim, 3, 0), Exploded)
    assert end.z == 0
    return end


@pytest.mark.parametrize(
    ("terrain", "light", "heavy"),
    [
        (0, Effect.DUST, Effect.BIG_DUST),
        (3, Effect.DUST, Effect.BIG_DUST),
        (1, Effect.SPLASH, Effect.BIG_SPLASH),
        (2, Effect.SPLASH, Effect.BIG_SPLASH),
        (24, Effect.SPLASH, Effect.BIG_SPLASH),
        (40, Effect.SPLASH, Effect.BIG_SPLASH),
        (0x34, Effect.DUST, Effect.BIG_DUST),
        (0x48, Effect.DUST, Effect.BIG_DUST),
        (0x49, Effect.ROAD_DUST, Effect.BIG_ROAD_DUST),
        (0x53, Effect.ROAD_DUST, Effect.BIG_ROAD_DUST),
        (127, Effect.ROAD_DUST, Effect.BIG_ROAD_DUST),
        (0x54, Effect.DUST, Effect.BIG_DUST),
    ],
)
def test_the_ground_decides_what_is_seen(terrain: int, light: Effect, heavy: Effect) -> None:
    for shot, effect in ((Shot.CANNON, light), (Shot.TURRET, heavy)):
        sim = new_sim()
        pave(sim, [HERE], terrain)
        assert dive(sim, shot).effect == effect


def test_off_the_map_is_deep_water() -> None:
    assert dive(new_sim(), Shot.CANNON, -50, 100).effect == Effect.SPLASH


def test_near_a_shore_there_is_no_splash() -> None:
    sim = new_sim()
    pave(sim, [HERE], 1)
    assert dive(sim, Shot.CANNON, 1603.5, 1616).effect == Effect.SPLASH
    for x, y in ((1602, 1616), (1630, 1616), (1616, 1602), (1616, 1630)):
        assert dive(sim, Shot.CANNON, x, y).effect == Effect.DUST


def test_what_was_hit_before_the_ground_counts() -> None:
    sim = new_sim()
    put(sim, *HERE, "BLDG_N")
    assert dive(sim, Shot.CANNON).effect == Effect.STATIC_SPARK


def test_what_a_shell_meets_is_what_it_then_says() -> None:
    sim = new_sim()
    at = put(sim, *HERE, "BLDG_N")
    shell = shoot(sim, Shot.CANNON, 1590, 1616, 5, EAST)
    assert state_of(shell).hit == MISSED
    (hit,) = only(run(sim, 10, 0), StaticHit)
    assert hit == StaticHit(at, 4, shell.id)
    assert cell(*HERE) == at
    assert shell.z - ONE < 5 * ONE

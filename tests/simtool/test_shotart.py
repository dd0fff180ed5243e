from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import colour_at, colours_in, painted, put, world
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.shapetable import MINE
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.weapons.mine import DARK, LIT, READY
from uoserver.simtool import palette as p

NEAR = (60, 60, 100, 100)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("shot", Shot)
def test_shots_have_some_of_the_colour_of_their_side(shot: Shot, side: int) -> None:
    sim = world("")
    put(sim, Kind.MISSILE, side, arg=shot)
    found = colours_in(painted(sim), *NEAR)
    assert found[p.SIDES[side]] > 4
    assert p.SIDES[1 - side] not in found


@pytest.mark.parametrize(
    ("shot", "colour", "place"),
    [
        (Shot.CANNON, p.GLOW, (80, 80)),
        (Shot.AIR_GUN, p.GLOW, (80, 77)),
        (Shot.DRONE_GUN, p.GLOW, (80, 77)),
        (Shot.ROCKET, p.WHITE, (80, 78)),
        (Shot.TURRET, p.WHITE, (80, 78)),
        (Shot.AIR_MISSILE, p.FIRE, (80, 88)),
    ],
)
def test_shots_look_like_what_they_are(
    shot: Shot, colour: p.Colour, place: tuple[float, float]
) -> None:
    sim = world("")
    put(sim, Kind.MISSILE, arg=shot)
    assert colour_at(painted(sim), *place) == colour


def test_rockets_fly_nose_first() -> None:
    sim = world("")
    rocket = put(sim, Kind.MISSILE, arg=Shot.ROCKET)
    rocket.heading = 0x100000
    assert colour_at(painted(sim), 72, 80) == p.FIRE
    assert colour_at(painted(sim), 82, 80) == p.WHITE


def test_the_homing_missile_has_a_red_nose() -> None:
    sim = world("")
    put(sim, Kind.HOMING_MISSILE, arg=Shot.HOMING)
    found = painted(sim)
    assert colour_at(found, 80, 71.5) == p.LAMP
    assert colour_at(found, 80, 80) == p.WHITE
    assert colour_at(found, 80, 98) == p.FIRE


@pytest.mark.parametrize("kind", [Kind.MISSILE, Kind.HOMING_MISSILE, Kind.GRENADE])
def test_what_flies_has_its_shadow_below(kind: Kind) -> None:
    sim = world("")
    put(sim, kind, arg=Shot.CANNON, z=45)
    assert colour_at(painted(sim), 80 + 45 * 0.33, 80 + 45 * 0.5) == p.mix(p.LAND, p.INK, 0.35)


def test_grenades_are_larger_when_they_are_higher() -> None:
    sim = world("")
    grenade = put(sim, Kind.GRENADE)
    assert colour_at(painted(sim), 80, 80) == p.OLIVE
    low = colours_in(painted(sim), *NEAR)[p.OLIVE]
    grenade.z = 30 * ONE
    assert colours_in(painted(sim), *NEAR)[p.OLIVE] > low


def test_mines_blink_until_they_are_armed() -> None:
    sim = world("")
    mine = put(sim, Kind.MINE)
    for team, shape, lamp in ((LIT, 0, p.LAMP), (DARK, 0, p.INK), (READY, MINE, p.STEEL)):
        mine.team, mine.shape = team, shape
        assert colour_at(painted(sim), 80, 80) == lamp
        assert colour_at(painted(sim), 80, 83.7) == p.OLIVE

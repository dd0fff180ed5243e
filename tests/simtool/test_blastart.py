from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import OFF_THE_MAP, close, colour_at, colours_in, painted, put, world
from uoserver.sim.effects.debris import state_of as debris_state
from uoserver.sim.effects.explosion import state_of as explosion_state
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.tables.effects import TIMELINES, Debris, Effect
from uoserver.simtool import palette as p
from uoserver.simtool.blastart import EXPLOSIONS
from uoserver.simtool.canvas import Canvas

WHOLE = (33, 33, 159, 127)
FIERY = (
    *(Effect.FUEL, Effect.AMMUNITION, Effect.MINE),
    *(Effect.TANK_DEATH, Effect.JEEP_DEATH, Effect.MSV_DEATH, Effect.BUILDING, Effect.WALL),
)
WET = (Effect.SPLASH, Effect.BIG_SPLASH, Effect.HUGE_SPLASH, Effect.SINKING)
BURSTS = (Effect.OBJECT_SPARK, Effect.STATIC_SPARK)
FLASHES = (Effect.TANK_FLASH, Effect.ROCKET_FLASH, Effect.AIR_FLASH)
CLOUDS = (
    (Effect.DUST, p.DUST),
    (Effect.BIG_DUST, p.DUST),
    (Effect.ROAD_DUST, p.lighter(p.ROAD, 0.2)),
    (Effect.BIG_ROAD_DUST, p.lighter(p.ROAD, 0.2)),
    (Effect.SMOKE, p.SMOKE),
)


def exploding(effect: Effect, done: float) -> Canvas:
    """An explosion at (80, 80) that has come so far."""
    sim = world("")
    state = explosion_state(put(sim, Kind.EXPLOSION, 2, arg=effect | OFF_THE_MAP << 8))
    state.progress = round(ONE + done * (TIMELINES[effect].end - ONE))
    return painted(sim)


def drawn(canvas: Canvas) -> int:
    """How many pixels are not land."""
    found = colours_in(canvas, *WHOLE)
    return sum(found.values()) - found.get(p.LAND, 0)


def test_all_explosions_have_a_look() -> None:
    assert set(EXPLOSIONS) == set(Effect)


@pytest.mark.parametrize("effect", Effect)
def test_explosions_are_seen_and_change(effect: Effect) -> None:
    early, late = exploding(effect, 0.1), exploding(effect, 0.7)
    assert drawn(early) > 50
    assert early.image.tobytes() != late.image.tobytes()


@pytest.mark.parametrize("effect", FIERY)
def test_what_blows_up_is_white_hot_at_first(effect: Effect) -> None:
    assert colour_at(exploding(effect, 0.05), 80, 80) == p.WHITE
    assert p.FIRE in colours_in(exploding(effect, 0.05), *WHOLE)
    assert p.WHITE not in colours_in(exploding(effect, 0.9), *WHOLE)


@pytest.mark.parametrize("effect", WET)
def test_splashes_are_rings_of_foam(effect: Effect) -> None:
    for done in (0.3, 0.9):
        found = colours_in(exploding(effect, done), *WHOLE)
        assert p.FOAM in found
        assert p.FIRE not in found


@pytest.mark.parametrize("effect", BURSTS)
def test_sparks_glow_and_smoke(effect: Effect) -> None:
    assert colour_at(exploding(effect, 0.1), 80, 80) == p.GLOW
    assert p.GLOW not in colours_in(exploding(effect, 0.5), *WHOLE)


@pytest.mark.parametrize("effect", FLASHES)
def test_flashes_are_short(effect: Effect) -> None:
    assert colour_at(exploding(effect, 0.1), 80, 80) == p.GLOW
    assert p.GLOW not in colours_in(exploding(effect, 0.3), *WHOLE)


@pytest.mark.parametrize(("effect", "colour"), CLOUDS)
def test_clouds_are_of_what_is_blown_up_and_clear(effect: Effect, colour: p.Colour) -> None:
    def away(done: float) -> float:
        found = colour_at(exploding(effect, done), 80, 80)
        return sum(abs(a - b) for a, b in zip(found, colour, strict=True))

    assert away(0.0) < 30
    assert away(0.0) < away(0.95)


def test_bushes_lose_leaves() -> None:
    assert colours_in(exploding(Effect.FOLIAGE, 0.3), *WHOLE)[p.PLANT] > 20


@pytest.mark.parametrize("effect", [Effect.MINE, Effect.FUEL])
def test_larger_explosions_are_larger(effect: Effect) -> None:
    assert drawn(exploding(effect, 0.3)) > 1.2 * drawn(exploding(Effect.JEEP_DEATH, 0.3))


@pytest.mark.parametrize(
    ("set_", "colour"),
    [
        (Debris.HIGH, p.WRECK),
        (Debris.LOW, p.WRECK),
        (Debris.COLLAPSE, p.RUBBLE),
        (Debris.FOLIAGE, p.PLANT),
        (Debris.CRUSHED, p.CANVAS),
        (Debris.TURRET, p.TOWER),
        (Debris.PLANK, p.PLANK),
    ],
)
def test_pieces_are_of_what_they_were(set_: Debris, colour: p.Colour) -> None:
    sim = world("")
    piece = put(sim, Kind.DEBRIS, 2, arg=set_)
    assert colour_at(painted(sim), 80, 80) == colour
    piece.team = 1
    assert colour_at(painted(sim), 80, 80) == p.mix(colour, p.SIDES[1], 0.5)


def test_pieces_spin_and_have_a_shadow() -> None:
    sim = world("")
    piece = put(sim, Kind.DEBRIS, 2, arg=Debris.PLANK, z=30)
    before = painted(sim)
    shade = colour_at(before, 80 + 30 * 0.33, 80 + 30 * 0.5)
    assert close(shade, p.mix(p.LAND, p.INK, 0.3))
    debris_state(piece).frame = 7 * ONE
    assert painted(sim).image.tobytes() != before.image.tobytes()
    piece.z = 0
    assert colour_at(painted(sim), 80 + 30 * 0.33, 80 + 30 * 0.5) == p.LAND

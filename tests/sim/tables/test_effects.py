"""Explosions by number: their timelines, what they are of, what they throw about (tables 5, 6)."""

from __future__ import annotations

import pytest

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.tables.effects import (
    BOXES,
    DEBRIS,
    EFFECT_OF,
    REMAINS,
    SHOT_SOUNDS,
    TIMELINES,
    VEHICLE_DEATHS,
    Debris,
    Do,
    Effect,
    Remains,
)
from uoserver.sim.tables.statics import NUMBER_OF, STATICS


def test_there_is_a_row_for_each() -> None:
    assert len(TIMELINES) == len(Effect)
    assert len(DEBRIS) == len(Debris)
    assert len(REMAINS) == len(Remains)
    assert len(VEHICLE_DEATHS) == 4


LIVES = {
    **dict.fromkeys((Effect.WALL,), (4, 104)),
    **dict.fromkeys((Effect.FLAG_BUILDING, Effect.WATCHTOWER), (6, 96)),
    **dict.fromkeys((Effect.PRISON, Effect.HOSPITAL, Effect.BUILDING, Effect.FACTORY), (4, 96)),
    Effect.FOLIAGE: (4, 92),
    Effect.FUEL: (4, 112),
    Effect.BRIDGE: (4, 84),
    Effect.TENT: (4, 1),
    Effect.CRUSHED: (3, 3),
    Effect.MINE: (6, 144),
    Effect.DUST: (4, 68),
    Effect.BIG_DUST: (4, 68),
    Effect.ROAD_DUST: (4, 68),
    Effect.BIG_ROAD_DUST: (4, 68),
    Effect.SPLASH: (4, 36),
    Effect.BIG_SPLASH: (4, 68),
    Effect.HUGE_SPLASH: (6, 102),
    Effect.OBJECT_SPARK: (4, 60),
    Effect.STATIC_SPARK: (4, 60),
    Effect.TANK_FLASH: (3, 72),
    Effect.ROCKET_FLASH: (4, 96),
    Effect.AIR_FLASH: (4, 96),
    Effect.SMOKE: (6, 96),
    Effect.SINKING: (6, 90),
}
"""Ticks of a frame and of its life, as the page has them."""


def first_tick(line_rate: int, due: int) -> int:
    """The tick, counted from the first update, in which a frame is reached."""
    return -(-(due - ONE) // line_rate)


@pytest.mark.parametrize("effect", Effect)
def test_rates_and_lives_are_the_pages(effect: Effect) -> None:
    line = TIMELINES[effect]
    per_frame, life = LIVES.get(effect, (4, 96))
    if effect is Effect.AMMUNITION:
        life = 112
    assert line.rate == -(-ONE // per_frame)
    assert first_tick(line.rate, line.end) == life
    assert list(line.steps) == sorted(line.steps, key=lambda step: step.due)


FALLS = {
    Effect.WALL: 40,
    Effect.FLAG_BUILDING: 18,
    Effect.PRISON: 40,
    Effect.HOSPITAL: 9,
    Effect.FUEL: 40,
    Effect.BUILDING: 9,
    Effect.FACTORY: 32,
    Effect.BRIDGE: 20,
    Effect.TENT: 0,
    Effect.CRUSHED: 0,
    Effect.AMMUNITION: 40,
}
CLEARS = {Effect.FOLIAGE: (0, 40), Effect.WATCHTOWER: (18, 60)}


@pytest.mark.parametrize("effect", Effect)
def test_what_is_destroyed_falls_when_the_page_says(effect: Effect) -> None:
    line = TIMELINES[effect]
    falls = [first_tick(line.rate, step.due) for step in line.steps if step.do is Do.FALL]
    clears = [
        (first_tick(line.rate, step.due), step.a) for step in line.steps if step.do is Do.CLEAR
    ]
    assert falls == ([FALLS[effect]] if effect in FALLS else [])
    assert clears == ([CLEARS[effect]] if effect in CLEARS else [])


def test_what_can_be_destroyed_explodes_and_becomes_something_in_it() -> None:
    for number, static in enumerate(STATICS):
        if not static.hits:
            continue
        steps = {step.do for step in TIMELINES[EFFECT_OF[number]].steps}
        assert steps & {Do.FALL, Do.CLEAR}, static.name


@pytest.mark.parametrize(
    ("effect", "names"),
    [
        (Effect.FOLIAGE, ["BUSH_1S", "BUSH_2S", "PALM_1S", "PALM_2S", "TREE_S", "CACTUS"]),
        (Effect.FOLIAGE, ["PLANTER_BUSH"]),
        (Effect.WALL, ["PLANTER_BERRY", "PLANTER_STONE", "GATE_H", "GATE_V", "WALL_V", "WALL_H"]),
        (Effect.WALL, ["TOWER", "LARGE_TOWER", "LDMG_WALL_H", "BDMG_WALL_V", "DMG_TOWER"]),
        (Effect.WALL, ["READY_TOWER", "ACTIVE_TOWER"]),
        (Effect.FLAG_BUILDING, ["FLAG"]),
        (Effect.WATCHTOWER, ["OUTPOST", "WTOWER_NE", "WTOWER_SW"]),
        (Effect.PRISON, ["PRISON_S", "PRISON_E", "PRISON_W"]),
        (Effect.HOSPITAL, ["HOSP_S", "HOSP_E", "HOSP_W"]),
        (Effect.FUEL, ["FUEL_N", "FUEL_S", "FUEL_E", "FUEL_W"]),
        (Effect.BUILDING, ["BLDG_N", "BLDG_W", "FACT_W", "BNKR_N", "BNKR_W"]),
        (Effect.FACTORY, ["FACT_N", "FACT_S", "FACT_E", "DMG_FLAG"]),
        (Effect.BRIDGE, ["BRIDGE_H", "BRIDGE_V"]),
        (Effect.TENT, ["TENT_V", "TENT_H"]),
        (Effect.AMMUNITION, ["AMMO"]),
    ],
)
def test_statics_have_the_pages_explosion(effect: Effect, names: list[str]) -> None:
    assert {EFFECT_OF[NUMBER_OF[name]] for name in names} == {effect}


def test_rocks_and_ruins_have_none() -> None:
    for name in ("ROCK_1S", "ROCK_2T", "STD_DEST", "DESTROYED_TOWER", "DEST_FUEL"):
        assert EFFECT_OF.get(NUMBER_OF[name], Effect.BRIDGE) is Effect.BRIDGE


def test_the_mine_has_five_boxes() -> None:
    line = TIMELINES[Effect.MINE]
    boxes = [
        (first_tick(line.rate, step.due), BOXES[step.a][0].box[2] // ONE)
        for step in line.steps
        if step.do is Do.BOX
    ]
    assert boxes == [(0, 4), (18, 25), (18, 12), (42, 16), (66, 20)]
    for (part,) in BOXES[1:]:
        west, north, east, south = part.box
        assert (west, north, south) == (-east, -east, east)
        assert (part.solid, part.mask) == (0x20, 0x43)
        assert (part.low, part.high) == (-4 * ONE, 4 * ONE)
    others = [line for each, line in enumerate(TIMELINES) if each != Effect.MINE]
    assert not any(step.do is Do.BOX for line in others for step in line.steps)


@pytest.mark.parametrize(
    ("debris", "ticks", "pieces"),
    [
        (Debris.HIGH, 121, 6),
        (Debris.LOW, 60, 6),
        (Debris.COLLAPSE, 90, 4),
        (Debris.FOLIAGE, 80, 2),
        (Debris.CRUSHED, 40, 2),
        (Debris.TURRET, 60, 5),
    ],
)
def test_debris_lasts_as_long_as_the_page_says(debris: Debris, ticks: int, pieces: int) -> None:
    motion = DEBRIS[debris]
    assert -(-motion.end // motion.rate) == ticks
    assert motion.pieces == pieces


def test_remains_stay_for_their_times() -> None:
    assert REMAINS[Remains.TANK] == REMAINS[Remains.HELICOPTER] == (60, 720)
    assert REMAINS[Remains.MAN] == REMAINS[Remains.MAN_3] == (60, 120)


def test_a_spark_has_four_sounds() -> None:
    assert len(set(SHOT_SOUNDS)) == 4

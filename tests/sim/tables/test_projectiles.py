"""The twelve projectile types against the page (tables 2), typed out once more."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.sim.play import new_sim
from uoserver.sim.events import Sound
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.tables.effects import Effect, Hit
from uoserver.sim.tables.projectiles import PROJECTILES, Shot
from uoserver.sim.weapons.fire import launch
from uoserver.sim.weapons.tracer import COUNT

LIGHT = {
    Hit.GROUND: Effect.DUST,
    Hit.WATER: Effect.SPLASH,
    Hit.ROAD: Effect.ROAD_DUST,
    Hit.OBJECT: Effect.OBJECT_SPARK,
    Hit.STATIC: Effect.STATIC_SPARK,
}
HEAVY = {
    Hit.GROUND: Effect.BIG_DUST,
    Hit.WATER: Effect.BIG_SPLASH,
    Hit.ROAD: Effect.BIG_ROAD_DUST,
    Hit.OBJECT: Effect.OBJECT_SPARK,
    Hit.STATIC: Effect.STATIC_SPARK,
}


class Row(NamedTuple):
    """A row of the page. Speed in pixels a tick; ``flags`` bit 0 level offset, bit 1 dives."""

    speed: float
    damage: float
    life: int
    class_: str
    flags: int
    rate: int
    impacts: dict[Hit, Effect]
    sound: str | None = None


PAGE = {
    0: Row(3.0, 1.0, 80, "Missle", 0, 0x2666, LIGHT),
    1: Row(2.5, 2.0, 100, "Missle", 0, 0, HEAVY),
    2: Row(2.3, 4.0, 90, "Missle", 0, 0, HEAVY),
    3: Row(6.0, 1.0, 90, "TRACER", 0, 0, LIGHT),
    4: Row(4.0, 1.5, 150, "Missle", 0, 0, HEAVY, "Missle"),
    5: Row(3.0, 1.0, 90, "Missle", 0, 0, LIGHT),
    6: Row(3.0, 4.0, 100, "Missle", 2, 0x6666, HEAVY),
    7: Row(3.0, 1.0, 80, "Missle", 0, 0, LIGHT),
    8: Row(2.3, 2.0, 90, "Missle", 3, 0, HEAVY),
    9: Row(2.3, 2.0, 90, "Missle", 1, 0x1C28, HEAVY),
    10: Row(3.0, 25.0, 90, "Death Missle", 0, 0x1C28, HEAVY, "LargeMissle"),
    11: Row(3.5, 0.95, 90, "Missle", 0, 0, LIGHT),
}
"""Flags and rates that the page leaves open are 0. Where it names no sound, all have the same; the
classes of types 1, 2 and 5, which nobody fires, are its guess and asked nowhere."""


def test_there_are_twelve() -> None:
    assert list(PAGE) == list(range(len(PROJECTILES)))


@pytest.mark.parametrize("number", PAGE)
def test_a_type_flies_and_hurts_as_its_row_says(number: int) -> None:
    row, kind = PAGE[number], PROJECTILES[number]
    assert kind.speed == int(row.speed * ONE)
    assert kind.damage == int(row.damage * ONE)
    assert kind.life == row.life
    assert kind.fall == row.rate
    assert kind.level_offset + 2 * kind.dives == row.flags
    assert kind.sound == (row.sound or "Shot")


@pytest.mark.parametrize("number", PAGE)
def test_a_type_ends_in_light_or_heavy_explosions(number: int) -> None:
    assert {hit: PROJECTILES[number].impacts[hit] for hit in Hit} == PAGE[number].impacts


@pytest.mark.parametrize("shot", [shot for shot in Shot if shot is not Shot.TRACER])
def test_what_is_fired_is_of_its_class_and_is_heard(shot: Shot) -> None:
    sim = new_sim()
    shell = launch(sim, shot, (0, 0, 0), heading=0, team=0)
    assert shell is not None
    assert CLASSES[shell.kind].name == PAGE[shot].class_
    heard = [event.name for event in sim.events if isinstance(event, Sound)]
    assert heard == [PAGE[shot].sound or "Shot"]


def test_a_line_of_fire_is_no_object() -> None:
    assert CLASSES[Kind.TRACER].name == PAGE[Shot.TRACER].class_
    assert create(new_sim(), Kind.TRACER, 0, 0, 0, 0, Shot.TRACER) is None


def test_who_fires_what() -> None:
    assert {shot.name: int(shot) for shot in Shot} == {
        "CANNON": 0,
        "TRACER": 3,
        "TURRET": 4,
        "AIR_MISSILE": 6,
        "AIR_GUN": 7,
        "ROCKET": 8,
        "ROCKET_HIGH": 9,
        "HOMING": 10,
        "DRONE_GUN": 11,
    }


def test_a_line_of_fire_is_sixteen_cells_long() -> None:
    row = PROJECTILES[Shot.TRACER]
    assert row.life * row.speed == 540 * ONE
    assert COUNT == 16

"""Explosions by number, and which of them a shot ends in (tables 2 and 5)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Effect(IntEnum):
    """What explodes, or how."""

    FOLIAGE = 0
    WALL = 1
    """Walls, towers, gates."""
    FLAG_BUILDING = 2
    WATCHTOWER = 3
    """And outposts."""
    PRISON = 4
    HOSPITAL = 5
    FUEL = 6
    BUILDING = 7
    """Houses and bunkers."""
    FACTORY = 8
    """And damaged flag buildings."""
    BRIDGE = 9
    """And all that was destroyed before."""
    TENT = 10
    CRUSHED = 11
    AMMUNITION = 12
    MINE = 13
    DUST = 14
    BIG_DUST = 15
    ROAD_DUST = 16
    BIG_ROAD_DUST = 17
    SPLASH = 18
    BIG_SPLASH = 19
    HUGE_SPLASH = 20
    OBJECT_SPARK = 21
    STATIC_SPARK = 22
    TANK_FLASH = 23
    ROCKET_FLASH = 24
    AIR_FLASH = 25
    SMOKE = 26
    TANK_DEATH = 27
    """Also of helicopters and drones."""
    JEEP_DEATH = 28
    MSV_DEATH = 29
    SINKING = 30


Impacts = tuple[Effect, Effect, Effect, Effect, Effect]
"""By what is hit: `Hit`."""


class Hit(IntEnum):
    """What a shot hits."""

    GROUND = 0
    WATER = 1
    ROAD = 2
    OBJECT = 3
    STATIC = 4


_SPARKS: Final = (Effect.OBJECT_SPARK, Effect.STATIC_SPARK)
LIGHT: Final[Impacts] = (Effect.DUST, Effect.SPLASH, Effect.ROAD_DUST, *_SPARKS)
HEAVY: Final[Impacts] = (Effect.BIG_DUST, Effect.BIG_SPLASH, Effect.BIG_ROAD_DUST, *_SPARKS)

"""Explosions by number, how they go, what they throw about, which a shot ends in (tables 2, 5, 6).

Times are ticks from an explosion's first update. Rates are frames a tick, rounded up, so that a
frame is reached in the tick that the page names.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from ..kernel.fixmath import ONE
from ..shapes import Form, Part, Shape


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


# -- debris and remains ----------------------------------------------------------------------------


class Debris(IntEnum):
    """Sets of debris; the page's numbers are 1, 5, 4, 6, 7, the last two have none."""

    HIGH = 0
    """Of what blows up in the air, or on the ground."""
    LOW = 1
    COLLAPSE = 2
    FOLIAGE = 3
    CRUSHED = 4
    TURRET = 5
    PLANK = 6


class Motion(NamedTuple):
    """How the pieces of a set fly. Lengths, speeds and frames are 16.16, times frames.

    They begin ``height`` above the place of the burst, go outward at ``speed`` from frame
    ``moves``, and fall from frame ``falls`` with a first speed of ``rise`` upwards. What reaches
    the ground is gone, but for every second piece of a set that ``settles``; ``splashes`` says
    that it is seen to hit the water, or the ground. At ``end`` they are gone anyhow.
    """

    pieces: int
    rate: int
    end: int
    speed: int = 0
    moves: int = 0
    falls: int = 0
    height: int = 0
    rise: int = 0
    settles: bool = False
    splashes: bool = False


_FIFTH: Final = 0x3333
_TENTH: Final = 0x1999
DEBRIS: Final = (
    Motion(6, 0x2872, 19 * ONE, _FIFTH, falls=2 * ONE, height=4 * ONE),
    Motion(6, 0x5127, 19 * ONE, _FIFTH, falls=2 * ONE, height=4 * ONE),
    Motion(4, ONE, 90 * ONE, _TENTH, falls=5 * ONE, height=10 * ONE),
    Motion(2, ONE, 80 * ONE, _TENTH, height=6 * ONE, settles=True),
    Motion(2, ONE, 40 * ONE, _TENTH, height=4 * ONE),
    Motion(5, ONE, 60 * ONE, _TENTH, 30 * ONE, 31 * ONE, 24 * ONE),
    Motion(2, ONE, 60 * ONE, _FIFTH, rise=0x4CCC, splashes=True),
)
"""By set."""
FALL: Final = 0x51E
"""What debris falls faster by in a tick, and how fast it falls at most."""
FASTEST_FALL: Final = -ONE
SETTLED_LIFE: Final = 0
SETTLED_LINGER: Final = 60
"""Ticks for which a settled piece lies at least, and out of sight, before it is gone."""


class Remains(IntEnum):
    """What lies about until nobody looks: hulks by vehicle type, and dead men in three poses."""

    TANK = 0
    JEEP = 1
    MSV = 2
    HELICOPTER = 3
    MAN = 4
    MAN_2 = 5
    MAN_3 = 6


REMAINS: Final = (*((60, 720),) * 4, *((60, 120),) * 3)
"""Life and linger of each: ticks for which it lies at least, and out of sight, before it goes."""


# -- timelines -------------------------------------------------------------------------------------


class Do(IntEnum):
    """Steps of a timeline; the meaning of their numbers follows each."""

    BOX = 0
    """Have a damage box from now on: number of it."""
    PAUSE = 1
    """Do no more in this update."""
    DEBRIS = 2
    """Throw debris: set, pieces."""
    SOUND = 3
    """One of `SHOT_SOUNDS`, by chance."""
    FALL = 4
    """Let the cell's static object become what it becomes."""
    CLEAR = 5
    """Take it away, and put there what it becomes later: ticks."""
    FACE = 6
    """Let the cell's side say which way the ruin of a fuel dump faces."""
    NEIGHBOURS = 7
    """Break the walls beside the cell, and their gates."""


class Step(NamedTuple):
    """What is done when an explosion reaches a frame (16.16)."""

    due: int
    do: Do
    a: int = 0
    b: int = 0


class Timeline(NamedTuple):
    """An explosion: frames a tick, the frame at which it is over, what it does until then."""

    rate: int
    end: int
    steps: tuple[Step, ...] = ()


THIRD: Final = 0x5556
QUARTER: Final = 0x4000
SIXTH: Final = 0x2AAB
SHOT_SOUNDS: Final = ("Hit1", "Hit2", "Hit3", "Hit4")


def _line(rate: int, life: int, *steps: tuple[int, Do] | tuple[int, Do, int, int]) -> Timeline:
    """Return the timeline of an explosion from its rate, its ticks and its steps at ticks."""
    due = tuple(Step(ONE + rate * at, *what) for at, *what in steps)
    return Timeline(rate, ONE + rate * life, due)


_DUST: Final = _line(QUARTER, 68)
TIMELINES: Final = (
    _line(QUARTER, 92, (0, Do.DEBRIS, Debris.FOLIAGE, 2), (0, Do.CLEAR, 40, 0)),
    _line(QUARTER, 104, (40, Do.NEIGHBOURS), (40, Do.FALL)),
    _line(SIXTH, 96, (18, Do.DEBRIS, Debris.COLLAPSE, 4), (18, Do.FALL)),
    _line(SIXTH, 96, (18, Do.DEBRIS, Debris.COLLAPSE, 4), (18, Do.CLEAR, 60, 0)),
    _line(QUARTER, 96, (40, Do.FALL)),
    _line(QUARTER, 96, (9, Do.FALL)),
    _line(QUARTER, 112, (40, Do.FACE), (40, Do.FALL)),
    _line(QUARTER, 96, (9, Do.FALL)),
    _line(QUARTER, 96, (32, Do.FALL)),
    _line(QUARTER, 84, (20, Do.FALL)),
    _line(QUARTER, 1, (0, Do.DEBRIS, Debris.COLLAPSE, 2), (0, Do.FALL)),
    _line(THIRD, 3, (0, Do.DEBRIS, Debris.CRUSHED, 2), (0, Do.FALL)),
    _line(QUARTER, 112, (40, Do.FALL)),
    _line(
        *(SIXTH, 144, (0, Do.BOX, 1, 0), (18, Do.BOX, 2, 0), (18, Do.PAUSE)),
        *((18, Do.BOX, 3, 0), (42, Do.BOX, 4, 0), (66, Do.BOX, 5, 0)),
    ),
    *(_DUST, _DUST, _DUST, _DUST),
    *(_line(QUARTER, 36), _line(QUARTER, 68), _line(SIXTH, 102)),
    *(_line(QUARTER, 60, (0, Do.SOUND)), _line(QUARTER, 60)),
    *(_line(THIRD, 72), _line(QUARTER, 96), _line(QUARTER, 96)),
    _line(SIXTH, 96),
    *(_line(QUARTER, 96), _line(QUARTER, 96), _line(QUARTER, 96)),
    _line(SIXTH, 90),
)
"""By effect. Where the page has no figures - ammunition, deaths of vehicles - they are ours."""
VEHICLE_DEATHS: Final = (
    *(Effect.TANK_DEATH, Effect.JEEP_DEATH, Effect.MSV_DEATH, Effect.TANK_DEATH),
)
"""By vehicle type."""


def _square(half: int) -> Shape:
    reach = half * ONE
    low, high = -4 * ONE, 4 * ONE
    return (Part(Form.BOX, BOX_SOLID, BOX_MASK, low, high, (-reach, -reach, reach, reach)),)


BOX_SOLID: Final = 0x20
BOX_MASK: Final = 0x43
BOXES: Final[tuple[Shape, ...]] = ((), *(_square(half) for half in (4, 25, 12, 16, 20)))
"""Damage boxes; 0 is none."""


_RUINS: Final = (
    (Effect.FOLIAGE, (1, 2, 3, 4, 5, 6, 11)),
    (Effect.WALL, (12, 13, 43, 44, 45, 46, 49, 50, *range(54, 61), 68, 90)),
    (Effect.FLAG_BUILDING, (22,)),
    (Effect.WATCHTOWER, (*range(18, 22), 35, *range(69, 73))),
    (Effect.PRISON, (15, 16, 17)),
    (Effect.HOSPITAL, (36, 37, 38)),
    (Effect.FUEL, (39, 40, 41, 42)),
    (Effect.BUILDING, (23, 24, 25, 26, *range(30, 35))),
    (Effect.FACTORY, (27, 28, 29, 62, 63)),
    (Effect.BRIDGE, (*range(74, 90),)),
    (Effect.TENT, (47, 48)),
    (Effect.AMMUNITION, (14,)),
)
EFFECT_OF: Final = {static: effect for effect, statics in _RUINS for static in statics}
"""How each static object explodes; the others have no explosion."""

"""The four vehicles (tables 1). Speeds are 16.16 pixels a tick, turns heading units a tick."""

from __future__ import annotations

from enum import IntEnum
from math import isqrt
from typing import Final, NamedTuple

from ..kernel.fixmath import ONE
from ..kernel.lines import Point
from ..shapes import Form, Part, Shape

HULL_SOLID: Final = 2
HULL_MASK: Final = 0x27


class VehicleType(IntEnum):
    """What a side has in stock."""

    TANK = 0
    JEEP = 1
    MSV = 2
    HELICOPTER = 3


class Weapon(NamedTuple):
    """A weapon slot: projectile type (`GRENADE`, `MINE`: none), ticks between shots, stock."""

    projectile: int
    reload: int
    ammunition: int
    refill: int


GRENADE: Final = -1
MINE: Final = -2


class Vehicle(NamedTuple):
    """One type. Hit points, armour and fuel are 16.16 numbers of their units.

    `refill` of a weapon is what half a tick on an ammunition pad puts back; `dock` how near the
    middle of the pad one must stand, `sinks` how deep one goes down, both in whole pixels;
    `drone_box` how far off drones come from, in 16.16 pixels.
    """

    name: str
    forward: int
    backward: int
    accel: int
    friction: int
    turn: int
    hits: int
    armour: int
    fuel: int
    dock: int
    respawn: int
    sinks: int
    wreck_friction: int
    drone_box: int
    arrow: bool
    engine: str
    music: int
    weapons: tuple[Weapon, ...]
    hull: Shape


def _hull(*corners: tuple[float, float], high: int) -> Shape:
    points: tuple[Point, ...] = tuple((int(x * ONE), int(y * ONE)) for x, y in corners)
    # Never turned, so it must hold the hull at every heading: the farthest corner, rounded up.
    reach = max(isqrt(x * x + y * y) + 1 for x, y in points)
    box = (-reach, -reach, reach, reach)
    return (Part(Form.POLYGON, HULL_SOLID, HULL_MASK, 0, high * ONE, box, points),)


TANK: Final = Vehicle(
    *("tank", 0x10CCC, -0x6666, 0x0CCC, 0x0666, 0x4000, 22 * ONE, 0x4CCC, 400 * ONE),
    *(4, 120, 14, 0x1999, 512 * ONE, True, "tread", 0),
    (Weapon(0, 20, 150, 1),),
    _hull((-7.5, -11.25), (7.5, -11.25), (7.5, 11.25), (-7.5, 11.25), high=10),
)
JEEP: Final = Vehicle(
    *("jeep", 0x16666, -0xCCCC, 0x0CCC, 0x028F, 0x8000, 1 * ONE, 0, 500 * ONE),
    *(9, 120, 13, 0x1999, 256 * ONE, False, "JeepStart", 4),
    (Weapon(GRENADE, 30, 16, 1),),
    _hull((-4.5, -7.5), (4.5, -7.5), (4.5, 7.5), (-4.5, 7.5), high=10),
)
MSV: Final = Vehicle(
    *("msv", 0xB851, -0x4CCC, 0x0A3D, 0x0666, 0x3333, 26 * ONE, 0x8000, 320 * ONE),
    *(4, 120, 14, 0x1999, 512 * ONE, True, "tread", 6),
    (Weapon(8, 30, 100, 1), Weapon(MINE, 140, 10, 1)),
    _hull((-7.5, -12), (7.5, -12), (7.5, 11.25), (-7.5, 11.25), high=12),
)
HELICOPTER: Final = Vehicle(
    *("helicopter", 0x1CCCC, -0x9999, 0x051E, 0x051E, 0xC000, 15 * ONE, 0x3333, 400 * ONE),
    *(32, 200, 14, 0x07AE, 512 * ONE, True, "Servo", 8),
    (Weapon(7, 15, 100, 1), Weapon(6, 30, 50, 1)),
    _hull((0, 30.6), (-10.2, 0), (-10.2, -13.6), (10.2, -13.6), (10.2, 0), high=10),
)
VEHICLES: Final = (TANK, JEEP, MSV, HELICOPTER)

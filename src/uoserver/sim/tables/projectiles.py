"""What is fired: speed, damage, life of the twelve projectile types (tables 2).

Types 1, 2 and 5 are fired by nobody. What the pages do not know of them, and of 3, 4, 10 and
11, is 0 here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from ..kernel.fixmath import ONE
from .effects import HEAVY, LIGHT, Impacts


class Shot(IntEnum):
    """Projectile types by what fires them."""

    CANNON = 0
    TRACER = 3
    TURRET = 4
    AIR_MISSILE = 6
    AIR_GUN = 7
    ROCKET = 8
    ROCKET_HIGH = 9
    HOMING = 10
    DRONE_GUN = 11


class Projectile(NamedTuple):
    """One type. ``speed`` is pixels a tick and ``damage`` hit points, both 16.16, ``life`` ticks.

    ``fall`` is how far the pitch is turned in a tick. ``level_offset``: the way from its owner to
    the muzzle is turned in the plane, its height is added after (flag bit 0). ``dives``: the first
    pitch is a fine angle, and ``fall`` adds to it (flag bit 1).
    """

    speed: int
    damage: int
    life: int
    fall: int = 0
    impacts: Impacts = LIGHT
    level_offset: bool = False
    dives: bool = False
    sound: str = "Shot"


def _px(value: float) -> int:
    return int(value * ONE)


PROJECTILES: Final = (
    Projectile(_px(3.0), _px(1.0), 80, 0x2666),
    Projectile(_px(2.5), _px(2.0), 100, impacts=HEAVY),
    Projectile(_px(2.3), _px(4.0), 90, impacts=HEAVY),
    Projectile(_px(6.0), _px(1.0), 90),
    Projectile(_px(4.0), _px(1.5), 150, impacts=HEAVY, sound="Missle"),
    Projectile(_px(3.0), _px(1.0), 90),
    Projectile(_px(3.0), _px(4.0), 100, 0x6666, HEAVY, dives=True),
    Projectile(_px(3.0), _px(1.0), 80),
    Projectile(_px(2.3), _px(2.0), 90, 0, HEAVY, level_offset=True, dives=True),
    Projectile(_px(2.3), _px(2.0), 90, 0x1C28, HEAVY, level_offset=True),
    Projectile(_px(3.0), _px(25.0), 90, 0x1C28, HEAVY, sound="LargeMissle"),
    Projectile(_px(3.5), _px(0.95), 90),
)
"""By their numbers."""

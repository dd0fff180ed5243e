"""What towers, drones and the submarine are made of (specification 9; tables 1 and 7).

Angles are heading units, speeds 16.16 pixels a tick; whatever turns or grows does so by that much
a tick.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..kernel.fixmath import ONE
from ..kernel.headings import Vector
from ..shapes import Form, Part, Shape
from .statics import LARGE_TOWER, TOWER

# -- turrets ---------------------------------------------------------------------------------------
MUZZLES: Final[Mapping[int, Vector]] = {
    TOWER: (0, -15 * ONE, 49 * ONE // 2),
    LARGE_TOWER: (0, -15 * ONE, 59 * ONE // 2),
}
"""By the static object of the tower; level, and to the north."""
REACTION: Final = 300
REACTION_MASK: Final = 0xFF
"""A turret waits for a number of ticks below the first, of which these bits count."""
TURRET_TURN: Final = 0x3333
TURRET_TILT: Final = 0xA3D
TURRET_RANGE: Final = 192 * ONE
TURRET_PITCH: Final = 0x60000
"""33.75 degrees: a barrel tilts no farther, up or down."""
TURRET_RELOAD: Final = 60
TURRET_HOLD: Final = 30
"""Ticks until it looks again after one of its own was in the line of fire."""
LONGEST_UNSEEN: Final = 300
"""Ticks after which a turret that nobody sees is the static tower again."""

# -- drones ----------------------------------------------------------------------------------------
MOST_DRONES: Final = 5
DRONE_HEIGHT: Final = 50 * ONE
DRONE_FOLLOW: Final = 0x3D7
"""How fast its way follows its nose, an axis."""
DRONE_TURN: Final = 0x6666
"""While its target is ahead; behind, near and far."""
DRONE_TURN_NEAR: Final = 0x3333
DRONE_TURN_FAR: Final = 0x10000
DRONE_NEAR: Final = 75 * ONE
ROLL_PER_SPEED: Final = -6 * ONE
PITCH_PER_SPEED: Final = -7 * ONE // 2
DRONE_LEAN: Final = 0x8000
DRONE_ACCEL: Final = 0x4CCC
DRONE_TOP: Final = 3 * ONE // 2
DRONE_RISE: Final = 0x4CCC
GUN_TILT: Final = 0x4CCC
GUN_LOWEST: Final = 0x50000
"""28 degrees down from its body."""
DRONE_RELOAD: Final = 10
DRONE_RANGE: Final = (32 * ONE, 80 * ONE)
"""Within which, both exclusive, it fires."""
DRONE_AIM: Final = 0x400000 * 5 // 360
"""How far its nose may be off: 5 degrees."""
AIRBORNE: Final = 2 * ONE
DRONE_MUZZLES: Final[tuple[Vector, Vector]] = ((-8 * ONE, -8 * ONE, 0), (8 * ONE, -8 * ONE, 0))
DRONE_STAYS: Final = 60
"""Ticks after it was seen last that a drone without a target is gone."""
PUSH: Final = 2 * ONE
PUSH_SHIFT: Final = 4
"""Drones that touch drift apart by that less a sixteenth of their distance."""
NEIGHBOUR: Final = 0x10
"""Solid bit of what is around a drone, which only the bodies of others meet."""
_LOW: Final = -5 * ONE
_HIGH: Final = 10 * ONE


def _square(half: int, solid: int, mask: int) -> Part:
    box = (-half * ONE, -half * ONE, half * ONE, half * ONE)
    return Part(Form.BOX, solid, mask, _LOW, _HIGH, box)


DRONE_SHAPE: Final[Shape] = (_square(10, 2, 0x27 | NEIGHBOUR), _square(32, NEIGHBOUR, 0))
"""The body, and 64 pixels round it in which other drones only feel it."""

# -- the submarine ---------------------------------------------------------------------------------
DIVED: Final = 240
"""Ticks it waits before it comes up."""
SUB_RISE: Final = 0x3333
SUB_UP: Final = 20 * ONE
SUB_WAVES: Final = 26 * ONE
"""Its pictures from the depth to the surface, and to the end of those that repeat there."""
SUB_AIMS: Final = 180
SUB_BESIDE: Final = 32 * ONE
SUB_MUZZLE: Final[Vector] = (-32 * ONE, 0, 0)
SUB_PITCH: Final = 0x355555
"""60 degrees up."""

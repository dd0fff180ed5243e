"""What a soldier knows of himself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ..grid import OUTSIDE
from ..kernel.fixmath import ONE
from ..objects import Obj
from ..weapons.credit import NOBODY

LEAVING: Final = 0x1000000
"""Flag of a man on his way out of a building: nothing stops him."""
GRENADES: Final = (0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4)
"""How many he has, by chance."""
MOST_GRENADES: Final = 3
"""Of a driver on foot (design: On foot)."""


class Think(IntEnum):
    """What he is about."""

    LEAVE = 0
    """He comes out."""
    PICK = 1
    """He looks for the nearest vehicle."""
    FLEE = 2
    STAND = 3
    THROW = 4
    WAIT = 5
    """After a throw."""
    LED = 6
    """Somebody moves him: a driver on foot."""


class Pose(IntEnum):
    """What he looks like."""

    WALK = 0
    STAND = 1
    THROW = 2
    SWIM = 3
    TREAD = 4
    """Water: he stands in it."""


@dataclass(slots=True)
class ManState:
    """The part of a man that no other object has. His parent is the vehicle he runs from."""

    grenades: int
    seen: int
    """Tick at which somebody saw him last."""
    frame: int
    """Of his pictures, 16.16."""
    pose: Pose = Pose.STAND
    until: int = 0
    """Tick at which he thinks again."""
    astray: int = 0
    """Heading units by which he first runs aside."""
    met_cell: int = OUTSIDE
    """What stopped him in this frame: the cell and which part of its shape, or the id."""
    met_part: int = 0
    met_object: int = 0
    by: int = NOBODY
    """The driver who walks as him."""
    hits: int = ONE
    """Health of a driver on foot; other men die of any hit."""


def state_of(obj: Obj) -> ManState:
    """Return a man's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, ManState):
        raise TypeError(f"object {obj.id} is no man")
    return obj.data

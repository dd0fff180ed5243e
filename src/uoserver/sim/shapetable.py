"""Shapes of objects, by the number that an object carries; 0 is none (tables 3: Other shapes)."""

from __future__ import annotations

from typing import Final

from .kernel.fixmath import ONE
from .shapes import Form, Part, Shape, px, reach
from .tables.defences import DRONE_SHAPE
from .tables.statics import TOWER_SHAPE
from .tables.vehicles import VEHICLES

NO_SHAPE: Final = 0
FIRST_HULL: Final = 1
"""The hulls of the vehicle types follow each other."""
LIFT: Final = 5
SHELL: Final = 6
"""A point with a height; where it moves its way takes its place (`collide`)."""
MINE: Final = 7
"""An armed one; a fresh one has no shape."""
TURRET: Final = 8
DRONE: Final = 9
MAN: Final = 10
FLAG: Final = 11
"""One that lies; the original's is not known."""


def _square(half: int, low: int, high: int, solid: int, mask: int) -> Shape:
    x0, y0, x1, y1 = px(-half, -half, half, half)
    bottom, top = px(low, high)
    return (Part(Form.BOX, solid, mask, bottom, top, (x0, y0, x1, y1)),)


_MINE = (*_square(6, -50, 0, 1, 6), *_square(16, -50, 0, 1, 2))
_MINE_TOP = ONE // 10
SHAPES: Final[tuple[Shape, ...]] = (
    (),
    *(vehicle.hull for vehicle in VEHICLES),
    _square(16, 0, 32, 1, 0xFF),
    (Part(Form.SWEEP, 4, 0x43, -3 * ONE // 2, 3 * ONE // 2, (0, 0, 0, 0), ((0, 0),)),),
    tuple(part._replace(high=_MINE_TOP) for part in _MINE),
    TOWER_SHAPE,
    DRONE_SHAPE,
    (Part(Form.BOX, 1, 0xFF, 0, 2 * ONE, (-2 * ONE, -3 * ONE // 2, 2 * ONE, ONE // 20)),),
    _square(4, 0, 16, 1, 0xFF),
)
REACHES: Final = tuple(reach(shape) for shape in SHAPES)
"""The box round each."""
SOLIDS: Final = tuple(shape[0].solid if shape else 0 for shape in SHAPES)
"""What the first part of each is: who has no bit of it in his mask meets none of the others."""
